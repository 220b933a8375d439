"""Every finished game has a page of its own, also when its table plays another one."""

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Player
from games import rematch
from tests.support.hidden import cards_in
from tests.support.playing import (
    WORDS,
    finished_game,
    fresh,
    person,
    play_until,
    running_game,
    state_of,
)
from tests.support.strict import Strict
from tests.support.visitors import browser_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("wires", "one_look")]


def address(game):
    return reverse("game", args=[game.table.code, game.number])


def play_again(game):
    for name, words in zip(("Ann", "Bob"), WORDS, strict=False):
        rematch.rematch(game.pk, person(game, name), words)
    return fresh(game).table.games.get(number=game.number + 1)


def test_the_game_that_the_table_still_shows_is_seen_there():
    game = finished_game(target=61)
    response = Client().get(address(game))
    assert (response.status_code, response["Location"]) == (302, f"/t/{game.table.code}/")


def test_an_earlier_game_keeps_its_report_and_reveals_nothing_of_the_next():
    game = finished_game(target=61)
    following = play_until(play_again(game), lambda state: state.phase == "play")
    page = browser_of(Player.objects.get(pk=person(game, "Ann"))).get(address(game))
    text = page.content.decode()
    winner = game.seats.get(number=fresh(game).winner).player.name
    assert ("You win" if winner == "Ann" else "Bob wins") in text
    assert fresh(game).ended_at.isoformat() in text
    assert game.commitment in text
    assert following.commitment not in text
    hidden = {card.code for hand in state_of(following).hands for card in hand}
    played = {card.code for hand in state_of(game).shown for card in hand.cards}
    assert cards_in(text) & hidden <= played | {state_of(game).starter.code} | cards_in(
        "".join(str(move.events) for move in game.moves.all())
    )
    assert Strict(text).faults == []
    assert 'id="rematch"' not in text


@pytest.mark.parametrize("number", [0, 3, 99999999])
def test_a_game_that_is_not_there_is_not_found(number):
    game = finished_game(target=61)
    assert Client().get(f"/t/{game.table.code}/{number}/").status_code == 404
    assert Client().get(f"/t/nothing/{number}/").status_code == 404


def test_a_game_that_waits_behind_another_is_not_found():
    game = finished_game(target=61)
    assert Client().get(f"/t/{game.table.code}/2/").status_code == 404


def test_a_running_game_is_seen_at_its_table():
    game = running_game()
    assert Client().get(address(game))["Location"] == f"/t/{game.table.code}/"
