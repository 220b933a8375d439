"""What tables do when a player changes."""

from typing import Any

from django.core.exceptions import ValidationError

from accounts.models import Player
from games.models import Game, Seat, Table
from games.refusals import NameHere
from games.seating import require_own_names
from games.table import bump, locked_game


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
    for table in unfinished.distinct().order_by("pk"):
        bump(table)


def hand_over_seats(sender: type, guest: Player, player: Player, **kwargs: Any) -> None:
    """The guest's seats go to the account's player, except where that one sits already.

    Nothing else happens at their games meanwhile: nobody leaves, sits down or runs out of time.
    """
    games = Seat.objects.filter(player=guest).values_list("game_id", flat=True)
    for game_id in sorted(games):
        game, _moment = locked_game(game_id)
        if not game.seats.filter(player=player).exists() and game.seats.filter(player=guest).update(
            player=player
        ):
            bump(game.table)
