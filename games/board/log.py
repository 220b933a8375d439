"""What happened at the table, newest last."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from games.board.sentences import sentence

if TYPE_CHECKING:
    from games.board.regions import Looker

LONGEST = 60
# Events that a page can have missed and still animate.
NEWS = 16


@dataclass(frozen=True, slots=True)
class LogLine:
    seq: int
    text: str
    kind: str


@dataclass(frozen=True, slots=True)
class Log:
    lines: tuple[LogLine, ...]


def log(looker: Looker) -> Log:
    """The latest lines of this game's log."""
    lines = []
    for move in looker.table.moves:
        for event in move.events:
            text = sentence(event, looker.name)
            if text:
                lines.append(LogLine(move.seq, text, event["type"]))
    return Log(tuple(lines[-LONGEST:]))


def news(looker: Looker, after_seq: int) -> list[dict[str, Any]]:
    """The public events after a move, with their sentences; the newest 16 at most."""
    events = [
        {**event, "text": sentence(event, looker.name)}
        for move in looker.table.moves
        if move.seq > after_seq
        for event in move.events
    ]
    return events[-NEWS:]
