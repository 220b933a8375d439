"""Tables and seats up to the first deal, and the rematch. Every write locks the game's row."""

import secrets
import unicodedata
import uuid

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from accounts.models import Player
from games.cribbage import record, rules
from games.database import without_detail
from games.dealing import is_computer, new_secret
from games.models import Game, Seat, Table
from games.refusals import Malformed, NotReady, NotRunning, NotSeated, SeatsTaken
from games.table import begin, bump, locked_game

LONGEST_CLIENT_SEED = 128


@without_detail
@transaction.atomic
def open_table(host: Player, *, target: int = 121, computers: list[Player] | None = None) -> Table:
    """A new table for two with its first game waiting; the host sits in seat 0, CPUs after it."""
    table = Table.objects.create(code=secrets.token_urlsafe(9), target=target)
    game = _new_game(table, number=1)
    Seat.objects.create(game=game, number=0, player=host)
    for number, computer in enumerate(computers or [], start=1):
        Seat.objects.create(game=game, number=number, player=computer, ready=True)
    return table


def latest_game(table: Table) -> Game:
    """The game that is waiting, running, or was the last to end."""
    return table.games.latest("number")


def sit_down(table: Table, player: Player) -> Seat:
    """Take the next free seat; who already sits here keeps the seat.

    Raises SeatsTaken, NotRunning when the game has begun without the player.
    """
    with transaction.atomic():
        game, _now = locked_game(latest_game(table).pk)
        seats = {seat.number: seat for seat in game.seats.all()}
        for seat in seats.values():
            if seat.player_id == player.pk:
                return seat
        free = [number for number in range(table.size) if number not in seats]
        if not free:
            raise SeatsTaken
        if game.status != Game.Status.WAITING or game.number > 1:
            raise NotRunning(_("The game at this table has begun without you."))
        try:
            with transaction.atomic():
                seat = Seat.objects.create(game=game, number=free[0], player=player)
        except IntegrityError:
            raise SeatsTaken from None
        bump(game.table)
    return seat


@without_detail
def ready(game_id: int, player_id: int, client_seed: object) -> int:
    """The player is ready and adds words of its own to the shuffle. Returns the revision.

    A rematch begins with the last one to be ready. Again with the same game: nothing happens.
    Raises Malformed, NotSeated, NotRunning.
    """
    words = clean_client_seed(client_seed)
    with transaction.atomic():
        game, now = locked_game(game_id)
        seat = _own_seat(game, player_id)
        if game.status != Game.Status.WAITING or seat.ready:
            return game.table.revision
        seat.ready, seat.client_seed = True, words
        seat.save(update_fields=["ready", "client_seed"])
        is_rematch = game.number > 1
        if is_rematch and not game.seats.filter(ready=False).exists():
            return begin(game, now)
        return bump(game.table)


@without_detail
def start(game_id: int, player_id: int, client_seed: object) -> int:
    """The host starts the first game: who is host is ready by this. Returns the revision.

    Raises Malformed, NotSeated, NotReady.
    """
    words = clean_client_seed(client_seed)
    with transaction.atomic():
        game, now = locked_game(game_id)
        seat = _own_seat(game, player_id)
        if game.status != Game.Status.WAITING:
            return game.table.revision
        if seat.number != game.host_seat:
            raise NotReady(_("Only the host can start the game."))
        seats = list(game.seats.select_related("player"))
        if len(seats) < game.table.size:
            raise NotReady(_("A seat is still empty."))
        if not all(other.ready for other in seats if other.number != game.host_seat):
            raise NotReady(_("Not everybody is ready yet."))
        seat.ready, seat.client_seed = True, words
        seat.save(update_fields=["ready", "client_seed"])
        return begin(game, now)


@without_detail
def rematch(game_id: int, player_id: int, client_seed: object) -> int:
    """Ask for another game with the same people, or agree to one. Returns the revision.

    The deal of the first hand passes to the left of the last game's first dealer. The new game
    begins when everyone has agreed. Raises Malformed, NotSeated, NotRunning.
    """
    clean_client_seed(client_seed)
    with transaction.atomic():
        game, _now = locked_game(game_id)
        _own_seat(game, player_id)
        if game.status == Game.Status.PLAYING and game.number > 1:
            # A late resend: the rematch has begun.
            return game.table.revision
        if game.status != Game.Status.OVER:
            raise NotRunning(_("This game is not over yet."))
        following = game.table.games.filter(number=game.number + 1).first()
        if following is None:
            last = record.state_from_json(game.state)
            following = _new_game(
                game.table,
                number=game.number + 1,
                host_seat=game.host_seat,
                given_first_dealer=rules.rematch_first_dealer(last),
            )
            for seat in game.seats.select_related("player"):
                Seat.objects.create(
                    game=following,
                    number=seat.number,
                    player=seat.player,
                    ready=is_computer(seat),
                )
        return ready(following.pk, player_id, client_seed)


def clean_client_seed(raw: object) -> str:
    """Words for the shuffle: 1 to 128 visible characters. Raises Malformed."""
    if not isinstance(raw, str):
        raise Malformed(_("The words for the shuffle must be text."))
    words = raw.strip()
    if not 1 <= len(words) <= LONGEST_CLIENT_SEED or any(
        unicodedata.category(character)[0] == "C" for character in words
    ):
        raise Malformed(_("Give 1 to 128 visible characters for the shuffle."))
    return words


def _own_seat(game: Game, player_id: int) -> Seat:
    seat = game.seats.filter(player_id=player_id).select_related("player").first()
    if seat is None:
        raise NotSeated
    return seat


def _new_game(
    table: Table, *, number: int, host_seat: int = 0, given_first_dealer: int | None = None
) -> Game:
    game = Game(
        table=table,
        number=number,
        key=str(uuid.uuid4()),
        host_seat=host_seat,
        given_first_dealer=given_first_dealer,
    )
    secret = new_secret(game)
    game.save()
    secret.save()
    return game
