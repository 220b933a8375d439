"""Who may do what: every address of the site for everybody, and none without a row here.

A row has a letter for each of ROLES, first for looking (GET), then for an empty form (POST):

`o`  a page, a file, or a form that was understood, also when it was refused for what was in it
`>`  sent on to where the form belongs or to what it leads to
`L`  sent to log in, to sign up, to confirm that it is oneself, or to set up a second step
`S`  sent to what the moderators have said
`-`  there is nothing here for this person, or not by this method
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.core.cache import cache
from django.db import transaction
from django.http import HttpResponse
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from tests.permissions.rows import ROWS
from tests.permissions.worlds import ROLES, World, world

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("one_look", "quick_accounts")]

LOG_IN = (
    "/accounts/login/",
    "/accounts/signup/",
    "/accounts/reauthenticate/",
    "/accounts/2fa/",
    "/accounts/confirm-email/",
    "/admin/login/",
)


def addresses(
    patterns: list[URLPattern | URLResolver], before: str = ""
) -> Iterator[tuple[str, str]]:
    """The name and the route of every address; the administration's are the models' business."""
    for each in patterns:
        route = before + str(each.pattern)
        if isinstance(each, URLResolver):
            if each.namespace != "admin":
                yield from addresses(each.url_patterns, route)
        else:
            yield each.name or route, route


def word(answer: HttpResponse) -> str:
    """The letter for an answer."""
    if answer.status_code in (301, 302, 303):
        if answer["Location"].startswith(LOG_IN):
            return "L"
        return "S" if answer["Location"] == "/account/standing/" else ">"
    if answer.status_code in (400, 401, 403, 404, 405):
        return "-"
    return "o" if answer.status_code in (200, 409, 422) else str(answer.status_code)


def ask(there: World, role: str, method: str, path: str) -> str:
    """What that person gets; afterwards all is as it was."""
    browser = Client(raise_request_exception=False)
    browser.cookies = there.browsers[role].cookies.copy()
    cache.clear()
    with transaction.atomic():
        answer = browser.get(path) if method == "GET" else browser.post(path)
        transaction.set_rollback(True)
    return word(answer)


def test_every_address_answers_everybody_as_it_should():
    there = world()
    wrong = {}
    found = dict(addresses(get_resolver().url_patterns))
    for name, route in found.items():
        path = there.path(route)
        answers = " ".join(
            "".join(ask(there, role, method, path) for role in ROLES) for method in ("GET", "POST")
        )
        if answers != ROWS.get(name):
            wrong[name] = answers
    assert wrong == {}
    assert set(ROWS) == set(found), "a row without an address"


ADMINISTRATION = ["", "accounts/report/", "accounts/sanction/", "games/game/", "accounts/user/"]


def test_the_administration_is_for_those_who_work_here():
    there = world()
    for page in ADMINISTRATION:
        answers = "".join(ask(there, role, "GET", f"/admin/{page}") for role in ROLES)
        assert answers[:6] == "LLLLLL", page
        assert set(answers[6:]) <= {"o", "-"}, page
