"""What is true about a table: its games, seats and moves. All else is derived or may be lost."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.models import Player


class Table(models.Model):
    """A place to play one game after another with the same people.

    `revision` rises with every visible change; pages heal by it. `size` is the number of seats
    where that is fixed when the table is made, as for ranked games. `quick`: the site has brought
    its people together.
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

    class TurnLimit(models.IntegerChoices):
        NONE = 0, _("None")
        SHORT = 30, _("30 seconds")
        LONG = 60, _("60 seconds")

    code = models.CharField(max_length=32, unique=True)
    joining = models.CharField(max_length=6, choices=Joining, default=Joining.ANYONE)
    target = models.PositiveSmallIntegerField(choices=Target, default=Target.FULL)
    muggins = models.BooleanField(default=False)
    skunk = models.CharField(max_length=3, choices=Skunk, default=Skunk.ALL)
    first_deal = models.CharField(max_length=4, choices=FirstDeal, default=FirstDeal.CUT)
    turn_limit = models.PositiveSmallIntegerField(choices=TurnLimit, default=TurnLimit.NONE)
    ranked = models.BooleanField(default=False)
    quick = models.BooleanField(default=False)
    size = models.PositiveSmallIntegerField(null=True, blank=True)
    revision = models.BigIntegerField(default=1)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            # RULES: what ranked fixes.
            models.CheckConstraint(
                condition=models.Q(ranked=False)
                | models.Q(
                    target=121,
                    muggins=False,
                    first_deal="cut",
                    turn_limit__in=[30, 60],
                    size__in=[2, 3, 4],
                ),
                name="a_ranked_table_has_its_settings",
            ),
        ]

    def __str__(self) -> str:
        return self.code


class Game(models.Model):
    """One game at a table. `state` is a cache of its moves: `manage.py verify_games` replays them.

    `settings` are the table's when the game began; None before that. So is `turn_limit`, in
    seconds, 0 for none.
    `key` names the game in the fair shuffle; `commitment` is shown before anyone is ready.
    `version` counts the moves; `decision` is what the rules ask now, since `asked_at`;
    `deadline_at` is when the next thing happens by itself (waits.py); `cpu_asked_at` is when a CPU
    seat was asked, while it has not answered; `paused_at` is since when no owner of a seat has
    been there, while nothing moves. These are site times (clock.py), the others are real.
    `ending` says how a game was over, `winner` which side won it.
    `rematch`: only the people of the game before may play this one. A `ranked` game moves ratings
    unless `unrated` says why not.
    """

    class Status(models.TextChoices):
        WAITING = "waiting", _("not started")
        PLAYING = "playing", _("running")
        OVER = "over", _("finished")
        CLOSED = "closed", _("closed")

    class Ending(models.TextChoices):
        PLAYED = "played", _("played to the end")
        DRAW = "draw", _("drawn by agreement")
        CLAIMED = "claimed", _("claimed, because the others had left")
        STAYED = "stayed", _("won by who stayed, a computer came first")
        RESIGNED = "resigned", _("resigned by leaving")
        EMPTY = "empty", _("drawn, because nobody was there")
        VOID = "void", _("void, because a first throw was missed")
        # The same word as in the ledger of the ratings.
        RULING = "ruled", _("ruled by a moderator")
        ANNULLED = "annulled", _("void, as a moderator decided")

    class Unrated(models.TextChoices):
        DAY = "day", _("three games of a pair in a day")
        WEEK = "week", _("ten games of a pair in a week")

    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="games")
    number = models.PositiveIntegerField()
    key = models.CharField(max_length=40, unique=True)
    commitment = models.CharField(max_length=64)
    host_seat = models.PositiveSmallIntegerField(default=0)
    given_first_dealer = models.PositiveSmallIntegerField(null=True, blank=True)
    rematch = models.BooleanField(default=False)
    ranked = models.BooleanField(default=False)
    unrated = models.CharField(max_length=4, choices=Unrated, blank=True)
    status = models.CharField(max_length=8, choices=Status, default=Status.WAITING)
    version = models.PositiveIntegerField(default=0)
    decision = models.PositiveIntegerField(default=0)
    ending = models.CharField(max_length=8, choices=Ending, blank=True)
    winner = models.PositiveSmallIntegerField(null=True, blank=True)
    settings = models.JSONField(null=True, blank=True)
    turn_limit = models.PositiveSmallIntegerField(choices=Table.TurnLimit, default=0)
    state = models.JSONField(null=True, blank=True)
    asked_at = models.DateTimeField(null=True, blank=True)
    deadline_at = models.DateTimeField(null=True, blank=True)
    cpu_asked_at = models.DateTimeField(null=True, blank=True)
    paused_at = models.DateTimeField(null=True, blank=True)
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
            models.CheckConstraint(
                condition=models.Q(status="over") ^ models.Q(ending=""),
                name="a_finished_game_has_an_ending",
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
            models.Index(
                fields=["paused_at"], condition=models.Q(status="playing"), name="games_paused"
            ),
            models.Index(
                fields=["ended_at"],
                condition=models.Q(status="over", ranked=True),
                name="ranked_games_by_their_end",
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
    the seat. While the game runs: since `away_since` no page of the owner has been open; `hold`
    is why a CPU plays in the owner's place, since `held_at`; `back_at` is when the owner last
    took the seat back. `missed` turns in all, `missed_running` of them without a turn in between,
    and `missed_claims` were made for the owner because the time was up. All site times.
    """

    class Hold(models.TextChoices):
        AWAY = "away", _("gone")
        MISSED = "missed", _("out of time too often")
        IDLE = "idle", _("not playing")
        CLAIMS = "claims", _("not claiming")
        LEFT = "left", _("left the table")

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="seats")
    number = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="seats")
    ready = models.BooleanField(default=False)
    ready_by = models.DateTimeField(null=True, blank=True)
    client_seed = models.CharField(max_length=128, blank=True)
    away_since = models.DateTimeField(null=True, blank=True)
    hold = models.CharField(max_length=8, choices=Hold, blank=True)
    held_at = models.DateTimeField(null=True, blank=True)
    back_at = models.DateTimeField(null=True, blank=True)
    missed = models.PositiveSmallIntegerField(default=0)
    missed_running = models.PositiveSmallIntegerField(default=0)
    missed_claims = models.PositiveSmallIntegerField(default=0)

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
        TIME = "time", _("the computer, when the time was up")

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


class Act(models.Model):
    """Something that happened at a game and is no move: somebody is away, a CPU takes a seat, a
    draw is offered; or, before the game, a seat became free. `player` says whose, since nobody
    sits there any more.

    `after` is the last move before it, `hand_no` the deal it was in; `key` is the page's own name
    for what it asked, so that a resend does it once.
    """

    class Kind(models.TextChoices):
        AWAY = "away", _("is away")
        HELD = "held", _("is played by the computer")
        BACK = "back", _("is back")
        OFFER = "offer", _("offers a draw")
        AGREE = "agree", _("agrees to a draw")
        DRAW = "draw", _("the game is drawn")
        CLAIM = "claim", _("claims the win")
        CLOSED = "closed", _("the game is closed")
        LATE = "late", _("was not ready in time")
        REMOVED = "removed", _("was removed by the host")
        GONE = "gone", _("left before the game")
        MISSED = "missed", _("missed the first throw")
        RULED = "ruled", _("a moderator ends the game")

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="acts")
    seat = models.PositiveSmallIntegerField()
    player = models.ForeignKey(
        Player, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    kind = models.CharField(max_length=8, choices=Kind)
    hold = models.CharField(max_length=8, choices=Seat.Hold, blank=True)
    hand_no = models.PositiveIntegerField()
    after = models.PositiveIntegerField()
    key = models.CharField(max_length=64, blank=True)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["game", "seat", "key"],
                condition=~models.Q(key=""),
                name="one_act_a_key",
            ),
        ]
        indexes = [
            models.Index(
                fields=["player", "at"],
                condition=models.Q(kind="missed"),
                name="first_throws_missed",
            ),
        ]
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"act {self.pk} in game {self.game_id}"


class Page(models.Model):
    """A page that shows a table: a lease in site time, renewed while its socket lives.

    Its player may have a seat there; whoever has none looks on.
    """

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="pages")
    page = models.UUIDField(unique=True)
    player = models.ForeignKey(
        Player, on_delete=models.CASCADE, null=True, blank=True, related_name="+"
    )
    seen_at = models.DateTimeField()
    until = models.DateTimeField(db_index=True)

    class Meta:
        indexes = [models.Index(fields=["table", "player", "until"], name="pages_of_a_table")]

    def __str__(self) -> str:
        return f"a page of {self.table_id}"


class Searcher(models.Model):
    """A player who looks for a quick game of `size`; one entry however many pages show it.

    `rating` in hundredths, and times in site time. The player is there while a page of the queue
    is open; without one the place is kept until `kept_until`, for a page that is loaded again.
    """

    player = models.OneToOneField(Player, on_delete=models.CASCADE, related_name="+")
    size = models.PositiveSmallIntegerField()
    rating = models.IntegerField()
    since = models.DateTimeField()
    kept_until = models.DateTimeField()

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(size__in=[2, 3, 4]), name="a_quick_game_has_two_to_four"
            ),
        ]

    def __str__(self) -> str:
        return f"player {self.player_id} looks for a game of {self.size}"


class QueuePage(models.Model):
    """A page of the queue that a player has open: a lease in site time, like that of a table."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    page = models.UUIDField(unique=True)
    until = models.DateTimeField(db_index=True)

    class Meta:
        indexes = [models.Index(fields=["player", "until"], name="queue_pages_of_a_player")]

    def __str__(self) -> str:
        return f"a page of player {self.player_id}"


class SiteClock(models.Model):
    """The one row behind site time (clock.py)."""

    alive_at = models.DateTimeField()
    stopped = models.DurationField()

    def __str__(self) -> str:
        return "the site's clock"
