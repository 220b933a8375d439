"""What moderators do to games, tables and ratings, each with its line in the log.

Sanctions on players are accounts' (accounts/sanctions/imposing.py).
"""

from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import Player, Report, User
from accounts.sanctions import log, rulings
from accounts.sanctions.models import LogEntry
from games import seating, settling
from games.cribbage import record
from games.models import Game, Table
from games.moderation.guards import (
    require_may_decide,
    require_may_remove,
    require_no_own_game,
)
from games.refusals import Refused
from games.table import bump, locked_game, resolve_due, seats_of, settle
from games.tables import latest_game
from ratings import preview, removal, settlement
from ratings.errors import NotDone


def note(player: Player, reason: str, actor: User, *, report: Report | None, key: str = "") -> None:
    """Keep a note on a player, also on one who has left, for moderators only.

    Raises ValidationError for a CPU.
    """
    require_may_decide(actor, player)
    log.record(LogEntry.Action.NOTE, actor, player=player, report=report, reason=reason, key=key)


def void(game_id: int, reason: str, actor: User, *, report: Report | None, key: str = "") -> None:
    """Take a finished game out of the ratings. Raises ValidationError when it is not in them."""
    with transaction.atomic():
        game, moment = locked_game(game_id)
        _require_stranger(game, actor)
        if game.status != Game.Status.OVER:
            raise ValidationError(_("Only a game that is over can be taken out of the ratings."))
        before = facts(game)
        try:
            settlement.void(game.pk, reason, moment.real)
        except NotDone as refusal:
            raise ValidationError(refusal.reason) from None
        bump(game.table)
        _log(LogEntry.Action.VOID, actor, game, reason, report, before, key)


def rule(
    game_id: int,
    winner: int | None,
    reason: str,
    actor: User,
    *,
    report: Report | None,
    key: str = "",
) -> None:
    """Decide a running game: for a side, or as a draw. Raises ValidationError when none runs."""
    with transaction.atomic():
        game, before = _of_others(game_id, actor)
        try:
            settling.rule(game.pk, winner)
        except Refused as refusal:
            raise ValidationError(refusal.reason) from None
        _log(LogEntry.Action.RULE, actor, game, reason, report, before, key)


def annul(game_id: int, reason: str, actor: User, *, report: Report | None, key: str = "") -> None:
    """End a running game without a result. Raises ValidationError when none runs."""
    with transaction.atomic():
        game, before = _of_others(game_id, actor)
        try:
            settling.annul(game.pk)
        except Refused as refusal:
            raise ValidationError(refusal.reason) from None
        _log(LogEntry.Action.VOID, actor, game, reason, report, before, key)


def nudge(table: Table, reason: str, actor: User, *, report: Report | None, key: str = "") -> None:
    """Let a table that stands still go on: what is due happens, the CPU is asked again, and every
    page is sent the table anew. Harmless at a table where nothing is the matter.

    Raises ValidationError for who plays there.
    """
    game_id = latest_game(table).pk
    with transaction.atomic():
        _game, before = _of_others(game_id, actor)
        resolve_due(game_id)
        game, moment = locked_game(game_id)
        if game.status == Game.Status.PLAYING:
            settle(game, record.state_from_json(game.state), seats_of(game), moment)
        bump(game.table)
        _log(LogEntry.Action.NUDGE, actor, game, reason, report, before, key)


def close_table(
    table: Table, reason: str, actor: User, *, report: Report | None, key: str = ""
) -> None:
    """Nobody plays here any more; a game that runs ends without a result.

    Raises ValidationError for a table that is closed.
    """
    with transaction.atomic():
        game, before = _of_others(latest_game(table).pk, actor)
        if game.status == Game.Status.CLOSED:
            raise ValidationError(_("This table is closed already."))
        if game.status == Game.Status.PLAYING:
            settling.annul(game.pk)
        seating.close_waiting(latest_game(table).pk)
        _log(LogEntry.Action.CLOSE_TABLE, actor, game, reason, report, before, key)


def remove_games(
    player: Player, mode: int, reason: str, actor: User, *, report: Report | None, key: str = ""
) -> None:
    """Take all of a player's games out of one rating, which is played again without them.

    Raises ValidationError when there is nothing to take out.
    """
    require_may_remove(actor, player, mode)
    with transaction.atomic():
        before = _rating(player, mode)
        try:
            done = removal.remove(player.pk, mode, reason, timezone.now())
        except NotDone as refusal:
            raise ValidationError(refusal.reason) from None
        moved = done.entries.exclude(player=None).exclude(player=player).count()
        entry = log.record(
            LogEntry.Action.REMOVE,
            actor,
            player=player,
            report=report,
            reason=reason,
            before=before,
            after={**_rating(player, mode), "others_moved": moved},
            key=key,
        )
        rulings.tell(entry)


def facts(game: Game) -> dict[str, Any]:
    """How a game stands, as everybody may know it, and the ratings of its players."""
    state = record.state_from_json(game.state) if game.state is not None else None
    players = list(game.seats.order_by("number").values_list("player_id", flat=True))
    found: dict[str, Any] = {
        "status": game.status,
        "ending": game.ending,
        "winner": game.winner,
        "scores": list(state.scores) if state is not None else [],
    }
    if game.ranked:
        standing = preview.standings(len(players), players)
        found["ratings"] = {
            str(player): own.value for player, own in zip(players, standing, strict=True)
        }
    return found


def _rating(player: Player, mode: int) -> dict[str, Any]:
    (own,) = preview.standings(mode, [player.pk])
    return {"mode": mode, "ratings": {str(player.pk): own.value}, "games": own.games}


def _of_others(game_id: int, actor: User) -> tuple[Game, dict[str, Any]]:
    game, _moment = locked_game(game_id)
    _require_stranger(game, actor)
    return game, facts(game)


def _require_stranger(game: Game, actor: User) -> None:
    require_no_own_game(actor, [seat.player for seat in seats_of(game)])


def _log(
    action: LogEntry.Action,
    actor: User,
    game: Game,
    reason: str,
    report: Report | None,
    before: dict[str, Any],
    key: str,
) -> None:
    entry = log.record(
        action,
        actor,
        game_id=game.pk,
        report=report,
        reason=reason,
        before=before,
        after=facts(Game.objects.get(pk=game.pk)),
        key=key,
    )
    if action != LogEntry.Action.NUDGE:
        rulings.tell(entry)
