"""What is kept of the moment when something was reported. The database never lets it change.

It holds what somebody who only looks on could know then: never a hidden card, never a seed.
"""

from typing import Any

from accounts.models import Player
from games.board.before import settings_of
from games.cribbage import record
from games.cribbage.view import view
from games.histories import latest
from games.models import ChatLine, Game, Table
from games.moderation.telling import said, told

PAGES = ("table", "profile")
LINES, MOVES = 50, 40
LINES_OF_A_PLAYER, GAMES_OF_A_PLAYER = 20, 10


def of_table(table: Table, game: Game) -> dict[str, Any]:
    """A table that is reported, and the game there."""
    seats = list(game.seats.select_related("player").order_by("number"))
    lines = ChatLine.objects.filter(table=table).select_related("player", "table")
    return {
        "page": "table",
        "table": table.code,
        "revision": table.revision,
        "game": game.number,
        "status": game.status,
        "decision": game.decision,
        "ranked": game.ranked or table.ranked,
        "settings": _settings(table),
        "seats": [[seat.number, seat.player_id] for seat in seats],
        "people": [
            {
                "seat": seat.number,
                "player": seat.player_id,
                "name": seat.player.name,
                "hold": seat.hold,
            }
            for seat in seats
        ],
        **_standing(game),
        "log": [{"at": line.at.isoformat(), "text": line.text} for line in told(game, last=MOVES)],
        "chat": _chat(list(lines.order_by("-pk")[:LINES])),
    }


def of_player(about: Player) -> dict[str, Any]:
    """A player who is reported from the profile: said lately anywhere, and played lately."""
    lines = ChatLine.objects.filter(player=about).select_related("player", "table")
    return {
        "page": "profile",
        "name": about.name,
        "chat": _chat(list(lines.order_by("-pk")[:LINES_OF_A_PLAYER])),
        "games": [
            {
                "at": game.at.isoformat(),
                "title": game.title,
                "status": game.status,
                "result": game.result,
                "url": game.url,
            }
            for game in latest(about, GAMES_OF_A_PLAYER)
        ],
    }


def _standing(game: Game) -> dict[str, Any]:
    stored = Game.objects.values_list("state", flat=True).get(pk=game.pk)
    if stored is None:
        return {}
    seen = view(record.state_from_json(stored), None)
    return {"scores": list(seen.scores), "hand": seen.hand_no, "phase": seen.phase}


def _settings(table: Table) -> list[list[str]]:
    return [[str(row.label), str(row.value)] for row in settings_of(table)]


def _chat(newest_first: list[ChatLine]) -> list[dict[str, Any]]:
    return [
        {
            "at": line.at.isoformat(),
            "table": line.table.code,
            "player": line.player_id,
            "name": line.player.name,
            "text": said(line),
        }
        for line in reversed(newest_first)
    ]
