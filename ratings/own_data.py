"""What the ledger keeps of a player, for the export."""

from typing import Any

from accounts.models import Player, User
from ratings.models import Entry, Mode, Rating


def ratings(user: User | None, player: Player | None) -> list[dict[str, Any]]:
    """Where the player stands in each kind of play, and every entry that led there.

    Numbers are hundredths of a point.
    """
    found: list[dict[str, Any]] = []
    for mode in Mode:
        standing = Rating.objects.filter(player=player, mode=mode).values(
            "value", "games", "wins", "draws", "losses", "best", "best_at", "last_at"
        )
        entries = Entry.objects.filter(player=player, mode=mode).order_by("settlement")
        lines = [
            {
                "at": at,
                "kind": kind,
                "game": game,
                "before": before,
                "change": change,
                "place": place,
                "left": left,
            }
            for at, kind, game, before, change, place, left in entries.values_list(
                "settlement__at",
                "settlement__kind",
                "settlement__game",
                "before",
                "change",
                "place",
                "left",
            )
        ]
        if lines or standing:
            found.append({"seats": int(mode), "now": standing.first(), "entries": lines})
    return found
