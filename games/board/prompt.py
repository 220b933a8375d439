"""The one sentence that says what is wanted of whom, and its one button."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import Player
from accounts.sanctions import standing
from games.board.attendance import milliseconds, turn_limit_in_words, why_you_are_held
from games.board.before import blocker
from games.board.happened import happened
from games.board.words import listed
from games.clock import CLAIM_WAIT, LONGEST_SILENCE
from games.cribbage.view import View
from games.models import Act, Seat
from games.seating import CHAIRS

if TYPE_CHECKING:
    from games.board.regions import Looker
    from games.board.snapshot import SeatFacts


@dataclass(frozen=True, slots=True)
class Button:
    label: str
    frame: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Clock:
    """When time is up, in milliseconds of site time; `words` say how much it is in all.

    `own`: it is the looker's, who is told when ten seconds are left. A `quiet` one costs nothing:
    the table deals or counts then, for whoever is asked.
    """

    ends_at: int
    words: str
    own: bool = True
    quiet: bool = False


@dataclass(frozen=True, slots=True)
class Offer:
    """A draw that is offered."""

    sentence: str
    can_agree: bool


@dataclass(frozen=True, slots=True)
class WinToClaim:
    """A win that can be claimed from a site time on, in milliseconds."""

    sentence: str
    opens_at: int


@dataclass(frozen=True, slots=True)
class Prompt:
    sentence: str
    button: Button | None
    decision: str | None
    yours: bool
    clock: Clock | None = None
    offer: Offer | None = None
    win: WinToClaim | None = None
    happened: str = ""
    """What has just happened that one would not expect."""
    told: bool = False
    """Whether a change of the sentence is told aloud: before a game nothing else is."""
    way_out: bool = False
    """Whether the looker has left, and may want to go elsewhere."""


def prompt(looker: Looker) -> Prompt:
    """What the looker should know or do now."""
    if looker.view is None:
        return replace(_before(looker), told=looker.seat is not None)
    if not looker.running:
        return _after(looker)
    return replace(
        _now(looker, looker.view),
        clock=_clock(looker),
        offer=_offer(looker),
        win=_win(looker),
        happened=happened(looker),
        way_out=looker.hold == Seat.Hold.LEFT,
    )


def _now(looker: Looker, seen: View) -> Prompt:
    if looker.hold:
        return _held(looker)
    if looker.table.paused and looker.seat is None:
        return Prompt(_("The table waits: nobody is here."), None, looker.decision, yours=False)
    build = {"cut": _deal, "deal": _deal, "throw": _throw, "play": _play, "show": _show}
    return build[seen.phase](looker, seen, looker.asked)


def _after(looker: Looker) -> Prompt:
    return Prompt(_("The game is over."), None, looker.decision, yours=False)


def _held(looker: Looker) -> Prompt:
    """A CPU plays in the looker's place."""
    kept = looker.hold == Seat.Hold.CLAIMS or standing.bars(looker.sanctions)
    button = None if kept else Button(_("I'm back"), {"type": "back"})
    return Prompt(why_you_are_held(looker), button, looker.decision, yours=not kept)


def _clock(looker: Looker) -> Clock | None:
    ends_at = milliseconds(looker.own.turn_ends_at) if looker.own is not None else None
    if ends_at is None:
        return _table_clock(looker)
    return Clock(ends_at, turn_limit_in_words(looker.table.turn_limit))


def _table_clock(looker: Looker) -> Clock | None:
    """Until the table deals or counts by itself; with muggins the time to claim is a real limit."""
    asked = next((seat for seat in looker.table.seats if seat.table_acts_at is not None), None)
    if asked is None or looker.view is None:
        return None
    ends_at = milliseconds(asked.table_acts_at)
    assert ends_at is not None
    own = looker.is_you(asked.number)
    if looker.view.phase == "show" and looker.view.muggins:
        words = turn_limit_in_words(round(CLAIM_WAIT.total_seconds())) if own else ""
        return Clock(ends_at, words, own=own, quiet=not own)
    if not own:
        words = ""
    elif looker.view.phase == "deal":
        words = _("After a few seconds the table deals by itself.")
    else:
        words = _("After a few seconds the table counts by itself.")
    return Clock(ends_at, words, own=False, quiet=True)


def _offer(looker: Looker) -> Offer | None:
    table = looker.table
    agreed = [seat for seat in table.seats if seat.number in table.agreed_to_draw]
    if not agreed:
        return None
    if looker.seat in table.agreed_to_draw:
        others = [seat.name for seat in table.seats if seat not in agreed and _plays(seat)]
        if not others:
            return None
        return Offer(
            _("You would like a draw; waiting for %(names)s.") % {"names": listed(others)},
            can_agree=False,
        )
    facts = {"names": listed(seat.name for seat in agreed)}
    sentence = ngettext("%(names)s offers a draw.", "%(names)s agree on a draw.", len(agreed))
    can_agree = looker.own is not None and _plays(looker.own) and not table.no_draw
    return Offer(sentence % facts, can_agree=can_agree)


def _plays(seat: SeatFacts) -> bool:
    return seat.kind != Player.Kind.CPU and not seat.hold


def _win(looker: Looker) -> WinToClaim | None:
    from_ = looker.own.claim_from if looker.own is not None else None
    if from_ is None:
        return None
    others = [seat.name for seat in looker.table.seats if not looker.is_you(seat.number)]
    sentence = ngettext(
        "A computer plays for %(names)s.",
        "Computers play for %(names)s.",
        len(others),
    )
    # Only what is proven to be over counts as over: until then the button would be refused.
    opens_at = milliseconds(from_ + LONGEST_SILENCE)
    assert opens_at is not None
    return WinToClaim(sentence % {"names": listed(others)}, opens_at)


def _before(looker: Looker) -> Prompt:
    table = looker.table
    if table.closed:
        return Prompt(_("This table was closed."), None, None, yours=False)
    if looker.seat is None:
        room = len(table.seats) < (table.size or CHAIRS)
        lost = _why_unseated(looker, room)
        if lost:
            return Prompt(lost, None, None, yours=False)
        if room:
            return Prompt(_("Take a free seat to play."), None, None, yours=False)
        return Prompt(_("Every seat is taken. You can watch."), None, None, yours=False)
    if table.quick:
        return _quick_before(looker)
    if looker.seat == table.host_seat:
        return _host_before(looker)
    host = {"name": looker.name(table.host_seat)}
    if looker.own is not None and not looker.own.ready:
        return Prompt(
            _("Are you ready? Then %(name)s can start.") % host,
            Button(_("I'm ready"), {"type": "ready"}),
            None,
            yours=True,
            clock=_ready_clock(looker.own),
        )
    return Prompt(_("Waiting for %(name)s to start the game.") % host, None, None, yours=False)


def _quick_before(looker: Looker) -> Prompt:
    """Those whom the site has brought together start when all of them are ready."""
    own = looker.own
    if own is not None and not own.ready:
        return Prompt(
            ngettext(
                "Your opponent is here. The game begins when both of you are ready.",
                "Your opponents are here. The game begins when everybody is ready.",
                len(looker.table.seats) - 1,
            ),
            Button(_("I'm ready"), {"type": "ready"}),
            None,
            yours=True,
            clock=_ready_clock(own),
        )
    missing = listed(seat.name for seat in looker.table.seats if not seat.ready)
    return Prompt(
        _("Waiting for %(names)s to be ready.") % {"names": missing}, None, None, yours=False
    )


def _ready_clock(own: SeatFacts) -> Clock | None:
    ends_at = milliseconds(own.ready_by)
    if ends_at is None:
        return None
    return Clock(ends_at, _("Not ready within a minute, you give the seat back."))


def _why_unseated(looker: Looker, room: bool) -> str:
    """Why the looker does not sit here any more, if it was not their own doing; else ""."""
    own = [
        act
        for act in looker.table.acts
        if act.player_id is not None and act.player_id == looker.player_id
    ]
    match own[-1].kind if own else "":
        case Act.Kind.LATE if room:
            return _(
                "You were not ready within a minute, so your seat was given back. "
                "Take a free seat to play."
            )
        case Act.Kind.LATE:
            return _("You were not ready within a minute, so your seat was given back.")
        case Act.Kind.REMOVED:
            return _("The host removed you from the table.")
    return ""


def _host_before(looker: Looker) -> Prompt:
    stop = blocker(looker)
    if stop:
        return Prompt(stop, None, None, yours=False)
    if looker.table.first_deal == "host":
        sentence, label = _("Everybody is here. Start the game."), _("Start")
    else:
        sentence = _("Cut the cards: the lowest has the first crib.")
        label = _("Cut the cards")
    return Prompt(sentence, Button(label, {"type": "start"}), None, yours=True)


def _act(action: str) -> dict[str, Any]:
    return {"type": "act", "action": {"type": action}}


def _deal(looker: Looker, seen: View, yours: bool) -> Prompt:
    dealer = seen.next_dealer if seen.next_dealer is not None else seen.asked[0]
    if yours:
        sentence = (
            _("Deal the cards: it is your crib.")
            if dealer == looker.seat
            else _("Deal the first hand: it is %(name)s's crib.") % {"name": looker.name(dealer)}
        )
        return Prompt(sentence, Button(_("Deal"), _act("deal")), looker.decision, yours=True)
    name = {"name": looker.name(seen.asked[0])}
    return Prompt(_("Waiting for %(name)s to deal.") % name, None, looker.decision, yours=False)


def _throw(looker: Looker, seen: View, yours: bool) -> Prompt:
    dealer = seen.dealer or 0
    if not yours:
        names = listed(looker.name(seat) for seat in seen.asked)
        return Prompt(
            _("Waiting for %(names)s to throw to the crib.") % {"names": names},
            None,
            looker.decision,
            yours=False,
        )
    need = len(seen.hand) - 4
    if looker.is_you(dealer):
        sentence = ngettext(
            "Throw a card to your own crib.", "Throw two cards to your own crib.", need
        )
    elif looker.is_partner(dealer):
        name = {"name": looker.name(dealer)}
        sentence = _("Throw a card to your partner %(name)s's crib.") % name
    else:
        sentence = ngettext(
            "Throw a card to %(name)s's crib.", "Throw two cards to %(name)s's crib.", need
        ) % {"name": looker.name(dealer)}
    label = ngettext("Throw it in", "Throw them in", need)
    return Prompt(sentence, Button(label, _act("throw")), looker.decision, yours=True)


def _play(looker: Looker, seen: View, yours: bool) -> Prompt:
    if yours:
        sentence = (
            _("Your turn: the count is %(count)s.") % {"count": seen.count}
            if seen.sequence
            else _("Your turn: lead a card.")
        )
        return Prompt(sentence, None, looker.decision, yours=True)
    facts = {"name": looker.name(seen.asked[0]), "count": seen.count}
    return Prompt(
        _("%(name)s's turn: the count is %(count)s.") % facts, None, looker.decision, yours=False
    )


def _show(looker: Looker, seen: View, yours: bool) -> Prompt:
    crib = seen.showing is not None and seen.showing.crib
    if yours and seen.muggins and seen.showing is not None and seen.showing.refused:
        sentence = _("That is more than it is worth. Claim once more: too much again pegs nothing.")
        return Prompt(sentence, None, looker.decision, yours=True)
    if yours and seen.muggins:
        sentence = (
            _("Claim what your crib is worth.") if crib else _("Claim what your hand is worth.")
        )
        return Prompt(sentence, None, looker.decision, yours=True)
    if yours:
        sentence = _("Count your crib.") if crib else _("Count your hand.")
        return Prompt(sentence, Button(_("Count it"), _act("count")), looker.decision, yours=True)
    name = {"name": looker.name(seen.asked[0])}
    sentence = _("%(name)s is counting the crib.") if crib else _("%(name)s is counting.")
    return Prompt(sentence % name, None, looker.decision, yours=False)
