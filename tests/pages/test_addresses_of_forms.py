"""An address that a form is sent to leads to the form when it is opened like a page."""

import pytest
from django.test import Client
from django.urls import get_resolver

from games.models import Table
from tests.support.playing import waiting_game

pytestmark = pytest.mark.django_db

FORMS = {
    "/play/computer/": "/",
    "/play/friend/": "/",
    "/lobby/open/": "/lobby/",
    "/name/": "/",
    "/forget/": "/",
}


@pytest.mark.parametrize(("address", "page"), FORMS.items())
def test_opened_like_a_page_it_leads_to_the_form(address, page):
    for ask in (Client().get, Client().head):
        response = ask(address)
        assert (response.status_code, response.headers["Location"]) == (302, page)
    assert not Table.objects.exists()
    assert Client().put(address).status_code == 405


def test_sitting_down_leads_to_the_table():
    game = waiting_game(seated=1)
    response = Client().get(f"/t/{game.table.code}/sit/")
    assert (response.status_code, response.headers["Location"]) == (302, f"/t/{game.table.code}/")
    assert game.seats.count() == 1


def test_no_page_of_ours_answers_a_visitor_with_nothing():
    """Every address without a part to fill in."""
    addresses = [
        "/" + forms[0][0]
        for forms, *_ in get_resolver().reverse_dict.values()
        if all(not names for _text, names in forms)
    ]
    assert len(addresses) > 10
    for address in addresses:
        assert Client().get(address).status_code != 405, address
