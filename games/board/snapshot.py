"""Everything the regions of one table are built from, read once per revision for all its seats.

It holds the whole state and so stays in the process that read it.
"""

from dataclasses import dataclass, field
from typing import Any

from django.db import connection, transaction

from games.cribbage import record
from games.cribbage.state import State
from games.database import without_detail
from games.models import Game, GameSeed, Move, Seat, Table

# Moves whose events the log shows and a page may have missed.
MOVES = 40


@dataclass(frozen=True, slots=True)
class SeatFacts:
    """Who sits in a seat, as everybody may know it."""

    number: int
    player_id: int
    name: str
    kind: str
    ready: bool


@dataclass(frozen=True, slots=True)
class MoveFacts:
    """The public side of a move."""

    seq: int
    events: tuple[dict[str, Any], ...]


@dataclass(frozen=True, slots=True)
class Snapshot:
    """One revision of a table. `agreed` are the seats that want the rematch, None without one."""

    revision: int
    code: str
    size: int
    target: int
    muggins: bool
    skunk: str
    first_deal: str
    game_id: int
    game_number: int
    status: str
    host_seat: int
    commitment: str
    seats: tuple[SeatFacts, ...]
    moves: tuple[MoveFacts, ...]
    agreed: tuple[int, ...] | None
    revealed_seed: str
    state: State | None = field(repr=False)

    def name(self, seat: int) -> str:
        """The name of the player in a seat."""
        return self.seats[seat].name

    def seat_of(self, player_id: int) -> int | None:
        """The seat of a player, None without one."""
        return next((seat.number for seat in self.seats if seat.player_id == player_id), None)


@without_detail
def load(code: str) -> Snapshot:
    """Read a table's newest revision in one consistent look. Raises Table.DoesNotExist."""
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
        table = Table.objects.get(code=code)
        games = list(table.games.order_by("-number")[:2])
        agreed = None
        if len(games) == 2 and games[0].status == Game.Status.WAITING:
            following, game = games
            agreed = tuple(
                following.seats.filter(ready=True)
                .order_by("number")
                .values_list("number", flat=True)
            )
        else:
            game = games[0]
        seats = tuple(_seat(seat) for seat in game.seats.select_related("player"))
        latest = Move.objects.filter(game=game).order_by("-seq").values_list("seq", "events")
        moves = tuple(
            MoveFacts(seq, tuple(events)) for seq, events in reversed(list(latest[:MOVES]))
        )
        seed = ""
        if game.status == Game.Status.OVER:
            seed = bytes(GameSeed.objects.get(game=game).seed).hex()
    return Snapshot(
        revision=table.revision,
        code=table.code,
        size=table.size,
        target=table.target,
        muggins=table.muggins,
        skunk=table.skunk,
        first_deal=table.first_deal,
        game_id=game.pk,
        game_number=game.number,
        status=game.status,
        host_seat=game.host_seat,
        commitment=game.commitment,
        seats=seats,
        moves=moves,
        agreed=agreed,
        revealed_seed=seed,
        state=record.state_from_json(game.state) if game.state is not None else None,
    )


def _seat(seat: Seat) -> SeatFacts:
    return SeatFacts(
        number=seat.number,
        player_id=seat.player_id,
        name=seat.player.name,
        kind=seat.player.kind,
        ready=seat.ready,
    )
