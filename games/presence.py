"""Who is there. Every page that shows a table holds a lease, renewed while its socket lives.

A lease and not a count of connections: not every end of one is reported. Leases run on site time,
so that nobody is gone because the site was.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta
from uuid import UUID

from django.db import transaction
from django.db.models import Count, Exists, Max, OuterRef, Q, Subquery
from django.db.models.functions import Coalesce

from accounts.models import Player
from accounts.players import note_sight
from games import clock, substitutes
from games.clock import Moment, SiteNow
from games.cribbage import record
from games.database import without_detail
from games.dealing import is_computer
from games.models import Game, Page, Seat, Table
from games.table import bump, locked_game, seats_of, settle

LEASE = timedelta(seconds=15)
RENEWAL_SECONDS = 5
# A page that is loaded again is not gone.
RELOADING = timedelta(seconds=5)


@dataclass(frozen=True, slots=True)
class Sight:
    """A page that is open now."""

    page: UUID
    table_id: int
    player_id: int | None


def alive() -> Q:
    """The pages whose lease runs."""
    return Q(until__gt=SiteNow())


def watchers_of() -> Coalesce:
    """For a query of games: how many pages show each table to somebody without a seat there."""
    seated = Seat.objects.filter(game=OuterRef(OuterRef("pk")), player=OuterRef("player"))
    pages = Page.objects.filter(~Exists(seated), alive(), table=OuterRef("table"))
    counted = pages.order_by().values("table").annotate(count=Count("pk")).values("count")
    return Coalesce(Subquery(counted), 0)


@without_detail
def arrive(sight: Sight) -> None:
    """A page has been opened: its player is there, or there is one more to look on."""
    if sight.player_id is not None:
        note_sight(sight.player_id)
    with transaction.atomic():
        moment = clock.read()
        _page, new = Page.objects.update_or_create(
            page=sight.page,
            defaults={
                "table_id": sight.table_id,
                "player_id": sight.player_id,
                "seen_at": moment.now,
                "until": moment.now + LEASE,
            },
        )
        seat = _seat(sight)
        if seat is None and new:
            bump(Table.objects.get(pk=sight.table_id))
    if seat is not None and (seat.away_since is not None or seat.game.paused_at is not None):
        look_after(seat.game_id)


@without_detail
def renew(sights: Iterable[Sight]) -> None:
    """These pages are still open. One whose lease was over arrives anew."""
    by_page = {sight.page: sight for sight in sights}
    moment = clock.read()
    known = Page.objects.filter(page__in=by_page)
    known.update(seen_at=moment.now, until=moment.now + LEASE)
    for page in set(by_page).difference(known.values_list("page", flat=True)):
        arrive(by_page[page])


@without_detail
def depart(sight: Sight) -> None:
    """A page has been closed. A player may be loading it again: that has a few seconds."""
    pages = Page.objects.filter(page=sight.page)
    seat = _seat(sight)
    if seat is not None and seat.game.status == Game.Status.PLAYING:
        moment = clock.read()
        pages.update(seen_at=moment.now, until=moment.now + RELOADING)
        return
    with transaction.atomic():
        if pages.delete()[0] and seat is None:
            bump(Table.objects.get(pk=sight.table_id))


def to_look_after() -> list[int]:
    """The running games where somebody has come or gone and the game does not know it yet."""
    live = Page.objects.filter(table=OuterRef("game__table"), player=OuterRef("player"))
    seats = Seat.objects.filter(game__status=Game.Status.PLAYING).exclude(
        player__kind=Player.Kind.CPU
    )
    changed = seats.alias(there=Exists(live.filter(alive()))).filter(
        Q(there=True, away_since__isnull=False) | Q(there=False, away_since__isnull=True)
    )
    return list(changed.values_list("game_id", flat=True).distinct())


@without_detail
def look_after(game_id: int, *, skip_locked: bool = False) -> bool:
    """Note who has come and who has gone; the game stands still when nobody is left.

    Says whether anything had changed. Safe to call at any time.
    """
    with transaction.atomic():
        try:
            game, moment = locked_game(game_id, skip_locked=skip_locked)
        except Game.DoesNotExist:
            return False
        if game.status != Game.Status.PLAYING:
            return False
        seats = seats_of(game)
        if not _note_changes(game, seats, moment):
            return False
        settle(game, record.state_from_json(game.state), seats, moment)
        bump(game.table)
    return True


def _note_changes(game: Game, seats: list[Seat], moment: Moment) -> bool:
    pages = Page.objects.filter(table=game.table_id, player__in=[seat.player_id for seat in seats])
    leases = {
        player: (until, seen_at)
        for player, until, seen_at in pages.values_list("player").annotate(
            Max("until"), Max("seen_at")
        )
    }
    changed = False
    for seat in seats:
        if is_computer(seat):
            continue
        # nobody has seen a page of theirs: they are gone as of now
        until, seen_at = leases.get(seat.player_id, (moment.now, moment.now))
        there = until > moment.now
        if there and seat.away_since is not None:
            substitutes.note_here(game, seats, seat, moment)
            changed = True
        elif not there and seat.away_since is None:
            substitutes.note_gone(game, seat, seen_at)
            changed = True
    before = game.paused_at
    substitutes.stand_or_go_on(game, seats, moment)
    return changed or game.paused_at != before


def sweep() -> None:
    """Forget the pages whose lease ran out, and tell the tables where they looked on."""
    # What a running game has not noted yet, when an owner was last seen, is kept until then.
    unnoted = Seat.objects.filter(
        game__table=OuterRef("table"),
        game__status=Game.Status.PLAYING,
        player=OuterRef("player"),
        away_since__isnull=True,
    )
    gone = Page.objects.filter(~Exists(unnoted), until__lte=SiteNow())
    sits = Seat.objects.filter(game__table=OuterRef("table"), player=OuterRef("player"))
    found = gone.annotate(sits=Exists(sits)).values_list("table_id", "pk", "sits")[:1000]
    looked_on = {table_id for table_id, _page, seated in found if not seated}
    with transaction.atomic():
        gone.filter(pk__in=[page for _table, page, _seated in found]).delete()
        for table in Table.objects.filter(pk__in=looked_on).order_by("pk"):
            bump(table)


def _seat(sight: Sight) -> Seat | None:
    """The seat of the page's player in the table's latest game."""
    if sight.player_id is None:
        return None
    seats = Seat.objects.filter(game__table_id=sight.table_id, player_id=sight.player_id)
    latest = Game.objects.filter(table_id=sight.table_id).order_by("-number").values("pk")[:1]
    return seats.filter(game=Subquery(latest)).select_related("game").first()
