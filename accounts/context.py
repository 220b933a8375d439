"""What every page may know of the one who looks at it."""

from functools import partial
from typing import Any

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from accounts.departures import departure_of
from accounts.models import User
from accounts.players import current_player
from accounts.sanctions import standing
from accounts.told import has_unread


def player(request: HttpRequest) -> dict[str, Any]:
    """`player`: who this browser is, or None; `notice`: what the moderators have to say to it;
    `answered`: whether they have answered a report of its; `departure`: when its account is to be
    deleted."""
    found = current_player(request) if hasattr(request, "session") else None
    notice = standing.notice(standing.in_force(found.pk)) if found is not None else ""
    known: dict[str, Any] = {"player": found, "notice": notice}
    # These are asked for only by pages that show them.
    if found is not None:
        known["answered"] = SimpleLazyObject(partial(has_unread, found))
    user = getattr(request, "user", None)
    if isinstance(user, User):
        known["departure"] = SimpleLazyObject(partial(departure_of, user))
    return known
