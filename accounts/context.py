"""What every page may know of the one who looks at it."""

from django.http import HttpRequest

from accounts.models import Player
from accounts.players import current_player


def player(request: HttpRequest) -> dict[str, Player | None]:
    """`player`: who this browser is, or None."""
    return {"player": current_player(request) if hasattr(request, "session") else None}
