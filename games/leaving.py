"""Leaving a table, and taking the seat back in a running game. A CPU plays in between."""

from django.db import transaction

from games import rematch, seating, substitutes
from games.acting import wish
from games.barred import require_not_barred
from games.cribbage import record
from games.database import without_detail
from games.models import Game, Seat
from games.ranked.eligibility import require_only_seat
from games.refusals import SeatKept
from games.table import bump, end, locked_game, seats_of, settle, settle_held


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
        substitutes.stand_or_go_on(game, seats, moment)
        stayed = next((seat for seat in seats if not seat.hold), None)
        if game.ranked and len(seats) == 2 and stayed is not None:
            state = record.state_from_json(game.state)
            return end(game, state, seats, Game.Ending.RESIGNED, stayed.number, moment)
        return settle_held(game, seats, asked.seat, moment)


@without_detail
def bar(game_id: int, player_id: int) -> None:
    """A suspended player plays no longer here: a CPU has the seat at once, a ranked game is not
    resigned by it; a seat before the game is free again. Without a seat nothing happens.
    """
    with transaction.atomic():
        game, moment = locked_game(game_id)
        seats = seats_of(game)
        seat = next((each for each in seats if each.player_id == player_id), None)
        if seat is None:
            return
        if game.status == Game.Status.WAITING:
            seating.leave(game_id, player_id)
        elif game.status == Game.Status.PLAYING and seat.hold != Seat.Hold.LEFT:
            substitutes.hold(game, seat, Seat.Hold.LEFT, moment)
            substitutes.stand_or_go_on(game, seats, moment)
            settle_held(game, seats, seat, moment)


@without_detail
def take_back(game_id: int, player_id: int, key: str) -> int:
    """The owner plays again, with the full time limit. Returns the table's revision.

    Who did not claim is there again, but gets the seat with the next deal only, even after leaving.
    Raises NotSeated, NotRunning; SeatKept for somebody who waits for that already; NotForRanked for
    who has left a ranked game and sits at another one by now; Barred.
    """
    with transaction.atomic():
        asked = wish(game_id, player_id, key)
        # Again, now that whoever imposes something has to wait for this game.
        require_not_barred(player_id)
        if asked.done or not asked.seat.hold:
            return asked.game.table.revision
        if asked.seat.hold == Seat.Hold.CLAIMS:
            raise SeatKept
        if asked.game.ranked:
            require_only_seat(asked.seat.player, asked.game.table_id)
        if substitutes.kept_until_next_deal(asked.game, asked.seat):
            substitutes.hold(asked.game, asked.seat, Seat.Hold.CLAIMS, asked.moment, key)
        else:
            substitutes.give_back(asked.game, asked.seat, asked.moment, key)
        substitutes.stand_or_go_on(asked.game, asked.seats, asked.moment)
        settle(asked.game, record.state_from_json(asked.game.state), asked.seats, asked.moment)
        return bump(asked.game.table)
