"""Opening a table, and its settings box. The host may change it until the first deal."""

import secrets
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import Player
from games import clock, publish
from games.barred import require_not_barred
from games.clock import READY_WAIT, Moment
from games.database import without_detail
from games.dealing import is_computer, new_game
from games.models import Game, Seat, Table
from games.ranked.eligibility import require_eligible
from games.refusals import Malformed, NotForRanked, NotHost, NotRunning, NotSeated
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
# RULES: ranked games leave these open.
RANKED_SIZES = (2, 3, 4)
RANKED_LIMITS = (Table.TurnLimit.SHORT.value, Table.TurnLimit.LONG.value)
RANKED_SETTINGS: dict[str, Sequence[Any]] = {
    "skunk": Table.Skunk.values,
    "turn_limit": RANKED_LIMITS,
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
    """A new table with its first game waiting; the host sits in seat 0, CPUs after it.

    Raises Barred for a host who is suspended.
    """
    require_not_barred(host.pk)
    table = Table.objects.create(code=secrets.token_urlsafe(9), target=target, joining=joining)
    _set_up(table, [host], computers)
    return table


@without_detail
@transaction.atomic
def open_ranked(
    players: Sequence[Player],
    *,
    size: int,
    turn_limit: int = Table.TurnLimit.SHORT,
    joining: str = Table.Joining.LINK,
    quick: bool = False,
) -> Table:
    """A table for ranked games of `size` players; the first of those who sit there is its host.

    At a `quick` one all are there, and have a minute to be ready. Raises NotForRanked, Malformed.
    """
    if size not in RANKED_SIZES or turn_limit not in RANKED_LIMITS:
        raise Malformed(_("There is no such ranked game."))
    table = Table.objects.create(
        code=secrets.token_urlsafe(9),
        joining=joining,
        ranked=True,
        quick=quick,
        size=size,
        turn_limit=turn_limit,
    )
    moment = clock.read()
    # in one order, so that two who do this at once never wait for each other
    for player in sorted(players, key=lambda each: each.pk):
        require_eligible(player, moment.real, table.pk)
    _set_up(table, players, ready_by=moment.now + READY_WAIT if quick else None)
    return table


def _set_up(
    table: Table,
    people: Sequence[Player],
    computers: Sequence[Player] = (),
    ready_by: datetime | None = None,
) -> None:
    game = new_game(table, number=1)
    for number, player in enumerate(people):
        Seat.objects.create(game=game, number=number, player=player, ready_by=ready_by)
    for number, computer in enumerate(computers, start=len(people)):
        Seat.objects.create(game=game, number=number, player=computer, ready=True)
    # The lobby shows it.
    transaction.on_commit(lambda: publish.changed(table.code, table.revision))


def latest_game(table: Table) -> Game:
    """The game that is waiting, running, or was the last to end."""
    return table.games.latest("number")


@without_detail
def change_setting(game_id: int, player_id: int, name: object, value: object) -> int:
    """The host sets one setting; everybody else is asked again whether they are ready.

    Returns the table's revision. Raises Malformed, NotSeated, NotHost, NotRunning, NotForRanked.
    """
    if not isinstance(name, str) or name not in SETTINGS:
        raise Malformed(_("There is no such setting."))
    if not _is_one_of(SETTINGS[name], value):
        raise Malformed(_("This setting can't have that value."))
    with transaction.atomic():
        game, moment = locked_game(game_id)
        require_host(game, player_id)
        require_waiting(game)
        if not _is_one_of(choices_of(game.table).get(name, ()), value):
            raise NotForRanked(_("For ranked games that is fixed."))
        if getattr(game.table, name) == value:
            return game.table.revision
        setattr(game.table, name, value)
        game.table.save(update_fields=[name])
        if name != "joining":
            unready(game, moment)
        return bump(game.table)


def choices_of(table: Any) -> dict[str, Sequence[Any]]:
    """The settings that the host of this table may change, and their values."""
    return RANKED_SETTINGS if table.ranked else SETTINGS


def _is_one_of(choices: Sequence[Any], value: object) -> bool:
    return any(value == choice and type(value) is type(choice) for choice in choices)


def field_value(value: Any) -> str:
    """A setting's value as a form field holds it."""
    return {True: "on", False: "off"}[value] if isinstance(value, bool) else str(value)


def from_field(name: object, text: object) -> object:
    """The value of that setting that `field_value` wrote; None when there is none."""
    values = SETTINGS.get(name, ()) if isinstance(name, str) else ()
    return next((value for value in values if field_value(value) == text), None)


def require_host(game: Game, player_id: int) -> None:
    """Raises NotSeated or NotHost unless the player is the game's host. A quick table has none: the
    site has brought its people together, and what it has set is what they looked for."""
    seat = game.seats.filter(player_id=player_id).first()
    if seat is None:
        raise NotSeated
    if game.table.quick or seat.number != game.host_seat:
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
