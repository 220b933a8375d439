"""Accounts that are going to be deleted. A week's grace, in which one tap keeps the account."""

from django.conf import settings
from django.db import models


class Departure(models.Model):
    """The owner of an account has asked to have it deleted; it is done at `due_at`."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="departure"
    )
    asked_at = models.DateTimeField()
    due_at = models.DateTimeField(db_index=True)

    class Meta:
        app_label = "accounts"

    def __str__(self) -> str:
        return f"departure of user {self.user_id}"
