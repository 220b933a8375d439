"""The list of words, and the mark by which a changed list is known."""

import uuid

from django.db import models
from django.utils.translation import gettext_lazy as _


class ListedWord(models.Model):
    """A word that others don't get to see; how it is found is in finding.py.

    Changed through changing.py only: that writes the log and shows the change at open tables.
    """

    LONGEST = 40

    word = models.CharField(_("word"), max_length=LONGEST, unique=True)
    added_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["word"]

    def __str__(self) -> str:
        return self.word


class Edition(models.Model):
    """The one row that names the list as it is now: each change gives it another name.

    So a process needs no more than this row to know whether the list that it has is the newest.
    """

    name = models.UUIDField(default=uuid.uuid4)

    def __str__(self) -> str:
        return str(self.name)
