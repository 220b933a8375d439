"""What every page may know of the one who looks at it."""

from typing import Any

from django.http import HttpRequest

from accounts.departures import departure_of
from accounts.models import User
from accounts.players import current_player


def player(request: HttpRequest) -> dict[str, Any]:
    """`player`: who this browser is, or None. `departure`: when its account is to be deleted."""
    user = getattr(request, "user", None)
    return {
        "player": current_player(request) if hasattr(request, "session") else None,
        "departure": departure_of(user) if isinstance(user, User) else None,
    }
