"""Players who do not want to meet each other."""

from collections.abc import Collection

from accounts.models import Block


def blocked_pairs(players: Collection[int]) -> set[frozenset[int]]:
    """The pairs among these players of whom one has blocked the other."""
    blocks = Block.objects.filter(player__in=players, blocked__in=players)
    return {frozenset(pair) for pair in blocks.values_list("player", "blocked")}
