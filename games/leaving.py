"""Leaving a table, and taking the seat back in a running game. A CPU plays in between."""

from django.db import transaction

from games import rematch, substitutes
from games.acting import Wish, wish
from games.cribbage import record
from games.database import without_detail
from games.models import Game, Seat
from games.refusals import SeatKept
from games.table import bump, end, end_if_all_held, locked_game, settle


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
    A ranked game of two is resigned by it. Raises NotSeated, NotRunning.
    """
    with transaction.atomic():
        asked = wish(game_id, player_id, key)
        if asked.done or asked.seat.hold == Seat.Hold.LEFT:
            return asked.game.table.revision
        game, seats, moment = asked.game, asked.seats, asked.moment
        substitutes.hold(game, asked.seat, Seat.Hold.LEFT, moment, key)
        state = record.state_from_json(game.state)
        if end_if_all_held(game, state, seats, moment):
            return game.table.revision
        if game.ranked and len(seats) == 2:
            stayed = 1 - asked.seat.number
            return end(game, state, seats, Game.Ending.RESIGNED, stayed, moment)
        return _changed(asked)


@without_detail
def take_back(game_id: int, player_id: int, key: str) -> int:
    """The owner plays again, with the full time limit. Returns the table's revision.

    Raises NotSeated, NotRunning; SeatKept for somebody who did not claim, until the next deal.
    """
    with transaction.atomic():
        asked = wish(game_id, player_id, key)
        if asked.done or not asked.seat.hold:
            return asked.game.table.revision
        if asked.seat.hold == Seat.Hold.CLAIMS:
            raise SeatKept
        substitutes.give_back(asked.game, asked.seat, asked.moment, key)
        return _changed(asked)


def _changed(asked: Wish) -> int:
    substitutes.stand_or_go_on(asked.game, asked.seats, asked.moment)
    settle(asked.game, record.state_from_json(asked.game.state), asked.seats, asked.moment)
    return bump(asked.game.table)
