"""The table before a game: who sits where, who is ready, the settings box, the link to send."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.sanctions import standing
from games import free_text
from games.board.attendance import milliseconds
from games.board.playing import Hidden
from games.board.report import Result, result
from games.board.stakes import Stakes, stakes
from games.board.words import listed
from games.models import Table
from games.seating import CHAIRS, FEWEST
from games.tables import choices_of, field_value

if TYPE_CHECKING:
    from games.board.regions import Looker
    from games.board.snapshot import SeatFacts, Snapshot


@dataclass(frozen=True, slots=True)
class Chair:
    """One of the four chairs; `partner_of` is who sits across when four play."""

    number: int
    player: int | None
    """Who sits there, by the number in the address of the profile."""
    name: str
    kind: str
    is_you: bool
    is_host: bool
    ready: bool
    ready_by: int | None
    """When a seat that is not ready is lost, in milliseconds of site time."""
    empty: bool
    across: str
    can_sit: bool
    can_move: bool
    can_remove: bool
    can_seat_computer: bool


@dataclass(frozen=True, slots=True)
class Choice:
    value: str
    label: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class Setting:
    """A row of the settings box; `note` is one sentence on what it does."""

    name: str
    label: str
    note: str
    value: str
    choices: tuple[Choice, ...]


@dataclass(frozen=True, slots=True)
class Waiting:
    """`last` is the game before, if there was one, and `gone` says who has left since."""

    closed: bool
    quick: bool
    last: Result | None
    gone: str
    seats: tuple[Chair, ...]
    invite_url: str
    commitment: str
    can_ready: bool
    can_start: bool
    can_leave: bool
    can_change: bool
    adds_words: bool
    """Whether the looker still has a part in the shuffle."""
    no_words: str
    """Why these can't be words of one's own, as a sentence; "" when they can."""
    you_ready: bool
    settings: tuple[Setting, ...]
    watchers: int
    stakes: Stakes | None
    visible: bool = True


def blocker(looker: Looker) -> str:
    """Why the host can't start yet, as a sentence; "" when nothing stands in the way."""
    table = looker.table
    free = (table.size or 0) - len(table.seats)
    if free > 0:
        return ngettext(
            "This table is for %(size)s players: %(free)s seat is free.",
            "This table is for %(size)s players: %(free)s seats are free.",
            free,
        ) % {"size": table.size, "free": free}
    if len(table.seats) < FEWEST:
        return _("A game needs at least two seats: send the link, or add a CPU.")
    missing = [seat.name for seat in table.seats if not seat.ready and not _is_host(table, seat)]
    if missing:
        return _("Waiting for %(names)s to be ready.") % {"names": listed(missing)}
    return ""


def _is_host(table: Snapshot, seat: SeatFacts) -> bool:
    return seat.number == table.host_seat


def waiting(looker: Looker) -> Waiting | Hidden:
    """Chairs, settings, invitation and commitment, until a game starts."""
    table = looker.table
    if looker.view is not None:
        return Hidden()
    closed = table.closed
    taken = {seat.number: seat for seat in table.seats}
    own = taken.get(looker.seat) if looker.seat is not None else None
    # the people whom the site has brought together start when all of them are ready
    host = own is not None and looker.seat == table.host_seat and not table.quick
    chairs = table.size or CHAIRS
    return Waiting(
        closed=closed,
        quick=table.quick,
        last=result(looker),
        gone=_gone(table),
        seats=tuple(_chair(looker, number, taken, closed) for number in range(chairs)),
        invite_url=looker.origin + reverse("table", args=[table.code])
        if len(taken) < chairs and not closed
        else "",
        stakes=None if closed else stakes(looker),
        commitment=table.commitment,
        can_ready=own is not None and not host and not own.ready and not closed,
        can_start=host and not closed and not blocker(looker),
        can_leave=own is not None and not closed,
        can_change=host and not closed,
        adds_words=own is not None and not closed and (host or not own.ready),
        no_words=_no_words(looker),
        you_ready=own is not None and own.ready,
        settings=settings_of(table),
        watchers=table.watchers,
    )


def _no_words(looker: Looker) -> str:
    silence = standing.silence(looker.sanctions)
    if silence or looker.player_id is None:
        return silence
    writes = free_text.may_write_during(looker.player_id, looker.table.game_id)
    return "" if writes else free_text.why_not()


def _gone(table: Snapshot) -> str:
    """Who played the last game and does not sit here any more, as a sentence; "" for nobody."""
    here = {seat.player_id for seat in table.seats}
    played = table.ended.seats if table.ended is not None else ()
    names = [seat.name for seat in played if seat.player_id not in here and seat.kind != "cpu"]
    if not names:
        return ""
    return _("No longer at the table: %(names)s.") % {"names": listed(names)}


def _chair(looker: Looker, number: int, taken: dict[int, SeatFacts], closed: bool) -> Chair:
    facts = taken.get(number)
    across = taken.get((number + 2) % CHAIRS)
    quick = looker.table.quick
    host = (
        not closed
        and not quick
        and looker.seat is not None
        and looker.seat == looker.table.host_seat
    )
    seated = looker.seat is not None
    empty = facts is None
    return Chair(
        number=number,
        player=None if facts is None else facts.player_id,
        name="" if facts is None else facts.name,
        kind="" if facts is None else facts.kind,
        is_you=facts is not None and looker.is_you(number),
        is_host=facts is not None and number == looker.table.host_seat and not quick,
        ready=facts is not None and (facts.ready or (_is_host(looker.table, facts) and not quick)),
        ready_by=None if facts is None or facts.ready else milliseconds(facts.ready_by),
        empty=empty,
        across=across.name if len(taken) == CHAIRS and across is not None else "",
        can_sit=empty and not seated and not closed,
        can_move=empty and seated and not closed,
        can_remove=not empty and host and not looker.is_you(number),
        can_seat_computer=empty and host and looker.table.ranked is None,
    )


def settings_of(table: Table | Snapshot) -> tuple[Setting, ...]:
    """The settings box, row by row, in the words of the rules page."""
    on_off = [(False, _("Off")), (True, _("On"))]
    return (
        _setting(
            table,
            "target",
            _("Playing to"),
            _("The first side to peg this many points wins at once."),
            Table.Target.choices,
        ),
        _setting(
            table,
            "muggins",
            _("Muggins"),
            _("On: you claim your points; an opponent pegs what you miss."),
            on_off,
        ),
        _setting(
            table,
            "skunk",
            _("Skunk"),
            _("Which games name a heavy defeat; it never changes the score."),
            Table.Skunk.choices,
        ),
        _setting(
            table,
            "first_deal",
            _("First deal"),
            _("Who has the first crib: the lowest card of a cut, or the host."),
            Table.FirstDeal.choices,
        ),
        _setting(
            table,
            "turn_limit",
            _("Turn time limit"),
            _("When it is up, the computer makes that one move."),
            Table.TurnLimit.choices,
        ),
        Setting(
            "ranked",
            _("Ranked"),
            _("The game counts for a rating, and most settings are fixed.")
            if table.ranked
            else _("Whether the game counts for a rating."),
            _("Yes") if table.ranked else _("No"),
            (),
        ),
        _setting(
            table,
            "joining",
            _("Who may join"),
            _("Anyone: the table stands in the lobby; or only who has its link."),
            Table.Joining.choices,
        ),
    )


def _setting(table: Table | Snapshot, name: str, label: str, note: str, choices: Any) -> Setting:
    now = getattr(table, name)
    known = {value: str(text) for value, text in choices}
    return Setting(
        name,
        label,
        note,
        known[now],
        tuple(
            Choice(field_value(value), known[value], value == now)
            for value in choices_of(table).get(name, ())
        ),
    )
