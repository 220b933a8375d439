"""Who may sit down to a ranked game."""

from datetime import datetime, timedelta

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import Player
from accounts.verified import has_verified_email
from games.models import Act, Game, Seat
from games.refusals import NotForRanked

# RULES: who missed the first throw of so many games in a day plays no ranked games for a day.
MISSED_FIRST_THROWS = 3
DAY = timedelta(hours=24)


def require_eligible(player: Player, now: datetime, table_id: int | None = None) -> None:
    """Raises NotForRanked, with the reason, unless the player may take a seat in a ranked game.

    `now` is real time; `table_id` is the table in question. Locks the player until the transaction
    ends, so that nobody takes two seats at once.
    """
    Player.objects.select_for_update().get(pk=player.pk)
    reason = why_not(player, now, table_id)
    if reason:
        raise NotForRanked(reason)


def why_not(player: Player | None, now: datetime, table_id: int | None = None) -> str:
    """Why the player can't take a seat in a ranked game, as a sentence; "" when nothing is in the
    way."""
    if player is None or player.kind != Player.Kind.ACCOUNT:
        return _("Ranked games are for people with an account.")
    if not has_verified_email(player):
        return _("Confirm your e-mail address first: ranked games are for confirmed accounts.")
    until = excluded_until(player.pk, now)
    if until is not None:
        hours = max(1, round((until - now) / timedelta(hours=1)))
        return ngettext(
            "You missed the first throw of three ranked games in a day. You can play ranked "
            "again in an hour.",
            "You missed the first throw of three ranked games in a day. You can play ranked "
            "again in %(hours)s hours.",
            hours,
        ) % {"hours": hours}
    if ranked_seats(player.pk).exclude(game__table=table_id).exists():
        return _("You sit at another ranked game. One at a time.")
    return ""


def ranked_seats(player_id: int) -> QuerySet[Seat]:
    """The player's seats in ranked games that wait or run. A seat that was left is none, nor is
    one in a rematch that the player has not agreed to."""
    return all_ranked_seats().filter(player=player_id)


def all_ranked_seats() -> QuerySet[Seat]:
    """The same of everybody."""
    waiting = Q(game__status=Game.Status.WAITING) & (Q(game__rematch=False) | Q(ready=True))
    running = Q(game__status=Game.Status.PLAYING) & ~Q(hold=Seat.Hold.LEFT)
    return Seat.objects.filter(waiting | running, game__table__ranked=True)


def excluded_until(player_id: int, now: datetime) -> datetime | None:
    """Until when the player plays no ranked games for having missed first throws; None if not."""
    missed = Act.objects.filter(
        player=player_id, kind=Act.Kind.MISSED, at__gt=now - 2 * DAY
    ).order_by("at")
    times = list(missed.values_list("at", flat=True))
    last = MISSED_FIRST_THROWS - 1
    until = [
        times[number] + DAY
        for number in range(last, len(times))
        if times[number] - times[number - last] < DAY
    ]
    return until[-1] if until and until[-1] > now else None
