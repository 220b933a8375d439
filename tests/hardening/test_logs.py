"""What is logged says what happened, and nothing of whom: no address, e-mail, name or session."""

import io
import logging
import sys

import pytest
from django.conf import settings
from django.test import Client

from accounts import views
from cribsite.logs import OneLine, Refusal, Unfilled
from tests.support.visitors import account, log_in, sign_up

EMAIL, NAME, ADDRESS = "zoe.secret@example.org", "Zoesecretname", "203.0.113.77"
QUERY, COOKIE, HOST = "querysecret", "cookiesecret0123456789", "hostsecret.example.net"
SECRETS = (EMAIL, "zoe.secret", NAME, ADDRESS, QUERY, COOKIE, HOST, "wrong password")


@pytest.fixture
def said():
    """All that the site's own handlers write, as they write it."""
    written = io.StringIO()
    handlers = [logging._handlers[name] for name in settings.LOGGING["handlers"]]
    before = [handler.setStream(written) for handler in handlers]
    yield written
    for handler, stream in zip(handlers, before, strict=True):
        handler.setStream(stream)


def harmless(written):
    text = written.getvalue()
    assert [secret for secret in SECRETS if secret.lower() in text.lower()] == []
    return text


@pytest.mark.django_db
@pytest.mark.usefixtures("wires", "one_look", "quick_accounts")
def test_requests_of_all_kinds_leave_nobody_s_data(said, monkeypatch, settings):
    account(NAME, EMAIL)
    client = Client(REMOTE_ADDR=ADDRESS, HTTP_USER_AGENT=f"browser {COOKIE}")
    client.cookies["sessionid"] = COOKIE
    assert log_in(client, email=EMAIL, password="wrong password").status_code == 200
    assert log_in(client, email=EMAIL).status_code == 302
    assert client.get(f"/nowhere/{NAME}/?q={QUERY}&next={EMAIL}").status_code == 404
    assert client.get("/", HTTP_HOST=HOST).status_code == 400
    assert sign_up(Client(REMOTE_ADDR=ADDRESS), email=f"2{EMAIL}", name=f"{NAME}2").status_code
    strict = Client(enforce_csrf_checks=True, REMOTE_ADDR=ADDRESS)
    for headers in ({}, {"HTTP_ORIGIN": f"https://{HOST}"}, {"HTTP_REFERER": f"https://{HOST}/"}):
        form = {"login": EMAIL, "password": "wrong password"}
        assert strict.post(f"/accounts/login/?{QUERY}", form, **headers).status_code == 403
    many = {f"{QUERY}{number}": EMAIL for number in range(100)}
    assert strict.post("/accounts/login/", many).status_code in (400, 403)

    def fail(*arguments, **more):
        raise ValueError(f"{EMAIL} {NAME} {QUERY}") from KeyError(COOKIE)

    monkeypatch.setattr(views, "devices", fail)
    client.raise_request_exception = False
    assert client.get(f"/account/?{QUERY}").status_code == 500
    text = harmless(said)
    # it is still told what happened, and where
    assert "django.security.DisallowedHost" in text
    assert "django.security.csrf" in text
    assert "in account" in text
    assert "ValueError" in text
    assert "KeyError" in text
    assert client.session.session_key not in text


@pytest.mark.parametrize(
    ("name", "message", "values", "wanted"),
    [
        (
            "daphne.server",
            "Application instance %r for connection %s took too long",
            (f"<{EMAIL}>", f"client={ADDRESS}"),
            "Application instance '…' for connection … took too long",
        ),
        ("daphne.http_protocol", f"Traceback:\n  x\nValueError: {EMAIL}", (), "Traceback:"),
        (
            "celery.app.trace",
            "Task %(name)s failed: %(exc)s\n%(traceback)s",
            ({"name": "games.tasks.sweep", "exc": EMAIL, "traceback": NAME},),
            "Task games.tasks.sweep failed: …",
        ),
        ("asyncio", f"Task was destroyed\nfuture: {NAME}", (), "Task was destroyed"),
        (
            "psycopg.pool",
            "error connecting in %r: %s",
            ("pool-1", ValueError(ADDRESS)),
            "error connecting in '…': ValueError",
        ),
        ("other", "%d of %s", ("not a number", NAME), "%d of %s"),
        ("games.guarded", "Game %s: %s", (17, "ValueError"), "Game 17: ValueError"),
    ],
)
def test_other_packages_lines_are_told_without_what_is_in_them(name, message, values, wanted):
    record = logging.LogRecord(name, logging.WARNING, "", 1, message, values, None)
    assert Unfilled().format(record) == wanted


def test_an_error_is_told_by_kind_and_place_alone():
    try:
        try:
            raise KeyError(NAME)
        except KeyError:
            raise ValueError(EMAIL) from None
    except ValueError:
        found = sys.exc_info()
    record = logging.LogRecord("django.request", logging.ERROR, "", 1, "It broke", (), found)
    # some other handler has written it before, and kept it
    record.exc_text = f"ValueError: {EMAIL}"
    told = Unfilled().format(record)
    assert told.startswith("It broke\nTraceback")
    assert told.endswith("\nValueError")
    assert "test_logs.py" in told
    assert EMAIL not in told
    assert NAME not in told
    assert OneLine().format(record) == "It broke"
    assert Refusal("%(name)s %(message)s").format(record) == "django.request refused a request"
