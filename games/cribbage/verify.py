"""Checking a finished game's revealed deals against its seed, field by field."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from games.cribbage import shuffle
from games.cribbage.cards import Card
from games.cribbage.errors import Malformed
from games.cribbage.reveal import CARD_ORDER, reveal_hands

_SHARE = re.compile(r"cpu|none|[0-9a-f]{32}")
_SEED = re.compile(r"[0-9a-f]{64}")
_KINDS = ("account", "guest", "cpu")


def games_in(data: object) -> list[Any]:
    """The games of a file: those under ``vectors``, or the file's only one.

    Raises `Malformed` if it holds none.
    """
    if isinstance(data, dict):
        games = data.get("vectors", [data] if "game_id" in data else None)
        if isinstance(games, list) and games:
            return games
    raise Malformed("There is no revealed game in it.")


def check_order(data: object) -> list[str]:
    """What is wrong with the order of cards that the file says it uses, if it says so."""
    if isinstance(data, dict) and data.get("card_order", CARD_ORDER) != CARD_ORDER:
        return ["card_order: not the order of cards of this shuffle"]
    return []


def check_game(game: object) -> list[str]:
    """Every field of a revealed game that is missing or wrong, one line each.

    Whether a seat without client seed was a person's account or a guest's
    cannot be told from the shuffle.
    """
    if not isinstance(game, dict):
        return ["not a revealed game"]
    wrong = list(_unusable(game))
    if wrong:
        return wrong
    game_id, seed = game["game_id"], bytes.fromhex(game["server_seed"])
    shares = [shuffle.contribution(seat["kind"], seat.get("client_seed")) for seat in game["seats"]]
    wrong += _compare("version", shuffle.VERSION, game.get("version"))
    wrong += _compare("commitment", shuffle.commitment(game_id, seed), game.get("commitment"))
    wrong += _compare("contributions", shares, game.get("contributions"))
    if _are_shares(game.get("contributions"), len(shares)):
        shares = game["contributions"]
    hands = game["hands"]
    cut = hands[0].get("hand_no") == 0
    first = None if cut else hands[0]["dealer_seat"]
    expected = reveal_hands(game_id, seed, shares, len(hands) - cut, first)
    for right, given in zip(expected, hands, strict=True):
        for field, value in right.items():
            name = f"hand {right['hand_no']}: {field}"
            wrong += _compare(name, value, given[field]) if field in given else [f"{name}: missing"]
    return wrong


def _unusable(game: dict[str, Any]) -> Iterator[str]:
    """What makes it impossible to deal the game again."""
    game_id, seed = game.get("game_id"), game.get("server_seed")
    if not isinstance(game_id, str) or not game_id.isprintable():
        yield "game_id: missing or not a name"
    if not isinstance(seed, str) or not _SEED.fullmatch(seed):
        yield "server_seed: missing or not 64 hex digits"
    seats = game.get("seats")
    if not isinstance(seats, list) or not 2 <= len(seats) <= 4:
        yield "seats: missing or not 2 to 4"
    else:
        for number, seat in enumerate(seats):
            if not isinstance(seat, dict) or seat.get("kind") not in _KINDS:
                yield f"seats: {number}: not an account, a guest or a cpu"
            elif not isinstance(seat.get("client_seed", ""), str | None):
                yield f"seats: {number}: client_seed: not a text"
    hands = game.get("hands")
    if not isinstance(hands, list) or not hands or not all(isinstance(h, dict) for h in hands):
        yield "hands: missing"
    elif type(hands[0].get("hand_no")) is not int or hands[0]["hand_no"] not in (0, 1):
        yield "hands: the first is neither the cut (0) nor hand 1"
    elif hands[0]["hand_no"] == 1 and isinstance(seats, list):
        dealer = hands[0].get("dealer_seat")
        if type(dealer) is not int or not 0 <= dealer < len(seats):
            yield "hand 1: dealer_seat: missing or not a seat"


def _are_shares(given: object, seats: int) -> bool:
    return (
        isinstance(given, list)
        and len(given) == seats
        and all(isinstance(each, str) and _SHARE.fullmatch(each) for each in given)
    )


def _compare(name: str, right: Any, given: Any) -> list[str]:
    """At most one line: the first place where the given value is not the right one."""
    if isinstance(right, dict):
        if not isinstance(given, dict) or set(given) != set(right):
            return [f"{name}: should be for {', '.join(right)}"]
        pairs = [(f"{name}: {key}", right[key], given[key]) for key in right]
    elif isinstance(right, list):
        if not isinstance(given, list) or len(given) != len(right):
            return [f"{name}: should be {len(right)} long"]
        both = zip(right, given, strict=True)
        pairs = [(f"{name}: place {place}", *values) for place, values in enumerate(both)]
    elif _same(right, given):
        return []
    else:
        shown = ascii(given)[:80] if isinstance(given, str | int) else "something else"
        return [f"{name}: is {shown}, should be {right!a}"]
    return next((wrong for each in pairs if (wrong := _compare(*each))), [])


def _same(right: Any, given: Any) -> bool:
    if type(right) is not type(given):
        return False
    if right == given:
        return True
    try:
        return bool(Card.parse(right) == Card.parse(given))
    except Malformed:
        return False
