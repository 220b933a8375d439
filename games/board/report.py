"""The end of a game: who won, by how much, and the way to another one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.urls import reverse
from django.utils.translation import gettext as _

from games.board.playing import Hidden
from games.cribbage.state import side_of
from games.models import Game

if TYPE_CHECKING:
    from games.board.regions import Looker


@dataclass(frozen=True, slots=True)
class ReportSide:
    name: str
    score: int
    label: str
    is_winner: bool


@dataclass(frozen=True, slots=True)
class Rematch:
    state: str
    text: str
    button_label: str
    commitment: str
    """Of the game to come, shown before anybody agrees to it."""


@dataclass(frozen=True, slots=True)
class Report:
    won: bool
    headline: str
    note: str
    closed: bool
    sides: tuple[ReportSide, ...]
    verify_url: str
    commitment: str
    seed: str
    rematch: Rematch | None
    visible: bool = True


def report(looker: Looker) -> Report | Hidden:
    """How the game ended, once it is over in any way."""
    seen, table = looker.view, looker.table
    if seen is None or looker.running:
        return Hidden()
    winner = table.winner
    spoken_label = {None: "", "skunk": _("skunked"), "double": _("double-skunked")}
    # a game that was broken off skunks nobody
    labels = (None,) * len(seen.scores) if looker.broken_off else seen.labels
    sides = tuple(
        ReportSide(
            name=_names(looker, side, seen.seats),
            score=score,
            label=spoken_label[labels[side]],
            is_winner=side == winner,
        )
        for side, score in enumerate(seen.scores)
    )
    won = looker.seat is not None and side_of(seen.seats, looker.seat) == winner
    closed = table.status == Game.Status.CLOSED
    return Report(
        won=won,
        headline=_headline(looker, won, sides),
        note=_note(looker, closed),
        closed=closed,
        sides=sides,
        verify_url=reverse("deals", args=[table.code, table.game_number]),
        commitment=table.commitment,
        seed=table.revealed_seed,
        rematch=_rematch(looker),
    )


def _names(looker: Looker, side: int, seats: int) -> str:
    return " + ".join(
        seat.name for seat in looker.table.seats if side_of(seats, seat.number) == side
    )


def _headline(looker: Looker, won: bool, sides: tuple[ReportSide, ...]) -> str:
    winner = next((side for side in sides if side.is_winner), None)
    if looker.table.status == Game.Status.CLOSED:
        return _("This game was closed.")
    if winner is None:
        return _("The game is drawn.")
    if looker.table.ending == Game.Ending.CLAIMED:
        return _("You win.") if won else _("%(name)s wins.") % {"name": winner.name}
    others = [side for side in sides if not side.is_winner]
    scores = {
        "name": winner.name,
        "score": winner.score,
        "others": " : ".join(str(side.score) for side in others),
    }
    if won:
        return _("You win, %(score)s to %(others)s.") % scores
    if looker.view is not None and looker.view.seats == 4:
        return _("%(name)s win, %(score)s to %(others)s.") % scores
    return _("%(name)s wins, %(score)s to %(others)s.") % scores


def _note(looker: Looker, closed: bool) -> str:
    """Why a game that was broken off ended; "" for one that was played to its end."""
    if closed:
        return _("Nobody was here for too long. It has no result; this is how it stood.")
    if looker.table.ending == Game.Ending.DRAW:
        return _("Everybody who played agreed to a draw. This is how it stood.")
    if looker.table.ending == Game.Ending.CLAIMED:
        return _("The win was claimed: everybody else had left. This is how it stood.")
    return ""


def _rematch(looker: Looker) -> Rematch | None:
    table = looker.table
    agreed = table.agreed
    if looker.seat is None or agreed is None:
        return None
    commitment = table.next_commitment
    if looker.seat in agreed:
        waiting = ", ".join(
            seat.name for seat in table.seats if seat.number not in agreed and seat.kind != "cpu"
        )
        text = _("Waiting for %(names)s to agree.") % {"names": waiting}
        return Rematch("waiting", text, "", commitment)
    if not agreed:
        return Rematch("offer", "", _("Play again"), commitment)
    asking = ", ".join(seat.name for seat in table.seats if seat.number in agreed)
    text = _("%(names)s would like to play again.") % {"names": asking}
    return Rematch("asked", text, _("Play again"), commitment)
