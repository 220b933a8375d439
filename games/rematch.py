"""After a game: another one with the same people, or leaving the table."""

from django.db import transaction
from django.utils.translation import gettext as _

from games import seating
from games.clock import READY_WAIT
from games.cribbage import record
from games.database import without_detail
from games.dealing import next_game
from games.models import Game
from games.refusals import NotRunning
from games.seating import clean_client_seed, own_seat, ready
from games.table import locked_game


@without_detail
def rematch(game_id: int, player_id: int, client_seed: object) -> int:
    """Ask for another game with the same people, or agree to one. Returns the revision.

    The deal of the first hand passes to the left of the last game's first dealer. The new game
    begins when everyone has agreed; who has not in a minute loses the seat. Raises Malformed,
    NotSeated, NotRunning.
    """
    clean_client_seed(client_seed)
    with transaction.atomic():
        game, moment = locked_game(game_id)
        own_seat(game, player_id)
        if game.status == Game.Status.PLAYING and game.number > 1:
            # A late resend: the rematch has begun.
            return game.table.revision
        opened = game.number > 1 and not game.rematch
        if game.status == Game.Status.WAITING and opened:
            # Somebody left while the page still showed the report.
            return ready(game_id, player_id, client_seed)
        if game.status != Game.Status.OVER:
            raise NotRunning(_("This game is not over yet."))
        following = _following(game)
        if following.status == Game.Status.CLOSED:
            raise NotRunning(_("This table was closed."))
        revision = ready(following.pk, player_id, client_seed)
        following.refresh_from_db()
        if following.rematch:
            # Not once other people may come: then its host is ready by starting.
            following.seats.filter(ready=False, ready_by=None).update(
                ready_by=moment.now + READY_WAIT
            )
        return revision


@without_detail
def leave(game_id: int, player_id: int) -> int:
    """Leave the table before a game, or after one: the chair in the next game becomes free.

    Never in one: who has asked for this in the moment in which it began has not been told what
    that costs.
    The next game is then no rematch any more, and others may sit down. Returns the revision.
    Raises NotSeated, NotRunning.
    """
    with transaction.atomic():
        game, _moment = locked_game(game_id)
        if game.status == Game.Status.OVER:
            game = _following(game)
        return seating.leave(game.pk, player_id)


def _following(game: Game) -> Game:
    following = game.table.games.filter(number=game.number + 1).first()
    if following is None:
        # The game ended before the site made the next one at once.
        following = next_game(game, record.state_from_json(game.state))
    return following
