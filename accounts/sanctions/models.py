"""Sanctions, appeals against them, and the log that nobody can change afterwards."""

from datetime import datetime

from django.db import models
from django.db.models import Q
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _

from accounts.sanctions.rights import Right

LONGEST_REASON = 500
LONGEST_APPEAL = 1000


class Kind(models.TextChoices):
    """What can be imposed on a player."""

    WARNING = "warning", _("warning")
    CHAT = "chat", _("chat time-out")
    RANKED = "ranked", _("suspension from ranked games")
    SUSPENSION = "suspension", _("suspension")
    BAN = "ban", _("ban")
    RENAME = "rename", _("forced new name")
    BOARDS = "boards", _("removal from the leaderboards")


# Nobody plays with one of these; the others leave the seat alone.
BARRING = (Kind.SUSPENSION, Kind.BAN)
SILENCING = (*BARRING, Kind.CHAT)
# These are over when the player has read them.
TO_BE_READ = (Kind.WARNING, Kind.RENAME)
TOLD_AT_TABLES = (*BARRING, *TO_BE_READ)
# At a table the chat itself tells a time-out.
TOLD_EVERYWHERE = (*TOLD_AT_TABLES, Kind.CHAT)


class SanctionQuerySet(models.QuerySet["Sanction"]):
    """Sanctions by whether they hold."""

    def in_force(self) -> "SanctionQuerySet":
        """Those that hold now, by the database's real time."""
        return self.filter(Q(until=None) | Q(until__gt=Now()), ended_at=None)

    def barring(self) -> "SanctionQuerySet":
        """Those in force with which nobody plays."""
        return self.in_force().filter(kind__in=BARRING)


class Sanction(models.Model):
    """Something imposed on a player by a moderator, for a reason that the player is told.

    It ends by itself at `until`, or at `ended_at`: when a warning was acknowledged, or any sanction
    lifted. Without either it holds. The sweep notes an end that came by itself as `ended_at` too.
    `lifted_for` is the reason that a moderator gave for lifting it; "" when it ended otherwise.
    """

    Kind = Kind

    player = models.ForeignKey(
        "accounts.Player", on_delete=models.PROTECT, related_name="sanctions"
    )
    kind = models.CharField(max_length=10, choices=Kind)
    reason = models.CharField(max_length=LONGEST_REASON)
    report = models.ForeignKey(
        "accounts.Report", on_delete=models.PROTECT, null=True, blank=True, related_name="sanctions"
    )
    by = models.ForeignKey(
        "accounts.User", on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    at = models.DateTimeField(auto_now_add=True)
    until = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)
    lifted_for = models.CharField(max_length=LONGEST_REASON, blank=True)

    objects = SanctionQuerySet.as_manager()

    class Meta:
        constraints = [
            models.CheckConstraint(condition=~Q(reason=""), name="a_sanction_has_a_reason"),
            models.CheckConstraint(
                condition=~Q(kind__in=["chat", "suspension"]) | Q(until__isnull=False),
                name="a_time_out_has_an_end",
            ),
        ]
        indexes = [
            models.Index(
                fields=["player", "kind"], condition=Q(ended_at=None), name="sanctions_of_a_player"
            ),
            models.Index(
                fields=["until"], condition=Q(ended_at=None), name="sanctions_not_noted_as_ended"
            ),
        ]
        ordering = ["-pk"]

    def __str__(self) -> str:
        return f"sanction {self.pk}"

    def holds(self, now: datetime) -> bool:
        """Whether it is in force at that real time."""
        return self.ended_at is None and (self.until is None or self.until > now)


class Appeal(models.Model):
    """The one appeal against a sanction. Another moderator than the first decides it."""

    sanction = models.OneToOneField(Sanction, on_delete=models.PROTECT, related_name="appeal")
    text = models.CharField(max_length=LONGEST_APPEAL)
    at = models.DateTimeField(auto_now_add=True)
    decided_by = models.ForeignKey(
        "accounts.User", on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    decided_at = models.DateTimeField(null=True, blank=True)
    granted = models.BooleanField(null=True, blank=True)
    answer = models.CharField(max_length=LONGEST_REASON, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(decided_at=None, granted=None)
                | (Q(decided_at__isnull=False, granted__isnull=False) & ~Q(answer="")),
                name="a_decided_appeal_has_an_answer",
            ),
        ]
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"appeal {self.pk}"


class LogEntry(models.Model):
    """One line of the moderators' log: who did what to whom, why, and what was before and after.

    The database refuses to change or delete it. The actor is kept by number and name, because the
    user may go; None is the site itself. `key` is the form's own name for what was asked, so that
    sent twice it is done once.
    """

    class Action(models.TextChoices):
        CLAIM = "claim", _("took a report")
        RELEASE = "release", _("gave a report back")
        CLOSE = "close", _("closed a report")
        IMPOSE = "impose", _("imposed a sanction")
        LIFT = "lift", _("lifted a sanction")
        ACKNOWLEDGE = "read", _("acknowledged a sanction")
        APPEAL = "appeal", _("appealed")
        DECIDE = "decide", _("decided an appeal")
        VOID = "void", _("voided a game")
        RULE = "rule", _("ruled a game")
        REMOVE = "remove", _("removed a player's games from a rating")
        NUDGE = "nudge", _("nudged a table")
        CLOSE_TABLE = "shut", _("closed a table")
        NOTE = "note", _("wrote a note")
        WORD = "word", _("changed the word list")

    actor_id = models.BigIntegerField(null=True, blank=True)
    actor_name = models.CharField(max_length=150, blank=True)
    action = models.CharField(max_length=8, choices=Action)
    player = models.ForeignKey(
        "accounts.Player", on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    game = models.ForeignKey(
        "games.Game", on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    report = models.ForeignKey(
        "accounts.Report", on_delete=models.PROTECT, null=True, blank=True, related_name="log"
    )
    reason = models.CharField(max_length=LONGEST_APPEAL, blank=True)
    before = models.JSONField(default=dict, blank=True)
    after = models.JSONField(default=dict, blank=True)
    key = models.CharField(max_length=64, blank=True)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["key"], condition=~Q(key=""), name="one_line_of_the_log_a_key"
            ),
        ]
        indexes = [models.Index(fields=["player", "-id"], name="log_of_a_player")]
        ordering = ["-pk"]
        permissions = [(right.value, right.label) for right in Right]
        verbose_name_plural = "log entries"

    def __str__(self) -> str:
        return f"log entry {self.pk}"
