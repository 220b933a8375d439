"""Opening a table, and its settings box. The host may change it until the first deal."""

import secrets
from collections.abc import Sequence
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import Player
from games import publish
from games.clock import READY_WAIT, Moment
from games.database import without_detail
from games.dealing import is_computer, new_game
from games.models import Game, Seat, Table
from games.refusals import Malformed, NotHost, NotRunning, NotSeated
from games.table import bump, locked_game

# The settings that a host may change, and their values, as the rules page has them.
SETTINGS: dict[str, Sequence[Any]] = {
    "target": Table.Target.values,
    "muggins": [False, True],
    "skunk": Table.Skunk.values,
    "first_deal": Table.FirstDeal.values,
    "turn_limit": Table.TurnLimit.values,
    "joining": Table.Joining.values,
}


@without_detail
@transaction.atomic
def open_table(
    host: Player,
    *,
    computers: Sequence[Player] = (),
    target: int = Table.Target.FULL,
    joining: str = Table.Joining.LINK,
) -> Table:
    """A new table with its first game waiting; the host sits in seat 0, CPUs after it."""
    table = Table.objects.create(code=secrets.token_urlsafe(9), target=target, joining=joining)
    game = new_game(table, number=1)
    Seat.objects.create(game=game, number=0, player=host)
    for number, computer in enumerate(computers, start=1):
        Seat.objects.create(game=game, number=number, player=computer, ready=True)
    # The lobby shows it.
    transaction.on_commit(lambda: publish.changed(table.code, table.revision))
    return table


def latest_game(table: Table) -> Game:
    """The game that is waiting, running, or was the last to end."""
    return table.games.latest("number")


@without_detail
def change_setting(game_id: int, player_id: int, name: object, value: object) -> int:
    """The host sets one setting; everybody else is asked again whether they are ready.

    Returns the table's revision. Raises Malformed, NotSeated, NotHost, NotRunning.
    """
    if not isinstance(name, str) or name not in SETTINGS:
        raise Malformed(_("There is no such setting."))
    allowed = SETTINGS[name]
    if not any(value == choice and type(value) is type(choice) for choice in allowed):
        raise Malformed(_("This setting can't have that value."))
    with transaction.atomic():
        game, moment = locked_game(game_id)
        require_host(game, player_id)
        require_waiting(game)
        if getattr(game.table, name) == value:
            return game.table.revision
        setattr(game.table, name, value)
        game.table.save(update_fields=[name])
        if name != "joining":
            unready(game, moment)
        return bump(game.table)


def field_value(value: Any) -> str:
    """A setting's value as a form field holds it."""
    return {True: "on", False: "off"}[value] if isinstance(value, bool) else str(value)


def from_field(name: object, text: object) -> object:
    """The value of that setting that `field_value` wrote; None when there is none."""
    values = SETTINGS.get(name, ()) if isinstance(name, str) else ()
    return next((value for value in values if field_value(value) == text), None)


def require_host(game: Game, player_id: int) -> None:
    """Raises NotSeated or NotHost unless the player is the game's host."""
    seat = game.seats.filter(player_id=player_id).first()
    if seat is None:
        raise NotSeated
    if seat.number != game.host_seat:
        raise NotHost


def require_waiting(game: Game) -> None:
    """Raises NotRunning once the game has begun or its table was closed."""
    if game.status == Game.Status.CLOSED:
        raise NotRunning(_("This table was closed."))
    if game.status != Game.Status.WAITING:
        raise NotRunning(_("The game has begun already."))


def unready(game: Game, moment: Moment) -> None:
    """Something changed that everybody should know before they are ready: ask all again."""
    for seat in game.seats.select_related("player"):
        if is_computer(seat):
            continue
        seat.ready, seat.client_seed = False, ""
        seat.ready_by = None if seat.number == game.host_seat else moment.now + READY_WAIT
        seat.save(update_fields=["ready", "client_seed", "ready_by"])
