"""Who looks on without a seat. A watcher is a lease: a page that stops renewing it is gone."""

from datetime import timedelta
from uuid import UUID

from django.db import transaction
from django.db.models import Q

from games.clock import DatabaseClock
from games.database import without_detail
from games.models import Table, Watcher
from games.table import bump

LEASE = timedelta(seconds=45)


def alive(prefix: str = "") -> Q:
    """The watchers whose lease runs; `prefix` leads to them from another model."""
    return Q(**{f"{prefix}seen_at__gt": DatabaseClock() - LEASE})


def count(table: Table) -> int:
    """How many pages watch the table now."""
    return table.watchers.filter(alive()).count()


@without_detail
def renew(code: str, page: UUID) -> None:
    """The page watches the table, or still does. A new one is news to the table."""
    with transaction.atomic():
        table = Table.objects.get(code=code)
        _watcher, new = Watcher.objects.update_or_create(
            page=page, defaults={"table": table, "seen_at": DatabaseClock()}
        )
        if new:
            bump(table)


@without_detail
def stop(code: str, page: UUID) -> None:
    """The page watches no more."""
    with transaction.atomic():
        if Watcher.objects.filter(page=page).delete()[0]:
            bump(Table.objects.get(code=code))


def sweep() -> None:
    """Forget the watchers whose lease ran out, and tell their tables."""
    gone = Watcher.objects.filter(seen_at__lte=DatabaseClock() - LEASE)
    for table_id in set(gone.values_list("table_id", flat=True)[:100]):
        with transaction.atomic():
            if gone.filter(table_id=table_id).delete()[0]:
                bump(Table.objects.get(pk=table_id))
