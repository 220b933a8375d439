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
    """The ratings of these players in that mode, locked in one order, made where missing.

    First made, then locked: who waits for a row that somebody else is making holds no other.
    """
    wanted = sorted(set(players))
    found = _lock_if_all_are_there(mode, wanted)
    if len(found) < len(wanted):
        rows = Rating.objects.filter(mode=mode, player__in=wanted)
        known = set(rows.values_list("player_id", flat=True))
        missing = [Rating(player_id=player, mode=mode) for player in wanted if player not in known]
        Rating.objects.bulk_create(missing, ignore_conflicts=True)
        found = _lock_if_all_are_there(mode, wanted)
    return {row.player_id: row for row in found}


def _lock_if_all_are_there(mode: int, wanted: list[int]) -> list[Rating]:
    """Their ratings, locked; none, and none locked, when any is missing."""
    return list(
        Rating.objects.raw(
            """
            SELECT * FROM ratings_rating
            WHERE mode = %(mode)s AND player_id = ANY(%(wanted)s)
            AND cardinality(%(wanted)s) = (
                SELECT count(*) FROM ratings_rating
                WHERE mode = %(mode)s AND player_id = ANY(%(wanted)s)
            )
            ORDER BY player_id FOR UPDATE
            """,
            {"mode": mode, "wanted": wanted},
        )
    )
