"""What every page may know of the one who looks at it."""

from typing import Any

from django.http import HttpRequest

from accounts.players import current_player
from accounts.sanctions import standing


def player(request: HttpRequest) -> dict[str, Any]:
    """`player`: who this browser is, or None; `notice`: what the moderators have to say to it."""
    found = current_player(request) if hasattr(request, "session") else None
    notice = standing.notice(standing.in_force(found.pk)) if found is not None else ""
    return {"player": found, "notice": notice}
