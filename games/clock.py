"""How long the table waits for a decision before it makes that decision itself.

The database is the only clock: all times here come from its `clock_timestamp()`.
"""

from datetime import datetime, timedelta

from django.db.models import DateTimeField, Func

from games.cribbage.actions import Action, Deal, TableCount
from games.cribbage.rules import asked
from games.cribbage.state import State

# RULES: the table deals after 10 s, counts after 15 s, and with muggins after 30 s.
DEAL_WAIT = timedelta(seconds=10)
COUNT_WAIT = timedelta(seconds=15)
CLAIM_WAIT = timedelta(seconds=30)
# Who is not ready after this long loses the seat; a table that never starts is closed.
READY_WAIT = timedelta(seconds=60)
START_WAIT = timedelta(minutes=30)
# A CPU's turn still open after this long was lost on its way to the worker.
CPU_GRACE = timedelta(seconds=2)


class DatabaseClock(Func):
    """The database's own time when the row is read, not when the transaction began."""

    function = "clock_timestamp"
    arity = 0
    output_field = DateTimeField()


def wait_for(state: State) -> timedelta | None:
    """The time the table gives the decision that `state` asks; None: as long as it takes."""
    if state.phase == "deal":
        return DEAL_WAIT
    if state.phase == "show":
        return CLAIM_WAIT if state.settings.muggins else COUNT_WAIT
    return None


def deadline(state: State, now: datetime) -> datetime | None:
    """When the table makes this decision itself, counted from `now`; None: never."""
    wait = wait_for(state)
    return None if wait is None else now + wait


def own_action(state: State) -> tuple[int, Action]:
    """The seat and the action by which the table answers when its wait is over.

    Only for states that `wait_for` gives a time.
    """
    seat = asked(state)[0]
    return seat, Deal(state.hand_no + 1) if state.phase == "deal" else TableCount()
