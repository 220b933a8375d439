"""The table while cards are thrown and played: seats, crib and starter, the play, the own hand."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from games.board.attendance import milliseconds, why_held
from games.board.words import Face, card_name, face, faces, listed
from games.cribbage.cards import Card
from games.cribbage.state import side_of
from games.cribbage.view import View
from games.models import Seat

if TYPE_CHECKING:
    from games.board.regions import Looker


@dataclass(frozen=True, slots=True)
class Hidden:
    """A region with nothing to show now."""

    visible: bool = False


@dataclass(frozen=True, slots=True)
class SeatRow:
    number: int
    name: str
    kind: str
    is_you: bool
    is_dealer: bool
    backs: int
    turn: bool
    go: bool
    status: str
    is_partner: bool
    side: int
    held: bool
    """Whether a CPU plays in the owner's place."""
    left: bool
    why_held: str
    away: bool
    taken_at: int | None
    turn_ends_at: int | None
    """Both are site times in milliseconds, as countdowns take them."""


@dataclass(frozen=True, slots=True)
class Seats:
    seats: tuple[SeatRow, ...]
    watchers: int
    watching: bool
    ranked: str
    """Whether the game counts for a rating, in a word; "" where that is not asked."""
    visible: bool = True


@dataclass(frozen=True, slots=True)
class Laid:
    card: Face
    name: str
    yours: bool


@dataclass(frozen=True, slots=True)
class Play:
    count: int
    sequence: tuple[Laid, ...]
    earlier: tuple[Laid, ...]
    note: str
    visible: bool = True


@dataclass(frozen=True, slots=True)
class Crib:
    starter: Face | None
    deck: bool
    crib_size: int
    crib_cards: tuple[Face, ...]
    crib_of: str
    yours: bool
    droppable: bool
    visible: bool = True


@dataclass(frozen=True, slots=True)
class Held:
    card: Face
    playable: bool
    reason: str
    label: str


@dataclass(frozen=True, slots=True)
class Hand:
    mode: str
    need: int
    decision: str
    cards: tuple[Held, ...]
    thrown: tuple[Face, ...]
    visible: bool = True


def seats(looker: Looker) -> Seats | Hidden:
    """The others, from the looker's left round, then the looker."""
    seen = looker.view
    if seen is None:
        return Hidden()
    start = looker.seat if looker.seat is not None else -1
    order = [(start + step) % seen.seats for step in range(1, seen.seats + 1)]
    return Seats(
        tuple(_seat(looker, seen, number) for number in order),
        watchers=looker.table.watchers,
        watching=looker.seat is None,
        ranked=_ranked(looker),
    )


def _ranked(looker: Looker) -> str:
    if looker.table.ranked is None:
        return ""
    return _("not rated") if looker.table.ranked.unrated else _("ranked")


def _seat(looker: Looker, seen: View, number: int) -> SeatRow:
    facts = looker.table.seats[number]
    running = looker.running
    return SeatRow(
        number=number,
        name=facts.name,
        kind=facts.kind,
        is_you=looker.is_you(number),
        is_dealer=number == seen.dealer,
        backs=seen.hand_sizes[number] if running and not looker.is_you(number) else 0,
        turn=running and number in seen.asked,
        go=running and number in seen.passed and seen.phase == "play",
        status=_("has thrown")
        if running and seen.phase == "throw" and seen.has_thrown[number]
        else "",
        is_partner=looker.is_partner(number),
        side=side_of(seen.seats, number),
        held=running and facts.hold != "",
        left=running and facts.hold == Seat.Hold.LEFT and looker.table.paused,
        why_held=why_held(facts.hold) if running and facts.hold else "",
        away=facts.away and not facts.hold,
        taken_at=milliseconds(facts.taken_at),
        turn_ends_at=milliseconds(facts.turn_ends_at),
    )


def play(looker: Looker) -> Play | Hidden:
    """The cards on the table and their count; before the first deal the cards of the cut."""
    seen = looker.view
    if seen is None or looker.broken_off:
        return Hidden()
    if seen.phase == "deal" and seen.hand_no == 0:
        if not seen.cuts:
            return Hidden()
        *before, last = seen.cuts
        return Play(
            count=0,
            sequence=_laid(looker, last),
            earlier=_laid(looker, tuple(card for cut in before for card in cut)),
            note=_("%(name)s cut the lowest card and has the first crib.")
            % {"name": looker.name(seen.dealer or 0)},
        )
    if seen.phase not in ("throw", "play") and not (seen.phase == "over" and not seen.shown):
        return Hidden()
    return Play(
        count=seen.count,
        sequence=_laid(looker, seen.sequence),
        earlier=_laid(looker, seen.earlier),
        note=_go_note(looker, seen),
    )


def _laid(looker: Looker, cards: tuple[tuple[int, Card], ...]) -> tuple[Laid, ...]:
    return tuple(Laid(face(card), looker.name(seat), looker.is_you(seat)) for seat, card in cards)


def _go_note(looker: Looker, seen: View) -> str:
    if not seen.passed:
        return ""
    if len(seen.passed) == 1 and looker.is_you(seen.passed[0]):
        return _("You can't play under 31: go.")
    names = listed(looker.name(seat) for seat in seen.passed)
    return _("Go: %(names)s") % {"names": names}


def crib(looker: Looker) -> Crib | Hidden:
    """Deck or starter, and whose crib it is."""
    seen = looker.view
    if seen is None or seen.hand_no == 0 or seen.dealer is None or looker.broken_off:
        return Hidden()
    yours = looker.is_you(seen.dealer) or looker.is_partner(seen.dealer)
    return Crib(
        starter=face(seen.starter) if seen.starter is not None else None,
        deck=seen.starter is None,
        crib_size=seen.crib_size,
        crib_cards=faces(seen.crib) if seen.crib is not None else (),
        crib_of=_crib_of(looker, seen.dealer),
        yours=yours,
        droppable=seen.phase == "throw" and looker.asked,
    )


def _crib_of(looker: Looker, dealer: int) -> str:
    if looker.is_you(dealer):
        return _("Your crib")
    name = {"name": looker.name(dealer)}
    if looker.is_partner(dealer):
        return _("Your partner %(name)s's crib") % name
    return _("%(name)s's crib") % name


def hand(looker: Looker) -> Hand | Hidden:
    """The looker's own cards and what can be done with each."""
    seen = looker.view
    if seen is None or looker.seat is None or seen.phase not in ("throw", "play"):
        return Hidden()
    if looker.broken_off:
        return Hidden()
    mode = seen.phase if looker.asked else "wait"
    wait = _("A computer plays for you now.") if looker.hold else _("It is not your turn.")
    return Hand(
        mode=mode,
        need=len(seen.hand) - 4 if mode == "throw" else 0,
        decision=looker.decision,
        cards=tuple(_held(card, mode, seen, wait) for card in seen.hand),
        thrown=faces(seen.own_throw),
    )


def _held(card: Card, mode: str, seen: View, wait: str) -> Held:
    name = card_name(card)
    if mode == "throw":
        return Held(face(card), playable=True, reason="", label=name)
    if mode == "wait":
        return Held(face(card), playable=False, reason=wait, label=name)
    if card in seen.legal:
        return Held(
            face(card), playable=True, reason="", label=_("%(card)s, playable") % {"card": name}
        )
    return Held(
        face(card),
        playable=False,
        reason=_("The %(card)s would take the count past 31.") % {"card": name},
        label=_("%(card)s, would pass 31") % {"card": name},
    )
