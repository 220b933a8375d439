"""Players who do not want to meet each other."""

from collections.abc import Collection
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import Block, Player
from accounts.signals import hearing_changed

# Nobody meets so many; without a bound a program could fill the table.
MOST = 500


@transaction.atomic
def block(player: Player, other: Player) -> None:
    """From now on the two are not paired, `other` finds no seat where `player` is the host, and
    `player` does not read what `other` says.

    Again: nothing happens. Raises ValidationError for a CPU, for oneself, and for one too many.
    """
    if other.kind == Player.Kind.CPU:
        raise ValidationError(_("A computer player can't be blocked."))
    if other.pk == player.pk:
        raise ValidationError(_("You can't block yourself."))
    others = Block.objects.filter(player=player).exclude(blocked=other)
    if others.count() >= MOST:
        raise ValidationError(
            _("You block %(most)s players already. Unblock somebody first.") % {"most": MOST}
        )
    _made, new = Block.objects.get_or_create(player=player, blocked=other)
    if new:
        hearing_changed.send(sender=Player, player=player)


@transaction.atomic
def unblock(player: Player, other: Player) -> None:
    """Take a block back. Where there is none: nothing happens."""
    if Block.objects.filter(player=player, blocked=other).delete()[0]:
        hearing_changed.send(sender=Player, player=player)


def blocked_by(player: Player) -> list[Player]:
    """Whom the player blocks, the last one first."""
    blocks = Block.objects.filter(player=player).select_related("blocked").order_by("-pk")
    return [each.blocked for each in blocks]


def has_blocked(player_id: int, other_id: int) -> bool:
    """Whether the first blocks the second."""
    return Block.objects.filter(player=player_id, blocked=other_id).exists()


def blocked_pairs(players: Collection[int]) -> set[frozenset[int]]:
    """The pairs among these players of whom one has blocked the other."""
    blocks = Block.objects.filter(player__in=players, blocked__in=players)
    return {frozenset(pair) for pair in blocks.values_list("player", "blocked")}


def hand_over(sender: type, guest: Player, player: Player, **kwargs: Any) -> None:
    """Blocks by and of a guest who logs in are the account's; nobody comes to block oneself."""
    for each in Block.objects.filter(player=guest).exclude(blocked=player):
        Block.objects.get_or_create(player=player, blocked_id=each.blocked_id)
    for each in Block.objects.filter(blocked=guest).exclude(player=player):
        Block.objects.get_or_create(player_id=each.player_id, blocked=player)
    Block.objects.filter(player=guest).delete()
    Block.objects.filter(blocked=guest).delete()
