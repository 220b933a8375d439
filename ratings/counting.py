"""What is counted from the ledger: a player's standing, and how pairs have done.

`add` brings it up to date with one game; `recount` makes it anew from the ledger, which must come
to the same.
"""

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import groupby, permutations

from django.db import connection
from django.db.models import QuerySet

from ratings import elo
from ratings.models import Entry, Meeting, Rating, Settlement
from ratings.results import SeatResult, are_opponents, between, overall

BATCH = 2_000
COUNTED = (
    "value", "games", "wins", "draws", "losses", "opponents",
    "streak", "longest_wins", "best", "best_at", "last_at",
)  # fmt: skip


def add(
    rows: Sequence[Rating], seats: Sequence[SeatResult], moved: elo.Changes, at: datetime
) -> None:
    """Count a game for its players, whose rows are locked and in the order of their seats."""
    for number, row in enumerate(rows):
        move(row, moved.by_seat[number], at)
        count(row, overall(seats, number), at)
    for player, new in _meet(rows[0].mode, seats).items():
        next(row for row in rows if row.player_id == player).opponents += new
    save(rows)


def save(rows: Sequence[Rating]) -> None:
    """Write what is counted of these rows, whatever their number, in one statement.

    Lists by column: Django's `bulk_update` would tell every field of every row apart.
    """
    columns = {name: Rating._meta.get_field(name).db_type(connection) for name in ("id", *COUNTED)}
    with connection.cursor() as cursor:
        cursor.execute(
            f"""
            UPDATE ratings_rating AS known
            SET {", ".join(f"{name} = new.{name}" for name in COUNTED)}
            FROM unnest({", ".join(f"%s::{kind}[]" for kind in columns.values())})
                AS new ({", ".join(columns)})
            WHERE known.id = new.id
            """,
            [[getattr(row, name) for row in rows] for name in columns],
        )


def move(row: Rating, change: int, at: datetime) -> None:
    """The rating changes by that much."""
    row.value += change
    if row.best_at is None or row.value > row.best:
        row.best, row.best_at = row.value, at


def count(row: Rating, result: float, at: datetime) -> None:
    """One more game, won, drawn or lost."""
    row.games += 1
    row.last_at = at
    if result == elo.WIN:
        row.wins += 1
        row.streak = max(row.streak, 0) + 1
        row.longest_wins = max(row.longest_wins, row.streak)
    elif result == elo.LOSS:
        row.losses += 1
        row.streak = min(row.streak, 0) - 1
    else:
        row.draws += 1
        row.streak = 0


def pairs(seats: Sequence[SeatResult]) -> Iterator[tuple[int, int, float]]:
    """Every player of a game, an opponent of it, and what the game was between the two."""
    for one, other in permutations(range(len(seats)), 2):
        if are_opponents(len(seats), one, other):
            result = between(seats, one, other)
            yield seats[one].player_id, seats[other].player_id, result


def _meet(mode: int, seats: Sequence[SeatResult]) -> dict[int, int]:
    """Count the game for every pair; by player, how many of the opponents are new."""
    met = list(pairs(seats))
    new: dict[int, int] = defaultdict(int)
    with connection.cursor() as cursor:
        cursor.execute(
            """
            INSERT INTO ratings_meeting AS known
                (player_id, opponent_id, mode, games, wins, draws, losses)
            SELECT player, opponent, %s, 1, (result = 2)::int, (result = 1)::int, (result = 0)::int
            FROM unnest(%s::bigint[], %s::bigint[], %s::int[]) AS met (player, opponent, result)
            ON CONFLICT (player_id, opponent_id, mode) DO UPDATE SET
                games = known.games + 1,
                wins = known.wins + excluded.wins,
                draws = known.draws + excluded.draws,
                losses = known.losses + excluded.losses
            RETURNING player_id, (xmax = 0) AS new
            """,
            [
                mode,
                [player for player, _opponent, _result in met],
                [opponent for _player, opponent, _result in met],
                [int(2 * result) for _player, _opponent, result in met],
            ],
        )
        for player, is_new in cursor.fetchall():
            new[player] += is_new
    return new


@dataclass
class Tally:
    """Wins, draws and losses of a pair."""

    wins: int = 0
    draws: int = 0
    losses: int = 0

    def count(self, result: float) -> None:
        self.wins += result == elo.WIN
        self.draws += result == elo.DRAW
        self.losses += result == elo.LOSS

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses


@dataclass
class Standing:
    """What the ledger says of some players of one mode."""

    ratings: dict[int, Rating] = field(default_factory=dict)
    met: dict[tuple[int, int], Tally] = field(default_factory=lambda: defaultdict(Tally))


def counting_games(mode: int) -> QuerySet[Settlement]:
    """The games of a mode that count: neither voided nor taken out by a replay since."""
    removals = dict(
        Settlement.objects.filter(mode=mode, kind=Settlement.Kind.REPLAY)
        .order_by("pk")
        .values_list("removed", "pk")
    )
    games = Settlement.objects.filter(mode=mode, kind=Settlement.Kind.GAME, voided_by=None)
    for player, removal in removals.items():
        taken_out = Entry.objects.filter(player=player, mode=mode, settlement__lt=removal)
        games = games.exclude(pk__in=taken_out.values("settlement"))
    return games


def standing(mode: int, players: Collection[int] | None = None) -> Standing:
    """Count everything anew from the ledger, for these players or for all."""
    found = Standing()
    ledger = Entry.objects.filter(mode=mode)
    if players is not None:
        ledger = ledger.filter(
            settlement__in=Entry.objects.filter(mode=mode, player__in=players).values("settlement")
        )
    effective = set(
        counting_games(mode).filter(pk__in=ledger.values("settlement")).values_list("pk", flat=True)
    )
    rows = ledger.order_by("settlement", "seat").values_list(
        "settlement", "settlement__at", "player", "seat", "place", "left", "change"
    )
    for (settlement, at), group in groupby(rows.iterator(BATCH), key=lambda row: row[:2]):
        entries = [row[2:] for row in group]
        seats = [
            SeatResult(player, place or 0, left)
            for player, seat, place, left, _change in entries
            if seat is not None and player is not None
        ]
        for player, seat, _place, _left, change in entries:
            if player is None or (players is not None and player not in players):
                continue
            row = found.ratings.setdefault(player, Rating(player_id=player, mode=mode))
            move(row, change, at)
            if settlement in effective and seat is not None:
                count(row, overall(seats, seat), at)
        if settlement in effective:
            for player, opponent, result in pairs(seats):
                if players is None or player in players:
                    found.met[player, opponent].count(result)
    for player, _opponent in found.met:
        found.ratings[player].opponents += 1
    return found


def recount(mode: int, players: Collection[int] | None = None) -> None:
    """Make the counted rows of these players, or of all, anew from the ledger.

    The caller has locked them, or holds the mode.
    """
    found = standing(mode, players)
    known = Rating.objects.filter(mode=mode)
    meetings = Meeting.objects.filter(mode=mode)
    if players is not None:
        known, meetings = known.filter(player__in=players), meetings.filter(player__in=players)
    rows = list(known)
    for row in rows:
        new = found.ratings.get(row.player_id, Rating(player_id=row.player_id, mode=mode))
        for name in COUNTED:
            setattr(row, name, getattr(new, name))
    save(rows)
    meetings.delete()
    Meeting.objects.bulk_create(
        (
            Meeting(
                player_id=player,
                opponent_id=opponent,
                mode=mode,
                games=tally.games,
                wins=tally.wins,
                draws=tally.draws,
                losses=tally.losses,
            )
            for (player, opponent), tally in found.met.items()
        ),
        batch_size=BATCH,
    )
