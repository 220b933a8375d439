"""A page that fails because the database or Valkey is away says so, and so does the log."""

import logging
import sys

import pytest
import redis
from django.db import IntegrityError, InterfaceError, OperationalError

from cribsite import views
from cribsite.logs import NoOutages, OneLine
from games import views as tables

OUTAGES = [OperationalError, InterfaceError, redis.ConnectionError, redis.TimeoutError]
DETAIL = "connection to server on socket failed"


@pytest.fixture
def failing(client, monkeypatch):
    """The first page, while its work raises that error."""

    def visit(error):
        def fail(*arguments, **options):
            raise error(DETAIL)

        monkeypatch.setattr(tables, "render", fail)
        client.raise_request_exception = False
        return client.get("/")

    return visit


@pytest.mark.django_db
@pytest.mark.parametrize("error", OUTAGES)
def test_the_page_says_that_it_is_a_matter_of_seconds(failing, error):
    page = failing(error)
    assert page.status_code == 503
    assert page.headers["Retry-After"]
    assert "Your game is safe" in page.content.decode()
    assert DETAIL not in page.content.decode()


@pytest.mark.django_db
@pytest.mark.parametrize("error", [IntegrityError, ValueError])
def test_a_fault_of_ours_stays_one(failing, error):
    page = failing(error)
    assert page.status_code == 500
    assert "Something broke on our side" in page.content.decode()


def test_the_page_needs_neither(rf):
    """No database is allowed here."""
    try:
        raise OperationalError(DETAIL)
    except OperationalError:
        assert views.server_error(rf.get("/")).status_code == 503


def logged(formatter, error, message="Service Unavailable: /"):
    try:
        raise error(DETAIL)
    except error:
        record = logging.LogRecord("x", logging.ERROR, "", 1, message, (), sys.exc_info())
    return formatter.format(record)


@pytest.mark.parametrize("error", OUTAGES)
def test_the_log_names_an_outage_without_a_traceback(error):
    assert logged(NoOutages(), error) == f"Service Unavailable: /\n{error.__name__}"


def test_the_log_tells_where_a_fault_of_ours_was():
    assert "Traceback" in logged(NoOutages(), ValueError)


def test_what_outages_make_others_tell_at_length_is_one_line():
    assert logged(OneLine(), ValueError, "Message Error: away\n[stack]") == "Message Error: away"
