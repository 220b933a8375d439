"""Whole games of three and four, people and CPUs mixed, played by frames and tasks alone."""

import json
import random

import pytest

from accounts.models import Player
from games import frames, seating, tables, tasks
from games.board import snapshot
from games.board.regions import contexts, look
from games.cribbage import record, rules
from games.cribbage.actions import Deal
from games.cribbage.state import side_of
from games.models import Game, Move
from games.replay import faults
from tests.support.playing import (
    answer,
    chairs,
    fresh,
    guests,
    person,
    play_until,
    running_game,
    some_action,
    state_of,
    waiting_game,
)

pytestmark = pytest.mark.django_db


class Place:
    """What a page knows of its table."""

    def __init__(self, table):
        game = tables.latest_game(table)
        self.code, self.game_id, self.game_number = table.code, game.pk, game.number
        self.begun = game.state is not None
        self.seat_of = {seat.player_id: seat.number for seat in game.seats.all()}.get


def send(table, player_id, **frame):
    return frames.obey(frames.parse(json.dumps(frame)), Place(table), player_id)


@pytest.mark.parametrize(
    ("people", "cpus", "settings"),
    [
        (1, 2, {"target": "61"}),
        (2, 1, {"target": "61", "muggins": "on"}),
        (3, 0, {"target": "61", "first_deal": "host"}),
        (1, 3, {"target": "61", "muggins": "on"}),
        (2, 2, {"target": "121", "skunk": "off"}),
        (4, 0, {"target": "61"}),
    ],
)
def test_from_the_open_table_to_the_report(
    people, cpus, settings, wires, django_capture_on_commit_callbacks
):
    players = guests(people)
    host = players[0]
    table = tables.open_table(host)
    with django_capture_on_commit_callbacks(execute=True):
        # People take the chairs from the far end, CPUs what is left: there are gaps to close.
        for number, player in enumerate(players[1:]):
            seating.sit_down(table, player, 3 - number)
        for chair in range(1, 1 + cpus):
            send(table, host.pk, type="computer", chair=chair)
        for name, value in settings.items():
            send(table, host.pk, type="setting", name=name, value=value)
        for player in players[1:]:
            send(table, player.pk, type="ready", client_seed=f"{player.pk:032x}")
        send(table, host.pk, type="start", client_seed="0" * 32)
    game = tables.latest_game(table)
    owners = {
        seat.number: seat.player_id for seat in game.seats.exclude(player__kind=Player.Kind.CPU)
    }
    seats = people + cpus
    assert state_of(game).settings.seats == seats
    chance = random.Random(seats * people)
    for _ in range(2000):
        if wires.tasks:
            _name, arguments, _options = wires.tasks.pop(0)
            with django_capture_on_commit_callbacks(execute=True):
                tasks.play_cpu(*arguments)
            continue
        state = state_of(game)
        if state.phase == "over":
            break
        seat = chance.choice([seat for seat in rules.asked(state) if seat in owners])
        action = record.action_to_json(some_action(state, seat, chance))
        if action["type"] == "deal":
            del action["hand_no"]
        with django_capture_on_commit_callbacks(execute=True):
            send(table, owners[seat], type="act", decision=f"1.{state.decision}", action=action)
    game = fresh(game)
    assert game.status == Game.Status.OVER
    assert list(faults(game)) == []
    state = state_of(game)
    assert len(state.scores) == (3 if seats == 3 else 2)
    assert max(state.scores) == int(settings["target"])
    by_cpu = set(game.moves.filter(actor=Move.Actor.CPU).values_list("seat", flat=True))
    assert by_cpu == set(range(seats)) - set(owners)
    assert not game.moves.filter(actor=Move.Actor.TABLE).exists()


def test_a_hand_of_three_has_five_cards_each_and_one_of_the_deck_in_the_crib():
    game = play_until(running_game(3), lambda state: state.phase == "throw")
    state = state_of(game)
    assert [len(hand) for hand in state.hands] == [5, 5, 5]
    assert len(state.crib_from_deck) == 1
    game = play_until(game, lambda state: state.phase == "play")
    state = state_of(game)
    assert [len(hand) for hand in state.hands] == [4, 4, 4]
    assert len(state.crib) == 4


def test_a_hand_of_four_has_five_cards_each_and_one_of_each_in_the_crib():
    game = play_until(running_game(4), lambda state: state.phase == "throw")
    assert [len(hand) for hand in state_of(game).hands] == [5] * 4
    game = play_until(game, lambda state: state.phase == "play")
    assert state_of(game).crib_from_deck == ()
    assert len(state_of(game).crib) == 4


@pytest.mark.parametrize("seats", [3, 4])
def test_the_deal_passes_to_the_left(seats):
    game = running_game(seats)
    dealers = []
    for hand in range(1, 6):
        game = play_until(game, lambda state, hand=hand: state.hand_no == hand, seed=hand)
        dealers.append(state_of(game).dealer)
    assert dealers == [(dealers[0] + hand) % seats for hand in range(5)]


def test_the_host_deals_first_and_the_dealer_afterwards():
    game = play_until(running_game(4, seed=3), lambda state: state.phase == "deal")
    state = state_of(game)
    assert rules.asked(state) == (0,)
    answer(game, 0, Deal(1))
    game = play_until(game, lambda state: state.phase == "deal" and state.hand_no == 1)
    dealer = (state_of(game).dealer + 1) % 4
    assert rules.asked(state_of(game)) == (dealer,)


def test_partners_have_one_score():
    game = play_until(
        running_game(4, target=61), lambda state: min(state.scores) > 5 and state.phase == "play"
    )
    pegged = [0, 0]
    for move in game.moves.all():
        for event in move.events:
            if event["type"] == "pegged":
                assert event["side"] == event["seat"] % 2
                pegged[event["side"]] += event["points"]
    assert tuple(pegged) == state_of(game).scores


@pytest.mark.usefixtures("one_look")
def test_the_board_has_a_lane_a_side_and_says_whose_crib_it_is():
    for seats, lanes in ((2, 2), (3, 3), (4, 2)):
        game = play_until(running_game(seats, seed=seats), lambda state: state.phase == "play")
        shot = snapshot.load(game.table.code)
        dealer = state_of(game).dealer
        names = chairs(game)
        for name in names.values():
            shown = contexts(look(shot, person(game, name)))
            assert len(shown["pegs"].lanes) == lanes
            rows = {row.name: row for row in shown["seats"].seats}
            assert [each for each in rows if rows[each].is_dealer] == [names[dealer]]
            own = next(seat for seat in names if names[seat] == name)
            partners = [names[seat] for seat in names if (own + 2) % 4 == seat and seats == 4]
            assert [each for each in rows if rows[each].is_partner] == partners
            assert shown["crib"].yours == (side_of(seats, own) == side_of(seats, dealer))
            # From the left round, and oneself last.
            order = [names[(own + step) % seats] for step in range(1, seats + 1)]
            assert [row.name for row in shown["seats"].seats] == order


def test_a_game_of_four_without_four_is_a_game_of_three():
    game = waiting_game(4)
    seating.remove(game.pk, person(game, "Ann"), 2, game.seats.get(number=2).player_id)
    for name in ("Bob", "Dan"):
        seating.ready(game.pk, person(game, name), "words")
    seating.start(game.pk, person(game, "Ann"), "words")
    assert chairs(game) == {0: "Ann", 1: "Bob", 2: "Dan"}
    assert len(state_of(game).scores) == 3
