"""The chat at the table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from accounts.sanctions import standing
from games.chat import PRESETS, silence
from games.models import Game
from games.seating import CHAIRS

if TYPE_CHECKING:
    from games.board.regions import Looker
    from games.board.snapshot import Said


@dataclass(frozen=True, slots=True)
class ChatLine:
    number: int
    name: str
    text: str
    yours: bool


@dataclass(frozen=True, slots=True)
class Phrase:
    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Chat:
    """What was said; `quiet` is why the looker may not talk now, "" when it may."""

    lines: tuple[ChatLine, ...]
    presets: tuple[Phrase, ...]
    quiet: str
    imposed: bool
    """Whether the moderators have said so."""
    can_talk: bool


def chat(looker: Looker) -> Chat:
    """The latest lines, and whether the looker may add one."""
    table = looker.table
    seen = looker.view
    running = seen is not None and table.status == Game.Status.PLAYING
    quiet = silence(
        seen.phase if seen is not None and running else None,
        len(table.seats),
        looker.seat is not None,
    )
    known = looker.player_id is not None
    if table.closed:
        quiet = _("This table was closed.")
    elif imposed := standing.silence(looker.sanctions):
        quiet = imposed
    elif not known and not quiet:
        room = len(table.seats) < CHAIRS and not table.begun
        quiet = (
            _("Take a seat to talk at this table.")
            if room
            else _("Only those at the table can talk here.")
        )
    return Chat(
        lines=tuple(
            ChatLine(
                said.number,
                said.name,
                str(PRESETS[said.preset])
                if said.preset in PRESETS
                else said.text or _("(removed)"),
                said.player_id == looker.player_id,
            )
            for said in table.chat
        ),
        presets=tuple(Phrase(name, str(text)) for name, text in PRESETS.items())
        if not quiet
        else (),
        quiet=quiet,
        imposed=bool(standing.silence(looker.sanctions)),
        can_talk=not quiet,
    )


def _words(said: Said) -> str:
    if said.preset in PRESETS:
        return str(PRESETS[said.preset])
    # What a player has said who left the site.
    return said.text or _("(removed)")
