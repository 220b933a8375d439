"""Ratings and the ledger they come from. The ledger is the truth: everything else is counted
from it, and `manage.py rating_audit` does so again.

Ratings and changes are whole hundredths of a point. There is one rating for each number of seats.
"""

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from ratings import elo


class Mode(models.IntegerChoices):
    """By the number of seats: there is one rating for each."""

    TWO = 2, _("two players")
    THREE = 3, _("three players")
    FOUR = 4, _("four players, partners")


class Settlement(models.Model):
    """One thing that moved ratings. Never changed and never removed (a trigger sees to it).

    A game is settled once and may be voided once, which moves back what it moved. A replay takes
    a player's games out of a kind of play as if they had not been: it moves everybody to where
    they would be without them.
    """

    class Kind(models.TextChoices):
        GAME = "game", _("a game")
        VOID = "void", _("a game was voided")
        REPLAY = "replay", _("a player's games were taken out")

    class Ending(models.TextChoices):
        PLAYED = "played", _("played to the end")
        DRAW = "draw", _("drawn by agreement")
        CLAIMED = "claimed", _("claimed, because the others had left")
        STAYED = "stayed", _("won by who stayed, a computer came first")
        RESIGNED = "resigned", _("resigned by leaving")
        EMPTY = "empty", _("drawn, because nobody was there")
        RULED = "ruled", _("decided by a moderator")

    kind = models.CharField(max_length=6, choices=Kind)
    mode = models.PositiveSmallIntegerField(choices=Mode)
    game = models.ForeignKey(
        "games.Game", null=True, on_delete=models.PROTECT, related_name="settlements"
    )
    ending = models.CharField(max_length=8, choices=Ending, blank=True)
    first_dealer = models.PositiveSmallIntegerField(null=True)
    voids = models.OneToOneField(
        "self", null=True, on_delete=models.PROTECT, related_name="voided_by"
    )
    removed = models.ForeignKey(
        Player, null=True, on_delete=models.PROTECT, related_name="removals"
    )
    reason = models.CharField(max_length=500, blank=True)
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["game"], condition=Q(kind="game"), name="one_settlement_a_game"
            ),
            models.CheckConstraint(
                condition=Q(kind="game", game__isnull=False, voids=None, removed=None)
                | Q(kind="void", game__isnull=False, voids__isnull=False, removed=None)
                | Q(kind="replay", game=None, voids=None, removed__isnull=False),
                name="a_settlement_says_what_it_is_of",
            ),
        ]
        indexes = [
            models.Index(fields=["mode", "id"], name="settlements_of_a_mode"),
            models.Index(
                fields=["mode", "removed"], condition=Q(kind="replay"), name="replays_of_a_mode"
            ),
        ]

    def __str__(self) -> str:
        return f"settlement {self.pk}"


class Entry(models.Model):
    """What a settlement moved for one player; `player` is None for the house.

    `place` is 1 for the first, level ones have the same (with partners: their side's); of a seat
    whose owner was gone at the end `left` is true. `before` and `games_before` are the rating and
    the rated games of that kind as they were. All entries of a settlement sum to zero.
    """

    settlement = models.ForeignKey(Settlement, on_delete=models.PROTECT, related_name="entries")
    player = models.ForeignKey(
        Player, null=True, on_delete=models.PROTECT, related_name="rating_entries"
    )
    mode = models.PositiveSmallIntegerField(choices=Mode)
    seat = models.PositiveSmallIntegerField(null=True)
    place = models.PositiveSmallIntegerField(null=True)
    left = models.BooleanField(default=False)
    before = models.IntegerField(null=True)
    games_before = models.PositiveIntegerField(null=True)
    change = models.IntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["settlement", "player"], name="one_entry_a_player"),
            models.UniqueConstraint(
                fields=["settlement"], condition=Q(player=None), name="one_entry_for_the_house"
            ),
        ]
        indexes = [
            # With what a history reads of every game, so that it need not be looked up.
            models.Index(
                fields=["player", "mode", "-settlement"],
                include=["seat", "place", "left", "before", "change", "games_before"],
                name="entries_of_a_player",
            ),
        ]

    def __str__(self) -> str:
        return f"entry {self.pk} of settlement {self.settlement_id}"


class Rating(models.Model):
    """Where a player stands in one kind of play, counted from the ledger.

    `opponents` are different ones; `streak` is of wins when positive, of losses when negative, and
    a draw ends it.
    """

    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="ratings")
    mode = models.PositiveSmallIntegerField(choices=Mode)
    value = models.IntegerField(default=elo.START)
    games = models.PositiveIntegerField(default=0)
    wins = models.PositiveIntegerField(default=0)
    draws = models.PositiveIntegerField(default=0)
    losses = models.PositiveIntegerField(default=0)
    opponents = models.PositiveIntegerField(default=0)
    streak = models.IntegerField(default=0)
    longest_wins = models.PositiveIntegerField(default=0)
    best = models.IntegerField(default=elo.START)
    best_at = models.DateTimeField(null=True)
    last_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["player", "mode"], name="one_rating_a_mode"),
            models.CheckConstraint(
                condition=Q(games=F("wins") + F("draws") + F("losses")),
                name="every_game_is_won_drawn_or_lost",
            ),
        ]
        indexes = [
            models.Index(
                fields=["mode", "-value", "player"],
                include=["last_at"],
                condition=Q(games__gte=100, opponents__gte=15),
                name="ratings_on_the_board",
            ),
        ]

    def __str__(self) -> str:
        return f"rating of player {self.player_id} with {self.mode} seats"


class Meeting(models.Model):
    """How a player has done against another in one kind of play, counted from the ledger."""

    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="meetings")
    opponent = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="+")
    mode = models.PositiveSmallIntegerField(choices=Mode)
    games = models.PositiveIntegerField(default=0)
    wins = models.PositiveIntegerField(default=0)
    draws = models.PositiveIntegerField(default=0)
    losses = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["player", "opponent", "mode"], name="one_row_a_pair_and_mode"
            ),
        ]
        indexes = [
            models.Index(fields=["player", "mode", "-games", "opponent"], name="most_often_met"),
        ]

    def __str__(self) -> str:
        return f"player {self.player_id} against {self.opponent_id}"
