"""What a measure touches, for the page that asks whether to take it."""

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import Player
from accounts.sanctions.rights import Right
from games.board.words import listed
from games.cribbage.state import side_of
from games.models import Game
from games.moderation.catalogue import Measure
from games.moderation.rated import Moved, moved
from games.table import seats_of
from ratings.preview import standings


@dataclass(frozen=True, slots=True)
class Consequences:
    """`sides` are those of which one can win, by number; `says` is a sentence of its own."""

    players: str = ""
    sides: tuple[tuple[int, str], ...] = ()
    moved: tuple[Moved, ...] = ()
    says: str = ""


def against(player: Player, measure: Measure) -> Consequences:
    """What a measure against a player touches besides the player."""
    if measure.mode is None:
        return Consequences()
    (own,) = standings(measure.mode, [player.pk])
    says = ngettext("It takes out %(games)s game.", "It takes out %(games)s games.", own.games)
    return Consequences(says=says % {"games": own.games})


def on(game: Game, newest: Game, measure: Measure) -> Consequences:
    """What a measure on a game touches, or one on its table with the newest game there."""
    concerned = newest if measure.right == Right.TABLES else game
    return Consequences(
        players=_players(concerned),
        sides=_sides(concerned) if measure.asks_winner else (),
        moved=moved(game) if measure.name == "void" else (),
    )


def _players(game: Game) -> str:
    seats = seats_of(game)
    if not seats:
        return _("nobody")
    # With four, who plays with whom is settled when the game begins.
    if len(seats) == 4 and game.started_at is not None:
        one, other = (listed(seat.player.name for seat in seats[side::2]) for side in (0, 1))
        return _("%(one)s against %(other)s") % {"one": one, "other": other}
    return listed(seat.player.name for seat in seats)


def _sides(game: Game) -> tuple[tuple[int, str], ...]:
    seats = seats_of(game)
    names: dict[int, list[str]] = {}
    for seat in seats:
        names.setdefault(side_of(len(seats), seat.number), []).append(seat.player.name)
    return tuple((side, " + ".join(each)) for side, each in sorted(names.items()))
