"""What the site keeps of somebody, in sections; each part of the site adds its own.

A part calls `section` in its AppConfig's `ready`. What it gives is JSON that Django can write:
text, numbers, times, lists, dictionaries. Never anything hidden from the player.
"""

from collections.abc import Callable
from typing import Any

from accounts.models import Player, User

Section = Callable[[User | None, Player | None], Any]

_sections: dict[str, Section] = {}


def section(name: str, gather: Section) -> None:
    """Add a section to everybody's export; under a name that is there already it replaces it."""
    _sections[name] = gather


def exported(user: User | None, player: Player | None) -> dict[str, Any]:
    """Everything that the site keeps of these two, who are the same person."""
    return {name: gather(user, player) for name, gather in _sections.items()}
