"""The games a player can go back to."""

from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import Player
from games.models import Game, Seat

LONGEST = 10


@dataclass(frozen=True, slots=True)
class RunningGame:
    """A way back to a table."""

    url: str
    title: str
    status: str


def running_games(player: Player) -> list[RunningGame]:
    """The newest unfinished games of a player, ten at most."""
    seats = (
        Seat.objects.filter(player=player)
        .exclude(game__status=Game.Status.OVER)
        .select_related("game__table")
        .prefetch_related("game__seats__player")
        .order_by("-game__created_at")[:LONGEST]
    )
    return [_running(seat.game, player) for seat in seats]


def _running(game: Game, player: Player) -> RunningGame:
    others = [seat.player.name for seat in game.seats.all() if seat.player_id != player.pk]
    title = (
        _("Against %(names)s") % {"names": ", ".join(others)}
        if others
        else _("Waiting for somebody to sit down")
    )
    return RunningGame(
        url=reverse("table", args=[game.table.code]),
        title=title,
        status=str(Game.Status(game.status).label),
    )
