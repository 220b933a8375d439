"""Whom a player does not want to hear at tables: nobody, some, or those whom the player blocks.

It changes what the player's own pages show and nothing else; who is muted is never told.
"""

from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import BooleanField, Q, Value
from django.utils.translation import gettext as _

from accounts.models import Block, Mute, Player
from accounts.signals import hearing_changed

# As with blocks.
MOST = 500


@dataclass(frozen=True, slots=True)
class Hearing:
    """What a player does not hear: nothing at all if `hidden`, else what these players say."""

    hidden: bool = False
    muted: frozenset[int] = field(default_factory=frozenset)
    blocked: frozenset[int] = field(default_factory=frozenset)

    def hears(self, player_id: int) -> bool:
        """Whether what that player says is shown."""
        return not self.hidden and player_id not in self.muted | self.blocked


EVERYTHING = Hearing()


@transaction.atomic
def mute(player: Player, other: Player) -> None:
    """From now on the player's pages show nothing that `other` says, nor what was said before.

    Again: nothing happens. Raises ValidationError for a CPU, for oneself, and for one too many.
    """
    if other.kind == Player.Kind.CPU:
        raise ValidationError(_("A computer player says nothing."))
    if other.pk == player.pk:
        raise ValidationError(_("You can't mute yourself."))
    if Mute.objects.filter(player=player, muted__isnull=False).exclude(muted=other).count() >= MOST:
        raise ValidationError(
            _("You mute %(most)s players already. Unmute somebody first.") % {"most": MOST}
        )
    _made, new = Mute.objects.get_or_create(player=player, muted=other)
    if new:
        hearing_changed.send(sender=Player, player=player)


@transaction.atomic
def unmute(player: Player, other: Player) -> None:
    """Hear somebody again. Who was not muted: nothing happens."""
    if Mute.objects.filter(player=player, muted=other).delete()[0]:
        hearing_changed.send(sender=Player, player=player)


@transaction.atomic
def hide_chat(player: Player, *, hidden: bool) -> None:
    """Show the player nothing of what is said at any table, or show it again."""
    whole = Mute.objects.filter(player=player, muted=None)
    if hidden:
        _row, changed = Mute.objects.get_or_create(player=player, muted=None)
    else:
        changed = bool(whole.delete()[0])
    if changed:
        hearing_changed.send(sender=Player, player=player)


def hearing_of(players: Collection[int]) -> dict[int, Hearing]:
    """What these players don't hear, in one question; who hears everything is left out."""
    muted = Mute.objects.filter(player__in=players).values_list(
        "player", "muted", Value(False, BooleanField())
    )
    blocked = Block.objects.filter(player__in=players).values_list(
        "player", "blocked", Value(True, BooleanField())
    )
    found: dict[int, list[tuple[int | None, bool]]] = {}
    for player, other, is_block in muted.union(blocked, all=True):
        found.setdefault(player, []).append((other, is_block))
    return {
        player: Hearing(
            hidden=any(other is None for other, _block in rows),
            muted=frozenset(other for other, is_block in rows if other and not is_block),
            blocked=frozenset(other for other, is_block in rows if other and is_block),
        )
        for player, rows in found.items()
    }


def muted_by(player: Player) -> list[Player]:
    """Whom the player mutes, the last one first."""
    mutes = Mute.objects.filter(player=player, muted__isnull=False).select_related("muted")
    return [each.muted for each in mutes.order_by("-pk") if each.muted is not None]


def hides_chat(player: Player) -> bool:
    """Whether the player sees nothing of what is said."""
    return Mute.objects.filter(player=player, muted=None).exists()


def hand_over(sender: type, guest: Player, player: Player, **kwargs: Any) -> None:
    """What a guest who logs in had muted is muted for the account; so is the guest for others."""
    for each in Mute.objects.filter(player=guest).exclude(muted=player):
        Mute.objects.get_or_create(player=player, muted_id=each.muted_id)
    for each in Mute.objects.filter(muted=guest).exclude(player=player):
        Mute.objects.get_or_create(player_id=each.player_id, muted=player)
    Mute.objects.filter(Q(player=guest) | Q(muted=guest)).delete()
