"""One answer for each thing the game can ask of a seat."""

from __future__ import annotations

from games.cpu.pegging import choose_play
from games.cpu.throwing import choose_throw
from games.cribbage.actions import Action, Claim, Count, Cut, Deal, Play, Throw
from games.cribbage.show import points
from games.cribbage.view import View


def choose(view: View) -> Action:
    """What ``view.seat`` answers to ``view.decision``; the same view gives the same answer.

    Raises `ValueError` if that seat is not asked.
    """
    if view.seat is None or view.seat not in view.asked:
        raise ValueError("This seat is not asked.")
    if view.phase == "cut":
        return Cut()
    if view.phase == "deal":
        return Deal(view.hand_no + 1)
    if view.phase == "throw":
        return Throw(choose_throw(view))
    if view.phase == "play":
        return Play(choose_play(view))
    return Claim(_worth(view)) if view.muggins else Count()


def _worth(view: View) -> int:
    """Exactly what the hand or crib in turn is worth."""
    assert view.showing is not None and view.starter is not None
    return points(view.showing.cards, view.starter, view.showing.crib)
