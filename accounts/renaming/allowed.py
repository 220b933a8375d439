"""Who may take another name now. A name is shown at tables at once, so it is a way to talk."""

from datetime import timedelta
from typing import Any

from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import Player
from accounts.renaming.models import Renaming
from accounts.renaming.taken_away import has_to_choose
from accounts.sanctions import standing

A_DAY, DAY = 5, timedelta(hours=24)


def why_not(player: Player) -> str:
    """Why the player keeps its name, as a sentence; "" when it may take another one.

    Who was given a name by the moderators may always choose one, once.
    """
    silence = standing.silence(standing.in_force(player.pk))
    if not silence and _lately(player) < A_DAY:
        return ""
    if has_to_choose(player):
        return ""
    if silence:
        return f"{silence} " + _("As long as that holds you keep your name.")
    return _("You have taken five names within a day. Keep this one until tomorrow.")


def note(player: Player) -> None:
    """The player takes another name, in this transaction. Raises ValidationError."""
    # so that two at once don't both count as the fifth
    locked = Player.objects.select_for_update(no_key=True).get(pk=player.pk)
    reason = why_not(locked)
    if reason:
        raise ValidationError(reason)
    now = timezone.now()
    Renaming.objects.filter(player=locked, at__lte=now - DAY).delete()
    Renaming.objects.create(player=locked, at=now)


def forget(sender: type, player: Player, **kwargs: Any) -> None:
    """The player leaves the site: when it took its names is nobody's business any more."""
    Renaming.objects.filter(player=player).delete()


def _lately(player: Player) -> int:
    return Renaming.objects.filter(player=player, at__gt=timezone.now() - DAY).count()
