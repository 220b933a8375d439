"""A cheat's games are taken out of a mode as if they had not been."""

import random
from contextlib import suppress

import pytest

from ratings import elo
from ratings.audit import audit
from ratings.errors import AlreadyVoided, NothingToRemove
from ratings.models import Meeting, Rating, Settlement
from ratings.removal import remove
from ratings.settlement import void
from tests.ratings.ledgers import BEGAN, ledger, many, people, settled, values

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_everybody_stands_where_the_other_games_alone_would_have_led(seats):
    players = people(6)
    games = many(players, seats, 50)
    cheat = players[0]
    void(games[3].game_id, "", BEGAN)
    others = [
        game
        for game in games
        if game != games[3] and not game.entries.filter(player=cheat).exists()
    ]
    expected = {player.pk: elo.START for player in players}
    counts = dict.fromkeys(expected, 0)
    for game in others:
        seated = list(game.entries.exclude(seat=None).order_by("seat"))
        moved = elo.changes(
            [expected[each.player_id] for each in seated],
            [counts[each.player_id] for each in seated],
            [each.place for each in seated],
            [each.seat for each in seated if each.left],
        )
        for each, change in zip(seated, moved.by_seat, strict=True):
            expected[each.player_id] += change
            counts[each.player_id] += 1
    remove(cheat.pk, seats, "played with a computer's help", BEGAN)
    rows = Rating.objects.filter(mode=seats)
    assert {row.player_id: row.value for row in rows} == expected
    assert {row.player_id: row.games for row in rows} == counts
    assert not Meeting.objects.filter(opponent=cheat).exists()
    assert audit(seats).problems == []


def test_games_after_it_count_again():
    ann, bob, cleo = people(3)
    settled([ann, bob], (1, 2))
    settled([bob, cleo], (1, 2))
    remove(ann.pk, 2, "", BEGAN)
    assert values() == {"Player 1": 150_000, "Player 2": 151_000, "Player 3": 149_000}
    settled([ann, bob], (1, 2))
    assert Rating.objects.get(player=ann, mode=2).games == 1
    assert audit(2).problems == []
    remove(ann.pk, 2, "again", BEGAN)
    assert values() == {"Player 1": 150_000, "Player 2": 151_000, "Player 3": 149_000}
    assert audit(2).problems == []


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_games_voids_and_removals_in_any_order_leave_the_ledger_whole(seats):
    chance, players = random.Random(seats), people(6)
    games = many(players, seats, 5)
    for seed in range(8):
        games += many(players, seats, 3, seed)
        with suppress(AlreadyVoided):
            void(chance.choice(games).game_id, "", BEGAN)
        if seed % 3 == 2:
            with suppress(NothingToRemove):
                remove(chance.choice(players).pk, seats, "", BEGAN)
    assert audit(seats).problems == []


def test_a_game_that_was_taken_out_is_not_voided():
    ann, bob = people(2)
    game = settled([ann, bob], (1, 2))
    remove(ann.pk, 2, "", BEGAN)
    before = ledger()
    with pytest.raises(AlreadyVoided):
        void(game.game_id, "", BEGAN)
    assert ledger() == before


def test_somebody_without_games_there_is_not_removed():
    ann, bob, cleo = people(3)
    settled([ann, bob], (1, 2))
    with pytest.raises(NothingToRemove):
        remove(cleo.pk, 2, "", BEGAN)
    with pytest.raises(NothingToRemove):
        remove(ann.pk, 3, "", BEGAN)
    assert Settlement.objects.count() == 1
