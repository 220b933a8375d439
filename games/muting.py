"""Not hearing somebody, or anybody, by a button at the table."""

from collections.abc import Callable

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from accounts import mutes
from accounts.models import Player
from games.database import without_detail
from games.models import Table
from games.refusals import Malformed


def mute(code: str, player_id: int, other: object) -> int:
    """Show nothing of what `other` says on all of the player's pages; returns the revision.

    Raises Malformed for somebody who is not there or can't be muted.
    """
    return _about(mutes.mute, code, player_id, other)


def unmute(code: str, player_id: int, other: object) -> int:
    """Show it again."""
    return _about(mutes.unmute, code, player_id, other)


@without_detail
def hide_chat(code: str, player_id: int, hidden: object) -> int:
    """Show the player nothing of what anybody says at any table, or show it again."""
    if not isinstance(hidden, bool):
        raise Malformed(_("That was not understood."))
    mutes.hide_chat(Player.objects.get(pk=player_id), hidden=hidden)
    return _revision(code)


@without_detail
def _about(
    change: Callable[[Player, Player], None], code: str, player_id: int, other: object
) -> int:
    if not isinstance(other, int) or isinstance(other, bool):
        raise Malformed(_("That was not understood."))
    found = Player.objects.filter(pk=other).first()
    if found is None:
        raise Malformed(_("There is no such player."))
    try:
        change(Player.objects.get(pk=player_id), found)
    except ValidationError as error:
        raise Malformed(str(error.message)) from None
    return _revision(code)


def _revision(code: str) -> int:
    return Table.objects.values_list("revision", flat=True).get(code=code)
