"""The chat at the table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from accounts.models import Player
from accounts.mutes import EVERYTHING, Hearing
from accounts.sanctions import standing
from games import free_text
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
class Person:
    """Somebody whom the looker may mute, or has muted; `blocked` people are mute by that."""

    player_id: int
    name: str
    muted: bool
    blocked: bool


@dataclass(frozen=True, slots=True)
class Chat:
    """What was said; `quiet` is why the looker may not talk now, "" when it may.

    `no_words` is why it has the ready phrases only, "" when it may write. `hearing` names what the
    looker wants to hear: when it is another one, lines that come to be shown are no news.
    `can_choose`: the site can keep what the looker wants to hear.
    """

    lines: tuple[ChatLine, ...]
    presets: tuple[Phrase, ...]
    quiet: str
    imposed: bool
    """Whether the moderators have said so."""
    no_words: str
    can_talk: bool
    can_choose: bool
    hidden: bool
    people: tuple[Person, ...]
    hearing: str


def chat(looker: Looker) -> Chat:
    """The latest lines, and whether the looker may add one."""
    hearing = looker.table.hearing.get(looker.player_id or 0, EVERYTHING)
    quiet = _quiet(looker, hearing)
    return Chat(
        lines=_lines(looker, hearing),
        presets=tuple(Phrase(name, str(text)) for name, text in PRESETS.items())
        if not quiet
        else (),
        quiet=quiet,
        imposed=bool(standing.silence(looker.sanctions)),
        no_words=_no_words(looker) if not quiet else "",
        can_talk=not quiet,
        can_choose=looker.player_id is not None,
        hidden=hearing.hidden,
        people=_people(looker, hearing),
        hearing="hidden"
        if hearing.hidden
        else " ".join(str(each) for each in sorted(hearing.muted | hearing.blocked)),
    )


def _lines(looker: Looker, hearing: Hearing) -> tuple[ChatLine, ...]:
    """What the looker gets to see: their own lines as they typed them."""
    return tuple(
        ChatLine(said.number, said.name, _shown(said, looker), said.player_id == looker.player_id)
        for said in looker.table.chat
        if hearing.hears(said.player_id)
    )


def _shown(said: Said, looker: Looker) -> str:
    if said.preset in PRESETS:
        return str(PRESETS[said.preset])
    if not said.text:
        # of a player who has left the site
        return _("(removed)")
    if said.player_id == looker.player_id:
        return said.text
    return looker.table.words.masked(said.text)


def _quiet(looker: Looker, hearing: Hearing) -> str:
    table = looker.table
    seen = looker.view
    running = seen is not None and table.status == Game.Status.PLAYING
    if table.closed:
        return _("This table was closed.")
    imposed = standing.silence(looker.sanctions)
    if imposed:
        return imposed
    if hearing.hidden:
        return _("You have hidden the chat: you see nothing of what is said at any table.")
    quiet = silence(
        seen.phase if seen is not None and running else None,
        len(table.seats),
        looker.seat is not None,
    )
    if looker.player_id is None and not quiet:
        room = len(table.seats) < CHAIRS and not table.begun
        return (
            _("Take a seat to talk at this table.")
            if room
            else _("Only those at the table can talk here.")
        )
    return quiet


def _no_words(looker: Looker) -> str:
    if looker.player_id is None or free_text.may_write_during(
        looker.player_id, looker.table.game_id
    ):
        return ""
    return free_text.why_not()


def _people(looker: Looker, hearing: Hearing) -> tuple[Person, ...]:
    """Who sits here or has said something lately, but for the looker and the computers."""
    if looker.player_id is None or hearing.hidden:
        return ()
    table = looker.table
    names = {seat.player_id: seat.name for seat in table.seats if seat.kind != Player.Kind.CPU}
    names |= {said.player_id: said.name for said in table.chat}
    names.pop(looker.player_id, None)
    return tuple(
        Person(player, name, player in hearing.muted, player in hearing.blocked)
        for player, name in names.items()
    )
