"""Leaving a table, and taking the seat back in a running game. A CPU plays in between."""

from django.db import transaction
from django.utils.translation import gettext as _

from games import rematch, substitutes
from games.clock import Moment
from games.cribbage import record
from games.database import without_detail
from games.models import Act, Game, Seat
from games.refusals import NotRunning, NotSeated, SeatKept
from games.table import bump, locked_game, seats_of, settle


@without_detail
def leave(game_id: int, player_id: int, key: str) -> int:
    """Leave the table, whatever is on there. Returns its revision.

    Raises NotSeated, NotRunning.
    """
    with transaction.atomic():
        game, _moment = locked_game(game_id)
        if game.status == Game.Status.PLAYING:
            return leave_running(game_id, player_id, key)
        return rematch.leave(game_id, player_id)


@without_detail
def leave_running(game_id: int, player_id: int, key: str) -> int:
    """The player leaves: a CPU takes the seat at once. Returns the table's revision.

    The owner may take it back until the end. With nobody else there the game stands still.
    Raises NotSeated, NotRunning.
    """
    with transaction.atomic():
        game, moment, seats, seat = _seated(game_id, player_id)
        if seat.hold == Seat.Hold.LEFT or _is_done(game, seat, key):
            return game.table.revision
        substitutes.hold(game, seat, Seat.Hold.LEFT, moment, key)
        return _changed(game, seats, moment)


@without_detail
def take_back(game_id: int, player_id: int, key: str) -> int:
    """The owner plays again, with the full time limit. Returns the table's revision.

    Raises NotSeated, NotRunning; SeatKept for somebody who did not claim, until the next deal.
    """
    with transaction.atomic():
        game, moment, seats, seat = _seated(game_id, player_id)
        if not seat.hold or _is_done(game, seat, key):
            return game.table.revision
        if seat.hold == Seat.Hold.CLAIMS:
            raise SeatKept
        substitutes.give_back(game, seat, moment, key)
        return _changed(game, seats, moment)


def _seated(game_id: int, player_id: int) -> tuple[Game, Moment, list[Seat], Seat]:
    game, moment = locked_game(game_id)
    seats = seats_of(game)
    seat = next((each for each in seats if each.player_id == player_id), None)
    if seat is None:
        raise NotSeated
    if game.status != Game.Status.PLAYING:
        raise NotRunning(_("This game is not running."))
    return game, moment, seats, seat


def _is_done(game: Game, seat: Seat, key: str) -> bool:
    """A resend of something older must not undo what came after it."""
    return bool(key) and Act.objects.filter(game=game, seat=seat.number, key=key).exists()


def _changed(game: Game, seats: list[Seat], moment: Moment) -> int:
    substitutes.stand_or_go_on(game, seats, moment)
    settle(game, record.state_from_json(game.state), seats, moment)
    return bump(game.table)
