"""What the tables keep of a player, for the export: games, own moves, chat.

Of a game that runs the player's own answers alone: never a deal, never a seed.
"""

from collections import defaultdict
from typing import Any

from django.db.models import F, Prefetch
from django.db.models.fields.json import KeyTransform

from accounts.models import Player, User
from games.cribbage.state import side_of
from games.models import Act, ChatLine, Game, Move, Seat

# So many games are read at once: no statement takes long, whoever has played how much.
CHUNK = 250


def games(user: User | None, player: Player | None) -> list[dict[str, Any]]:
    """Every game with a seat of the player, the oldest first."""
    mine = list(Seat.objects.filter(player=player).order_by("game_id").values_list("game", "pk"))
    found: list[dict[str, Any]] = []
    for start in range(0, len(mine), CHUNK):
        found += _of_games([seat for _game, seat in mine[start : start + CHUNK]])
    return found


def _of_games(seats: list[int]) -> list[dict[str, Any]]:
    everybody = Prefetch("game__seats", Seat.objects.select_related("player"))
    own = list(
        Seat.objects.filter(pk__in=seats)
        .select_related("game__table")
        # A state is large, and holds what is hidden.
        .defer("game__settings", "game__state")
        .annotate(scores=KeyTransform("scores", "game__state"))
        .prefetch_related(everybody)
        .order_by("game_id")
    )
    moves: dict[int, list[dict[str, Any]]] = defaultdict(list)
    answered = Move.objects.filter(
        game__seats__in=seats, seat=F("game__seats__number"), actor=Move.Actor.PLAYER
    ).order_by("game_id", "seq")
    for game, seq, action, at in answered.values_list("game", "seq", "action", "at").iterator():
        moves[game].append({"number": seq, "answer": action, "at": at})
    return [_game(seat, moves.get(seat.game_id, [])) for seat in own]


def _game(seat: Seat, moves: list[dict[str, Any]]) -> dict[str, Any]:
    game = seat.game
    others = [each for each in game.seats.all() if each.pk != seat.pk]
    over = game.status == Game.Status.OVER
    side = side_of(len(others) + 1, seat.number)
    return {
        "game": game.pk,
        "table": game.table.code,
        "number": game.number,
        "status": game.status,
        "ranked": game.ranked,
        "started_at": game.started_at,
        "ended_at": game.ended_at,
        "seat": seat.number,
        "words_for_the_shuffle": seat.client_seed,
        "others": [
            {"seat": each.number, "player": each.player_id, "name": each.player.name}
            for each in others
        ],
        "ending": game.ending,
        "won": game.winner == side if over and game.winner is not None else None,
        "scores": seat.scores,  # type: ignore[attr-defined]
        "own_moves": moves,
    }


def chat(user: User | None, player: Player | None) -> list[dict[str, Any]]:
    """What the player has said, the oldest first."""
    lines = ChatLine.objects.filter(player=player).order_by("pk")
    return [
        {"table": code, "at": at, "phrase": phrase, "text": text}
        for code, at, phrase, text in lines.values_list("table__code", "at", "preset", "text")
    ]


def missed(user: User | None, player: Player | None) -> list[dict[str, Any]]:
    """Seats that were lost before the deal, and first throws that were missed."""
    acts = Act.objects.filter(player=player).order_by("pk").values_list("game", "kind", "at")
    return [{"game": game, "kind": kind, "at": at} for game, kind, at in acts]
