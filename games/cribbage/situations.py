"""Situations of a game, built from the description in a case, and what follows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from games.cribbage.actions import Action, Claim, Count, Deal, Play, TableCount, Throw
from games.cribbage.cards import DECK, Card
from games.cribbage.errors import CribbageError, Malformed
from games.cribbage.events import ClaimRefused, Counted, Event, Forfeited, Passed, Pegged
from games.cribbage.rules import apply, asked, labels, new_game
from games.cribbage.state import Settings, ShownCards, State
from games.cribbage.view import view

Case = dict[str, Any]
Facts = dict[str, Any]


def cards(texts: Iterable[object]) -> tuple[Card, ...]:
    """The cards so written. Raises `Malformed` for no card, or one that comes twice."""
    found = tuple(Card.parse(text) for text in texts)
    if len(set(found)) != len(found):
        raise Malformed("A card is there twice.")
    return found


def in_play(
    hands: Sequence[tuple[Card, ...]],
    to_play: int,
    dealer: int | None = None,
    scores: Sequence[int] | None = None,
    target: int = 121,
) -> State:
    """The play with these cards held and none laid; the dealer sits right of ``to_play``."""
    seats = len(hands)
    dealer = (to_play - 1) % seats if dealer is None else dealer
    state = _at(_settings(seats, target), dealer, scores)
    return replace(state, phase="play", hands=tuple(hands), to_play=to_play)


def starter_turned(case: Case) -> Facts:
    """Everybody has thrown but one, whose throw turns this starter."""
    settings = _settings(case["players"], case.get("target", 121))
    (starter,) = cards([case["starter"]])
    spare = [card for card in DECK if card != starter]
    dealt = settings.seats * settings.dealt_each + (settings.seats == 3)
    deck = (*spare[:dealt], starter, *spare[dealt:])
    state = _deal(_before(settings, case["dealer"], case.get("scores_before")), deck)
    state, events = _throw_all(state)
    return {**_outcome(state, events), "to_lead": state.to_play}


def counted(case: Case) -> Facts:
    """The show with these hands and this crib, counted until it or the game is over."""
    state = _show(case, [cards(hand) for hand in case["kept_hands"]], muggins=False)
    names: list[str] = []
    events: tuple[Event, ...] = ()
    while state.phase == "show":
        state, events = apply(state, asked(state)[0], Count())
        done = (event for event in events if isinstance(event, Counted))
        names += ["crib" if event.crib else f"hand{event.seat}" for event in done]
    return {**_outcome(state, events), "counted": names}


def claimed(case: Case) -> Facts:
    """The hand (or crib) of ``hand_owner`` is in turn, and claimed."""
    seats, owner, dealer = case["players"], case["hand_owner"], case["dealer"]
    hand = cards(case["hand"])
    crib = bool(case.get("crib"))
    hands: list[tuple[Card, ...]] = [()] * seats
    if not crib:
        hands[owner] = hand
    state = _show({**case, "crib_cards": case["hand"] if crib else []}, hands, muggins=True)
    before = seats if crib else (owner - dealer - 1) % seats
    gone = (ShownCards(seat=seat, crib=False, cards=(), pegged=0) for seat in range(before))
    state = replace(
        state,
        shown=tuple(gone),
        settings=replace(state.settings, muggins=bool(case.get("muggins", True))),
    )
    _, events = apply(state, owner, TableCount())
    (worth,) = (event.points for event in events if isinstance(event, Counted))
    claims = case["claim"] if isinstance(case["claim"], list) else [case["claim"]]
    for points in claims:
        state, events = apply(state, owner, Claim(points))
    refused = any(isinstance(event, ClaimRefused | Forfeited) for event in events)
    return {**_outcome(state, events), "worth": worth, "accepted": not refused}


def ended(case: Case) -> Facts:
    """A game that ended with these scores."""
    final, target = case["final"], case["target"]
    settings = _settings(case.get("players", len(final)), target, case.get("skunk", "all"))
    winner = final.index(target)
    state = replace(new_game(settings), phase="over", scores=tuple(final), winner=winner)
    said = labels(state)
    losers = [label for side, label in enumerate(said) if side != winner]
    worst = next((label for label in ("double", "skunk") if label in losers), None)
    return {"label": worst, "labels": list(said), "winner": winner, "final": list(final)}


def rotation(case: Case) -> Facts:
    """Some whole hands, the first dealt by ``dealers_first``."""
    state = _before(_settings(case["players"], 121), case["dealers_first"], None)
    dealers: list[int | None] = []
    for _ in range(case["hands"]):
        state = _deal(state, DECK)
        dealers.append(state.dealer)
        state, _events = _throw_all(state)
        while state.phase in ("play", "show"):
            seat = asked(state)[0]
            move: Action = Count()
            if state.phase == "play":
                move = Play(view(state, seat).legal[0])
            state, _events = apply(state, seat, move)
            state = replace(state, scores=(0,) * state.settings.sides)
    return {"dealers": dealers}


def dealt(case: Case) -> Facts:
    """One hand dealt, and thrown from."""
    settings = _settings(case["players"], 121)
    state = _deal(_before(settings, 0, None), DECK)
    stock, from_deck = len(state.stock), len(state.crib_from_deck)
    each, thrown = len(state.hands[0]), settings.thrown_each
    state, _ = _throw_all(state)
    said = case["deal"]
    if said != {"cards_each": each, "thrown_each": thrown, "from_deck": from_deck}:
        raise Malformed("The cards are dealt in another way.")
    return {
        "crib_size": len(state.crib),
        "hand_size": len(state.hands[0]),
        "stock_before_starter": stock,
    }


def to_move(case: Case) -> Facts:
    """These cards are laid, the last of them through the rules; then ``to_play`` is next."""
    seats, seat = case["players"], case["to_play"]
    laid, hand = cards(case["sequence"]), cards(case["hand"])
    others = [card for card in DECK if card not in (*laid, *hand)]
    hands: list[tuple[Card, ...]] = [(others[place],) for place in range(seats)]
    hands[seat] = hand
    state = in_play(hands, to_play=seat)
    events: tuple[Event, ...] = ()
    if laid:
        last = (seat - 1) % seats
        hands[last] = (*hands[last], laid[-1])
        earlier = tuple(
            ((seat - len(laid) + place) % seats, card) for place, card in enumerate(laid[:-1])
        )
        state = replace(state, hands=tuple(hands), to_play=last, played=earlier)
        state, events = apply(state, last, Play(laid[-1]))
    passed = Passed(seat) in events
    facts: Facts = {
        "legal": [] if passed else [card.code for card in view(state, seat).legal],
        "auto_pass": passed,
        "count": state.count,
    }
    if "count" in case and case["count"] != state.count and not passed:
        raise Malformed("The cards laid make another count.")
    if "attempt" in case:
        try:
            apply(state, seat, Play(Card.parse(case["attempt"])))
            facts["accepted"] = True
        except CribbageError:
            facts["accepted"] = False
    return facts


def _settings(seats: int, target: int, skunk: str = "all", muggins: bool = False) -> Settings:
    return Settings(seats=seats, target=target, skunk=skunk, muggins=muggins)


def _before(settings: Settings, dealer: int, scores: Sequence[int] | None) -> State:
    state = new_game(settings, first_dealer=dealer)
    level = tuple(scores) if scores is not None else state.scores
    return replace(state, scores=level, back_pegs=level)


def _at(settings: Settings, dealer: int, scores: Sequence[int] | None) -> State:
    """Within the first hand."""
    state = _before(settings, dealer, scores)
    none: tuple[tuple[Card, ...], ...] = ((),) * settings.seats
    return replace(state, hand_no=1, hands=none, throws=none)


def _deal(state: State, deck: Sequence[Card]) -> State:
    state, _ = apply(state, asked(state)[0], Deal(state.hand_no + 1), deck)
    return state


def _throw_all(state: State) -> tuple[State, tuple[Event, ...]]:
    events: tuple[Event, ...] = ()
    for seat in asked(state):
        cards_out = state.hands[seat][: state.settings.thrown_each]
        state, events = apply(state, seat, Throw(cards_out))
    return state, events


def _show(case: Case, hands: Sequence[tuple[Card, ...]], muggins: bool) -> State:
    settings = _settings(case["players"], case.get("target", 121), muggins=muggins)
    (starter,) = cards([case["starter"]])
    crib = cards(case.get("crib_cards", []))
    each = settings.thrown_each
    throws = tuple(crib[each * seat : each * (seat + 1)] for seat in range(settings.seats))
    laid = tuple((seat, card) for seat, hand in enumerate(hands) for card in hand)
    cards(card.code for card in (*crib, *(card for _, card in laid), starter))
    return replace(
        _at(settings, case["dealer"], case.get("scores_before")),
        phase="show",
        starter=starter,
        throws=throws,
        crib_from_deck=crib[each * settings.seats :],
        played=laid,
        since=len(laid),
    )


def _outcome(state: State, events: tuple[Event, ...]) -> Facts:
    why = [event.why for event in events if isinstance(event, Pegged)]
    return {
        "winner": state.winner,
        "when": why[-1] if state.winner is not None else None,
        "scores": list(state.scores),
        "final": list(state.scores),
    }
