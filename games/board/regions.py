"""Which regions the page has, and what each shows to one seat."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from accounts.sanctions.models import Sanction
from games.board import before, counting, log, menu, notice, pegs, playing, prompt, report, talk
from games.board.snapshot import SeatFacts, Snapshot
from games.cribbage.view import View, view
from games.models import Game


@dataclass(frozen=True, slots=True)
class Looker:
    """One pair of eyes: the table, the seat (None: a spectator), what the rules let it see."""

    table: Snapshot
    seat: int | None
    view: View | None
    player_id: int | None
    """Who looks; None for somebody who has never taken a seat anywhere."""
    origin: str
    """Scheme and host under which the looker reached the site, for links to send."""

    @property
    def decision(self) -> str:
        """Names what is asked now, for the answer: the game's number and its decision."""
        asked = self.view.decision if self.view is not None else 0
        return f"{self.table.game_number}.{asked}"

    @property
    def running(self) -> bool:
        """Whether a game has begun and is not over in any way."""
        return self.view is not None and self.table.status == Game.Status.PLAYING

    @property
    def broken_off(self) -> bool:
        """Whether the game was over before its last point: drawn, claimed, or closed."""
        return self.view is not None and not self.running and self.view.phase != "over"

    @property
    def own(self) -> SeatFacts | None:
        """The looker's seat, None without one."""
        return next((seat for seat in self.table.seats if seat.number == self.seat), None)

    @property
    def hold(self) -> str:
        """Why a CPU plays in the looker's place; "" when it does not."""
        return self.own.hold if self.own is not None and self.running else ""

    @property
    def sanctions(self) -> tuple[Sanction, ...]:
        """What is imposed on the looker."""
        return self.table.sanctions.get(self.player_id or 0, ())

    @property
    def asked(self) -> bool:
        """Whether the looker is to answer now, and nobody in the looker's place."""
        return (
            self.view is not None
            and self.running
            and self.seat is not None
            and self.seat in self.view.asked
            and not self.hold
        )

    def name(self, seat: int) -> str:
        """The name of the player in a seat."""
        return self.table.name(seat)

    def is_partner(self, seat: int) -> bool:
        """Whether the looker plays together with that seat, and sits in another."""
        return (
            self.view is not None
            and self.view.seats == 4
            and self.seat is not None
            and seat == (self.seat + 2) % 4
        )

    def is_you(self, seat: int) -> bool:
        """Whether the looker sits there."""
        return seat == self.seat


def look(table: Snapshot, player_id: int | None, origin: str = "") -> Looker:
    """The table as one player sees it, from the seat if it has one there."""
    seat = table.seat_of(player_id) if player_id is not None else None
    seen = view(table.state, seat) if table.state is not None else None
    return Looker(table, seat, seen, player_id, origin)


REGIONS: dict[str, Callable[[Any], Any]] = {
    "notice": notice.notice,
    "seats": playing.seats,
    "crib": playing.crib,
    "play": playing.play,
    "show": counting.show,
    "waiting": before.waiting,
    "report": report.report,
    "prompt": prompt.prompt,
    "hand": playing.hand,
    "pegs": pegs.pegs,
    "menu": menu.menu,
    "last": counting.last,
    "log": log.log,
    "chat": talk.chat,
}


def contexts(looker: Looker) -> dict[str, Any]:
    """What every region shows, by name. Equal values show the same thing."""
    return {name: build(looker) for name, build in REGIONS.items()}
