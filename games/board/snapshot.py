"""Everything the regions of one table are built from, read once per revision for all its seats.

It holds the whole state and so stays in the process that read it.
"""

from dataclasses import dataclass, field
from typing import Any

from django.db import connection, transaction

from accounts.models import Player
from games import watching
from games.cribbage import record
from games.cribbage.state import State
from games.database import without_detail
from games.models import ChatLine, Game, GameSeed, Move, Seat, Table

# Moves whose events the log shows and a page may have missed.
MOVES = 40
CHAT_LINES = 50


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
class Said:
    """A line of the chat; `preset` names one of the ready phrases, else `text` is free."""

    number: int
    player_id: int
    name: str
    preset: str
    text: str


@dataclass(frozen=True, slots=True)
class Snapshot:
    """One revision of a table.

    `agreed` are the people's seats that want the rematch, None when there can be none;
    `next_commitment` is that game's.
    """

    revision: int
    code: str
    joining: str
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
    next_commitment: str
    chat: tuple[Said, ...]
    watchers: int
    revealed_seed: str
    state: State | None = field(repr=False)

    @property
    def begun(self) -> bool:
        """Whether the game has begun, and its seats are numbered without gaps."""
        return self.state is not None

    def name(self, seat: int) -> str:
        """The name of the player in a seat."""
        return next(facts.name for facts in self.seats if facts.number == seat)

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
        game, following = _shown_game(table)
        agreed = None
        if following is not None:
            people = following.seats.exclude(player__kind=Player.Kind.CPU)
            agreed = tuple(people.filter(ready=True).values_list("number", flat=True))
        seats = tuple(_seat(seat) for seat in game.seats.select_related("player"))
        latest = Move.objects.filter(game=game).order_by("-seq").values_list("seq", "events")
        moves = tuple(
            MoveFacts(seq, tuple(events)) for seq, events in reversed(list(latest[:MOVES]))
        )
        seed = ""
        if game.status == Game.Status.OVER:
            seed = bytes(GameSeed.objects.get(game=game).seed).hex()
        said = table.chat.select_related("player").order_by("-pk")[:CHAT_LINES]
        chat = tuple(_said(line) for line in reversed(list(said)))
        watchers = watching.count(table)
    return Snapshot(
        revision=table.revision,
        code=table.code,
        joining=table.joining,
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
        next_commitment=following.commitment if following is not None else "",
        chat=chat,
        watchers=watchers,
        revealed_seed=seed,
        state=record.state_from_json(game.state) if game.state is not None else None,
    )


def _shown_game(table: Table) -> tuple[Game, Game | None]:
    """The game that the page shows, and the rematch that may follow it.

    A game that is over stays on the table until the same people have agreed on another one, or
    other people come.
    """
    games = list(table.games.order_by("-number")[:2])
    newest = games[0]
    if len(games) == 1 or games[1].status != Game.Status.OVER:
        return newest, None
    if newest.status == Game.Status.CLOSED:
        return games[1], None
    if newest.status == Game.Status.WAITING and newest.given_first_dealer is not None:
        return games[1], newest
    return newest, None


def _said(line: ChatLine) -> Said:
    return Said(line.pk, line.player_id, line.player.name, line.preset, line.text)


def _seat(seat: Seat) -> SeatFacts:
    return SeatFacts(
        number=seat.number,
        player_id=seat.player_id,
        name=seat.player.name,
        kind=seat.player.kind,
        ready=seat.ready,
    )
