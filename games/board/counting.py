"""The count box, and the last hand to look at again."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.board.playing import Hidden
from games.board.words import Face, face, faces, said
from games.cribbage.cards import Card
from games.cribbage.speech import phrases, steps
from games.cribbage.view import ShownHand, ShowTurn, View

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
    """A hand with its count; `points` is None for one whose cards were only played."""

    title: str
    points: int | None
    spoken: str
    cards: tuple[Face, ...]


@dataclass(frozen=True, slots=True)
class Latest:
    """The hand counted last, point by point."""

    title: str
    points: int
    spoken: str
    cards: tuple[Face, ...]
    lines: tuple[Line, ...]
    missed: str


@dataclass(frozen=True, slots=True)
class Turn:
    """The hand that is to be counted now: never what it is worth.

    `claim` says for what the looker claims points, "" when it does not; `decision` names what
    the claim answers.
    """

    title: str
    cards: tuple[Face, ...]
    claim: str
    decision: str


@dataclass(frozen=True, slots=True)
class Show:
    starter: Face | None
    latest: Latest | None
    turn: Turn | None
    hands: tuple[CountedHand, ...]
    visible: bool = True


@dataclass(frozen=True, slots=True)
class Last:
    """An earlier hand, or the one that decided the game; `note` says what it does not show."""

    title: str
    starter: Face
    hands: tuple[CountedHand, ...]
    note: str = ""
    visible: bool = True


def _title(looker: Looker, seat: int, crib: bool) -> str:
    if looker.is_you(seat):
        return _("Your crib") if crib else _("Your hand")
    name = {"name": looker.name(seat)}
    return _("%(name)s's crib") % name if crib else _("%(name)s's hand") % name


def _counted(looker: Looker, hand: ShownHand) -> CountedHand:
    worth, spoken = hand.breakdown.total, said(hand.breakdown)
    missed = worth - hand.points_pegged if _claims(looker) else 0
    if missed > 0:
        spoken = _("%(spoken)s Pegged %(pegged)s of %(worth)s.") % {
            "spoken": spoken,
            "pegged": hand.points_pegged,
            "worth": worth,
        }
    return CountedHand(
        title=_title(looker, hand.seat, hand.crib),
        points=worth - max(missed, 0),
        spoken=spoken,
        cards=faces(hand.cards),
    )


def _claims(looker: Looker) -> bool:
    """Whether what a hand pegged may be less than it is worth because of a claim: with muggins,
    and not when a hand won the game, whose points are cut at the target."""
    return looker.view is not None and looker.view.muggins and looker.running


def show(looker: Looker) -> Show | Hidden:
    """The hand counted last with its breakdown, the one to be counted now, the earlier ones."""
    seen = looker.view
    if seen is None or looker.broken_off or (seen.showing is None and not seen.shown):
        return Hidden()
    turn = seen.showing
    return Show(
        starter=face(seen.starter) if seen.starter is not None else None,
        latest=_latest(looker, seen.shown[-1]) if seen.shown else None,
        turn=None
        if turn is None
        else Turn(
            title=_title(looker, turn.seat, turn.crib),
            cards=faces(turn.cards),
            claim=_claim(turn) if seen.muggins and looker.asked else "",
            decision=looker.decision,
        ),
        hands=tuple(_counted(looker, hand) for hand in seen.shown[:-1]),
    )


def _claim(turn: ShowTurn) -> str:
    return _("Claim for your crib") if turn.crib else _("Claim for your hand")


def _latest(looker: Looker, hand: ShownHand) -> Latest:
    return Latest(
        title=_title(looker, hand.seat, hand.crib),
        points=hand.breakdown.total,
        spoken=said(hand.breakdown),
        cards=faces(hand.cards),
        lines=_lines(hand),
        missed=_missed(looker, hand),
    )


def _missed(looker: Looker, hand: ShownHand) -> str:
    """With muggins: what was claimed and what was missed, as a sentence."""
    seen = looker.view
    missed = hand.breakdown.total - hand.points_pegged
    if seen is None or not seen.muggins or missed <= 0 or seen.phase == "over":
        return ""
    # the next seat to the left is always an opponent's, with four seats too
    facts = {"pegged": hand.points_pegged, "missed": missed}
    opponent = (hand.seat + 1) % seen.seats
    if looker.is_you(opponent):
        return (
            ngettext(
                "Pegged %(pegged)s and missed %(missed)s point, which went to you.",
                "Pegged %(pegged)s and missed %(missed)s points, which went to you.",
                missed,
            )
            % facts
        )
    return ngettext(
        "Pegged %(pegged)s and missed %(missed)s point, which went to %(name)s.",
        "Pegged %(pegged)s and missed %(missed)s points, which went to %(name)s.",
        missed,
    ) % {**facts, "name": looker.name(opponent)}


def _lines(hand: ShownHand) -> tuple[Line, ...]:
    """A line each for what is named; the whole count is spoken below them."""
    named = phrases(hand.breakdown, _)
    return tuple(
        Line(text, part.points, total, tuple(card.code for card in part.cards))
        for text, (_so_far, part, total) in zip(named, steps(hand.breakdown, _), strict=True)
    )


def last(looker: Looker) -> Last | Hidden:
    """The hand before this one; once the game is over in any way, its final hand."""
    seen = looker.view
    if seen is None:
        return Hidden()
    if not looker.running and seen.starter is not None:
        return _final(looker, seen, seen.starter)
    if seen.last_hand is None:
        return Hidden()
    past = seen.last_hand
    return Last(
        title=_("Last hand (%(number)s)") % {"number": past.hand_no},
        starter=face(past.starter),
        hands=tuple(_counted(looker, hand) for hand in past.hands),
    )


def _final(looker: Looker, seen: View, starter: Card) -> Last:
    """The final hand as far as it was shown: what was counted, and of the rest what was played."""
    counted = {hand.seat for hand in seen.shown if not hand.crib}
    played: dict[int, list[Card]] = {}
    for seat, card in (*seen.earlier, *seen.sequence):
        if seat not in counted:
            played.setdefault(seat, []).append(card)
    return Last(
        title=_("Last hand (%(number)s)") % {"number": seen.hand_no},
        starter=face(starter),
        hands=(
            *(_counted(looker, hand) for hand in seen.shown),
            *(
                CountedHand(
                    title=_title(looker, seat, crib=False),
                    points=None,
                    spoken=_("Played, not counted."),
                    cards=faces(tuple(cards)),
                )
                for seat, cards in sorted(played.items())
            ),
        ),
        note="" if seen.shown or played else _("The game was over before a card was played."),
    )
