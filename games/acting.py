"""What a seated player asks for beside the moves: once for each key of the page."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.clock import Moment
from games.models import Act, Game, Seat
from games.refusals import NotRunning, NotSeated
from games.table import locked_game, seats_of


@dataclass(frozen=True, slots=True)
class Wish:
    """A locked game in which a seat wants something; `done` if the same was asked for before."""

    game: Game
    moment: Moment
    seats: list[Seat]
    seat: Seat
    done: bool


def wish(game_id: int, player_id: int, key: str) -> Wish:
    """Lock the game for what its player asks. A resend must not undo what came after it.

    Raises NotSeated, and NotRunning unless it was done before.
    """
    game, moment = locked_game(game_id)
    seats = seats_of(game)
    seat = next((each for each in seats if each.player_id == player_id), None)
    if seat is None:
        raise NotSeated
    done = bool(key) and Act.objects.filter(game=game, seat=seat.number, key=key).exists()
    if game.status != Game.Status.PLAYING and not done:
        raise NotRunning(_("This game is not running."))
    return Wish(game, moment, seats, seat, done)
