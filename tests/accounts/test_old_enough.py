"""Who signs up ticks to be old enough and to accept the terms; only that it was ticked is kept."""

import pytest
from django.test import Client

from accounts.models import User
from tests.support.strict import Strict
from tests.support.visitors import sign_up

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.usefixtures("wires", "one_look", "quick_accounts"),
]


def test_without_the_tick_there_is_no_account_and_the_reason_is_at_the_box(client):
    response = sign_up(client, agreed="")
    assert list(response.context["form"].errors) == ["agreed"]
    page = response.content.decode()
    assert "accounts are for people of 16 years or more" in page
    assert 'aria-describedby="id_agreed_error"' in page
    assert Strict(page).faults == []
    assert not User.objects.exists()


def test_that_it_was_ticked_is_kept(client):
    sign_up(client)
    assert User.objects.get().agreed


def test_what_was_typed_and_ticked_stays_when_something_else_is_wrong(client):
    page = sign_up(client, email="no address").content.decode()
    assert 'id="id_agreed" aria-describedby' not in page
    assert "checked" in page


def test_the_age_is_a_setting(settings):
    settings.MINIMUM_AGE = 18
    assert "I am at least 18 years old" in Client().get("/accounts/signup/").content.decode()
    assert "18 years or more" in sign_up(Client(), agreed="").content.decode()
