"""States, actions and events as plain JSON data, and back.

Written states carry the version of the rules they were reached under. Decoders
raise `Malformed` on anything that the encoders could not have written.
"""

from __future__ import annotations

from typing import Any, cast

from games.cribbage import actions, events
from games.cribbage.actions import Action
from games.cribbage.cards import Card
from games.cribbage.codec import (
    BOOLEAN,
    CARD,
    Codec,
    choice,
    integer,
    many,
    optional,
    pair,
    record,
    tagged,
    tally,
)
from games.cribbage.errors import Malformed
from games.cribbage.events import Event
from games.cribbage.state import (
    FIRST_DEALS,
    PHASES,
    SKUNKS,
    PastHand,
    Settings,
    ShownCards,
    State,
)

RULES_VERSION = "cribbage-rules-1"
"""Changes when the same moves would no longer give the same game."""

Json = dict[str, Any]

_SEAT = integer(0, 3)
_SCORE = integer(0, 121)
_SCORES = many(_SCORE, 2, 3)
_POINTS = integer(0, 29)
_NUMBER = integer(0, 1_000_000)
_LAID = pair(_SEAT, CARD)
_ROUND = many(_LAID, 2, 4)
_FOUR = many(CARD, 4, 4)

_ACTION = tagged(
    "type",
    {
        "cut": (actions.Cut, {}),
        "deal": (actions.Deal, {"hand_no": integer(1, 1_000_000)}),
        "throw": (actions.Throw, {"cards": many(CARD, 1, 2)}),
        "play": (actions.Play, {"card": CARD}),
        "count": (actions.Count, {}),
        "claim": (actions.Claim, {"points": _POINTS}),
        "table_count": (actions.TableCount, {}),
    },
)

_SEAT_AND_CRIB: dict[str, Codec[Any]] = {"seat": _SEAT, "crib": BOOLEAN}

_EVENT = tagged(
    "type",
    {
        "cut": (events.CutRound, {"round": integer(1, 52), "cards": _ROUND}),
        "first_dealer": (events.FirstDealer, {"seat": _SEAT}),
        "dealt": (events.Dealt, {"hand_no": integer(1, 1_000_000), "dealer": _SEAT}),
        "thrown": (events.Thrown, {"seat": _SEAT, "cards": integer(1, 2)}),
        "starter": (events.StarterTurned, {"card": CARD}),
        "played": (
            events.Played,
            {
                "seat": _SEAT,
                "card": CARD,
                "count": integer(1, 31),
                "parts": tally(12, "fifteen", "thirtyone", "pair", "run"),
            },
        ),
        "passed": (events.Passed, {"seat": _SEAT}),
        "pegged": (
            events.Pegged,
            {
                "side": integer(0, 2),
                "seat": _SEAT,
                "points": integer(1, 29),
                "score": _SCORE,
                "why": choice("heels", "play", "go", "last", "hand", "crib", "muggins"),
            },
        ),
        "reset": (events.Reset, {"leader": optional(_SEAT)}),
        "counted": (
            events.Counted,
            {
                **_SEAT_AND_CRIB,
                "cards": _FOUR,
                "starter": CARD,
                "parts": tally(29, "fifteens", "pairs", "runs", "flush", "nobs"),
                "points": _POINTS,
                "by": choice("seat", "table"),
            },
        ),
        "claimed": (events.Claimed, {**_SEAT_AND_CRIB, "points": _POINTS}),
        "claim_refused": (events.ClaimRefused, _SEAT_AND_CRIB),
        "forfeited": (events.Forfeited, _SEAT_AND_CRIB),
        "over": (
            events.Over,
            {
                "winner": integer(0, 2),
                "scores": _SCORES,
                "labels": many(optional(choice("skunk", "double")), 2, 3),
            },
        ),
    },
)

_SETTINGS = record(
    Settings,
    {
        "seats": integer(2, 4),
        "target": integer(61, 121),
        "muggins": BOOLEAN,
        "skunk": choice(*SKUNKS),
        "first_deal": choice(*FIRST_DEALS),
    },
)

_SHOWN = many(
    record(ShownCards, {"seat": _SEAT, "crib": BOOLEAN, "cards": _FOUR, "pegged": _POINTS}), 0, 5
)

_STATE = record(
    State,
    {
        "settings": _SETTINGS,
        "host": _SEAT,
        "phase": choice(*PHASES),
        "decision": _NUMBER,
        "scores": _SCORES,
        "back_pegs": _SCORES,
        "hand_no": _NUMBER,
        "dealer": optional(_SEAT),
        "first_dealer": optional(_SEAT),
        "cuts": many(_ROUND, 0, 26),
        "hands": many(many(CARD, 0, 6), 0, 4),
        "throws": many(many(CARD, 0, 2), 0, 4),
        "crib_from_deck": many(CARD, 0, 1),
        "stock": many(CARD, 0, 52),
        "starter": optional(CARD),
        "played": many(_LAID, 0, 16),
        "since": integer(0, 16),
        "passed": many(_SEAT, 0, 4),
        "to_play": optional(_SEAT),
        "refused": BOOLEAN,
        "shown": _SHOWN,
        "last_hand": optional(
            record(
                PastHand,
                {"hand_no": _NUMBER, "dealer": _SEAT, "starter": CARD, "shown": _SHOWN},
            )
        ),
        "winner": optional(integer(0, 2)),
    },
)


def action_to_json(action: Action) -> Json:
    """The action as ``{"type": …}`` and its fields."""
    return cast("Json", _ACTION.encode(action))


def action_from_json(data: object) -> Action:
    """The action that such data stands for. Raises `Malformed` on anything else."""
    return cast("Action", _ACTION.decode(data))


def event_to_json(event: Event) -> Json:
    """The event as ``{"type": …}`` and its fields."""
    return cast("Json", _EVENT.encode(event))


def event_from_json(data: object) -> Event:
    """The event that such data stands for. Raises `Malformed` on anything else."""
    return cast("Event", _EVENT.decode(data))


def settings_to_json(settings: Settings) -> Json:
    """The settings, all five of them."""
    return cast("Json", _SETTINGS.encode(settings))


def settings_from_json(data: object) -> Settings:
    """The settings that such data stands for. Raises `Malformed` on anything else."""
    return _SETTINGS.decode(data)


def state_to_json(state: State) -> Json:
    """The whole state, hidden cards included, with `RULES_VERSION` under ``rules``."""
    return {"rules": RULES_VERSION, **_STATE.encode(state)}


def state_from_json(data: object) -> State:
    """The state that such data stands for.

    Raises `Malformed` on anything else: other rules, a card that is in two
    places, lists that do not fit the number of seats.
    """
    if type(data) is not dict or data.get("rules") != RULES_VERSION:
        raise Malformed("That game was not saved under these rules.")
    state = _STATE.decode({key: value for key, value in data.items() if key != "rules"})
    seats, sides = state.settings.seats, state.settings.sides
    named = (
        state.host,
        *(seat for seat in (state.dealer, state.first_dealer, state.to_play) if seat is not None),
        *state.passed,
        *(seat for seat, _ in state.played),
    )
    if (
        any(seat >= seats for seat in named)
        or len(state.scores) != sides
        or len(state.back_pegs) != sides
        or len(state.hands) not in (0, seats)
        or len(state.throws) != len(state.hands)
        or state.since > len(state.played)
        or _has_a_card_twice(state)
    ):
        raise Malformed("That is not a game as it is saved.")
    return state


def _has_a_card_twice(state: State) -> bool:
    cards: list[Card] = [*state.crib_from_deck, *state.stock, *(card for _, card in state.played)]
    for some in (*state.hands, *state.throws):
        cards.extend(some)
    if state.starter is not None:
        cards.append(state.starter)
    return len(set(cards)) != len(cards)
