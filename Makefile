# Two commands: `make play` brings the site up, `make test` proves it.
# Both install what they need into .venv first; nothing is installed twice.

PYTHON ?= python3
VENV   := .venv/bin/python
# HOST, PORT, SECONDS, TABLES count when given to make (make play HOST=0.0.0.0 PORT=8001).
given   = $(if $(filter command line,$(origin $(1))),$(2) "$($(1))")

.NOTPARALLEL:
.PHONY: help play admin test lint format types unit browser bench drill lock audit clean venv venv-test

help:
	@echo "make play   bring the site up (HOST=0.0.0.0 for phones on the same network, PORT=8000)"
	@echo "make admin  make the first administrator"
	@echo "make test   everything: style, types, imports, unit tests, tests in a real browser"
	@echo "make drill  robots play while parts of a site are killed (SECONDS=120, TABLES=10)"
	@echo "make audit  ask for known holes in what is required, and for usual ones in our code"
	@echo "make lint | format | types | unit | browser | bench | lock | clean"

play: venv
	@exec $(VENV) manage.py play --stop-with-parent $(call given,HOST,--host) $(call given,PORT,--port)

# The first administrator; asks for a name, an e-mail address and a password.
admin: venv
	@$(VENV) manage.py createsuperuser

test: venv-test
	@$(VENV) tools/browser.py
	@$(MAKE) --no-print-directory lint types
	@$(VENV) tools/suite.py unit browser sites

lint: venv-test
	@$(VENV) -m ruff check .
	@$(VENV) -m ruff format --check .
	@$(VENV) -c 'from importlinter.cli import lint_imports_command as c; c()' --no-cache

format: venv-test
	@$(VENV) -m ruff check --fix .
	@$(VENV) -m ruff format .

# django-stubs loads the settings; it connects to nothing
types: venv-test
	@SECRET_KEY=unused DATABASE_URL=postgresql:///unused REDIS_URL=redis:///0 $(VENV) -m mypy

unit: venv-test
	@$(VENV) tools/suite.py unit

browser: venv-test
	@$(VENV) tools/browser.py
	@$(VENV) tools/suite.py browser sites

bench: venv-test
	@for each in $(filter-out %/__init__.py,$(wildcard bench/*.py)); do echo "== $$each"; PYTHONPATH=. $(VENV) "$$each" || exit 1; done

# A site of its own, played at while its parts are killed; 1 when the judge finds any harm.
drill: venv-test
	@exec $(VENV) -m drill $(call given,SECONDS,--seconds) $(call given,TABLES,--tables)

# Newer versions of what is required: look at the difference, run the tests, commit.
lock:
	@$(PYTHON) tools/lock.py

# Known holes in what run.txt names (asks an advisory service), and what bandit finds in our code.
audit:
	@$(PYTHON) tools/audit.py

clean:
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis staticfiles

venv:
	@$(PYTHON) tools/bootstrap.py run

venv-test:
	@$(PYTHON) tools/bootstrap.py test
