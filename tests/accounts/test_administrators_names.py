"""An administrator made on the command line is called as typed, also by the administration."""

import pytest
from django.test import Client

from accounts.models import Player, User
from tests.support.playing import account
from tests.support.staff import desk_of, root
from tests.support.visitors import player_of, sign_up

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quick_accounts")]

BACKEND = "django.contrib.auth.backends.ModelBackend"


def player_called(username):
    user = User.objects.create_superuser(username, "boss@example.org")
    client = Client()
    client.force_login(user, backend=BACKEND)
    return Player.objects.get(user=user)


def test_the_name_that_was_typed_is_the_player_s():
    assert player_called("Boss").name == "Boss"


@pytest.mark.parametrize("name", ["boss@example.org" * 3, "Hazel", "deleted-7", "Ann"])
def test_a_name_that_nobody_may_have_gives_a_guest_s(name):
    account("Ann")
    assert player_called(name).name.startswith("Guest ")


def test_the_name_of_a_log_in_that_the_site_made_is_nobody_s(client):
    sign_up(client, "cleo@example.org")
    assert player_of(client).name.startswith("Guest ")


def test_the_administration_shows_people_by_their_names():
    boss = desk_of(root())
    someone = account("Ann")
    someone.user.username = "0123456789abcdef0123456789abcdef"
    someone.user.save()
    for page in (
        "/admin/accounts/user/",
        f"/admin/accounts/user/{someone.user_id}/change/",
        "/admin/accounts/player/",
    ):
        assert "Ann" in boss.get(page).content.decode(), page
    listed = boss.get("/admin/accounts/user/?q=ann").content.decode()
    assert "Ann" in listed
    assert "0123456789abcdef" not in listed
    assert "Root" in listed
