"""How a player has done against others, counted from the ledger."""

from dataclasses import dataclass

from django.db.models import QuerySet

from accounts.models import Player
from ratings import elo
from ratings.models import Meeting, Mode, Rating

PAGE = 50
MOST_MET = 10


@dataclass(frozen=True, slots=True)
class Against:
    """Games between two players in one kind of play, as the first one sees them."""

    mode: Mode
    games: int
    wins: int
    draws: int
    losses: int
    odds: tuple[int, int] | None

    @property
    def share(self) -> int:
        """What the first scored, a draw as half a win, in whole percent."""
        return round(100 * (self.wins + self.draws / 2) / self.games)


def opponents(player: Player, mode: int) -> QuerySet[Meeting]:
    """Whom the player has met, the most often met first."""
    met = Meeting.objects.filter(player=player, mode=mode)
    return met.select_related("opponent").order_by("-games", "opponent")


def between_two(player: Player, other: Player) -> list[Against]:
    """The games of two against each other, by the number of seats; only where there are any.

    `odds` are the chances of a game of two now, in percent; None with more seats.
    """
    values = dict(
        Rating.objects.filter(mode=Mode.TWO, player__in=[player, other]).values_list(
            "player", "value"
        )
    )
    met = Meeting.objects.filter(player=player, opponent=other, games__gt=0).order_by("mode")
    return [
        Against(
            Mode(row.mode),
            row.games,
            row.wins,
            row.draws,
            row.losses,
            odds(values.get(player.pk, elo.START), values.get(other.pk, elo.START))
            if row.mode == Mode.TWO
            else None,
        )
        for row in met
    ]


def odds(value: int, other: int) -> tuple[int, int]:
    """The chances of two ratings in a game of two, in percent; they sum to 100."""
    own = round(100 * elo.expected(value, other))
    return own, 100 - own
