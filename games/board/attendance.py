"""Who is away, for whom a CPU plays and why, and whose clock runs."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models import Seat

if TYPE_CHECKING:
    from games.board.regions import Looker


def milliseconds(at: datetime | None) -> int | None:
    """A site time as the page's countdowns take it."""
    return None if at is None else round(at.timestamp() * 1000)


def why_held(hold: str) -> str:
    """Why a CPU plays in an owner's place, in a few words for everybody."""
    return {
        Seat.Hold.AWAY: _("gone for a minute"),
        Seat.Hold.MISSED: _("out of time too often"),
        Seat.Hold.IDLE: _("did nothing for ten minutes"),
        Seat.Hold.CLAIMS: _("did not claim in time, until the next deal"),
        Seat.Hold.LEFT: _("left the table"),
    }[Seat.Hold(hold)]


def why_you_are_held(looker: Looker) -> str:
    """The same as a sentence for the owner, and when that ends."""
    if looker.hold == Seat.Hold.LEFT and looker.table.paused:
        return _("You left: the game waits until you are back.")
    return {
        Seat.Hold.AWAY: _("You were away: a computer plays for you."),
        Seat.Hold.MISSED: _("You ran out of time too often: a computer plays for you."),
        Seat.Hold.IDLE: _("You did nothing for ten minutes: a computer plays for you."),
        Seat.Hold.CLAIMS: _(
            "You did not claim in time: a computer plays for you until the next deal is out."
        ),
        Seat.Hold.LEFT: _("You left: a computer plays for you."),
    }[Seat.Hold(looker.hold)]


def turn_limit_in_words(seconds: int) -> str:
    """How long a turn may take, for who can't see the clock; "" without a limit."""
    if not seconds:
        return ""
    return ngettext(
        "You have %(seconds)s second for it.", "You have %(seconds)s seconds for it.", seconds
    ) % {"seconds": seconds}
