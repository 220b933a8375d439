"""The judge: pure functions from a history to the faults in it, a sentence each.

They know RULES' times themselves and ask the site for none of them: the judge measures by real
time what the site measures by its own clock.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import pairwise

from drill.history import CPU, LEFT_BEHIND, PLAYER, TIME, Action, Answer, History, Kill, Move, Span

AWAY = 60.0  # seconds without a page until a CPU may take a seat
QUIET = 20.0  # seconds in which every table must have moved, when nobody disturbs it
# No clock may run while no move can be accepted. Shorter outages than this go unnoticed by the
# site, as docs/drill.md says.
NOTICED = 2.0
SERVERS = ("daphne", "valkey", "postgres")

# What may be refused to somebody who sent only what the page offered: a CPU, the table or the
# clock was faster.
FASTER = {"too_late", "stale", "already_answered", "held", "not_running"}
FINE = FASTER | {"ack", LEFT_BEHIND}


def lost(history: History) -> list[str]:
    """Acknowledged answers that the database does not have, or has otherwise."""
    stored = {(move.table, move.game, move.decision, move.seat): move for move in history.moves}
    seats = _seats(history)
    found = []
    for answer in history.answers:
        if answer.reply != "ack":
            continue
        seat = seats.get((answer.table, answer.game, answer.name), -1)
        move = stored.get((answer.table, answer.game, answer.decision, seat))
        if move is None:
            found.append(f"{_of(answer)} was acknowledged and is not there")
        elif not _same(move.action, answer.action):
            found.append(f"{_of(answer)} was acknowledged, but another answer is there")
    return found


def doubled(history: History) -> list[str]:
    """Decisions that a seat answered twice, and moves of robots that no robot sent."""
    counted = Counter((move.table, move.game, move.decision, move.seat) for move in history.moves)
    found = [
        f"seat {seat} answered decision {game}.{decision} at {table} {times} times"
        for (table, game, decision, seat), times in counted.items()
        if times > 1
    ]
    sent: dict[tuple[str, int, int, str], list[Action]] = {}
    for answer in history.answers:
        key = (answer.table, answer.game, answer.decision, answer.name)
        sent.setdefault(key, []).append(answer.action)
    for move in history.moves:
        if move.actor != PLAYER or move.action["type"] == "cut":
            continue
        name = history.names.get((move.table, move.game, move.seat), "")
        wanted = sent.get((move.table, move.game, move.decision, name), [])
        if not any(_same(move.action, action) for action in wanted):
            found.append(f"{name} never sent move {move.seq} of game {move.game} at {move.table}")
    return found


def early_turns(history: History) -> list[str]:
    """Turns that the clock made before the seat had had its whole time while the site was up."""
    outages = noticed(history.kills)
    found = []
    for move in history.moves:
        if move.actor != TIME:
            continue
        limit = history.limits.get((move.table, move.game), 0)
        asked = _asked_at(history, move)
        had = up(asked, move.at, outages) if limit and asked is not None else 0.0
        if not limit or had < limit:
            found.append(
                f"move {move.seq} of game {move.game} at {move.table} was made after {had:.2f} s"
                f" of {limit} s"
            )
    return found


def _asked_at(history: History, move: Move) -> float | None:
    """Since when the seat was asked: since the decision was opened, or since it was given back."""
    same_game = (move.table, move.game)
    opened = [
        other.at
        for other in history.moves
        if (other.table, other.game) == same_game and other.decision < move.decision
    ]
    back = [
        act.at
        for act in history.acts
        if (act.table, act.game, act.seat) == (*same_game, move.seat)
        and act.kind == "back"
        and act.hold
        and act.at < move.at
    ]
    return max([max(opened), *back]) if opened else None


def early_away(history: History) -> list[str]:
    """Seats that a CPU took because nobody was there, from robots that had not been gone so long.

    By real time and by time in which the site was up: it may only ever be later.
    """
    outages = noticed(history.kills)
    found = []
    for act in history.acts:
        if (act.kind, act.hold) != ("held", "away"):
            continue
        name = history.names.get((act.table, act.game, act.seat), "")
        spans = [span for span in history.connected.get(name, []) if span[0] < act.at]
        gone = up(max((end for _begin, end in spans), default=0.0), act.at, outages)
        if gone < AWAY:
            found.append(
                f"a CPU took {name}'s seat at {act.table} {max(gone, 0):.2f} s after the last page"
            )
    return found


def stuck(history: History) -> list[str]:
    """Tables where nothing moved in the quiet at the end."""
    last = dict.fromkeys(history.tables, 0.0)
    for move in history.moves:
        last[move.table] = max(last.get(move.table, 0.0), move.at)
    return [
        f"nothing has moved at {table} for {history.ended_at - at:.0f} s"
        if at
        else f"nothing has ever moved at {table}"
        for table, at in last.items()
        if at < history.ended_at - QUIET
    ]


def refused(history: History) -> list[str]:
    """Answers that were offered by the page and refused, though nobody else was faster; and those
    that nobody ever answered.
    """
    found = []
    for answer in history.answers:
        if answer.reply == "":
            found.append(f"{_of(answer)} got no reply")
        elif answer.reply not in FINE:
            found.append(f"{_of(answer)} was refused: {answer.reply}")
    return found


def noticed(kills: Iterable[Kill]) -> list[Span]:
    """The outages that every clock must have stood still for."""
    spans = [(kill.at, kill.back_at) for kill in kills if kill.part in SERVERS]
    return [(begin, end) for begin, end in spans if end - begin >= NOTICED]


def up(begin: float, end: float, outages: Iterable[Span]) -> float:
    """Seconds between two times, less the outages (which do not overlap)."""
    down = sum(max(0.0, min(end, until) - max(begin, since)) for since, until in outages)
    return end - begin - down


def standstills(history: History) -> dict[str, tuple[float, float]]:
    """For each kind of kill, the longest time around it without a move anywhere, and the longest
    without a CPU's.
    """
    found: dict[str, tuple[float, float]] = {}
    kills = sorted(history.kills, key=lambda kill: kill.at)
    ends = [kill.at for kill in kills[1:]] + [history.ended_at]
    everybody = sorted(move.at for move in history.moves)
    computers = sorted(move.at for move in history.moves if move.actor == CPU)
    for kill, end in zip(kills, ends, strict=True):
        gaps = (_longest_gap(everybody, kill.at, end), _longest_gap(computers, kill.at, end))
        before = found.get(kill.part, (0.0, 0.0))
        found[kill.part] = (max(before[0], gaps[0]), max(before[1], gaps[1]))
    return found


def _longest_gap(times: list[float], begin: float, end: float) -> float:
    """The longest time without any of `times` that reaches into the span."""
    first = max((at for at in times if at <= begin), default=begin)
    inside = [first, *(at for at in times if begin < at <= end), end]
    return max(later - earlier for earlier, later in pairwise(inside))


def _seats(history: History) -> dict[tuple[str, int, str], int]:
    return {(table, game, name): seat for (table, game, seat), name in history.names.items()}


def _same(stored: Action, sent: Action) -> bool:
    """A page names no hand when it deals, and cards in any order when it throws."""
    wanted = sent | {name: stored[name] for name in ("hand_no",) if name in stored}
    if "cards" in wanted and "cards" in stored:
        wanted = wanted | {"cards": sorted(wanted["cards"])}
        stored = stored | {"cards": sorted(stored["cards"])}
    return stored == wanted


def _of(answer: Answer) -> str:
    asked = f"{answer.game}.{answer.decision}"
    return f"{answer.name}'s {answer.action['type']} for {asked} at {answer.table}"
