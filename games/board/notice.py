"""A word from the moderators, to whom it is for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from accounts.sanctions import standing

if TYPE_CHECKING:
    from games.board.regions import Looker


def notice(looker: Looker) -> str:
    """What must be told to the looker now; "" when nothing."""
    return standing.notice_at_table(looker.sanctions)
