"""What a ranked game is in the ratings: whether it counts, what it moved, who took it out."""

from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from accounts.sanctions.models import LogEntry
from games.models import Game
from games.ranked.endings import WITHOUT_RESULT
from ratings.models import Entry, Settlement
from ratings.preview import standings
from ratings.taken_out import taken_out
from ratings.uncertainty import exact, signed


@dataclass(frozen=True, slots=True)
class Rated:
    """Whether a game counts, in words; `reason` is why it was taken out."""

    counts: bool
    words: str
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Moved:
    """What a game moved for one player, and where the rating would be without it."""

    name: str
    before: str
    change: str
    back: str
    without: str


def rated(game: Game) -> Rated | None:
    """None for a game that is not ranked, and while there is nothing to say yet."""
    if not game.ranked:
        return None
    if game.unrated:
        why = {"why": game.get_unrated_display()}
        if game.status == Game.Status.OVER:
            return Rated(False, _("did not count: %(why)s") % why)
        return Rated(False, _("will not count: %(why)s") % why)
    if game.status != Game.Status.OVER:
        return None
    if game.ending in WITHOUT_RESULT:
        return Rated(False, _("did not count: the game was void"))
    out = taken_out([game.pk])
    if game.pk in out:
        return _out(game, Settlement.objects.select_related("removed").get(pk=out[game.pk]))
    if not _entries(game).exists():
        return Rated(False, _("did not count: it moved no rating"))
    return Rated(True, _("counted"))


def moved(game: Game) -> tuple[Moved, ...]:
    """By seat; empty for a game that moved nothing."""
    found = list(_entries(game))
    players = [entry.player_id for entry in found if entry.player_id is not None]
    now = dict(zip(players, standings(len(players), players), strict=True))
    return tuple(
        Moved(
            name=entry.player.name,
            before=exact(entry.before or 0),
            change=signed(entry.change),
            back=signed(-entry.change),
            without=exact(now[entry.player.pk].value - entry.change),
        )
        for entry in found
        if entry.player is not None
    )


def _entries(game: Game) -> QuerySet[Entry]:
    of_game = Entry.objects.filter(
        settlement__kind=Settlement.Kind.GAME, settlement__game=game.pk, seat__isnull=False
    )
    return of_game.select_related("player").order_by("seat")


def _out(game: Game, by: Settlement) -> Rated:
    if by.removed is None:
        lines = LogEntry.objects.filter(
            action=LogEntry.Action.VOID, game=game, before__status=Game.Status.OVER
        )
        words = _("taken out of the ratings on %(at)s by %(name)s")
    else:
        lines = LogEntry.objects.filter(
            action=LogEntry.Action.REMOVE,
            player=by.removed,
            after__mode=by.mode,
            at__gte=by.at,
        )
        words = _("taken out of the ratings on %(at)s by %(name)s, with all games of %(player)s")
    line = lines.order_by("pk").first()
    told: dict[str, Any] = {
        "at": f"{date_format(by.at, 'DATETIME_FORMAT')} UTC",
        "name": line.actor_name if line is not None and line.actor_name else _("the site"),
        "player": by.removed.name if by.removed is not None else "",
    }
    return Rated(False, words % told, by.reason)
