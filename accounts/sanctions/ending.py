"""Sanctions whose time is over: nobody lifts them, so the sweep lets the player's pages tell it."""

from django.db import transaction
from django.db.models.functions import Now

from accounts.models import Player
from accounts.sanctions.models import Sanction
from accounts.signals import player_sanctioned


def over() -> list[int]:
    """The primary keys of the sanctions that ended by themselves and were not noted as ended."""
    ended = Sanction.objects.filter(ended_at=None, until__lte=Now()).order_by("until")
    return list(ended.values_list("pk", flat=True))


def note(sanction_id: int) -> None:
    """Note that a sanction ended at its time; what somebody else is at work on is left alone.

    The log has no line for it: the end stands in the line of the sanction itself.
    """
    with transaction.atomic():
        found = (
            Sanction.objects.select_for_update(of=("self",), skip_locked=True)
            .select_related("player")
            .filter(pk=sanction_id, ended_at=None, until__lte=Now())
            .first()
        )
        if found is None:
            return
        found.ended_at = found.until
        found.save(update_fields=["ended_at"])
        player_sanctioned.send(sender=Player, player=found.player, sanction=found)
