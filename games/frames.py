"""Frames that a page sends: what they may look like, and which part of the table obeys them."""

import json
import re
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _

from games import seating
from games.models import Move
from games.refusals import Malformed, Stale
from games.table import decide

LONGEST_KEY = 64
DECISION = re.compile(r"([0-9]{1,9})\.([0-9]{1,9})")
FIELDS = {
    "act": {"decision", "action"},
    "ready": {"client_seed"},
    "start": {"client_seed"},
    "rematch": {"client_seed"},
    "ping": set(),
}
# What a page may answer; the rest of the actions belong to the table.
ACTIONS = {"deal", "throw", "play", "count", "claim"}


@dataclass(frozen=True, slots=True)
class Frame:
    """A well-formed frame; `key` names it in the answer."""

    type: str
    key: str | None
    fields: dict[str, Any] = field(repr=False)


def parse(text: str | None) -> Frame:
    """A frame from its text. Raises Malformed, with the frame's key where it has a proper one."""
    if text is None:
        raise Malformed(_("This table understands text only."))
    try:
        raw = json.loads(text)
    except (ValueError, RecursionError):
        raise Malformed(_("That was not understood.")) from None
    if not isinstance(raw, dict):
        raise Malformed(_("That was not understood."))
    kind, key = raw.get("type"), raw.get("key")
    if key is not None and not (isinstance(key, str) and len(key) <= LONGEST_KEY):
        raise Malformed(_("That was not understood."))
    if not isinstance(kind, str) or set(raw) - {"type", "key"} != FIELDS.get(kind):
        refusal = Malformed(_("That was not understood."))
        refusal.key = key
        raise refusal
    return Frame(kind, key, {name: raw[name] for name in FIELDS[kind]})


def obey(frame: Frame, game_id: int, game_number: int, player_id: int, seat: int) -> int:
    """Do what the frame asks; returns the table's revision after it. Raises a Refused by cause."""
    match frame.type:
        case "act":
            return _act(frame, game_id, game_number, seat)
        case "ready":
            return seating.ready(game_id, player_id, frame.fields["client_seed"])
        case "start":
            return seating.start(game_id, player_id, frame.fields["client_seed"])
        case _:
            return seating.rematch(game_id, player_id, frame.fields["client_seed"])


def _act(frame: Frame, game_id: int, game_number: int, seat: int) -> int:
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
    if int(named[1]) != game_number:
        raise Stale
    outcome = decide(
        game_id=game_id,
        seat=seat,
        decision=int(named[2]),
        wanted=wanted,
        actor=Move.Actor.PLAYER,
    )
    return outcome.revision
