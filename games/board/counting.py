"""The count box, and the last hand to look at again."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from games.board.playing import Hidden
from games.board.words import Face, face, faces
from games.cribbage.speech import spoken, steps
from games.cribbage.view import ShownHand, View

if TYPE_CHECKING:
    from games.board.regions import Looker


@dataclass(frozen=True, slots=True)
class Line:
    text: str
    points: int
    total: int
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CountedHand:
    title: str
    points: int
    spoken: str
    cards: tuple[Face, ...]


@dataclass(frozen=True, slots=True)
class Show:
    title: str
    cards: tuple[Face, ...]
    starter: Face | None
    lines: tuple[Line, ...]
    spoken: str
    points: int
    hands: tuple[CountedHand, ...]
    claim: bool
    visible: bool = True


@dataclass(frozen=True, slots=True)
class Last:
    title: str
    starter: Face
    hands: tuple[CountedHand, ...]
    visible: bool = True


def _title(looker: Looker, seat: int, crib: bool) -> str:
    if looker.is_you(seat):
        return _("Your crib") if crib else _("Your hand")
    name = {"name": looker.name(seat)}
    return _("%(name)s's crib") % name if crib else _("%(name)s's hand") % name


def _counted(looker: Looker, hand: ShownHand) -> CountedHand:
    return CountedHand(
        title=_title(looker, hand.seat, hand.crib),
        points=hand.breakdown.total,
        spoken=spoken(hand.breakdown, _),
        cards=faces(hand.cards),
    )


def show(looker: Looker) -> Show | Hidden:
    """The hand that is to be counted, and the ones counted before it with their breakdown.

    What a hand is worth is not shown before it has been counted.
    """
    seen = looker.view
    if seen is None or (seen.showing is None and not seen.shown):
        return Hidden()
    starter = face(seen.starter) if seen.starter is not None else None
    if seen.showing is not None:
        turn = seen.showing
        return Show(
            title=_title(looker, turn.seat, turn.crib),
            cards=faces(turn.cards),
            starter=starter,
            lines=(),
            spoken="",
            points=0,
            hands=tuple(_counted(looker, hand) for hand in seen.shown),
            claim=seen.muggins and looker.is_you(turn.seat),
        )
    return _all_counted(looker, seen, starter)


def _all_counted(looker: Looker, seen: View, starter: Face | None) -> Show:
    *earlier, latest = seen.shown
    return Show(
        title=_title(looker, latest.seat, latest.crib),
        cards=faces(latest.cards),
        starter=starter,
        lines=_lines(latest),
        spoken=spoken(latest.breakdown, _),
        points=latest.breakdown.total,
        hands=tuple(_counted(looker, hand) for hand in earlier),
        claim=False,
    )


def _lines(hand: ShownHand) -> tuple[Line, ...]:
    return tuple(
        Line(text, part.points, total, tuple(card.code for card in part.cards))
        for text, part, total in steps(hand.breakdown, _)
    )


def last(looker: Looker) -> Last | Hidden:
    """The hand before this one."""
    seen = looker.view
    if seen is None or seen.last_hand is None:
        return Hidden()
    past = seen.last_hand
    return Last(
        title=_("Last hand (%(number)s)") % {"number": past.hand_no},
        starter=face(past.starter),
        hands=tuple(_counted(looker, hand) for hand in past.hands),
    )
