"""What every page may know of the one who looks at it."""

from functools import partial
from typing import Any

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from accounts.departures import departure_of
from accounts.models import User
from accounts.players import current_player


def player(request: HttpRequest) -> dict[str, Any]:
    """`player`: who this browser is, or None. `departure`: when its account is to be deleted."""
    known: dict[str, Any] = {
        "player": current_player(request) if hasattr(request, "session") else None
    }
    user = getattr(request, "user", None)
    if isinstance(user, User):
        # Asked for only by pages that show it.
        known["departure"] = SimpleLazyObject(partial(departure_of, user))
    return known
