"""With HTTPS=1 the site is what Django's own check of a deployment asks for."""

import json
import os
import secrets
import subprocess
import sys

import pytest

from tests.support.site import ROOT

SHOW = (
    "import json; from django.conf import settings as s; print(json.dumps({name: getattr(s, name)"
    " for name in dir(s) if name.startswith(('SECURE_', 'SESSION_COOKIE_', 'CSRF_COOKIE_'))}))"
)


def run(*command, **more):
    env = os.environ | {
        "HTTPS": "1",
        "SECRET_KEY": secrets.token_urlsafe(60),
        "ALLOWED_HOSTS": "cribbage.example.org",
        **more,
    }
    return subprocess.run(
        [sys.executable, str(ROOT / "manage.py"), *command],
        cwd=ROOT,
        env=env,
        capture_output=True,
        text=True,
        check=False,
    )


def shown(**more):
    done = run("shell", "--no-imports", "-c", SHOW, **more)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout.strip().splitlines()[-1])


def test_the_check_of_a_deployment_finds_nothing():
    done = run("check", "--deploy", "--fail-level", "WARNING")
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("key", ["short", "a" * 60])
def test_it_would_find_a_weak_key(key):
    assert run("check", "--deploy", "--fail-level", "WARNING", SECRET_KEY=key).returncode


def test_cookies_go_over_tls_alone_and_browsers_stay_there():
    found = shown()
    for name in ("SESSION_COOKIE_SECURE", "CSRF_COOKIE_SECURE", "SESSION_COOKIE_HTTPONLY"):
        assert found[name] is True, name
    assert found["SECURE_SSL_REDIRECT"] is True
    assert found["SECURE_HSTS_SECONDS"] >= 365 * 24 * 3600
    # these reach beyond this site: whoever has the whole domain says so
    assert found["SECURE_HSTS_INCLUDE_SUBDOMAINS"] is False
    assert found["SECURE_HSTS_PRELOAD"] is False
    wide = shown(HSTS_SUBDOMAINS="1", HSTS_PRELOAD="1")
    assert wide["SECURE_HSTS_INCLUDE_SUBDOMAINS"] is True
    assert wide["SECURE_HSTS_PRELOAD"] is True
