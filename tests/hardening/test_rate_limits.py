"""Limits to guessing hold over all servers of the site, and for each visitor by itself."""

import os
import random
import subprocess
import sys

import pytest
from allauth.account import app_settings
from allauth.core import ratelimit
from django.core.cache import cache
from django.test import Client, RequestFactory

from tests.support.site import ROOT
from tests.support.visitors import PASSWORD

PROGRAM = """
import django; django.setup()
from allauth.core import ratelimit
from django.test import RequestFactory
request = RequestFactory().post("/", REMOTE_ADDR={address!r})
print(sum(bool(ratelimit.consume(request, action="report")) for _ in range({times})))
"""


def some_address():
    """One that no other test and no other run has."""
    return ".".join(str(random.randrange(1, 255)) for _ in range(4))


def test_two_processes_count_together():
    assert app_settings.RATE_LIMITS["report"] == "10/d/ip"
    address = some_address()
    env = os.environ | {"DJANGO_SETTINGS_MODULE": "cribsite.settings"}
    program = PROGRAM.format(address=address, times=7)
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=ROOT,
        env=env,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.split()[-1] == "7"
    request = RequestFactory().post("/", REMOTE_ADDR=address)
    allowed = [ratelimit.consume(request, action="report") for _ in range(5)]
    assert allowed == [True, True, True, False, False]
    elsewhere = RequestFactory().post("/", REMOTE_ADDR=some_address())
    assert ratelimit.consume(elsewhere, action="report")


@pytest.fixture
def guess(db, settings):
    """Tries a wrong password, in the cache that production has; says whether it was looked at."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]

    def one(**where):
        email = f"nobody{random.randrange(10**12)}@example.org"
        form = {"login": email, "password": PASSWORD}
        return Client().post("/accounts/login/", form, **where).status_code != 429

    return one


def test_behind_a_proxy_every_visitor_has_a_limit_of_its_own(guess, settings):
    settings.TRUSTED_PROXIES = 1
    proxy, first, second = some_address(), some_address(), some_address()
    seen = [guess(REMOTE_ADDR=proxy, HTTP_X_FORWARDED_FOR=first) for _ in range(40)]
    assert seen[0]
    assert not seen[-1]
    assert guess(REMOTE_ADDR=proxy, HTTP_X_FORWARDED_FOR=second)
    # what a client says itself stands before what the proxy saw
    assert not guess(REMOTE_ADDR=proxy, HTTP_X_FORWARDED_FOR=f"{some_address()}, {first}")


def test_without_a_proxy_a_forged_header_gives_no_new_tries(guess, settings):
    settings.TRUSTED_PROXIES = 0
    peer = some_address()
    seen = [guess(REMOTE_ADDR=peer, HTTP_X_FORWARDED_FOR=some_address()) for _ in range(40)]
    assert seen[0]
    assert not seen[-1]


def test_the_cache_is_that_of_all_servers():
    assert type(cache._connections["default"]).__name__ == "RedisCache"
