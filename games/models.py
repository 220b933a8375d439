"""What is true about a table: its games, seats and moves. All else is derived or may be lost."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.models import Player


class Table(models.Model):
    """A place to play one game after another with the same people.

    `revision` rises with every visible change; pages heal by it.
    """

    class Target(models.IntegerChoices):
        FULL = 121, _("121 points (the full game)")
        SHORT = 61, _("61 points")

    class Skunk(models.TextChoices):
        ALL = "all", _("All games")
        FULL_ONLY = "121", _("121-point games only")
        OFF = "off", _("Off")

    class FirstDeal(models.TextChoices):
        CUT = "cut", _("Cut for it")
        HOST = "host", _("The host deals")

    class Joining(models.TextChoices):
        ANYONE = "anyone", _("Anyone")
        LINK = "link", _("Only with the link")

    code = models.CharField(max_length=32, unique=True)
    joining = models.CharField(max_length=6, choices=Joining, default=Joining.ANYONE)
    target = models.PositiveSmallIntegerField(choices=Target, default=Target.FULL)
    muggins = models.BooleanField(default=False)
    skunk = models.CharField(max_length=3, choices=Skunk, default=Skunk.ALL)
    first_deal = models.CharField(max_length=4, choices=FirstDeal, default=FirstDeal.CUT)
    revision = models.BigIntegerField(default=1)
    created_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return self.code


class Game(models.Model):
    """One game at a table. `state` is a cache of its moves: `manage.py verify_games` replays them.

    `settings` are the table's when the game began; None before that.
    `key` names the game in the fair shuffle; `commitment` is shown before anyone is ready.
    `version` counts the moves; `decision` is what the rules ask now; at `deadline_at` the table
    makes that decision itself; `cpu_asked_at` is when a CPU seat was asked, while it has not
    answered.
    """

    class Status(models.TextChoices):
        WAITING = "waiting", _("not started")
        PLAYING = "playing", _("running")
        OVER = "over", _("finished")
        CLOSED = "closed", _("closed")

    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="games")
    number = models.PositiveIntegerField()
    key = models.CharField(max_length=40, unique=True)
    commitment = models.CharField(max_length=64)
    host_seat = models.PositiveSmallIntegerField(default=0)
    given_first_dealer = models.PositiveSmallIntegerField(null=True, blank=True)
    status = models.CharField(max_length=8, choices=Status, default=Status.WAITING)
    version = models.PositiveIntegerField(default=0)
    decision = models.PositiveIntegerField(default=0)
    settings = models.JSONField(null=True, blank=True)
    state = models.JSONField(null=True, blank=True)
    deadline_at = models.DateTimeField(null=True, blank=True)
    cpu_asked_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    started_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["table", "number"], name="one_game_a_number"),
            models.CheckConstraint(
                condition=models.Q(status__in=["waiting", "closed"])
                | models.Q(state__isnull=False),
                name="a_started_game_has_a_state",
            ),
        ]
        indexes = [
            models.Index(
                fields=["deadline_at"], condition=models.Q(status="playing"), name="games_due"
            ),
            models.Index(
                fields=["cpu_asked_at"],
                condition=models.Q(status="playing"),
                name="games_waiting_for_cpu",
            ),
        ]

    def __str__(self) -> str:
        return self.key


class GameSeed(models.Model):
    """The secret of a game's shuffle, in a table of its own so that no list of games loads it."""

    game = models.OneToOneField(
        Game, primary_key=True, on_delete=models.PROTECT, related_name="secret"
    )
    seed = models.BinaryField(max_length=32)

    def __str__(self) -> str:
        return f"seed of game {self.game_id}"


class Seat(models.Model):
    """Who sits where in one game. The first deal freezes `client_seed` and the numbers.

    Before it, `number` is one of four chairs, and a person who is not ready at `ready_by` loses
    the seat.
    """

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="seats")
    number = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="seats")
    ready = models.BooleanField(default=False)
    ready_by = models.DateTimeField(null=True, blank=True)
    client_seed = models.CharField(max_length=128, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["game", "number"], name="one_player_a_seat"),
            models.UniqueConstraint(fields=["game", "player"], name="one_seat_a_player"),
            models.CheckConstraint(condition=models.Q(number__lt=4), name="at_most_four_seats"),
        ]
        indexes = [
            models.Index(
                fields=["ready_by"], condition=models.Q(ready=False), name="seats_not_ready"
            ),
        ]
        ordering = ["number"]

    def __str__(self) -> str:
        return f"seat {self.number} of game {self.game_id}"


class Move(models.Model):
    """One answer to one decision, and the public events that followed from it.

    A deal stores its hand number only: the deck is derived again from the seed.
    """

    class Actor(models.TextChoices):
        PLAYER = "player", _("the player")
        CPU = "cpu", _("the computer")
        TABLE = "table", _("the table")

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="moves")
    seq = models.PositiveIntegerField()
    decision = models.PositiveIntegerField()
    seat = models.PositiveSmallIntegerField()
    actor = models.CharField(max_length=8, choices=Actor)
    action = models.JSONField()
    events = models.JSONField()
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["game", "seq"], name="one_move_a_number"),
            models.UniqueConstraint(fields=["game", "decision", "seat"], name="one_answer_a_seat"),
        ]
        ordering = ["seq"]

    def __str__(self) -> str:
        return f"move {self.seq} of game {self.game_id}"


class ChatLine(models.Model):
    """Something said at a table: a ready phrase by its name, or free text.

    `key` is the page's own name for the line, so that a resend says it once.
    """

    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="chat")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    preset = models.CharField(max_length=24, blank=True)
    text = models.CharField(max_length=200, blank=True)
    key = models.CharField(max_length=64)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["player", "key"], name="one_line_a_key"),
        ]
        indexes = [
            models.Index(fields=["player", "at"], name="lines_of_a_player"),
        ]
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"line {self.pk} at {self.table_id}"


class Watcher(models.Model):
    """A page that watches a table without a seat: a lease, renewed while its socket lives."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="watchers")
    page = models.UUIDField(unique=True)
    seen_at = models.DateTimeField()

    class Meta:
        indexes = [models.Index(fields=["table", "seen_at"], name="watchers_of_a_table")]

    def __str__(self) -> str:
        return f"a watcher of {self.table_id}"
