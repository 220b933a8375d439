"""Pegging points, the end of the game at that instant, and skunk labels."""

from __future__ import annotations

from dataclasses import replace

from games.cribbage.events import Event, Over, Pegged
from games.cribbage.state import Settings, State, side_of

_BELOW = {121: (("double", 61), ("skunk", 91)), 61: (("skunk", 31),)}


def peg(state: State, seat: int, points: int, why: str) -> tuple[State, tuple[Event, ...]]:
    """Peg ``points`` (0 or more) for the seat's side, at most up to the target.

    A side that reaches the target has won: the phase is ``over`` from then on,
    and nothing more is pegged.
    """
    if state.phase == "over" or points == 0:
        return state, ()
    side = side_of(state.settings.seats, seat)
    before = state.scores[side]
    after = min(before + points, state.settings.target)
    state = replace(
        state,
        scores=_changed(state.scores, side, after),
        back_pegs=_changed(state.back_pegs, side, before),
    )
    pegged = Pegged(side=side, seat=seat, points=after - before, score=after, why=why)
    if after < state.settings.target:
        return state, (pegged,)
    state = replace(state, phase="over", winner=side, to_play=None)
    return state, (pegged, Over(winner=side, scores=state.scores, labels=labels(state)))


def labels(state: State) -> tuple[str | None, ...]:
    """By side: how badly it lost (None, ``skunk`` or ``double``); all None while nobody has won."""
    return tuple(
        None if state.winner in (None, side) else skunk_label(state.settings, score)
        for side, score in enumerate(state.scores)
    )


def skunk_label(settings: Settings, score: int) -> str | None:
    """What losing with this score is called at such a table: None, ``skunk`` or ``double``."""
    if settings.skunk == "off" or (settings.skunk == "121" and settings.target != 121):
        return None
    for label, below in _BELOW[settings.target]:
        if score < below:
            return label
    return None


def _changed(by_side: tuple[int, ...], side: int, value: int) -> tuple[int, ...]:
    return (*by_side[:side], value, *by_side[side + 1 :])
