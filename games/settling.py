"""Ways for a game to be over before its last point: a draw that all agree to, a win that is claimed
because the others have left, a moderator's ruling, a table that everybody has left.
"""

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.db.models import Count, Q
from django.utils.translation import gettext as _

from accounts.models import Player
from games import draws, substitutes
from games.acting import wish
from games.clock import CLAIM_WIN_WAIT, EMPTY_WAIT, SOLO_WAIT, Moment
from games.cribbage import record
from games.cribbage.state import State, side_of
from games.database import without_detail
from games.dealing import is_computer
from games.models import Act, Game, Seat
from games.refusals import NotNow, NotRunning, PlayedByComputer
from games.table import bump, draw_if_agreed, end, locked_game, seats_of, settle


@without_detail
def offer_draw(game_id: int, player_id: int, key: str) -> int:
    """Offer a draw, or agree to the one that is offered. Returns the table's revision.

    One offer a side a deal, from the second deal on; it lapses with the next deal. The game is
    drawn when everybody who plays has agreed. Raises NotSeated, NotRunning, NotNow,
    PlayedByComputer.
    """
    with transaction.atomic():
        asked = wish(game_id, player_id, key)
        game, seats, seat = asked.game, asked.seats, asked.seat
        if asked.done:
            return game.table.revision
        if seat.hold:
            raise PlayedByComputer
        state = record.state_from_json(game.state)
        refusal = draws.no_offer(state, seats)
        if refusal:
            raise NotNow(refusal)
        agreed = draws.agreed_to_draw(game.acts.all(), state.hand_no)
        if seat.number in agreed:
            return game.table.revision
        kind = Act.Kind.AGREE if agreed else Act.Kind.OFFER
        substitutes.record(game, kind, seat.number, key=key)
        draw_if_agreed(game, state, seats, seat, asked.moment)
        return bump(game.table)


@without_detail
def claim_win(game_id: int, player_id: int, key: str) -> int:
    """Win a game of two or three that all the others have left. Returns the table's revision.

    Raises NotSeated, NotRunning, NotNow, PlayedByComputer.
    """
    with transaction.atomic():
        asked = wish(game_id, player_id, key)
        game, seats, seat = asked.game, asked.seats, asked.seat
        if asked.done:
            return game.table.revision
        if seat.hold:
            raise PlayedByComputer
        at = claim_from(seats, seat.number)
        if at is None:
            raise NotNow(_("The win can be claimed when a computer plays for all the others."))
        if not asked.moment.passed(at):
            raise NotNow(_("The win can be claimed when a computer has played for a minute."))
        state = record.state_from_json(game.state)
        substitutes.record(game, Act.Kind.CLAIM, seat.number, key=key)
        side = side_of(len(seats), seat.number)
        return end(game, state, seats, Game.Ending.CLAIMED, side, asked.moment)


def claim_from(seats: Sequence[Seat], number: int) -> datetime | None:
    """From when on (site time) that seat may claim the win; None while others still play.

    Only in games of two or three people, when a CPU has held all the other seats for 60 s.
    """
    held = [seat.held_at for seat in seats if seat.number != number and seat.hold]
    times = [at for at in held if at is not None]
    if len(seats) == 4 or len(times) < len(seats) - 1:
        return None
    return max(times) + CLAIM_WIN_WAIT


@without_detail
def rule(game_id: int, winner: int | None) -> None:
    """A moderator decides a running game: for a side, or as a draw without one.

    Raises NotRunning, and NotNow when there is no such side.
    """
    with transaction.atomic():
        game, state, seats, moment = _to_be_ruled(game_id)
        if winner is not None and not 0 <= winner < len(state.scores):
            raise NotNow(_("There is no such side in this game."))
        end(game, state, seats, Game.Ending.RULING, winner, moment)


@without_detail
def annul(game_id: int) -> None:
    """A moderator ends a running game without a result. Raises NotRunning."""
    with transaction.atomic():
        game, state, seats, moment = _to_be_ruled(game_id)
        end(game, state, seats, Game.Ending.ANNULLED, None, moment)


def _to_be_ruled(game_id: int) -> tuple[Game, State, list[Seat], Moment]:
    game, moment = locked_game(game_id)
    if game.status == Game.Status.WAITING:
        raise NotRunning(_("This game has not begun."))
    if game.status != Game.Status.PLAYING:
        raise NotRunning(_("This game is over already."))
    substitutes.record(game, Act.Kind.RULED, game.host_seat)
    return game, record.state_from_json(game.state), seats_of(game), moment


def empty_for_too_long(moment: Moment) -> list[int]:
    """The games to close: solo games that stand still for weeks are not among them."""
    people = Count("seats", filter=~Q(seats__player__kind=Player.Kind.CPU))
    standing = Game.objects.filter(status=Game.Status.PLAYING).annotate(people=people)
    over = standing.filter(
        Q(paused_at__lte=moment.proven - SOLO_WAIT)
        | Q(paused_at__lte=moment.proven - EMPTY_WAIT, people__gt=1)
    )
    return list(over.values_list("pk", flat=True))


@without_detail
def close_empty(game_id: int, *, skip_locked: bool = False) -> bool:
    """Close a game that everybody has left for too long, without a result; a ranked one is a draw.

    A solo game is kept for 30 days. Says whether it was closed.
    """
    with transaction.atomic():
        try:
            game, moment = locked_game(game_id, skip_locked=skip_locked)
        except Game.DoesNotExist:
            return False
        if game.status != Game.Status.PLAYING or game.paused_at is None:
            return False
        seats = seats_of(game)
        people = sum(not is_computer(seat) for seat in seats)
        if not moment.passed(game.paused_at + (SOLO_WAIT if people == 1 else EMPTY_WAIT)):
            return False
        state = record.state_from_json(game.state)
        if game.ranked:
            end(game, state, seats, Game.Ending.EMPTY, None, moment)
            return True
        substitutes.record(game, Act.Kind.CLOSED, game.host_seat)
        game.status, game.ended_at = Game.Status.CLOSED, moment.real
        settle(game, state, seats, moment)
        bump(game.table)
    return True
