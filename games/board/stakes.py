"""What a ranked game is worth: the ratings, the odds, what each end would change."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.board.words import listed
from games.models import Game
from games.ranked.endings import WITHOUT_RESULT
from ratings import uncertainty

if TYPE_CHECKING:
    from games.board.regions import Looker
    from games.board.snapshot import Ended, RankedSeat


@dataclass(frozen=True, slots=True)
class StakeRow:
    """One seat: its rating, its odds, and what it would gain or lose."""

    name: str
    is_you: bool
    rating: str
    odds: str
    win: str
    draw: str
    loss: str


@dataclass(frozen=True, slots=True)
class Stakes:
    """`rows` only when all who will play sit there; `unrated` is why the game will not count."""

    rows: tuple[StakeRow, ...]
    unrated: str
    win_title: str
    loss_title: str


def stakes(looker: Looker) -> Stakes | None:
    """What the game at a ranked table is worth, or the one to come; None at any other table."""
    ranked = looker.table.ranked
    if ranked is None:
        return None
    three = looker.table.size == 3
    return Stakes(
        rows=tuple(_row(looker, seat) for seat in ranked.seats if seat.stake is not None),
        unrated=why_unrated(ranked.unrated),
        win_title=_("First") if three else _("Win"),
        loss_title=_("Last") if three else _("Loss"),
    )


def _row(looker: Looker, seat: RankedSeat) -> StakeRow:
    assert seat.stake is not None
    own = round(100 * seat.stake.chance)
    return StakeRow(
        name=looker.name(seat.number),
        is_you=looker.is_you(seat.number),
        rating=str(uncertainty.shown(seat.value, seat.games)),
        odds=f"{own} : {100 - own}",
        win=uncertainty.signed(seat.stake.win),
        draw=uncertainty.signed(seat.stake.draw),
        loss=uncertainty.signed(seat.stake.loss),
    )


def why_unrated(code: str) -> str:
    """Why a ranked game does not count, as a sentence; "" for one that does."""
    return {
        "": "",
        Game.Unrated.DAY: _(
            "This game will not be rated: opponents have three rated games with each other in "
            "24 hours."
        ),
        Game.Unrated.WEEK: _(
            "This game will not be rated: opponents have ten rated games with each other in "
            "seven days."
        ),
    }[code]


def changes(looker: Looker, ended: Ended) -> tuple[ChangeRow, ...]:
    """What a game that is over has changed, by seat; empty for one that moved no rating."""
    names = {seat.number: seat.name for seat in ended.seats}
    return tuple(
        ChangeRow(
            name=names[moved.seat],
            is_you=ended.seats[moved.seat].player_id == looker.player_id,
            before=uncertainty.exact(moved.before),
            after=uncertainty.exact(moved.before + moved.change),
            change=uncertainty.signed(moved.change),
        )
        for moved in ended.moved
    )


def why(ended: Ended) -> str:
    """Why the ratings changed as they did, or not at all, where the score does not say it."""
    if not ended.ranked:
        return ""
    if ended.unrated:
        return _("This game was not rated: its players have had as many games as count.")
    if ended.ending == Game.Ending.VOID:
        return _(
            "No rating was changed. Who misses the first throw of three ranked games in a day "
            "plays no ranked games for a day."
        )
    if ended.ending in WITHOUT_RESULT or not ended.moved:
        return _("No rating was changed.")
    if ended.taken_back:
        return _("A moderator has taken this game out of the ratings: what it moved is moved back.")
    gone = listed(seat.name for seat in ended.seats if seat.number in ended.left)
    # who has resigned, that all have gone, or who has ruled, the report says already
    told = (Game.Ending.EMPTY, Game.Ending.RESIGNED, Game.Ending.RULING)
    if not gone or ended.ending in told:
        return ""
    return ngettext(
        "A computer held the seat of %(names)s at the end: for the rating that is to have left.",
        "Computers held the seats of %(names)s at the end: for the rating that is to have left.",
        len(ended.left),
    ) % {"names": gone}


@dataclass(frozen=True, slots=True)
class ChangeRow:
    """What a game that is over has changed for one of its players."""

    name: str
    is_you: bool
    before: str
    after: str
    change: str


def leaving_costs(looker: Looker) -> str:
    """What leaving a ranked game means for the rating, as a sentence; "" at any other."""
    ranked = looker.table.ranked
    if ranked is None:
        return ""
    own = next((seat for seat in ranked.seats if looker.is_you(seat.number)), None)
    if own is None or own.stake is None:
        return ""
    if ranked.unrated:
        return _("This game is not rated.")
    loss = {"loss": uncertainty.signed(own.stake.loss)}
    if looker.table.size == 2:
        return _("You lose the game at once: your rating changes by %(loss)s.") % loss
    if looker.table.size == 3:
        return (
            _("If you have not come back by the end you are last: your rating changes by %(loss)s.")
            % loss
        )
    return (
        _("If you have not come back by the end your rating changes by %(loss)s, however it ends.")
        % loss
    )
