"""The measures: what each is called, who may take it, what it does, when it ends."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.utils.translation import gettext_lazy as _

from accounts.models import Player, Report, User
from accounts.sanctions import imposing
from accounts.sanctions.models import TO_BE_READ, Kind
from accounts.sanctions.rights import Right
from games.models import Game
from games.moderation import measures
from games.moderation.guards import require_may_measure

MINUTES, HOURS, DAYS = timedelta(minutes=15), timedelta(hours=24), timedelta(days=1)
# Who will read the reason of a measure, as a moderator is told before it is taken.
TO_THE_LOG = _("It stands in the moderators' log.")
TO_THE_PLAYER = _("The player is told it.")
TO_WHO_SAT_THERE = _("Everybody who sat there is told it.")
TO_EVERYBODY = _(
    "It is told to whom it concerns, and everybody can read it in the history of the ratings."
)


@dataclass(frozen=True, slots=True)
class Asked:
    """What a moderator has confirmed; `until` only where the measure has an end."""

    actor: User
    reason: str
    report: Report | None
    key: str
    until: datetime | None = None
    winner: int | None = None


@dataclass(frozen=True, slots=True)
class Measure:
    """One measure; on a player or on a game, by `take`. `lasts`: it ends by itself after that.
    `mode`: it concerns that rating. `reason_goes`: who will read the reason. `asks`: what heads the
    page on which it is confirmed, where the label would not do.
    """

    name: str
    right: Right
    label: Any
    says: Any
    take: Callable[[Any, Asked], object]
    lasts: timedelta | None = None
    kind: Kind | None = None
    asks_winner: bool = False
    mode: int | None = None
    reason_goes: Any = TO_THE_LOG
    asks: Any = ""

    @property
    def to_be_read(self) -> bool:
        """Whether it is over when the player has read it."""
        return self.kind in TO_BE_READ

    @property
    def holds(self) -> bool:
        """Whether it holds until somebody lifts it."""
        return self.kind is not None and self.lasts is None and not self.to_be_read


def _sanction(
    name: str, right: Right, label: Any, says: Any, kind: Kind, lasts: timedelta | None = None
) -> Measure:
    def take(player: Player, asked: Asked) -> None:
        require_may_measure(asked.actor, player)
        imposing.impose(
            player,
            kind,
            asked.reason,
            asked.actor,
            until=asked.until,
            report=asked.report,
            key=asked.key,
        )

    return Measure(name, right, label, says, take, lasts, kind, reason_goes=TO_THE_PLAYER)


def _replay(mode: int, label: Any, asks: Any) -> Measure:
    def take(player: Player, asked: Asked) -> None:
        measures.remove_games(
            player, mode, asked.reason, asked.actor, report=asked.report, key=asked.key
        )

    return Measure(
        f"replay-{mode}",
        Right.REPLAY,
        label,
        _(
            "All their games of this kind are taken out of the ratings, which are played again "
            "without them: everybody moves to where they would be. It can't be undone."
        ),
        take,
        mode=mode,
        reason_goes=TO_EVERYBODY,
        asks=asks,
    )


def _with(work: Callable[..., object]) -> Callable[[Any, Asked], object]:
    return lambda target, asked: work(
        target, asked.reason, asked.actor, report=asked.report, key=asked.key
    )


def _draw(game: Game, asked: Asked) -> None:
    measures.rule(game.pk, None, asked.reason, asked.actor, report=asked.report, key=asked.key)


def _award(game: Game, asked: Asked) -> None:
    measures.rule(
        game.pk, asked.winner, asked.reason, asked.actor, report=asked.report, key=asked.key
    )


_SILENCED = _("They can't talk at any table; their seats stay theirs.")
_NO_RANKED = _("They can't play ranked games; seats that wait in one are free at once.")
_SUSPENDED = _("They can't play or talk: a computer has their seats at once.")

_ON_PLAYERS = (
    Measure(
        "note",
        Right.NOTE,
        _("Note"),
        _("A line about them for moderators only. Nobody else reads it."),
        _with(measures.note),
    ),
    _sanction(
        "warning",
        Right.WARN,
        _("Warning"),
        _("They are told on every page until they have read it."),
        Kind.WARNING,
    ),
    _sanction(
        "chat-15-minutes",
        Right.SILENCE,
        _("No chat, 15 minutes"),
        _SILENCED,
        Kind.CHAT,
        MINUTES,
    ),
    _sanction("chat-24-hours", Right.SILENCE, _("No chat, 24 hours"), _SILENCED, Kind.CHAT, HOURS),
    _sanction("chat-7-days", Right.SILENCE, _("No chat, 7 days"), _SILENCED, Kind.CHAT, 7 * DAYS),
    _sanction(
        "ranked-7-days",
        Right.RANKED,
        _("No ranked games, 7 days"),
        _NO_RANKED,
        Kind.RANKED,
        7 * DAYS,
    ),
    _sanction(
        "ranked-30-days",
        Right.RANKED,
        _("No ranked games, 30 days"),
        _NO_RANKED,
        Kind.RANKED,
        30 * DAYS,
    ),
    _sanction("ranked-no-end", Right.RANKED, _("No ranked games, no end"), _NO_RANKED, Kind.RANKED),
    _sanction(
        "suspension-1-day",
        Right.SUSPEND,
        _("Suspension, 1 day"),
        _SUSPENDED,
        Kind.SUSPENSION,
        DAYS,
    ),
    _sanction(
        "suspension-7-days",
        Right.SUSPEND,
        _("Suspension, 7 days"),
        _SUSPENDED,
        Kind.SUSPENSION,
        7 * DAYS,
    ),
    _sanction(
        "suspension-30-days",
        Right.SUSPEND,
        _("Suspension, 30 days"),
        _SUSPENDED,
        Kind.SUSPENSION,
        30 * DAYS,
    ),
    _sanction("ban", Right.BAN, _("Ban"), _SUSPENDED, Kind.BAN),
    _sanction(
        "rename",
        Right.RENAME,
        _("Take the name away"),
        _("They get a name that says nothing, at once and everywhere, and can choose another."),
        Kind.RENAME,
    ),
    _sanction(
        "boards",
        Right.BOARDS,
        _("Off the leaderboards"),
        _("They are on no leaderboard; their rating stays as it is."),
        Kind.BOARDS,
    ),
    _replay(
        2,
        _("Take games of two out of the ratings"),
        _("Take %(name)s's games of two out of the ratings?"),
    ),
    _replay(
        3,
        _("Take games of three out of the ratings"),
        _("Take %(name)s's games of three out of the ratings?"),
    ),
    _replay(
        4,
        _("Take games of four out of the ratings"),
        _("Take %(name)s's games of four out of the ratings?"),
    ),
)

_ON_GAMES = (
    Measure(
        "void",
        Right.VOID,
        _("Take it out of the ratings"),
        _("What the game moved is moved back for everybody in it. It can't be undone."),
        lambda game, asked: _with(measures.void)(game.pk, asked),
        reason_goes=TO_EVERYBODY,
        asks=_("Take this game out of the ratings?"),
    ),
    Measure(
        "draw",
        Right.RULE,
        _("Rule it a draw"),
        _("The game ends now as a draw; a rated one moves ratings so. It can't be undone."),
        _draw,
        reason_goes=TO_WHO_SAT_THERE,
    ),
    Measure(
        "award",
        Right.RULE,
        _("Award it to a side"),
        _("The game ends now, won by a side; a rated one moves ratings so. It can't be undone."),
        _award,
        asks_winner=True,
        reason_goes=TO_WHO_SAT_THERE,
    ),
    Measure(
        "annul",
        Right.VOID,
        _("Void it"),
        _("The game ends now without a result; no rating moves. It can't be undone."),
        lambda game, asked: _with(measures.annul)(game.pk, asked),
        reason_goes=TO_WHO_SAT_THERE,
    ),
    Measure(
        "nudge",
        Right.TABLES,
        _("Nudge the table"),
        _("What is due happens, the computer is asked again, every page is sent the table anew."),
        lambda game, asked: _with(measures.nudge)(game.table, asked),
    ),
    Measure(
        "close",
        Right.TABLES,
        _("Close the table"),
        _("Nobody plays there any more; a game that runs ends without a result."),
        lambda game, asked: _with(measures.close_table)(game.table, asked),
        reason_goes=TO_WHO_SAT_THERE,
    ),
)

ON_PLAYERS = {measure.name: measure for measure in _ON_PLAYERS}
ON_GAMES = {measure.name: measure for measure in _ON_GAMES}
