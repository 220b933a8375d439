"""A game told in words with times: what somebody who only looks on could read in its log."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from games.board import log
from games.board.sentences import sentence
from games.board.snapshot import act_facts, move_facts
from games.chat import PRESETS
from games.models import ChatLine, Game


@dataclass(frozen=True, slots=True)
class Told:
    """One line of a game's log."""

    at: datetime
    text: str
    is_move: bool


def told(game: Game, last: int | None = None) -> list[Told]:
    """The moves of a game and what happened between them; with `last`, so many moves of the end.

    Moves are told by their public events alone: what was thrown or held is in none of them.
    """
    moves = game.moves.order_by("-seq").only("seq", "events", "seat", "actor", "at")
    known = list(reversed(moves if last is None else moves[:last]))
    acts = list(game.acts.select_related("player").order_by("pk"))
    if last is not None and known:
        acts = [act for act in acts if act.after >= known[0].seq - 1]
    names = dict(game.seats.values_list("number", "player__name"))
    claims = bool(game.settings and game.settings["muggins"])
    lines: list[Told] = []

    def add(at: datetime, events: Iterator[dict[str, Any]], *, is_move: bool) -> None:
        words = [sentence(event, lambda seat: names.get(seat, "?")) for event in events]
        lines.extend(Told(at, text, is_move) for text in words if text)

    for move in known:
        while acts and acts[0].after < move.seq:
            act = acts.pop(0)
            add(act.at, iter([log.of_act(act_facts(act))]), is_move=False)
        add(move.at, log.of_move(move_facts(move), claims=claims), is_move=True)
    for act in acts:
        add(act.at, iter([log.of_act(act_facts(act))]), is_move=False)
    return lines


def said(line: ChatLine) -> str:
    """What a line of the chat says, a ready phrase in its words."""
    return str(PRESETS[line.preset]) if line.preset in PRESETS else line.text
