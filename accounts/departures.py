"""Deleting an account: asked for, taken back within a week, or done."""

from datetime import timedelta

from allauth.usersessions.models import UserSession
from django.db import transaction
from django.db.models.functions import Now
from django.utils import timezone

from accounts import letters
from accounts.anonymising import anonymise
from accounts.departure import Departure
from accounts.models import Player, User

GRACE = timedelta(days=7)


def ask(user: User) -> Departure:
    """From now on the account has a week left; asked again, the first date stands."""
    now = timezone.now()
    departure, new = Departure.objects.get_or_create(
        user=user, defaults={"asked_at": now, "due_at": now + GRACE}
    )
    if new:
        letters.write(user, "departure_asked", {"due_at": departure.due_at})
    return departure


def keep(user: User) -> bool:
    """The account stays. Says whether it was going to be deleted."""
    return bool(Departure.objects.filter(user=user).delete()[0])


def departure_of(user: User) -> Departure | None:
    """When the account is going to be deleted, if it is."""
    return Departure.objects.filter(user=user).first()


def due() -> list[int]:
    """The departures whose week is over, the oldest first."""
    over = Departure.objects.filter(due_at__lte=Now()).order_by("due_at")
    return list(over.values_list("pk", flat=True)[:1000])


def carry_out(departure_id: int) -> bool:
    """Delete the account behind a departure. Says whether it did.

    It does not where the account was kept meanwhile, belongs to staff by now, or somebody else is
    at it.
    """
    with transaction.atomic():
        over = Departure.objects.filter(pk=departure_id, due_at__lte=Now())
        departure = over.select_for_update(skip_locked=True, of=("self",)).first()
        if departure is None:
            return False
        user = User.objects.get(pk=departure.user_id)
        if user.is_staff:
            # Became staff within the week. As when it is asked for: the work is handed over first.
            departure.delete()
            return False
        for session in UserSession.objects.filter(user=user):
            session.end()
        player = Player.objects.filter(user=user).first()
        if player is not None:
            anonymise(player)
        address = letters.address_of(user)
        user.delete()
        letters.write_to(address, "departure_done")
    return True
