"""The clocks of the site, and how long everything takes by the rules.

The database's clock is the only one.  Deadlines, waits and leases run on *site time*, which is the
database's time less all the time in which no move could be accepted: `games_siteclock` holds when
a server last said that it takes moves (heartbeat.py) and how long none did.  So nobody loses a
turn to our downtime, and nothing has to be moved when the site is back.

Site time is read in two ways.  `SiteNow` runs on a little past the last heartbeat: from it new
deadlines are counted.  `SiteProven` is the time up to which the site is known to have run: only a
deadline before it is over.  Without a heartbeat ever (commands, tests) both are the real time.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import connection
from django.db.models import DateTimeField, Func

# RULES: the table deals after 10 s, counts after 15 s, and with muggins after 30 s.
DEAL_WAIT = timedelta(seconds=10)
COUNT_WAIT = timedelta(seconds=15)
CLAIM_WAIT = timedelta(seconds=30)
# Who is not ready after this long loses the seat; a table that never starts is closed.
READY_WAIT = timedelta(seconds=60)
START_WAIT = timedelta(minutes=30)
# A CPU's turn still open after this long was lost on its way to the worker.
CPU_GRACE = timedelta(seconds=2)
# RULES: a CPU takes the seat of an owner who is gone, or who is there and does nothing, this long.
AWAY_WAIT = timedelta(seconds=60)
IDLE_WAIT = timedelta(minutes=10)
# RULES: what stands still because nobody is there is closed after this long.
EMPTY_WAIT = timedelta(minutes=10)
SOLO_WAIT = timedelta(days=30)
# RULES: the win may be claimed when a CPU has held the others' seats this long.
CLAIM_WIN_WAIT = timedelta(seconds=60)

# A silence of the heartbeat longer than this is an outage, and does not count as site time.
LONGEST_SILENCE = timedelta(seconds=1.5)
# What everybody gets on top of an outage: pages need a moment to find their way back.
COMING_BACK = timedelta(seconds=3)


class DatabaseClock(Func):
    """The database's own time when the row is read, not when the transaction began."""

    function = "clock_timestamp"
    arity = 0
    output_field = DateTimeField()


class SiteNow(Func):
    """Site time now, to count deadlines and leases from."""

    function = "games_site_now"
    arity = 0
    output_field = DateTimeField()


class SiteProven(Func):
    """Site time up to which the site is known to have run, to tell whether something is over."""

    function = "games_site_proven"
    arity = 0
    output_field = DateTimeField()


@dataclass(frozen=True, slots=True)
class Moment:
    """One reading of the clocks: the database's real time, and site time in its two ways."""

    real: datetime
    now: datetime
    proven: datetime

    def passed(self, at: datetime | None) -> bool:
        """Whether that site time is over for sure."""
        return at is not None and at <= self.proven


def read() -> Moment:
    """What the clocks say."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp(), games_site_now(), games_site_proven()")
        return Moment(*cursor.fetchone())


def beat() -> None:
    """Say that the site takes moves now. A silence before this that was too long is taken out."""
    with connection.cursor() as cursor:
        cursor.execute(
            """
            INSERT INTO games_siteclock AS clock (id, alive_at, stopped)
            VALUES (1, clock_timestamp(), interval '0')
            ON CONFLICT (id) DO UPDATE SET
                alive_at = clock_timestamp(),
                stopped = clock.stopped + CASE
                    WHEN clock_timestamp() - clock.alive_at > make_interval(secs => %s)
                    THEN clock_timestamp() - clock.alive_at + make_interval(secs => %s)
                    ELSE interval '0' END
            """,
            [LONGEST_SILENCE.total_seconds(), COMING_BACK.total_seconds()],
        )
