"""The servers of a test run, up before Django's settings are read and gone when it ends.

They are kept by a process of their own that ends them as soon as this one is gone, however it
went.  Each run takes the first free folder under var/test, so several can run at once; what a
killed run has left is cleaned up by the next one.  DATABASE_URL and REDIS_URL in the environment
are taken instead where they are set.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
import pytest_django

ROOT = Path(__file__).resolve().parent.parent
SLOTS = 16
keeper: subprocess.Popen[str] | None = None


def start_services() -> None:
    """Bring PostgreSQL and Valkey up and tell the environment where they are."""
    global keeper
    said = ""
    for slot in range(SLOTS):
        keeper = subprocess.Popen(
            [sys.executable, str(ROOT / "manage.py"), "play", "--services-only"]
            + ["--data", str(ROOT / "var" / "test" / str(slot))],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        assert keeper.stdout is not None
        assert keeper.stderr is not None
        found = {}
        for line in keeper.stdout:
            name, _, value = line.strip().partition("=")
            if not name:
                os.environ.update(found)
                return
            if value:
                found[name] = value
        said = keeper.stderr.read().strip()
        keeper.communicate()
        if "running already" not in said:
            break
    pytest.exit(said or "the test servers did not start", returncode=2)


def stop_services() -> None:
    """End the servers; they would end by themselves after this process."""
    global keeper
    if keeper is not None and keeper.stdin is not None:
        keeper.stdin.close()
        keeper.wait(30)
        assert keeper.stdout is not None
        assert keeper.stderr is not None
        keeper.stdout.close()
        keeper.stderr.close()
        keeper = None


if not (os.environ.get("DATABASE_URL") and os.environ.get("REDIS_URL")):
    start_services()
os.environ.setdefault("SECRET_KEY", "only for tests, never for a site: 0123456789 0123456789")
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "cribsite.settings")
# Everybody in a test run comes from one address, and players of several runs have one number.
os.environ.setdefault("SOCKETS_A_PLAYER", "0")
os.environ.setdefault("SOCKETS_AN_ADDRESS", "0")

import django

django.setup()

from django.db import connection


def pytest_unconfigure(config: pytest.Config) -> None:
    stop_services()


KEPT = {
    "accounts_logentry": "the_log_is_not_emptied",
    "accounts_report": "reports_are_not_emptied",
    "ratings_settlement": "settlements_are_not_emptied",
    "ratings_entry": "entries_are_not_emptied",
}


@pytest.fixture(scope="session")
def django_db_setup(
    django_db_setup: None, django_db_blocker: pytest_django.DjangoDbBlocker
) -> None:
    """A database whose ledger and log may be emptied, as they are after a test that commits."""
    with django_db_blocker.unblock(), connection.cursor() as cursor:
        for table, trigger in KEPT.items():
            cursor.execute(f"ALTER TABLE {table} DISABLE TRIGGER {trigger}")


@pytest.fixture
def never_emptied(db: None) -> None:
    """The ledger of ratings and the log of moderators as every other database has them."""
    with connection.cursor() as cursor:
        for table, trigger in KEPT.items():
            cursor.execute(f"ALTER TABLE {table} ENABLE TRIGGER {trigger}")


@pytest.fixture(scope="session")
def chromium() -> str:
    """The path of the browser for browser tests."""
    path = os.environ.get("CRIB_CHROMIUM", "")
    noted = ROOT / ".venv" / "browser"
    if not path and noted.is_file():
        path = noted.read_text().strip()
    if not path:
        pytest.fail("no browser: run `make browser`, or set CRIB_CHROMIUM")
    return path
