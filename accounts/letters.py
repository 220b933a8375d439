"""Mail about an account or its player, sent once what it tells of is certain."""

import logging
from smtplib import SMTPException
from typing import Any

from allauth.account.models import EmailAddress
from allauth.core import context as asked_by
from django.conf import settings
from django.core.mail import send_mail
from django.db import transaction
from django.http import HttpRequest
from django.template.loader import render_to_string

from accounts.models import Player, User

logger = logging.getLogger(__name__)


def write(user: User, template: str, context: dict[str, Any] | None = None) -> None:
    """Tell the owner of an account after the commit; nothing happens without an address."""
    write_to(address_of(user), template, context)


def write_to(address: str, template: str, context: dict[str, Any] | None = None) -> None:
    """The same to an address that may be gone by the commit."""
    known = _site() | (context or {})
    transaction.on_commit(lambda: _send(address, template, known))


def write_to_player(player: Player | None, template: str, context: dict[str, Any]) -> None:
    """Tell a player who has an account. A guest finds everything on the site alone."""
    if player is not None and player.user is not None:
        write(player.user, template, context)


def address_of(user: User) -> str:
    """Where mail for the account goes; "" when it has no address."""
    primary = EmailAddress.objects.filter(user=user, primary=True).first()
    return primary.email if primary else user.email


def _site() -> dict[str, Any]:
    """The site's name and the beginning of its addresses, as allauth's mails have them: from what
    is asked just now. Both are empty for work that nobody asked for."""
    request: HttpRequest | None = asked_by.request
    if request is None:
        return {"host": "", "site": ""}
    host = request.get_host()
    return {"host": host, "site": f"{request.scheme}://{host}"}


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
        # What it tells of is done all the same.
        logger.warning("A mail was not sent: %s", type(error).__name__)
