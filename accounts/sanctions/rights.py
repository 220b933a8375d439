"""What a moderator may do, each by a permission of its own, and who has which."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class Right(models.TextChoices):
    """The permissions, by their codename; all of them belong to the log."""

    QUEUE = "view_queue", _("May see the queue of reports, players and the log")
    REPORTS = "handle_reports", _("May take and close reports")
    NOTE = "write_note", _("May write notes on players")
    WARN = "warn", _("May warn players")
    SILENCE = "silence", _("May silence players in chat")
    RANKED = "suspend_from_ranked", _("May suspend players from ranked games")
    SUSPEND = "suspend", _("May suspend players")
    BAN = "ban", _("May ban players")
    RENAME = "rename", _("May take a player's name away")
    VOID = "void_game", _("May void games")
    RULE = "rule_game", _("May rule games: a draw, or a side wins")
    BOARDS = "remove_from_boards", _("May take players off the leaderboards")
    REPLAY = "replay_ratings", _("May take a player's games out of the ratings")
    TABLES = "handle_tables", _("May nudge and close tables")
    APPEALS = "decide_appeals", _("May decide appeals")
    WORDS = "change_words", _("May change the word list")

    @property
    def permission(self) -> str:
        """Its name as Django asks for it."""
        return f"accounts.{self.value}"


MODERATOR, ADMIN = "moderator", "admin"
ADMIN_ONLY = frozenset({Right.BAN, Right.BOARDS, Right.REPLAY})
GROUPS = {
    MODERATOR: frozenset(Right) - ADMIN_ONLY,
    ADMIN: frozenset(Right),
}
