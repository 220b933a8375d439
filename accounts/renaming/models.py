"""Names that the moderators have taken away, and when players took another one by themselves."""

from django.db import models

from accounts.names import LONGEST
from accounts.sanctions.models import Sanction
from accounts.words.finding import MOST_OF_A_CHARACTER


class NameTakenAway(models.Model):
    """A name that nobody may take again: there is a sanction on record for it.

    `letters` is the name as it is compared (taken_away.py), `instead` the one that the player was
    given.
    """

    sanction = models.OneToOneField(Sanction, on_delete=models.CASCADE, related_name="+")
    letters = models.CharField(max_length=LONGEST * MOST_OF_A_CHARACTER, db_index=True)
    instead = models.CharField(max_length=LONGEST)

    class Meta:
        app_label = "accounts"

    def __str__(self) -> str:
        return f"name taken away by sanction {self.sanction_id}"


class Renaming(models.Model):
    """A player took another name. Counted for a day, and gone with the player's next one."""

    player = models.ForeignKey("accounts.Player", on_delete=models.CASCADE, related_name="+")
    at = models.DateTimeField()

    class Meta:
        app_label = "accounts"

    def __str__(self) -> str:
        return f"renaming of player {self.player_id}"
