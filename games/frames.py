"""Frames that a page sends: what they may look like, and which part of the table obeys them."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from django.utils.translation import gettext as _

from games import chat, leaving, muting, seating, settling, shuffle_words, tables
from games.barred import require_not_barred
from games.models import Move, Table
from games.refusals import Malformed, NotRunning, NotSeated, Stale
from games.rematch import leave as stand_up
from games.rematch import rematch
from games.table import decide

# Characters of a frame; none that the page sends comes near it.
LONGEST = 16384
LONGEST_KEY = 64
DECISION = re.compile(r"([0-9]{1,9})\.([0-9]{1,9})")
FIELDS = {
    "act": {"decision", "action"},
    "ready": {"client_seed"},
    "start": {"client_seed"},
    "rematch": {"client_seed"},
    "move": {"chair"},
    "stand_up": set(),
    "leave": set(),
    "back": set(),
    "draw": set(),
    "claim_win": set(),
    "remove": {"chair", "player"},
    "computer": {"chair"},
    "setting": {"name", "value"},
    "say": {"preset", "text"},
    "mute": {"player"},
    "unmute": {"player"},
    "hide_chat": {"hidden"},
    "ping": set(),
}
# A suspension has given the seat to a CPU already, whose seat answers nothing: `act` is not asked
# a second time, for speed.
FOR_THE_BARRED = {"act", "leave", "ping"}
# What a page may answer; the rest of the actions belong to the table.
ACTIONS = {"deal", "throw", "play", "count", "claim"}


class Place(Protocol):
    """What must be known of the table to which a frame was sent."""

    @property
    def code(self) -> str: ...

    @property
    def game_id(self) -> int: ...

    @property
    def game_number(self) -> int: ...

    @property
    def begun(self) -> bool:
        """Whether seats have their numbers for the game already."""

    def seat_of(self, player_id: int) -> int | None:
        """The seat of a player, None without one."""


@dataclass(frozen=True, slots=True)
class Frame:
    """A well-formed frame; `key` names it in the answer."""

    type: str
    key: str | None
    fields: dict[str, Any] = field(repr=False)


def parse(text: str | None, known: Mapping[str, set[str]] = FIELDS) -> Frame:
    """A frame of a known type from its text.

    Raises Malformed, with the frame's key where it has a proper one.
    """
    if text is None:
        raise Malformed(_("Only text is understood here."))
    if len(text) > LONGEST:
        raise Malformed(_("That was not understood."))
    try:
        raw = json.loads(text)
    except (ValueError, RecursionError):
        raise Malformed(_("That was not understood.")) from None
    if not isinstance(raw, dict):
        raise Malformed(_("That was not understood."))
    kind, key = raw.get("type"), raw.get("key")
    if key is not None and not _is_key(key):
        raise Malformed(_("That was not understood."))
    if not isinstance(kind, str) or set(raw) - {"type", "key"} != known.get(kind):
        refusal = Malformed(_("That was not understood."))
        refusal.key = key
        raise refusal
    return Frame(kind, key, {name: raw[name] for name in known[kind]})


def _is_key(key: object) -> bool:
    # Not printable: NUL and lone surrogates, which the database refuses.
    return isinstance(key, str) and len(key) <= LONGEST_KEY and key.isprintable()


def obey(frame: Frame, table: Place, player_id: int) -> int:
    """Do what the frame asks; returns the table's revision after it. Raises a Refused by cause."""
    given, game_id = frame.fields, table.game_id
    if frame.type not in FOR_THE_BARRED:
        require_not_barred(player_id)
    if "client_seed" in given:
        shuffle_words.require_allowed(player_id, given["client_seed"])
    match frame.type:
        case "say":
            return _say(frame, table, player_id)
        case "mute" | "unmute" | "hide_chat":
            return _hear(frame, table, player_id)
        case "act":
            return _act(frame, table, player_id)
        case "ready":
            return seating.ready(game_id, player_id, given["client_seed"])
        case "start":
            return seating.start(game_id, player_id, given["client_seed"])
        case "rematch":
            return rematch(game_id, player_id, given["client_seed"])
        case "move":
            return seating.change_chair(game_id, player_id, given["chair"])
        case "stand_up":
            return stand_up(game_id, player_id)
        case "leave":
            return leaving.leave(game_id, player_id, frame.key or "")
        case "back":
            return leaving.take_back(game_id, player_id, _required_key(frame))
        case "draw":
            return settling.offer_draw(game_id, player_id, _required_key(frame))
        case "claim_win":
            return settling.claim_win(game_id, player_id, _required_key(frame))
        case "remove":
            return seating.remove(game_id, player_id, given["chair"], given["player"])
        case "computer":
            return seating.seat_computer(game_id, player_id, given["chair"])
        case _:
            name, value = given["name"], given["value"]
            return tables.change_setting(game_id, player_id, name, tables.from_field(name, value))


def _required_key(frame: Frame) -> str:
    if not frame.key:
        raise Malformed(_("That was not understood."))
    return frame.key


def _say(frame: Frame, table: Place, player_id: int) -> int:
    key = _required_key(frame)
    preset, text = frame.fields["preset"], frame.fields["text"]
    return chat.say(Table.objects.get(code=table.code), player_id, key, preset, text)


def _hear(frame: Frame, table: Place, player_id: int) -> int:
    """Each says how it shall be, so that a resend changes nothing."""
    _required_key(frame)
    if frame.type == "hide_chat":
        return muting.hide_chat(table.code, player_id, frame.fields["hidden"])
    change = muting.mute if frame.type == "mute" else muting.unmute
    return change(table.code, player_id, frame.fields["player"])


def _act(frame: Frame, table: Place, player_id: int) -> int:
    """Answer "<game number>.<decision>": a late resend must not hit the rematch."""
    asked, wanted = frame.fields["decision"], frame.fields["action"]
    named = DECISION.fullmatch(asked) if isinstance(asked, str) else None
    if (
        named is None
        or not isinstance(wanted, dict)
        or not isinstance(wanted.get("type"), str)
        or wanted["type"] not in ACTIONS
    ):
        raise Malformed(_("That was not understood."))
    seat = table.seat_of(player_id)
    if seat is None:
        raise NotSeated
    if int(named[1]) != table.game_number:
        raise Stale
    if not table.begun:
        # The seats may still be chairs, numbered otherwise than the game's.
        raise NotRunning(_("The game has not begun."))
    outcome = decide(
        game_id=table.game_id,
        seat=seat,
        decision=int(named[2]),
        wanted=wanted,
        actor=Move.Actor.PLAYER,
    )
    return outcome.revision
