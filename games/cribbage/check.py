"""Running known cases through the real rules.

A case is one JSON object: a situation and what must follow from it. Situations
are built as states, moved by `rules.apply`, and only then looked at.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games.cribbage import situations
from games.cribbage.actions import Play
from games.cribbage.cards import Card
from games.cribbage.errors import CribbageError, Malformed
from games.cribbage.events import Event, Passed, Pegged, Played, Reset
from games.cribbage.rules import apply
from games.cribbage.show import count_hand, points
from games.cribbage.situations import Facts, cards

Case = dict[str, Any]


def check_case(case: Case) -> list[str]:
    """What the rules say differently from the case, one line each; empty if all agree."""
    try:
        found = _facts_of(case)
        expected = case["expect"]
        return [
            _mismatch(key, value, found)
            for key, value in expected.items()
            if _differs(key, value, found)
        ]
    except CribbageError as error:
        return [f"refused: {error.message}"]
    except (KeyError, TypeError, ValueError, IndexError, AttributeError, AssertionError) as error:
        return [f"not a case that can be run ({type(error).__name__})"]


def _facts_of(case: Case) -> Facts:
    kind = case["kind"]
    if kind == "show":
        return _show(case)
    if kind == "pegging":
        return _sequence(case) if case["form"] == "sequence" else _play(case)
    if kind == "game":
        for sign, tell in _GAMES.items():
            if sign in case:
                return tell(case)
    raise ValueError(kind)


def _show(case: Case) -> Facts:
    (starter,) = cards([case["starter"]])
    hand, crib = cards(case["hand"]), bool(case.get("crib"))
    breakdown = count_hand(hand, starter, crib)
    fast = points(hand, starter, crib)
    return {**breakdown.parts, "total": breakdown.total if fast == breakdown.total else fast}


def _sequence(case: Case) -> Facts:
    laid = cards(case["seq"])
    state = situations.in_play(hands=(laid[0::2], laid[1::2]), to_play=0)
    events: tuple[Event, ...] = ()
    for place, card in enumerate(laid):
        if any(isinstance(event, Reset) for event in events):
            raise Malformed("The count ends before the last card.")
        state, events = apply(state, place % 2, Play(card))
    (played,) = (event for event in events if isinstance(event, Played))
    return {
        "last_card_points": _pegged(events, "play"),
        "parts": played.parts,
        "count": played.count,
    }


def _play(case: Case) -> Facts:
    hands = tuple(cards(hand) for hand in case["kept_hands"])
    state = situations.in_play(
        hands=hands,
        to_play=(case["dealer"] + 1) % case["players"],
        dealer=case["dealer"],
        scores=case["scores_before"],
        target=case.get("target", 121),
    )
    told: list[Facts] = []
    passed: list[int] = []
    for seat, text in case["plays"]:
        state, events = apply(state, seat, Play(Card.parse(text)))
        (played,) = (event for event in events if isinstance(event, Played))
        point = _pegged(events, "go", "last")
        ended = point > 0 or any(isinstance(event, Reset) for event in events)
        told.append(
            {
                "seat": seat,
                "card": played.card.code,
                "count": played.count,
                "points": sum(played.parts.values()),
                "go_or_last": point,
                "auto_passed_before": passed,
                "scores": list(state.scores),
                "reset_after": ended,
            }
        )
        new = [event.seat for event in events if isinstance(event, Passed)]
        passed = [] if ended else new
    return {"events": told, "scores_after": list(state.scores), "winner": state.winner}


def _pegged(events: tuple[Event, ...], *why: str) -> int:
    return sum(each.points for each in events if isinstance(each, Pegged) and each.why in why)


_GAMES: dict[str, Callable[[Case], Facts]] = {
    "final": situations.ended,
    "dealers_first": situations.rotation,
    "claim": situations.claimed,
    "deal": situations.dealt,
    "sequence": situations.to_move,
    "kept_hands": situations.counted,
    "starter": situations.starter_turned,
}
"""What a case of kind ``game`` is about, by a key that only such a case has."""


def _differs(key: str, value: Any, found: Facts) -> bool:
    return key not in found or _plain(found[key]) != _plain(value)


def _mismatch(key: str, value: Any, found: Facts) -> str:
    told = _plain(found[key]) if key in found else "nothing"
    return f"{key}: expected {_plain(value)}, got {told}"


def _plain(value: Any) -> Any:
    """The value with cards written in one way (10H and TH are one card)."""
    if isinstance(value, str):
        try:
            return Card.parse(value).code
        except CribbageError:
            return value
    if isinstance(value, list | tuple):
        return [_plain(each) for each in value]
    if isinstance(value, dict):
        return {key: _plain(each) for key, each in value.items()}
    return value
