"""The table at the end: zeros, and what they were drawn from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from drill import judge
from drill.history import TIME, History

SHOWN = 12  # faults of one kind that are spelt out


def lines(history: History, faults: Mapping[str, Sequence[str]], reconnects: int) -> list[str]:
    """What to print."""
    said = []
    for kind, found in faults.items():
        said += [f"{kind}: {each}" for each in found[:SHOWN]]
        if len(found) > SHOWN:
            said.append(f"{kind}: and {len(found) - SHOWN} more")
    acked = sum(answer.reply == "ack" for answer in history.answers)
    held = [act for act in history.acts if act.kind == "held"]
    away = sum(act.hold == "away" for act in held)
    back = sum(act.kind == "back" and act.hold != "" for act in history.acts)
    said.append("")
    said += [_row(kind, str(len(found))) for kind, found in faults.items()]
    said.append("")
    said.append(_row("games", str(len(history.limits))))
    said.append(_row("moves", f"{len(history.moves)}, {acked} of them acknowledged to robots"))
    said.append(_row("reconnects", str(reconnects)))
    said.append(_row("kills", str(len(history.kills))))
    said.append(_row("timeouts", str(sum(move.actor == TIME for move in history.moves))))
    said.append(
        _row("substitutes", f"{len(held)}, {away} of them for somebody gone; {back} given back")
    )
    said.append("")
    said.append(_row("killed", "longest until it was back, without a move, without a CPU's move"))
    for part, (anybody, computer) in judge.standstills(history).items():
        back_after = max(kill.back_at - kill.at for kill in history.kills if kill.part == part)
        said.append(_row(part, f"{back_after:5.1f} s {anybody:7.1f} s {computer:7.1f} s"))
    return said


def _row(name: str, value: str) -> str:
    return f"  {name:14}{value}"
