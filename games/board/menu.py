"""What somebody who plays can do besides playing: offer a draw, leave the table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from accounts.models import Player
from games.board.playing import Hidden
from games.board.stakes import leaving_costs
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
        no_draw = _("A draw is offered already: it stands under the cards.")
    return Menu(
        draws=not computers,
        no_draw=no_draw,
        can_leave=looker.hold != Seat.Hold.LEFT,
        cost=_cost(looker, len(computers)),
    )


def _cost(looker: Looker, computers: int) -> str:
    """What leaving costs, said before."""
    seats = len(looker.table.seats)
    rated = leaving_costs(looker)
    if rated and seats == 2:
        return rated
    if computers == seats - 1:
        return _("The game waits until you are back. It is kept for 30 days.")
    plays_on = _(
        "A computer plays on for you at once. You can take your seat back until the game is over."
    )
    if rated:
        return f"{rated} {plays_on}"
    if seats == 4 or computers:
        return plays_on
    claim = (
        _("But once it has played for a minute, the other one may claim the win.")
        if seats == 2
        else _("But when only one player is left for a minute, that one may claim the win.")
    )
    return f"{plays_on} {claim}"
