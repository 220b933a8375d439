"""What every page may know of the one who looks at it."""

from functools import partial
from typing import Any

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from accounts.departures import departure_of
from accounts.models import User
from accounts.players import current_player
from accounts.sanctions import standing


def player(request: HttpRequest) -> dict[str, Any]:
    """`player`: who this browser is, or None; `notice`: what the moderators have to say to it;
    `departure`: when its account is to be deleted."""
    found = current_player(request) if hasattr(request, "session") else None
    notice = standing.notice(standing.in_force(found.pk)) if found is not None else ""
    known: dict[str, Any] = {"player": found, "notice": notice}
    user = getattr(request, "user", None)
    if isinstance(user, User):
        # Asked for only by pages that show it.
        known["departure"] = SimpleLazyObject(partial(departure_of, user))
    return known
