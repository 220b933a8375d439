"""Taking away who a player was. What others have a part in stays, under a number for a name."""

from datetime import datetime

from django.contrib.admin.models import LogEntry as AdministrationLog
from django.db import IntegrityError, transaction
from django.db.models import ProtectedError, Q
from django.db.models.functions import Now

from accounts.models import Block, Mute, Player, User
from accounts.signals import guest_going, player_leaving


class StillHere(Exception):  # noqa: N818
    """A guest who was to be forgotten has been seen all the same."""


def anonymise(player: Player) -> None:
    """Nothing is left of the player but a number, and what others had a part in.

    Within a transaction, with the player's row not locked yet: receivers lock games first, as
    everybody does. Reports stay as they are, for the moderators.
    """
    player_leaving.send(sender=Player, player=player)
    Block.objects.filter(Q(player=player) | Q(blocked=player)).delete()
    Mute.objects.filter(Q(player=player) | Q(muted=player)).delete()
    word = "guest" if player.kind == Player.Kind.GUEST else "deleted"
    _empty_the_administrations_log(player)
    player.user = None
    # Such names are kept free by now; a player may have had one before they were.
    for name in (f"{word}-{player.pk}", f"{word}-{player.pk}-{player.pk}"):
        try:
            with transaction.atomic():
                Player.objects.filter(pk=player.pk).update(name=name, user=None, left_at=Now())
        except IntegrityError:
            continue
        break
    player.refresh_from_db()


def _empty_the_administrations_log(player: Player) -> None:
    """Django's own log of the administration calls the rows that were changed by their names."""
    lines = AdministrationLog.objects.filter(content_type__app_label=Player._meta.app_label)
    for model, pk in ((Player, player.pk), (User, player.user_id)):
        of_it = lines.filter(content_type__model=model._meta.model_name, object_id=str(pk))
        of_it.update(object_repr=f"{model._meta.model_name} {pk}")


def forget_guest(player: Player, idle_since: datetime) -> None:
    """Delete a guest with all that nobody else had a part in; where that can't be, anonymise.

    Within a transaction, with the player's row locked. Raises StillHere.
    """
    try:
        with transaction.atomic():
            guest_going.send(sender=Player, player=player, idle_since=idle_since)
            player.delete()
    except ProtectedError:
        # Somebody else's game, or a report.
        anonymise(Player.objects.get(pk=player.pk))
