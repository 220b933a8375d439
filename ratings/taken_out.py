"""Which games count no longer, and what took them out."""

from collections.abc import Collection

from django.db.models import F, OuterRef, Subquery
from django.db.models.functions import Coalesce

from ratings.models import Settlement


def taken_out(games: Collection[int]) -> dict[int, int]:
    """Of these games those that were settled and taken out of the ratings since, in one question:
    by game the settlement that did it, a void or the first replay without one of its players.
    """
    replays = Settlement.objects.filter(
        kind=Settlement.Kind.REPLAY,
        mode=OuterRef("mode"),
        pk__gt=OuterRef("pk"),
        removed__rating_entries__settlement=OuterRef("pk"),
    )
    settled = Settlement.objects.filter(kind=Settlement.Kind.GAME, game__in=games)
    # A void first: it is refused for what a replay has taken out, and a replay leaves out voids.
    out = settled.annotate(
        out=Coalesce(F("voided_by"), Subquery(replays.order_by("pk").values("pk")[:1]))
    )
    return dict(out.exclude(out=None).values_list("game", "out"))
