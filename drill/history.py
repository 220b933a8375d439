"""What happened in a drill, as the judge is told it. Times are seconds since 1970, by one clock."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

Action = dict[str, Any]
Span = tuple[float, float]

PLAYER, CPU, TIME = "player", "cpu", "time"
# The reply to what was sent from a page that was closed at once: nobody was there to hear it.
LEFT_BEHIND = "left behind"


@dataclass(frozen=True)
class Answer:
    """A robot's answer to a decision, as it was sent, and what came back for it.

    `reply` is "ack", the code of a refusal, LEFT_BEHIND, or "" when nothing came.
    """

    table: str
    game: int
    decision: int
    name: str
    action: Action
    key: str
    reply: str


@dataclass(frozen=True)
class Move:
    """A move as the database has it."""

    table: str
    game: int
    seq: int
    decision: int
    seat: int
    actor: str
    action: Action
    at: float


@dataclass(frozen=True)
class Act:
    """Somebody away, held by a CPU, or back, as the database has it."""

    table: str
    game: int
    seat: int
    kind: str
    hold: str
    at: float


@dataclass(frozen=True)
class Kill:
    """A part that was killed, and when moves could be made again without anybody's help."""

    part: str
    at: float
    back_at: float


@dataclass
class History:
    """All of it. `names` says who had which seat of which game of which table."""

    answers: Sequence[Answer] = ()
    moves: Sequence[Move] = ()
    acts: Sequence[Act] = ()
    kills: Sequence[Kill] = ()
    names: dict[tuple[str, int, int], str] = field(default_factory=dict)
    limits: dict[tuple[str, int], int] = field(default_factory=dict)
    """The turn time limit of each game, in seconds, 0 for none."""
    connected: dict[str, list[Span]] = field(default_factory=dict)
    """When each robot had a page that showed the table."""
    tables: Sequence[str] = ()
    ended_at: float = 0.0
