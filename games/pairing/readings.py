"""What the pages of the queue show, read once for all pages of a process."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count

from accounts.models import Player
from accounts.sanctions.standing import why_not_ranked
from accounts.verified import has_verified_email
from games import clock
from games.models import Game, Searcher
from games.pairing.queue import here, kept
from games.ranked.eligibility import all_ranked_seats, why_not


@dataclass(frozen=True, slots=True)
class Search:
    """What somebody looks for; `since` in site time."""

    size: int
    since: datetime


@dataclass(frozen=True, slots=True)
class RankedSeat:
    """Where somebody sits at a ranked game; `new`: brought together there, and not begun."""

    code: str
    new: bool


@dataclass(frozen=True, slots=True)
class Reading:
    """How many wait for each size, and what some players look for or where they sit.

    `at` is the site time at which it was begun: of two readings the later one is truer.
    """

    at: datetime
    counts: dict[int, int]
    searches: dict[int, Search]
    seats: dict[int, RankedSeat]


def read(players: Collection[int]) -> Reading:
    """The queue now, and these players."""
    moment = clock.read()
    counted = Searcher.objects.filter(here(moment)).values_list("size").annotate(Count("pk"))
    entries = Searcher.objects.filter(kept(moment), player__in=players)
    seats = all_ranked_seats().filter(player__in=players).order_by("pk")
    return Reading(
        at=moment.now,
        counts=dict(counted.order_by()),
        searches={
            player: Search(size, since)
            for player, size, since in entries.values_list("player", "size", "since")
        },
        seats={
            player: RankedSeat(code, new=quick and status == Game.Status.WAITING)
            for player, code, quick, status in seats.values_list(
                "player", "game__table__code", "game__table__quick", "game__status"
            )
        },
    )


@dataclass(frozen=True, slots=True)
class Hindrance:
    """Why somebody can't look for a game, as a sentence, and what helps.

    `remedy` is "account", "email", "standing" for what the moderators have said, or "" when there
    is none but time.
    """

    reason: str = ""
    remedy: str = ""


def hindrance(player: Player | None) -> Hindrance:
    """What is in the player's way now."""
    reason = why_not(player, clock.read().real)
    if not reason:
        return Hindrance()
    if player is None or player.kind != Player.Kind.ACCOUNT:
        return Hindrance(reason, "account")
    if not has_verified_email(player):
        return Hindrance(reason, "email")
    return Hindrance(reason, "standing" if why_not_ranked(player.pk) == reason else "")


def hindrance_of(player_id: int | None) -> Hindrance:
    """The same by the player's key."""
    return hindrance(Player.objects.filter(pk=player_id).first() if player_id else None)
