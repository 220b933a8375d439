"""Who may sit down to a ranked game."""

from datetime import datetime, timedelta

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import Player
from accounts.sanctions.standing import why_not_ranked
from accounts.verified import has_verified_email
from games.models import Act, Game, Searcher, Seat
from games.refusals import NotForRanked

# RULES: who missed the first throw of so many games in a day plays no ranked games for a day.
MISSED_FIRST_THROWS = 3
DAY = timedelta(hours=24)


def require_eligible(player: Player, now: datetime, table_id: int | None = None) -> None:
    """Raises NotForRanked, with the reason, unless the player may take a seat in a ranked game.

    `now` is real time; `table_id` is the table in question. Holds the player until the transaction
    ends, so that nobody takes two seats at once.
    """
    _hold(player)
    reason = why_not(player, now, table_id)
    if reason:
        raise NotForRanked(reason)


def require_only_seat(player: Player, table_id: int) -> None:
    """Raises NotForRanked when the player, who had left that table, sits at another ranked game by
    now. Holds the player like `require_eligible`."""
    _hold(player)
    if _sits_elsewhere(player, table_id):
        raise NotForRanked(_one_at_a_time())


def has_gone_on(player: Player, table_id: int) -> bool:
    """Whether the player sits at a ranked game of another table, or looks for one. Holds the player
    like `require_eligible`."""
    _hold(player)
    return _sits_elsewhere(player, table_id) or Searcher.objects.filter(player=player).exists()


def _hold(player: Player) -> None:
    # Not the key: whoever ends a game of the player may be writing what came of it.
    Player.objects.select_for_update(no_key=True).get(pk=player.pk)


def why_not(player: Player | None, now: datetime, table_id: int | None = None) -> str:
    """Why the player can't take a seat in a ranked game, as a sentence; "" when nothing is in the
    way."""
    if player is None or player.kind != Player.Kind.ACCOUNT:
        return _("Ranked games are for people with an account.")
    if not has_verified_email(player):
        return _("Confirm your e-mail address first: ranked games are for confirmed accounts.")
    imposed = why_not_ranked(player.pk)
    if imposed:
        return imposed
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
    return _one_at_a_time() if _sits_elsewhere(player, table_id) else ""


def _sits_elsewhere(player: Player, table_id: int | None) -> bool:
    return ranked_seats(player.pk).exclude(game__table=table_id).exists()


def _one_at_a_time() -> str:
    return _("You sit at another ranked game. One at a time.")


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
