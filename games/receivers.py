"""What tables do when a player changes."""

from typing import Any

from django.core.exceptions import ValidationError

from accounts.models import Player
from games.models import Game, Seat, Table
from games.refusals import NameHere
from games.seating import require_own_names
from games.table import bump


def show_new_name(sender: type, player: Player, **kwargs: Any) -> None:
    """Every unfinished table of the player shows the new name.

    Raises ValidationError when somebody there has the name already.
    """
    try:
        require_own_names(player)
    except NameHere as refusal:
        raise ValidationError(refusal.reason) from None
    unfinished = Table.objects.filter(
        games__seats__player=player, games__status__in=[Game.Status.WAITING, Game.Status.PLAYING]
    )
    for table in unfinished.distinct():
        bump(table)


def hand_over_seats(sender: type, guest: Player, player: Player, **kwargs: Any) -> None:
    """The guest's seats go to the account's player, except where that one sits already."""
    for seat in Seat.objects.filter(player=guest).select_related("game__table"):
        if Seat.objects.filter(game=seat.game, player=player).exists():
            continue
        seat.player = player
        seat.save(update_fields=["player"])
        bump(seat.game.table)
