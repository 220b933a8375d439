"""Writing the moderators' log. It is never changed: the database refuses that."""

from typing import Any

from accounts.models import Player, Report, User
from accounts.sanctions.models import LogEntry


def record(
    action: LogEntry.Action,
    actor: User | None,
    *,
    player: Player | None = None,
    game_id: int | None = None,
    report: Report | None = None,
    reason: str = "",
    before: dict[str, Any] | None = None,
    after: dict[str, Any] | None = None,
    key: str = "",
) -> LogEntry:
    """Write down what was done, in the transaction that does it. Never a hidden card.

    `actor` is None for the site itself, and for a player who answers for a sanction. Raises
    IntegrityError when something with the same `key` was done already.
    """
    return LogEntry.objects.create(
        actor_id=actor.pk if actor is not None else None,
        actor_name=actor.known_as if actor is not None else "",
        action=action,
        player=player,
        game_id=game_id,
        report=report,
        reason=reason,
        before=before or {},
        after=after or {},
        key=key,
    )
