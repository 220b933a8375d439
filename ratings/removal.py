"""Taking somebody's games out of a mode, as if they had not been played."""

from datetime import datetime

from django.db import connection, transaction
from django.db.models import Sum

from ratings import elo
from ratings.counting import counting_games, recount
from ratings.errors import NothingToRemove
from ratings.locks import hold_mode
from ratings.models import Entry, Rating, Settlement
from ratings.replay import played, replay

BATCH = 2_000


def remove(player_id: int, mode: int, reason: str, at: datetime) -> Settlement:
    """Play a mode again without a player's games; everybody moves to where they are then.

    One settlement says for each who moved by how much. Raises NothingToRemove. Nothing else is
    settled in that mode meanwhile: some seconds for a million games.
    """
    with transaction.atomic():
        hold_mode(mode)
        with connection.cursor() as cursor:
            cursor.execute("SET LOCAL statement_timeout = 0")
        games = counting_games(mode)
        if not games.filter(entries__player=player_id).exists():
            raise NothingToRemove
        new = replay(played(games), {player_id})
        settlement = Settlement.objects.create(
            kind=Settlement.Kind.REPLAY, mode=mode, removed_id=player_id, reason=reason, at=at
        )
        entries = [
            Entry(
                settlement=settlement,
                player_id=row.player_id,
                mode=mode,
                before=row.value,
                games_before=row.games,
                change=new.values.get(row.player_id, elo.START) - row.value,
            )
            for row in Rating.objects.filter(mode=mode).order_by("player_id")
        ]
        house = Entry.objects.filter(mode=mode, player=None).aggregate(sum=Sum("change"))["sum"]
        entries.append(Entry(settlement=settlement, mode=mode, change=new.house - (house or 0)))
        Entry.objects.bulk_create(
            (entry for entry in entries if entry.change or entry.player_id == player_id),
            batch_size=BATCH,
        )
        recount(mode)
    return settlement
