"""Decks that nobody could have chosen, and that anybody can check afterwards."""

import copy
import json
from collections import Counter

import pytest

from games.cribbage import shuffle
from games.cribbage.actions import Cut, Deal
from games.cribbage.cards import DECK
from games.cribbage.errors import Malformed
from games.cribbage.reveal import reveal
from games.cribbage.rules import apply, new_game
from games.cribbage.state import Settings
from games.cribbage.verify import check_game, check_order, games_in

from .tables import ORACLES

FILE = json.loads((ORACLES / "fair_vector.json").read_text())
GAMES = FILE["vectors"]
by_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game["game_id"])


@by_game
def test_a_revealed_game_is_found_right(game):
    assert check_game(game) == []


@by_game
def test_the_deals_of_a_game_follow_from_its_seeds_alone(game):
    seed = bytes.fromhex(game["server_seed"])
    hands = game["hands"][-1]["hand_no"]
    assert reveal(game["game_id"], seed, game["seats"], hands) == game


@by_game
def test_the_rules_deal_just_these_cards(game):
    seed = bytes.fromhex(game["server_seed"])
    shares = [shuffle.contribution(s["kind"], s.get("client_seed")) for s in game["seats"]]

    def deck(hand_no):
        return shuffle.deck(seed, game["game_id"], shares, hand_no)

    state, _ = apply(new_game(Settings(len(shares))), 0, Cut(), deck(0))
    cut, *hands = game["hands"]
    assert state.dealer == cut["dealer_seat"]
    assert [[[seat, _text(card)] for seat, card in each] for each in state.cuts] == cut["cuts"]
    dealt, _ = apply(state, 0, Deal(1), deck(1))
    assert {str(s): [*map(_text, h)] for s, h in enumerate(dealt.hands)} == hands[0]["dealt"]
    assert [_text(card) for card in dealt.crib_from_deck] == hands[0]["crib_from_deck"]
    assert _text(dealt.stock[0]) == hands[0]["starter"]


def _text(card):
    return card.code[0] + card.suit


def _places(value, path=()):
    """The path of every single value in nested data."""
    if isinstance(value, dict | list):
        inner = value.items() if isinstance(value, dict) else enumerate(value)
        for key, each in inner:
            yield from _places(each, (*path, key))
    else:
        yield path


@by_game
def test_any_field_tampered_with_is_noticed_and_named(game):
    """Each single value of the file in turn, except which kind of person sat there."""
    decks = Counter()
    for path in _places(game):
        if path[0] == "seats" and path[-1] == "kind":
            continue
        if "deck" in path:
            decks[path[:-1]] += 1
            if decks[path[:-1]] % 17:
                continue
        bad = copy.deepcopy(game)
        inner = bad
        for key in path[:-1]:
            inner = inner[key]
        inner[path[-1]] = _tampered(inner[path[-1]])
        problems = check_game(bad)
        assert problems, path
        named = {"game_id": "commitment", "server_seed": "commitment", "seats": "contributions"}
        name = named.get(path[0], path[0])
        if path[0] == "hands":
            name = f"hand {game['hands'][path[1]]['hand_no']}: {path[2]}"
            if path[2] == "hand_no" and path[1] == 0:
                name = "hand"
        assert any(problem.startswith(name) for problem in problems), (path, problems)


def _tampered(value):
    if isinstance(value, int):
        return value + 1
    if len(value) == 2:
        return "2c" if value != "2c" else "3c"
    last = value[-1]
    return value[:-1] + ("0" if last != "0" else "1")


@by_game
def test_any_field_left_out_is_noticed(game):
    for name in game:
        assert check_game({key: value for key, value in game.items() if key != name}), name
    for place, hand in enumerate(game["hands"]):
        for name in hand:
            bad = copy.deepcopy(game)
            del bad["hands"][place][name]
            assert check_game(bad), (place, name)


@by_game
def test_a_hand_left_out_is_noticed(game):
    for place in range(len(game["hands"]) - 1):
        bad = copy.deepcopy(game)
        del bad["hands"][place]
        assert bool(check_game(bad)) == (place > 0)


def test_a_cpu_that_is_said_to_be_a_person_is_noticed():
    bad = copy.deepcopy(GAMES[1])
    bad["seats"][1]["kind"] = "guest"
    assert check_game(bad) == ["contributions: place 1: is 'cpu', should be 'none'"]


def test_a_game_that_the_host_deals_is_checked_from_its_first_dealer_on():
    seats = [{"kind": "account", "client_seed": "a"}, {"kind": "cpu"}, {"kind": "guest"}]
    game = reveal("g", bytes(32), seats, 3, first_dealer=2)
    assert [hand["dealer_seat"] for hand in game["hands"]] == [2, 0, 1]
    assert check_game(game) == []
    game["hands"][1]["dealer_seat"] = 1
    assert check_game(game) == ["hand 2: dealer_seat: is 1, should be 0"]


@pytest.mark.parametrize("hostile", [None, 5, "x", [], {}, {"game_id": 1}, {"hands": [5]}])
def test_what_is_no_game_is_found_wrong(hostile):
    assert check_game(hostile)


@by_game
def test_hostile_values_in_any_place_are_found_wrong(game):
    for path in _places(game):
        if "deck" in path and path[-1] > 0:
            continue
        for hostile in (None, 5.5, True, [], {}, [[]], {"a": []}, -1, "\ud800"):
            bad = copy.deepcopy(game)
            inner = bad
            for key in path[:-1]:
                inner = inner[key]
            if inner[path[-1]] is not hostile:
                inner[path[-1]] = hostile
            # Leaving a client seed empty can only be wrong where there was one.
            assert check_game(bad), (path, hostile)


def test_a_file_holds_one_game_or_several():
    assert games_in(FILE) == GAMES
    assert games_in(GAMES[0]) == [GAMES[0]]
    for nothing in ({}, [], {"vectors": []}, {"vectors": 5}, 5, None):
        with pytest.raises(Malformed):
            games_in(nothing)


def test_another_order_of_cards_is_noticed():
    assert check_order(FILE) == []
    assert check_order({**FILE, "card_order": "by suit"})


def test_a_client_seed_in_any_script_counts():
    assert shuffle.contribution("guest", "é") == "4a99557e4033c3539de2eb65472017ca"
    assert shuffle.contribution("guest", None) == shuffle.contribution("guest", "") == "none"
    assert shuffle.contribution("cpu", "é") == "cpu"


def test_decks_are_whole_and_differ_by_hand_game_seed_and_contribution():
    decks = {
        shuffle.deck(seed, game_id, shares, hand_no)
        for seed in (bytes(32), bytes(31) + b"1")
        for game_id in ("a", "b")
        for shares in (["cpu", "none"], ["none", "cpu"])
        for hand_no in range(3)
    }
    assert len(decks) == 24
    assert all(sorted(deck) == list(DECK) for deck in decks)


def test_every_card_comes_first_about_as_often():
    first = Counter(shuffle.deck(bytes(32), "g", ["cpu"], hand)[0] for hand in range(2600))
    squares = sum((first[card] - 50) ** 2 / 50 for card in DECK)
    assert squares < 51 + 5 * (2 * 51) ** 0.5
