"""What is imposed on a guest is not got rid of by logging in to an account on the same device."""

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import Player
from accounts.sanctions import imposing, standing
from accounts.sanctions.models import Kind
from games import leaving
from games.refusals import Barred
from tests.support.playing import person, running_game, seat_of
from tests.support.visitors import account, browser_of, log_in, player_of

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.usefixtures("wires", "one_look", "quick_accounts"),
]


def impose(player, kind):
    until = timezone.now() + timedelta(days=1)
    return imposing.impose(player, kind, "Because", None, until=until)


def guest_of(game):
    guest = Player.objects.get(pk=person(game, "Ann"))
    return guest, browser_of(guest)


def test_a_time_out_holds_for_the_account():
    game = running_game()
    account("Annie", "annie@example.org")
    guest, browser = guest_of(game)
    given = impose(guest, Kind.CHAT)
    log_in(browser, "annie@example.org")
    annie = player_of(browser)
    assert annie.name == "Annie"
    assert standing.in_force(annie.pk) == (given,)
    assert standing.silence(standing.in_force(annie.pk))
    assert game.seats.filter(player=annie, hold="").exists()


@pytest.mark.parametrize("whose", ["the guest's", "the account's"])
def test_a_suspension_keeps_the_seat_with_the_computer(whose):
    game = running_game()
    annie = account("Annie", "annie@example.org")
    guest, browser = guest_of(game)
    impose(guest if whose == "the guest's" else annie, Kind.SUSPENSION)
    log_in(browser, "annie@example.org")
    assert player_of(browser) == annie
    assert seat_of(game, "Annie").hold == "left"
    with pytest.raises(Barred, match="Because"):
        leaving.take_back(game.pk, annie.pk, "key")
    assert seat_of(game, "Annie").hold == "left"
