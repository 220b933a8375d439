"""What is kept of where an account was used."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class Trace(models.Model):
    """A player's account was used from an address, or on a device: never which.

    `digest` is keyed (digests.py): it tells that two are the same, and nothing else.
    """

    class Kind(models.TextChoices):
        ADDRESS = "address", _("address")
        DEVICE = "device", _("device")

    player = models.ForeignKey("accounts.Player", on_delete=models.CASCADE, related_name="+")
    kind = models.CharField(max_length=7, choices=Kind)
    digest = models.CharField(max_length=64)
    first_at = models.DateTimeField()
    last_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["digest", "kind", "player"], name="one_trace_of_a_player"
            ),
        ]
        indexes = [models.Index(fields=["last_at"], name="traces_by_age")]

    def __str__(self) -> str:
        return f"trace {self.pk}"
