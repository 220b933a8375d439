"""The table before its first game: who sits, who is ready, the link to send."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.urls import reverse
from django.utils.translation import gettext as _

from games.board.playing import Hidden
from games.models import Table

if TYPE_CHECKING:
    from games.board.regions import Looker
    from games.board.snapshot import Snapshot


@dataclass(frozen=True, slots=True)
class WaitingSeat:
    number: int
    name: str
    kind: str
    is_you: bool
    ready: bool
    empty: bool


@dataclass(frozen=True, slots=True)
class Setting:
    label: str
    value: str


@dataclass(frozen=True, slots=True)
class Waiting:
    seats: tuple[WaitingSeat, ...]
    invite_url: str
    commitment: str
    can_ready: bool
    can_start: bool
    can_start_reason: str
    you_ready: bool
    settings: tuple[Setting, ...]
    visible: bool = True


def settings_of(table: Table | Snapshot) -> tuple[Setting, ...]:
    """The settings box of a table, in words."""
    return (
        Setting(_("Playing to"), str(Table.Target(table.target).label)),
        Setting(_("Muggins"), _("On") if table.muggins else _("Off")),
        Setting(_("Skunk"), str(Table.Skunk(table.skunk).label)),
        Setting(_("First deal"), str(Table.FirstDeal(table.first_deal).label)),
    )


def blocker(looker: Looker) -> str:
    """Why the host can't start yet, as a sentence; "" when nothing stands in the way."""
    table = looker.table
    if len(table.seats) < table.size:
        return _("The game can start when the free seat is taken.")
    missing = [seat.name for seat in table.seats if not seat.ready and not _is_host(table, seat)]
    if missing:
        return _("Waiting for %(names)s to be ready.") % {"names": ", ".join(missing)}
    return ""


def _is_host(table: Snapshot, seat: object) -> bool:
    return getattr(seat, "number", None) == table.host_seat


def waiting(looker: Looker) -> Waiting | Hidden:
    """Seats, settings, invitation and commitment, until the first game starts."""
    table = looker.table
    if looker.view is not None:
        return Hidden()
    taken = {seat.number: seat for seat in table.seats}
    rows = []
    for number in range(table.size):
        facts = taken.get(number)
        if facts is None:
            rows.append(WaitingSeat(number, "", "", is_you=False, ready=False, empty=True))
            continue
        rows.append(
            WaitingSeat(
                number,
                facts.name,
                facts.kind,
                is_you=looker.is_you(number),
                ready=facts.ready or _is_host(table, facts),
                empty=False,
            )
        )
    own = taken.get(looker.seat) if looker.seat is not None else None
    host = looker.seat == table.host_seat
    stop = blocker(looker)
    return Waiting(
        seats=tuple(rows),
        invite_url=looker.origin + reverse("table", args=[table.code])
        if len(taken) < table.size
        else "",
        commitment=table.commitment,
        can_ready=own is not None and not host and not own.ready,
        can_start=host and not stop,
        can_start_reason=stop if host else "",
        you_ready=own is not None and own.ready,
        settings=settings_of(table),
    )
