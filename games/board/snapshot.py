"""Everything the regions of one table are built from, read once per revision for all its seats.

It holds the whole state and so stays in the process that read it.
"""

import time
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any

from django.db import connection, transaction
from django.db.models import BooleanField, ExpressionWrapper, Min, Subquery

from accounts.models import Player
from accounts.mutes import Hearing, hearing_of
from accounts.sanctions.models import Sanction
from accounts.words.finding import WordList
from accounts.words.listed import word_list
from accounts.words.models import Edition
from games import clock, draws, presence, settling, waits
from games.cribbage import record, rules
from games.cribbage.state import State
from games.database import without_detail
from games.models import Act, ChatLine, Game, GameSeed, Move, Seat, Table
from games.table import seats_of
from ratings import preview
from ratings.caps import why_not_rated
from ratings.models import Entry, Settlement
from ratings.preview import Stake

# Moves whose events the log shows and a page may have missed.
MOVES = 40
ACTS = 40
CHAT_LINES = 50


@dataclass(frozen=True, slots=True)
class SeatFacts:
    """Who sits in a seat, as everybody may know it.

    `hold` is why a CPU plays in the owner's place. Times are site times: `turn_ends_at` when the
    time for what the seat is asked is up, `taken_at` when a CPU takes the seat of an owner who is
    away, `claim_from` from when on the seat may claim the win, `ready_by` when a seat that is not
    ready is lost, `table_acts_at` when the table deals or counts for the seat.
    """

    number: int
    player_id: int
    name: str
    kind: str
    ready: bool
    away: bool = False
    hold: str = ""
    turn_ends_at: datetime | None = None
    taken_at: datetime | None = None
    claim_from: datetime | None = None
    ready_by: datetime | None = None
    table_acts_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class MoveFacts:
    """The public side of a move."""

    seq: int
    events: tuple[dict[str, Any], ...]
    seat: int
    actor: str


@dataclass(frozen=True, slots=True)
class ActFacts:
    """Something that happened after a move and is none; `after` is that move's number.

    `name` is whose seat became free, None where the seat still tells.
    """

    number: int
    after: int
    seat: int
    kind: str
    hold: str
    player_id: int | None = None
    name: str | None = None
    hand_no: int = 0


@dataclass(frozen=True, slots=True)
class Said:
    """A line of the chat; `preset` names one of the ready phrases, else `text` is free."""

    number: int
    player_id: int
    name: str
    preset: str
    text: str


@dataclass(frozen=True, slots=True)
class RankedSeat:
    """Where the owner of a seat stands, in hundredths and rated games; what the game would change,
    None until all who will play sit there."""

    number: int
    value: int
    games: int
    stake: Stake | None


@dataclass(frozen=True, slots=True)
class Ranked:
    """What is particular to a ranked table; `unrated` is why its game does not count."""

    unrated: str
    seats: tuple[RankedSeat, ...]


@dataclass(frozen=True, slots=True)
class Moved:
    """What a game has changed for one seat, in hundredths."""

    seat: int
    before: int
    change: int


@dataclass(frozen=True, slots=True)
class Ended:
    """A game that is over, as everybody may know it. Scores and labels are by side.

    `ending` is "" for one that was closed without a result; `winner` is None then, and of a draw.
    `moved` is empty for a game that changed no rating.
    """

    number: int
    seats: tuple[SeatFacts, ...]
    ending: str
    winner: int | None
    scores: tuple[int, ...]
    labels: tuple[str | None, ...]
    commitment: str
    seed: str
    ranked: bool
    unrated: str
    moved: tuple[Moved, ...]
    left: frozenset[int]
    """The seats that a CPU held at the end."""
    taken_back: bool = False
    """What it had moved was taken back since: a moderator has voided it."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """One revision of a table.

    `agreed` are the people's seats that want the rematch, None when there can be none;
    `next_commitment` is that game's. `ended` is the shown game once it is over, or the one before
    it while this one waits for people. `closed`: nobody can play here any more.
    """

    revision: int
    code: str
    joining: str
    target: int
    muggins: bool
    skunk: str
    first_deal: str
    turn_limit: int
    ranked: Ranked | None
    """None at a table whose games are not ranked."""
    size: int | None
    """The number of seats where that is fixed."""
    table_id: int
    game_id: int
    game_number: int
    status: str
    ending: str
    winner: int | None
    paused: bool
    no_draw: str
    """Why nobody can offer a draw now, "" when somebody can."""
    agreed_to_draw: frozenset[int]
    host_seat: int
    commitment: str
    seats: tuple[SeatFacts, ...]
    moves: tuple[MoveFacts, ...]
    acts: tuple[ActFacts, ...]
    agreed: tuple[int, ...] | None
    next_commitment: str
    agree_by: datetime | None
    """When the seat of the next one who has not agreed is lost; None while that doesn't run."""
    chat: tuple[Said, ...]
    sanctions: Mapping[int, tuple[Sanction, ...]]
    """What is imposed on those who are here, by player."""
    hearing: Mapping[int, Hearing]
    """What those who are here don't hear, by player; who hears everything is left out."""
    words: WordList = field(repr=False)
    """What is hidden from others in the chat."""
    watchers: int
    ended: Ended | None
    closed: bool
    quick: bool
    """The site had brought its people together."""
    read_at: datetime
    """Site time when it was read."""
    read_tick: float
    """The process's own clock then, in seconds."""
    state: State | None = field(repr=False)

    def now(self) -> datetime:
        """Site time now, if it has run on since."""
        return self.read_at + timedelta(seconds=time.monotonic() - self.read_tick)

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
def load(code: str, number: int | None = None, *, looker: int | None = None) -> Snapshot:
    """Read a table's newest revision in one consistent look; with `number`, as that game left it.

    What is known of those who are here is read for the player `looker` as well.

    Raises Table.DoesNotExist, and Game.DoesNotExist for a game that is not over.
    """
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
        table = Table.objects.annotate(
            now=clock.SiteNow(),
            real=clock.DatabaseClock(),
            edition=Subquery(Edition.objects.values("name")[:1]),
        ).get(code=code)
        games = _games(table) if number is None else _game_that_is_over(table, number)
        game, following = games.shown, games.following
        agreed, agree_by = None, None
        if following is not None:
            people = following.seats.exclude(player__kind=Player.Kind.CPU)
            agreed = tuple(people.filter(ready=True).values_list("number", flat=True))
            agree_by = people.filter(ready=False).aggregate(first=Min("ready_by"))["first"]
        rows = seats_of(game)
        state = record.state_from_json(game.state) if game.state is not None else None
        seats = tuple(_seat(seat, game, state, rows) for seat in rows)
        acts = list(game.acts.select_related("player").order_by("-pk")[:ACTS])
        latest = (
            Move.objects.filter(game=game).order_by("-seq").only("seq", "events", "seat", "actor")
        )
        ended = _ended(games.over) if games.over is not None else None
        ranked = _ranked(table, following or game, table.real) if table.ranked else None
        moves = tuple(move_facts(move) for move in reversed(list(latest[:MOVES])))
        said = table.chat.select_related("player").order_by("-pk")[:CHAT_LINES]
        chat = tuple(_said(line) for line in reversed(list(said)))
        seated = {seat.player_id for seat in rows}
        pages = _pages(table)
        lookers = {looker, *(player for player, _open in pages)}
        here = seated | {player for player in lookers if player is not None}
        sanctions = _sanctions(here)
        hearing = hearing_of(here)
        words = word_list(table.edition)
        watchers = sum(is_open and player not in seated for player, is_open in pages)
        drawn = draws.agreed_to_draw(acts, state.hand_no) if state is not None else ()
    return Snapshot(
        revision=table.revision,
        code=table.code,
        joining=table.joining,
        target=table.target,
        muggins=table.muggins,
        skunk=table.skunk,
        first_deal=table.first_deal,
        turn_limit=game.turn_limit if state is not None else table.turn_limit,
        ranked=ranked,
        size=table.size,
        table_id=table.pk,
        game_id=game.pk,
        game_number=game.number,
        status=game.status,
        ending=game.ending,
        winner=game.winner,
        paused=game.paused_at is not None and game.status == Game.Status.PLAYING,
        no_draw=draws.no_offer(state, rows) if state is not None else "",
        agreed_to_draw=frozenset(drawn),
        host_seat=game.host_seat,
        commitment=game.commitment,
        seats=seats,
        moves=moves,
        acts=tuple(act_facts(act) for act in reversed(acts)),
        agreed=agreed,
        next_commitment=following.commitment if following is not None else "",
        agree_by=agree_by,
        chat=chat,
        sanctions=sanctions,
        hearing=hearing,
        words=words,
        watchers=watchers,
        ended=ended,
        closed=games.closed,
        quick=table.quick,
        read_at=table.now,
        read_tick=time.monotonic(),
        state=state,
    )


@dataclass(frozen=True, slots=True)
class _Games:
    """What the page shows of a table's games; see Snapshot."""

    shown: Game
    following: Game | None = None
    over: Game | None = None
    closed: bool = False


def _games(table: Table) -> _Games:
    """The game that the page shows, the rematch that may follow it, and the one that is over.

    A game that is over stays on the table until the same people have agreed on another one, or
    somebody has left; then it is the next one that is shown, which other people may join.
    """
    newest, *older = table.games.order_by("-number")[:2]
    over = next((game for game in older if game.status == Game.Status.OVER), None)
    match newest.status:
        case Game.Status.CLOSED if newest.state is not None:
            return _Games(newest, over=newest, closed=True)
        case Game.Status.CLOSED:
            return _Games(over or newest, over=over, closed=True)
        case Game.Status.WAITING if over is not None and newest.rematch:
            return _Games(over, following=newest, over=over)
        case Game.Status.WAITING:
            return _Games(newest, over=over)
        case Game.Status.OVER:
            return _Games(newest, over=newest)
    return _Games(newest)


def _game_that_is_over(table: Table, number: int) -> _Games:
    game = table.games.get(
        number=number, state__isnull=False, status__in=[Game.Status.OVER, Game.Status.CLOSED]
    )
    return _Games(game, over=game)


def _ended(game: Game) -> Ended:
    state = record.state_from_json(game.state)
    played = game.ending == Game.Ending.PLAYED
    rows = seats_of(game)
    return Ended(
        number=game.number,
        seats=tuple(_seat(seat, game, state, rows) for seat in rows),
        ending=game.ending,
        winner=game.winner,
        scores=state.scores,
        labels=rules.labels(state) if played else (None,) * len(state.scores),
        commitment=game.commitment,
        seed=bytes(GameSeed.objects.get(game=game).seed).hex(),
        ranked=game.ranked,
        unrated=game.unrated,
        moved=_moved(game) if game.ranked else (),
        left=frozenset(row.number for row in rows if row.hold),
        taken_back=game.ranked
        and Settlement.objects.filter(game=game.pk, kind=Settlement.Kind.VOID).exists(),
    )


def _moved(game: Game) -> tuple[Moved, ...]:
    rows = Entry.objects.filter(
        settlement__game=game.pk, settlement__kind=Settlement.Kind.GAME, seat__isnull=False
    )
    return tuple(
        Moved(seat or 0, before or 0, change)
        for seat, before, change in rows.order_by("seat").values_list("seat", "before", "change")
    )


def _ranked(table: Table, game: Game, now: datetime) -> Ranked:
    """What the game that runs, waits, or is to come is worth."""
    assert table.size is not None
    seats = list(game.seats.order_by("number").values_list("number", "player_id"))
    players = [player for _number, player in seats]
    standing = preview.standings(table.size, players)
    full = len(seats) == table.size
    worth = preview.stakes(standing) if full else (None,) * len(seats)
    unrated = game.unrated
    if full and game.status == Game.Status.WAITING:
        unrated = why_not_rated(players, now)
    return Ranked(
        unrated=unrated,
        seats=tuple(
            RankedSeat(number, own.value, own.games, stake)
            for (number, _player), own, stake in zip(seats, standing, worth, strict=True)
        ),
    )


def _pages(table: Table) -> list[tuple[int | None, bool]]:
    """The pages that show the table: whose they are, and whether their lease runs."""
    is_open = ExpressionWrapper(presence.alive(), output_field=BooleanField())
    return list(table.pages.annotate(is_open=is_open).values_list("player", "is_open"))


def _sanctions(players: Collection[int]) -> dict[int, tuple[Sanction, ...]]:
    found: dict[int, tuple[Sanction, ...]] = {}
    for each in Sanction.objects.in_force().filter(player__in=players):
        found[each.player_id] = (*found.get(each.player_id, ()), each)
    return found


def _said(line: ChatLine) -> Said:
    return Said(line.pk, line.player_id, line.player.name, line.preset, line.text)


def move_facts(move: Move) -> MoveFacts:
    """What everybody may know of a move."""
    return MoveFacts(move.seq, tuple(move.events), move.seat, move.actor)


def act_facts(act: Act) -> ActFacts:
    """What everybody may know of an act, which has its player loaded."""
    name = act.player.name if act.player is not None else None
    return ActFacts(
        act.pk, act.after, act.seat, act.kind, act.hold, act.player_id, name, act.hand_no
    )


def _seat(seat: Seat, game: Game, state: State | None, seats: Sequence[Seat]) -> SeatFacts:
    facts = SeatFacts(
        number=seat.number,
        player_id=seat.player_id,
        name=seat.player.name,
        kind=seat.player.kind,
        ready=seat.ready,
        hold=seat.hold,
        ready_by=seat.ready_by if game.status == Game.Status.WAITING else None,
    )
    if state is None or game.status != Game.Status.PLAYING:
        return facts
    runs = game.paused_at is None
    asked = state.phase in ("throw", "play") and seat.number in waits.owing(state)
    return replace(
        facts,
        away=seat.away_since is not None,
        turn_ends_at=waits.turn_ends_at(game, seat) if runs and asked else None,
        table_acts_at=_table_acts_at(game, seat, state, seats),
        taken_at=waits.taken_at(seat) if runs else None,
        claim_from=settling.claim_from(seats, seat.number) if waits.plays(seat) else None,
    )


def _table_acts_at(game: Game, seat: Seat, state: State, seats: Sequence[Seat]) -> datetime | None:
    """When the table answers for a seat whose owner is there and could answer before."""
    if not waits.is_there(seat) or not waits.plays(seat):
        return None
    return next(
        (
            due.at
            for due in waits.dues(game, state, seats)
            if due.cause == waits.Cause.TABLE and due.seat == seat.number
        ),
        None,
    )
