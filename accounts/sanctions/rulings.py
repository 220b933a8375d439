"""What moderators decided about a player's games, told to the player."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts import letters
from accounts.models import Player
from accounts.sanctions.models import LogEntry

MOST = 50
_OF_GAMES = (LogEntry.Action.VOID, LogEntry.Action.RULE, LogEntry.Action.CLOSE_TABLE)


@dataclass(frozen=True, slots=True)
class Ruling:
    """One decision; `game` and `report` are the addresses of the game and of a report of it, ""
    for one that is about no single game.
    """

    at: datetime
    said: str
    reason: str
    game: str
    report: str


def rulings_on(player: Player) -> list[Ruling]:
    """The decisions about games in which the player sat, and about the player's ratings; the newest
    first.
    """
    own = LogEntry.objects.filter(game__seats__player=player, action__in=_OF_GAMES)
    found = LogEntry.objects.filter(
        Q(pk__in=own.values("pk")) | Q(player=player, action=LogEntry.Action.REMOVE)
    )
    return [_ruling(each) for each in found.select_related("game__table")[:MOST]]


def tell(entry: LogEntry) -> None:
    """Write to everybody whom a decision concerns and who has an account, after the commit."""
    concerned = Player.objects.filter(seats__game=entry.game_id).select_related("user")
    told = {"words": said(entry), "reason": entry.reason}
    for player in concerned.order_by("pk") if entry.game_id is not None else [entry.player]:
        letters.write_to_player(player, "game_decided", told)


def said(entry: LogEntry) -> str:
    """What was decided, said to a player of the game."""
    match entry.action:
        case LogEntry.Action.RULE if entry.after.get("winner") is None:
            return _("A moderator decided a game of yours: it is drawn.")
        case LogEntry.Action.RULE:
            return _("A moderator decided a game of yours: it was awarded to a side.")
        case LogEntry.Action.REMOVE:
            return _("A moderator took your games of one kind out of the ratings.")
        case LogEntry.Action.VOID if entry.before.get("status") == "over":
            return _("A moderator took a game of yours out of the ratings.")
        case LogEntry.Action.CLOSE_TABLE:
            return _("A moderator closed a table at which you sat.")
    return _("A moderator ended a game of yours without a result.")


def _ruling(entry: LogEntry) -> Ruling:
    game = entry.game
    return Ruling(
        at=entry.at,
        said=said(entry),
        reason=entry.reason,
        game=reverse("game", args=[game.table.code, game.number]) if game is not None else "",
        report=reverse("report-table", args=[game.table.code]) if game is not None else "",
    )
