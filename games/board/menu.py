"""What somebody who plays can do besides playing: offer a draw, leave the table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from accounts.models import Player
from games.board.playing import Hidden
from games.models import Seat

if TYPE_CHECKING:
    from games.board.regions import Looker


@dataclass(frozen=True, slots=True)
class Menu:
    """`no_draw` is why the looker can't offer a draw now, "" when it can."""

    draws: bool
    no_draw: str
    can_leave: bool
    cost: str
    visible: bool = True


def menu(looker: Looker) -> Menu | Hidden:
    """For the seats of a running game."""
    table = looker.table
    if looker.seat is None or not looker.running:
        return Hidden()
    computers = [seat for seat in table.seats if seat.kind == Player.Kind.CPU]
    no_draw = table.no_draw
    if looker.hold:
        no_draw = _("Take your seat back first: a computer plays for you now.")
    elif not no_draw and table.agreed_to_draw:
        no_draw = _("A draw is offered already.")
    return Menu(
        draws=not computers,
        no_draw=no_draw,
        can_leave=looker.hold != Seat.Hold.LEFT,
        cost=_cost(alone=len(computers) == len(table.seats) - 1),
    )


def _cost(*, alone: bool) -> str:
    """What leaving costs, said before."""
    if alone:
        return _("The game waits until you are back. It is kept for 30 days.")
    return _(
        "A computer plays on for you at once. You can take your seat back until the game is over."
    )
