"""What the lobby lists, and how it is narrowed."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, OuterRef, Prefetch, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.urls import reverse

from games import presence
from games.board.before import settings_of
from games.models import Game, Seat, Table
from games.seating import CHAIRS

LONGEST = 50


@dataclass(frozen=True, slots=True)
class Filters:
    """What a visitor wants to see; None: all the same."""

    target: int | None = None
    muggins: bool | None = None

    @classmethod
    def of(cls, query: Mapping[str, Any]) -> "Filters":
        """From an address; anything unknown counts as not given."""
        target = {"61": 61, "121": 121}.get(str(query.get("target", "")))
        muggins = {"on": True, "off": False}.get(str(query.get("muggins", "")))
        return cls(target, muggins)

    def query(self) -> str:
        """The same as part of an address, "" without any."""
        parts = []
        if self.target is not None:
            parts.append(f"target={self.target}")
        if self.muggins is not None:
            parts.append(f"muggins={'on' if self.muggins else 'off'}")
        return "&".join(parts)


@dataclass(frozen=True, slots=True)
class OpenTable:
    """A table with a free chair."""

    url: str
    host: str
    players: tuple[str, ...]
    free: int
    settings: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RunningTable:
    """A public game that can be watched. `sides` are names and scores."""

    url: str
    sides: tuple[tuple[str, int], ...]
    target: int
    turn_limit: int
    watchers: int


@dataclass(frozen=True, slots=True)
class OpenTables:
    tables: tuple[OpenTable, ...]
    filtered: bool


@dataclass(frozen=True, slots=True)
class RunningTables:
    tables: tuple[RunningTable, ...]
    filtered: bool


def open_tables(filters: Filters) -> OpenTables:
    """Public tables whose game waits and has a free chair, newest first."""
    games = (
        _games(Game.Status.WAITING, filters)
        .annotate(taken=Count("seats"))
        .filter(taken__lt=Coalesce("table__size", CHAIRS), taken__gt=0, rematch=False)
        .order_by("-created_at")[:LONGEST]
    )
    return OpenTables(tuple(_open(game) for game in games), filtered=filters != Filters())


def running_tables(filters: Filters) -> RunningTables:
    """Public games that are being played, newest first."""
    games = (
        _games(Game.Status.PLAYING, filters)
        # where nobody is there, there is nothing to watch
        .filter(paused_at=None)
        .annotate(watching=presence.watchers_of())
        .order_by("-started_at")[:LONGEST]
    )
    return RunningTables(tuple(_running(game) for game in games), filtered=filters != Filters())


def _games(status: str, filters: Filters) -> QuerySet[Game]:
    newest = Game.objects.filter(table=OuterRef("table")).order_by("-number").values("pk")[:1]
    games = Game.objects.filter(
        pk=Subquery(newest), status=status, table__joining=Table.Joining.ANYONE
    )
    if filters.target is not None:
        games = games.filter(table__target=filters.target)
    if filters.muggins is not None:
        games = games.filter(table__muggins=filters.muggins)
    seats = Prefetch("seats", Seat.objects.select_related("player"))
    return games.select_related("table").prefetch_related(seats)


def _open(game: Game) -> OpenTable:
    seats = list(game.seats.all())
    host = next((seat for seat in seats if seat.number == game.host_seat), seats[0])
    return OpenTable(
        url=reverse("table", args=[game.table.code]),
        host=host.player.name,
        players=tuple(seat.player.name for seat in seats),
        free=(game.table.size or CHAIRS) - len(seats),
        settings=tuple(
            f"{row.label}: {row.value}"
            for row in settings_of(game.table)
            if row.name in ("target", "muggins")
            or (row.name == "ranked" and game.table.ranked)
            or (row.name == "turn_limit" and game.table.turn_limit)
        ),
    )


def _running(game: Game) -> RunningTable:
    seats = list(game.seats.all())
    scores = (game.state or {}).get("scores", [])
    names = [
        " + ".join(seat.player.name for seat in seats if seat.number % len(scores) == side)
        for side in range(len(scores))
    ]
    return RunningTable(
        url=reverse("table", args=[game.table.code]),
        sides=tuple(zip(names, scores, strict=True)),
        target=game.table.target,
        turn_limit=game.turn_limit,
        watchers=game.watching,  # type: ignore[attr-defined]
    )
