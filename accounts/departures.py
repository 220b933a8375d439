"""Deleting an account: asked for, taken back within a week, or done."""

import logging
from datetime import timedelta
from smtplib import SMTPException
from typing import Any

from allauth.account.models import EmailAddress
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.core.mail import send_mail
from django.db import transaction
from django.db.models.functions import Now
from django.template.loader import render_to_string
from django.utils import timezone

from accounts.anonymising import anonymise
from accounts.departure import Departure
from accounts.models import Player, User

logger = logging.getLogger(__name__)

GRACE = timedelta(days=7)


def ask(user: User, site: str) -> Departure:
    """From now on the account has a week left; asked again, the first date stands.

    `site` is the address of the site, for the mail that tells of it.
    """
    now = timezone.now()
    departure, new = Departure.objects.get_or_create(
        user=user, defaults={"asked_at": now, "due_at": now + GRACE}
    )
    if new:
        mail(user, "departure_asked", {"due_at": departure.due_at, "site": site})
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
        address = _address(user)
        user.delete()
        transaction.on_commit(lambda: _send(address, "departure_done", {}))
    return True


def mail(user: User, template: str, context: dict[str, Any]) -> None:
    """Tell the owner of an account, once what is told of is certain."""
    address = _address(user)
    transaction.on_commit(lambda: _send(address, template, context))


def _address(user: User) -> str:
    primary = EmailAddress.objects.filter(user=user, primary=True).first()
    return primary.email if primary else user.email


def _send(address: str, template: str, context: dict[str, Any]) -> None:
    if not address:
        return
    folder = f"account/email/{template}"
    subject = " ".join(render_to_string(f"{folder}_subject.txt", context).split())
    try:
        send_mail(
            subject,
            render_to_string(f"{folder}_message.txt", context).strip() + "\n",
            settings.DEFAULT_FROM_EMAIL,
            [address],
        )
    except (OSError, SMTPException) as error:
        # What was asked for is done all the same.
        logger.warning("A mail about a departure was not sent: %s", type(error).__name__)
