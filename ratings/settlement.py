"""Settling a game: once, in the transaction that ends it. And taking a settled game back."""

from datetime import datetime

from django.db import transaction

from ratings import counting, elo
from ratings.errors import AlreadyVoided, NotSettled
from ratings.locks import locked_ratings, share_mode
from ratings.models import Entry, Settlement
from ratings.results import Result


def settle(result: Result, at: datetime) -> Settlement:
    """Move the ratings of a game that is over. Again for the same game: nothing happens.

    To be called in the transaction that ends the game; `at` is the database's real time.
    """
    # with the game's end or not at all: no savepoint, which would cost two more statements
    with transaction.atomic(savepoint=False):
        share_mode(result.mode)
        ratings = locked_ratings(result.mode, [seat.player_id for seat in result.seats])
        settlement = _first_settlement(result, at)
        if settlement is None:
            return Settlement.objects.get(game=result.game_id, kind=Settlement.Kind.GAME)
        rows = [ratings[seat.player_id] for seat in result.seats]
        moved = elo.changes(
            [row.value for row in rows],
            [row.games for row in rows],
            [seat.place for seat in result.seats],
            [number for number, seat in enumerate(result.seats) if seat.left],
        )
        entries = [
            Entry(
                settlement=settlement,
                player_id=seat.player_id,
                mode=result.mode,
                seat=number,
                place=seat.place,
                left=seat.left,
                before=rows[number].value,
                games_before=rows[number].games,
                change=moved.by_seat[number],
            )
            for number, seat in enumerate(result.seats)
        ]
        if moved.house:
            entries.append(Entry(settlement=settlement, mode=result.mode, change=moved.house))
        Entry.objects.bulk_create(entries)
        counting.add(rows, result.seats, moved, at)
    return settlement


def _first_settlement(result: Result, at: datetime) -> Settlement | None:
    """The game's settlement, without entries yet; None when it has one already."""
    # Asked and written in one statement; Django's `ignore_conflicts` would not tell the number.
    written = Settlement.objects.raw(
        """
        INSERT INTO ratings_settlement (kind, mode, game_id, ending, first_dealer, reason, at)
        VALUES ('game', %s, %s, %s, %s, '', %s)
        ON CONFLICT (game_id) WHERE kind = 'game' DO NOTHING
        RETURNING *
        """,
        [result.mode, result.game_id, result.ending, result.first_dealer, at],
    )
    return next(iter(written), None)


def void(game_id: int, reason: str, at: datetime) -> Settlement:
    """Take back what a game moved, with rows that say the opposite. Its later games stay as they
    are. Raises NotSettled, AlreadyVoided; also when a replay has taken the game out already.
    """
    with transaction.atomic():
        game = Settlement.objects.filter(game=game_id, kind=Settlement.Kind.GAME).first()
        if game is None:
            raise NotSettled
        share_mode(game.mode)
        entries = list(game.entries.order_by("pk"))
        players = [entry.player_id for entry in entries if entry.player_id is not None]
        ratings = locked_ratings(game.mode, players)
        if not counting.counting_games(game.mode).filter(pk=game.pk).exists():
            raise AlreadyVoided
        settlement = Settlement.objects.create(
            kind=Settlement.Kind.VOID,
            mode=game.mode,
            game_id=game_id,
            voids=game,
            reason=reason,
            at=at,
        )
        Entry.objects.bulk_create(
            Entry(
                settlement=settlement,
                player_id=entry.player_id,
                mode=game.mode,
                before=ratings[entry.player_id].value if entry.player_id else None,
                games_before=ratings[entry.player_id].games if entry.player_id else None,
                change=-entry.change,
            )
            for entry in entries
        )
        counting.recount(game.mode, players)
    return settlement
