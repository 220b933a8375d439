"""The end of a game: who won, by how much, and the way to another one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.urls import reverse
from django.utils.translation import gettext as _

from games.board.attendance import milliseconds
from games.board.playing import Hidden
from games.board.stakes import ChangeRow, Stakes, changes, stakes, why
from games.board.words import listed
from games.cribbage.state import side_of
from games.models import Game
from games.ranked.endings import WITHOUT_RESULT

if TYPE_CHECKING:
    from games.board.regions import Looker
    from games.board.snapshot import Ended


# The winner of such a game need not have the most points.
WITHOUT_THE_LAST_POINT = (
    Game.Ending.CLAIMED,
    Game.Ending.RESIGNED,
    Game.Ending.RULING,
    Game.Ending.STAYED,
)


@dataclass(frozen=True, slots=True)
class ReportSide:
    name: str
    score: int
    label: str
    is_winner: bool


@dataclass(frozen=True, slots=True)
class Rematch:
    """Whether there is to be another game; `state` is the looker's part in it."""

    state: str
    text: str
    button_label: str
    can_leave: bool
    commitment: str
    """Of the game to come, shown before anybody agrees to it."""
    stakes: Stakes | None
    agree_by: int | None = None
    """When the next seat that has not agreed is lost, in milliseconds of site time."""


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended, and what proves that its shuffle was fair."""

    won: bool
    headline: str
    note: str
    sides: tuple[ReportSide, ...]
    changes: tuple[ChangeRow, ...]
    """Of ratings."""
    why: str
    verify_url: str
    commitment: str
    seed: str


@dataclass(frozen=True, slots=True)
class Report:
    result: Result
    rematch: Rematch | None
    closed: bool
    quick: bool
    visible: bool = True


def report(looker: Looker) -> Report | Hidden:
    """How the game ended, once it is over in any way."""
    ended = result(looker)
    if ended is None or looker.view is None or looker.running:
        return Hidden()
    return Report(ended, _rematch(looker), looker.table.closed, looker.table.quick)


def result(looker: Looker) -> Result | None:
    """How the game ended that is over, or the last one while people wait for the next."""
    ended = looker.table.ended
    if ended is None:
        return None
    spoken_label = {None: "", "skunk": _("skunked"), "double": _("double-skunked")}
    sides = tuple(
        ReportSide(
            name=_names(ended, side),
            score=score,
            label=spoken_label[ended.labels[side]],
            is_winner=side == ended.winner,
        )
        for side, score in enumerate(ended.scores)
    )
    won = any(
        side_of(len(ended.seats), seat.number) == ended.winner
        for seat in ended.seats
        if seat.player_id == looker.player_id
    )
    return Result(
        won=won,
        headline=_headline(ended, won, sides),
        note=_note(looker, ended),
        sides=sides,
        changes=changes(looker, ended),
        why=why(ended),
        verify_url=reverse("deals", args=[looker.table.code, ended.number]),
        commitment=ended.commitment,
        seed=ended.seed,
    )


def _names(ended: Ended, side: int) -> str:
    seats = len(ended.seats)
    return " + ".join(seat.name for seat in ended.seats if side_of(seats, seat.number) == side)


def _headline(ended: Ended, won: bool, sides: tuple[ReportSide, ...]) -> str:
    if not ended.ending:
        return _("This game was closed.")
    winner = next((side for side in sides if side.is_winner), None)
    if ended.ending in WITHOUT_RESULT:
        return _("This game is void.")
    if winner is None:
        return _("The game is drawn.")
    if ended.ending in WITHOUT_THE_LAST_POINT:
        if won:
            return _("You win.")
        both = len(ended.seats) == 4
        return (_("%(name)s win.") if both else _("%(name)s wins.")) % {"name": winner.name}
    others = [side for side in sides if not side.is_winner]
    scores = {
        "name": winner.name,
        "score": winner.score,
        "others": " : ".join(str(side.score) for side in others),
    }
    if won:
        return _("You win, %(score)s to %(others)s.") % scores
    if len(ended.seats) == 4:
        return _("%(name)s win, %(score)s to %(others)s.") % scores
    return _("%(name)s wins, %(score)s to %(others)s.") % scores


def _note(looker: Looker, ended: Ended) -> str:
    """Why a game that was broken off ended; "" for one that was played to its end."""
    if ended.ending == Game.Ending.RESIGNED:
        return _resigned(looker, ended)
    return {
        "": _("Nobody was here for too long. It has no result; this is how it stood."),
        Game.Ending.PLAYED: "",
        Game.Ending.EMPTY: _(
            "Nobody was left who played, which makes a ranked game a draw. This is how it stood."
        ),
        Game.Ending.VOID: _("A first throw to the crib was missed, so the game has no result."),
        Game.Ending.DRAW: _("Everybody who played agreed to a draw. This is how it stood."),
        Game.Ending.CLAIMED: _(
            "The win was claimed: everybody else had left. This is how it stood."
        ),
        Game.Ending.STAYED: _(
            "A computer came to the last hole for somebody who had left, so who stayed wins."
        ),
        Game.Ending.RULING: _("A moderator has decided this game. This is how it stood."),
        Game.Ending.ANNULLED: _("A moderator has ended this game: it has no result."),
    }[ended.ending]


def _resigned(looker: Looker, ended: Ended) -> str:
    """Who has left a ranked game of two: the one who has not won it."""
    leaver = next(seat for seat in ended.seats if seat.number != ended.winner)
    if leaver.player_id == looker.player_id:
        return _("You have left, which resigns a ranked game of two.")
    return _("%(name)s has left, which resigns a ranked game of two.") % {"name": leaver.name}


def _rematch(looker: Looker) -> Rematch | None:
    table = looker.table
    agreed = table.agreed
    if agreed is None:
        return None
    seated = looker.seat is not None
    commitment, worth = table.next_commitment, stakes(looker)
    if not agreed:
        label = _("Play again") if seated else ""
        return Rematch("offer" if seated else "watching", "", label, seated, commitment, worth)
    names = listed(seat.name for seat in table.seats if seat.number in agreed)
    asking = _("%(names)s would like to play again.") % {"names": names}
    names = listed(
        seat.name for seat in table.seats if seat.number not in agreed and seat.kind != "cpu"
    )
    waiting = _("Waiting for %(names)s to agree.") % {"names": names}
    agree_by = milliseconds(table.agree_by)
    if not seated:
        return Rematch("watching", f"{asking} {waiting}", "", False, commitment, worth, agree_by)
    if looker.seat in agreed:
        return Rematch("waiting", waiting, "", True, commitment, worth, agree_by)
    return Rematch("asked", asking, _("Play again"), True, commitment, worth, agree_by)
