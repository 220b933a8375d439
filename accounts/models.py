"""Who plays: users with an account, and players who own seats, moves and (later) ratings."""

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.db.models.functions import Lower, Now
from django.utils.translation import gettext_lazy as _


class User(AbstractUser):
    """A log-in. What it plays belongs to its Player, which outlives it.

    `agreed`: whoever signed up has ticked to be old enough, and to accept the terms. No age is
    kept.
    """

    agreed = models.BooleanField(default=False)

    def __str__(self) -> str:
        return self.known_as

    def get_short_name(self) -> str:
        """Whom the administration greets."""
        return self.known_as

    @property
    def known_as(self) -> str:
        """The name for people: the player's. The log-in's own says nothing after a sign-up."""
        player = getattr(self, "player", None)
        return player.name if player is not None else self.get_username()


class Player(models.Model):
    """Owns seats and moves. Created by the POST that takes a seat, never by a GET.

    `seen_at` is when the player last did something or opened a table, to a day; `left_at` is when
    nothing personal was left of it but what others have a part in (anonymising.py).
    """

    class Kind(models.TextChoices):
        ACCOUNT = "account", _("account")
        GUEST = "guest", _("guest")
        CPU = "cpu", _("computer")

    kind = models.CharField(max_length=8, choices=Kind)
    name = models.CharField(max_length=24)
    user = models.OneToOneField(User, null=True, blank=True, on_delete=models.SET_NULL)
    created_at = models.DateTimeField(auto_now_add=True)
    seen_at = models.DateTimeField(db_default=Now(), editable=False)
    left_at = models.DateTimeField(null=True, editable=False)

    class Meta:
        indexes = [
            models.Index(
                fields=["seen_at"],
                condition=models.Q(kind="guest", left_at=None),
                name="guests_by_last_sight",
            ),
            models.Index(
                fields=["id"],
                condition=models.Q(kind="account", left_at__isnull=False),
                name="accounts_that_have_left",
            ),
        ]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(kind="account") | models.Q(user=None),
                name="only_an_account_has_a_user",
            ),
            models.UniqueConstraint(
                Lower("name"),
                condition=models.Q(kind__in=["cpu", "account"]),
                name="names_of_accounts_differ",
            ),
            models.CheckConstraint(
                condition=models.Q(left_at=None) | models.Q(user=None),
                name="who_has_left_has_no_user",
            ),
            # Whatever was under way when they left: no name of their own comes back.
            models.CheckConstraint(
                condition=models.Q(left_at=None) | models.Q(name__regex=r"^(deleted|guest)-\d+"),
                name="who_has_left_has_no_name",
            ),
        ]

    def __str__(self) -> str:
        return self.name


class Block(models.Model):
    """One player does not want to meet another: no ranked pairing, no seat at the host's table."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="blocks")
    blocked = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["player", "blocked"], name="one_block_a_pair"),
            models.CheckConstraint(
                condition=~models.Q(player=models.F("blocked")), name="nobody_blocks_oneself"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} blocks {self.blocked_id}"


class Mute(models.Model):
    """A player does not want to hear what another says at tables; without one, what anybody says.

    Who is muted never learns of it.
    """

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="mutes")
    muted = models.ForeignKey(
        Player, on_delete=models.CASCADE, null=True, blank=True, related_name="+"
    )
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["player", "muted"], nulls_distinct=False, name="one_mute_a_pair"
            ),
            models.CheckConstraint(
                condition=models.Q(muted=None) | ~models.Q(player=models.F("muted")),
                name="nobody_mutes_oneself",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} mutes {self.muted_id or 'everybody'}"


class Report(models.Model):
    """A player tells the moderators of another one, or of a game; without a `reporter` it is the
    site itself that has noticed something.

    `moment` is what the site knew when it was written: which page, table, game and decision, what
    was said; never a card that was hidden. The database refuses to change it, the reason and the
    text. `answer` is what the reporter is told when it is closed, `told_at` when that was read.
    """

    LONGEST = 1000
    LONGEST_ANSWER = 500

    class Reason(models.TextChoices):
        CHAT = "chat", _("What was said, or a name")
        LEAVING = "leaving", _("Leaving or stalling")
        COLLUSION = "collusion", _("Playing together, or losing on purpose")
        SECOND = "second", _("A second account")
        CHEATING = "cheating", _("Cheating")
        OTHER = "other", _("Something else")
        # What the site notices by itself.
        FARMING = "farming", _("Many quick losses to one player")
        LEAVER = "leaver", _("Leaves many games")
        SHARED = "shared", _("Shares an address or a device")

    NOTICED = (Reason.FARMING, Reason.LEAVER, Reason.SHARED)

    class State(models.TextChoices):
        OPEN = "open", _("open")
        CLAIMED = "claimed", _("in work")
        CLOSED = "closed", _("closed")

    reporter = models.ForeignKey(
        Player, on_delete=models.PROTECT, null=True, blank=True, related_name="reports"
    )
    about = models.ForeignKey(
        Player, on_delete=models.PROTECT, null=True, blank=True, related_name="reports_about"
    )
    game = models.ForeignKey(
        "games.Game", on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    reason = models.CharField(max_length=9, choices=Reason)
    text = models.CharField(max_length=LONGEST, blank=True)
    moment = models.JSONField(default=dict)
    state = models.CharField(max_length=8, choices=State, default=State.OPEN)
    at = models.DateTimeField(auto_now_add=True)
    claimed_by = models.ForeignKey(
        User, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    claimed_at = models.DateTimeField(null=True, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)
    answer = models.CharField(max_length=LONGEST_ANSWER, blank=True)
    told_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(about__isnull=False) | models.Q(game__isnull=False),
                name="a_report_is_about_something",
            ),
            models.CheckConstraint(
                condition=models.Q(about=None) | ~models.Q(about=models.F("reporter")),
                name="nobody_reports_oneself",
            ),
            models.UniqueConstraint(
                fields=["about", "reason"],
                condition=models.Q(reporter=None) & ~models.Q(state="closed"),
                name="one_open_signal_of_a_kind",
            ),
            models.CheckConstraint(
                condition=models.Q(state="closed") ^ models.Q(closed_at=None),
                name="a_closed_report_was_closed",
            ),
        ]
        indexes = [
            models.Index(fields=["reporter", "at"], name="reports_of_a_player"),
            models.Index(fields=["about", "-id"], name="reports_about_a_player"),
            models.Index(
                fields=["id"], condition=~models.Q(state="closed"), name="reports_not_closed"
            ),
        ]
        ordering = ["-pk"]

    def __str__(self) -> str:
        return f"report {self.pk}"


# These are subjects of their own; Django looks for all models here.
from accounts.departure import Departure  # noqa: E402, F401
from accounts.renaming.models import NameTakenAway, Renaming  # noqa: E402, F401
from accounts.sanctions.models import Appeal, LogEntry, Sanction  # noqa: E402, F401
from accounts.traces.models import Trace  # noqa: E402, F401
from accounts.words.models import Edition, ListedWord  # noqa: E402, F401
