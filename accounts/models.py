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


class Report(models.Model):
    """A player tells the moderators of another one, or of a game.

    `moment` is what the site knew when it was written: which page, table, game and decision, never
    a card that was hidden.
    """

    LONGEST = 1000

    class Reason(models.TextChoices):
        CHAT = "chat", _("What was said, or a name")
        LEAVING = "leaving", _("Leaving or stalling")
        COLLUSION = "collusion", _("Playing together, or losing on purpose")
        SECOND = "second", _("A second account")
        CHEATING = "cheating", _("Cheating")
        OTHER = "other", _("Something else")

    class State(models.TextChoices):
        OPEN = "open", _("open")

    reporter = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="reports")
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
        ]
        indexes = [models.Index(fields=["reporter", "at"], name="reports_of_a_player")]
        ordering = ["-pk"]

    def __str__(self) -> str:
        return f"report {self.pk}"


from accounts.departure import Departure  # noqa: E402, F401
