"""What happens by itself at a running game, and when: the table's waits, turns whose time is up,
seats that a CPU takes. All of it follows from the game's row, its seats' rows and its state.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import Enum

from games import clock
from games.cribbage.actions import Action, Deal, TableCount
from games.cribbage.rules import asked
from games.cribbage.state import State
from games.dealing import is_computer
from games.models import Game, Seat


class Cause(Enum):
    """Why something is due."""

    TABLE = "the table deals or counts"
    TURN = "the seat's time is up"
    AWAY = "a CPU takes the seat of somebody who is gone"
    IDLE = "a CPU takes the seat of somebody who does nothing"


@dataclass(frozen=True, slots=True)
class Due:
    """One thing that happens by itself, at a site time, to a seat."""

    at: datetime
    cause: Cause
    seat: int


def plays(seat: Seat) -> bool:
    """Whether the seat's owner answers for it: a person, and no CPU in the person's place."""
    return not is_computer(seat) and not seat.hold


def is_there(seat: Seat) -> bool:
    """Whether the seat's owner is at the table: a person who is connected and has not left."""
    return not is_computer(seat) and seat.away_since is None and seat.hold != Seat.Hold.LEFT


def asked_since(game: Game, seat: Seat) -> datetime:
    """Since when the seat owes the open decision: whoever comes back has the whole time again."""
    assert game.asked_at is not None
    return max(game.asked_at, seat.back_at) if seat.back_at else game.asked_at


def taken_at(seat: Seat) -> datetime | None:
    """From when on a CPU answers for an owner who is gone; None for one who is not."""
    if seat.away_since is None or not plays(seat):
        return None
    return seat.away_since + clock.AWAY_WAIT


def turn_ends_at(game: Game, seat: Seat) -> datetime | None:
    """When the time of a seat that is asked for a card is up; None without a limit."""
    if not game.turn_limit or not plays(seat):
        return None
    return asked_since(game, seat) + timedelta(seconds=game.turn_limit)


def dues(game: Game, state: State, seats: Sequence[Seat]) -> list[Due]:
    """Everything that will happen by itself unless somebody acts before, the first one first.

    Nothing while no owner of a seat is there.
    """
    if game.paused_at is not None or state.phase == "over":
        return []
    by_number = {seat.number: seat for seat in seats}
    found = []
    wait = wait_for(state)
    if wait is not None:
        (number,) = asked(state)
        assert game.asked_at is not None
        counts_at_once = (
            state.phase == "show"
            and not state.settings.muggins
            and by_number[number].away_since is not None
        )
        found.append(
            Due(game.asked_at + (timedelta() if counts_at_once else wait), Cause.TABLE, number)
        )
    people = sum(not is_computer(seat) for seat in seats)
    for number in owing(state):
        seat = by_number[number]
        if not plays(seat):
            continue
        ends_at = turn_ends_at(game, seat) if wait is None else None
        if ends_at is not None:
            found.append(Due(ends_at, Cause.TURN, number))
        gone_at = taken_at(seat)
        if gone_at is not None:
            found.append(Due(max(gone_at, asked_since(game, seat)), Cause.AWAY, number))
        elif not game.turn_limit and people > 1 and wait is None:
            found.append(Due(asked_since(game, seat) + clock.IDLE_WAIT, Cause.IDLE, number))
    return sorted(found, key=lambda due: due.at)


def owing(state: State) -> tuple[int, ...]:
    """The seats that owe a decision of their own now: a throw, a card, a claim.

    Dealing on and counting aloud are none: the table does them for anybody.
    """
    decides = state.phase in ("throw", "play") or (state.phase == "show" and state.settings.muggins)
    return asked(state) if decides else ()


def wait_for(state: State) -> timedelta | None:
    """The time the table gives the decision that `state` asks; None: the table has none."""
    if state.phase == "deal":
        return clock.DEAL_WAIT
    if state.phase == "show":
        return clock.CLAIM_WAIT if state.settings.muggins else clock.COUNT_WAIT
    return None


def own_action(state: State) -> tuple[int, Action]:
    """The seat and the action by which the table answers when its wait is over.

    Only for states that `wait_for` gives a time.
    """
    seat = asked(state)[0]
    return seat, Deal(state.hand_no + 1) if state.phase == "deal" else TableCount()
