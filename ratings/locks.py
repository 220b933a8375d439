"""Who waits for whom: games of a mode are settled side by side, a replay of it alone."""

from collections.abc import Iterable

from django.db import connection

from ratings.models import Rating

# Our number among the database's advisory locks.
MODES = 121


def share_mode(mode: int) -> None:
    """No replay of this mode is written until the transaction ends."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock_shared(%s, %s)", [MODES, mode])


def hold_mode(mode: int) -> None:
    """Nobody else settles anything of this mode until the transaction ends."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s, %s)", [MODES, mode])


def locked_ratings(mode: int, players: Iterable[int]) -> dict[int, Rating]:
    """The ratings of these players in that mode, locked in one order, made where missing."""
    wanted = sorted(set(players))
    rows = Rating.objects.select_for_update().filter(mode=mode, player__in=wanted)
    known = {row.player_id: row for row in rows.order_by("player_id")}
    missing = [player for player in wanted if player not in known]
    if not missing:
        return known
    Rating.objects.bulk_create(
        [Rating(player_id=player, mode=mode) for player in missing], ignore_conflicts=True
    )
    return {row.player_id: row for row in rows.order_by("player_id").all()}
