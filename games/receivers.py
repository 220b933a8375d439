"""What tables do when a player changes."""

from typing import Any

from accounts.models import Player
from games.models import Game, Table
from games.table import bump


def show_new_name(sender: type, player: Player, **kwargs: Any) -> None:
    """Every unfinished table of the player shows the new name."""
    unfinished = Table.objects.filter(
        games__seats__player=player, games__status__in=[Game.Status.WAITING, Game.Status.PLAYING]
    )
    for table in unfinished.distinct():
        bump(table)
