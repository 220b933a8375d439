"""What happened at the table, newest last."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from games.board.sentences import sentence
from games.models import Move

if TYPE_CHECKING:
    from games.board.regions import Looker
    from games.board.snapshot import ActFacts, MoveFacts

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
    """`cut`: there are earlier lines, which are left out."""

    lines: tuple[LogLine, ...]
    cut: bool = False


def log(looker: Looker) -> Log:
    """The latest lines of this game's log."""
    lines = []
    for seq, event in told(looker):
        text = sentence(event, looker.name)
        if text:
            lines.append(LogLine(seq, text, event["type"]))
    first_known = looker.table.moves[0].seq if looker.table.moves else 1
    return Log(tuple(lines[-LONGEST:]), cut=len(lines) > LONGEST or first_known > 1)


def news(looker: Looker, after_seq: int, after_act: int = 0) -> list[dict[str, Any]]:
    """What is public after a move and after an act, with its sentences; the newest 16 at most."""
    events = [
        {**event, "text": sentence(event, looker.name)}
        for _seq, event in told(looker, after_seq, after_act)
    ]
    return events[-NEWS:]


def told(
    looker: Looker, after_seq: int = 0, after_act: int = 0
) -> Iterator[tuple[int, dict[str, Any]]]:
    """The events of the moves, and the acts between them, each with the move's number."""
    table = looker.table
    acts = [act for act in table.acts if act.number > after_act]
    if table.moves:
        # what came before the moves that are still known would stand there without them
        acts = [act for act in acts if act.after >= table.moves[0].seq - 1]
    moves = [move for move in table.moves if move.seq > after_seq]
    claims = looker.view is not None and looker.view.muggins
    for move in moves:
        while acts and acts[0].after < move.seq:
            yield acts[0].after, of_act(acts.pop(0))
        for event in of_move(move, claims=claims):
            yield move.seq, event
    for act in acts:
        yield act.after, of_act(act)


def of_move(move: MoveFacts, *, claims: bool) -> Iterator[dict[str, Any]]:
    """The public events of a move; `claims`: the game is played with muggins."""
    unclaimed = claims and any(event["type"] == "counted" for event in move.events)
    if move.actor == Move.Actor.TIME or (move.actor == Move.Actor.TABLE and unclaimed):
        yield {"type": "out_of_time", "seat": move.seat, "claim": move.actor == Move.Actor.TABLE}
    yield from move.events


def of_act(act: ActFacts) -> dict[str, Any]:
    """An act as an event."""
    event = {"type": "act", "kind": act.kind, "seat": act.seat, "hold": act.hold}
    if act.name is not None:
        event["name"] = act.name
    return event
