"""The queue itself: coming, leaving, and who is brought together.

Leases run on site time, so that nobody is out of the queue because the site was. Whoever changes
an entry of somebody who may be paired holds that entry's row; a pairing holds its players' rows
too. It passes over what is held by somebody else, never waits, and so may be done by several
processes at once, at any time.
"""

import time
from collections.abc import Collection, Sequence
from functools import partial
from uuid import UUID

from django.db import transaction
from django.db.models import Exists, OuterRef, Q
from django.utils.translation import gettext as _

from accounts.blocks import blocked_pairs
from accounts.models import Player
from games import clock, publish
from games.clock import Moment
from games.database import without_detail
from games.guarded import guarded
from games.models import QueuePage, Searcher
from games.pairing import matching
from games.pairing.matching import Waiting
from games.presence import LEASE, RELOADING
from games.ranked.eligibility import all_ranked_seats, require_eligible, why_not
from games.refusals import Malformed, NotForRanked
from games.tables import RANKED_SIZES, open_ranked
from ratings.preview import standings

# How long one pass goes on making tables.
PASS_SECONDS = 0.7


def here(moment: Moment) -> Exists:
    """For a query of entries: whether the player has a page of the queue open."""
    return Exists(QueuePage.objects.filter(player=OuterRef("player"), until__gt=moment.now))


def kept(moment: Moment) -> Q:
    """For a query of entries: those that stand, if only until a page is loaded again."""
    return Q(here(moment)) | Q(kept_until__gt=moment.now)


# --- Coming and leaving ---------------------------------------------------------------------------


@without_detail
def search(player: Player, size: object) -> None:
    """Look for a game of so many; who looks for another one already now looks for this.

    Raises Malformed, NotForRanked.
    """
    if type(size) is not int or size not in RANKED_SIZES:
        raise Malformed(_("There is no such ranked game."))
    with transaction.atomic():
        moment = clock.read()
        require_eligible(player, moment.real)
        own = Searcher.objects.filter(player=player)
        own.exclude(kept(moment)).delete()
        until = moment.now + LEASE
        if own.filter(size=size).update(kept_until=until):
            return
        rating = standings(size, [player.pk])[0].value
        Searcher.objects.update_or_create(
            player=player,
            defaults={
                "size": size,
                "rating": rating,
                "since": moment.now,
                "kept_until": until,
            },
        )
        transaction.on_commit(publish.queue_changed)


@without_detail
def stop(player_id: int) -> None:
    """Look for a game no longer."""
    if Searcher.objects.filter(player=player_id).delete()[0]:
        publish.queue_changed()


@without_detail
def arrive(page: UUID, player_id: int) -> None:
    """A player has opened a page of the queue."""
    moment = clock.read()
    QueuePage.objects.update_or_create(
        page=page, defaults={"player_id": player_id, "until": moment.now + LEASE}
    )
    if Searcher.objects.filter(player=player_id).exists():
        publish.queue_changed()


@without_detail
def renew(pages: dict[UUID, int]) -> None:
    """These pages of these players are still open. One whose lease was over arrives anew."""
    moment = clock.read()
    known = QueuePage.objects.filter(page__in=pages)
    known.update(until=moment.now + LEASE)
    for page in set(pages).difference(known.values_list("page", flat=True)):
        arrive(page, pages[page])


@without_detail
def depart(page: UUID, player_id: int) -> None:
    """A page has been closed. With the last one its player is out of the count and of the pairing;
    the place is kept for a few seconds, in case the page is being loaded again."""
    with transaction.atomic():
        moment = clock.read()
        QueuePage.objects.filter(page=page).delete()
        left = Searcher.objects.filter(~here(moment), player=player_id)
        if left.update(kept_until=moment.now + RELOADING):
            transaction.on_commit(publish.queue_changed)


def _forget(moment: Moment) -> None:
    """Take out whoever has been gone for too long, or sits at a ranked game by now."""
    seated = Exists(all_ranked_seats().filter(player=OuterRef("player")))
    with transaction.atomic():
        # what somebody else is at work on is left to them
        out = Searcher.objects.filter(~kept(moment) | Q(seated)).select_for_update(skip_locked=True)
        gone = Searcher.objects.filter(pk__in=[each.pk for each in out]).delete()[0]
        pages = QueuePage.objects.filter(until__lte=moment.now)
        over = pages.select_for_update(skip_locked=True)
        QueuePage.objects.filter(pk__in=[each.pk for each in over]).delete()
        if gone:
            transaction.on_commit(publish.queue_changed)


# --- Bringing people together ---------------------------------------------------------------------


def pair() -> None:
    """Bring together whoever fits now. Safe to call at any time, by several at once.

    A crowd that comes in one moment does not hold up what else the caller has to do: who has
    waited longest is seated now, the rest by the passes that follow.
    """
    if not Searcher.objects.exists() and not QueuePage.objects.exists():
        # this is asked every second
        return
    end = time.monotonic() + PASS_SECONDS
    moment = clock.read()
    guarded(0, partial(_forget, moment))
    found = [group for size in RANKED_SIZES for group in _groups(size, moment)]
    for group in sorted(found, key=lambda group: -max(each.waited for each in group)):
        guarded(0, partial(bring_together, [each.player for each in group], moment))
        if time.monotonic() > end:
            return


def _groups(size: int, moment: Moment) -> list[list[Waiting]]:
    people = _waiting(size, moment)
    if len(people) < size:
        return []
    return matching.groups(size, people, blocked_pairs([each.player for each in people]))


def _waiting(size: int, moment: Moment) -> list[Waiting]:
    entries = Searcher.objects.filter(here(moment), size=size)
    return [
        Waiting(player, rating, (moment.now - since).total_seconds())
        for player, rating, since in entries.values_list("player", "rating", "since")
    ]


@without_detail
def bring_together(group: Sequence[int], moment: Moment) -> bool:
    """Make the table of these players, in the order of its seats, and take them out of the queue.

    Says whether it was made: it is not when one of them has gone, has blocked another or looks for
    something else meanwhile. Who may not play any more is out of the queue; the others wait on.
    """
    size = len(group)
    with transaction.atomic():
        entries = Searcher.objects.filter(here(moment), player__in=group, size=size)
        held = entries.select_for_update(skip_locked=True, of=("self", "player"))
        found = {entry.player_id: entry.player for entry in held.select_related("player")}
        if len(found) < size or blocked_pairs(group):
            return False
        try:
            open_ranked([found[player] for player in group], size=size, quick=True)
        except NotForRanked:
            _drop([player for player in found.values() if why_not(player, moment.real)])
            return False
        _drop(found.values())
    return True


def _drop(players: Collection[Player]) -> None:
    Searcher.objects.filter(player__in=[player.pk for player in players]).delete()
    transaction.on_commit(publish.queue_changed)
