"""Who may do what at a table's socket: every kind of frame from everybody, at a running game."""

import random

import pytest
from django.db import transaction

from games import frames
from games.board import snapshot
from games.cribbage import record
from games.refusals import NotSeated, Refused
from tests.permissions.worlds import ROLES, world
from tests.support.playing import some_action, state_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("one_look")]

PARTS = {
    "client_seed": "0123456789abcdef0123456789abcdef",
    "chair": 3,
    "preset": "hello",
    "text": None,
    "name": "target",
    "value": "61",
    "hidden": True,
}
# By ROLES, "-" for somebody without a seat. Ann is to play; nobody has left the game, and it has no
# time limit.
ROWS: dict[str, str] = {
    "hide_chat": "- ok ok ok ok barred - -",
    "mute": "- ok ok malformed ok barred - -",
    "unmute": "- ok ok ok ok barred - -",
    "act": "- - ok not_yours - - - -",
    "back": "- - ok ok - barred - -",
    "claim_win": "- - not_now not_now - barred - -",
    "computer": "- - not_running not_host - barred - -",
    "draw": "- - not_now not_now - barred - -",
    "leave": "- - ok ok - - - -",
    "move": "- - not_running not_running - barred - -",
    "ready": "- - ok ok - barred - -",
    "rematch": "- - not_running not_running - barred - -",
    "remove": "- - not_running not_host - barred - -",
    "say": "- quiet ok ok quiet barred - -",
    "setting": "- - not_running not_host - barred - -",
    "stand_up": "- - not_running not_running - barred - -",
    "start": "- - ok ok - barred - -",
}


def answer(game, kind, player):
    """How the table answers: the code of a refusal, or "ok"."""
    if player is None:
        # as the socket does for somebody who has never played
        return "-"
    shown = snapshot.load(game.table.code)
    fields = {name: PARTS.get(name) for name in frames.FIELDS[kind]}
    if kind == "act":
        action = record.action_to_json(some_action(state_of(game), 0, random.Random(1)))
        fields = {"decision": f"{game.number}.{shown.state.decision}", "action": action}
    if "player" in fields:
        fields["player"] = shown.seats[1].player_id
    try:
        frames.obey(frames.Frame(kind, "a-key", fields), shown, player.pk)
    except Refused as refusal:
        return "-" if isinstance(refusal, NotSeated) else refusal.code
    return "ok"


def test_every_frame_is_answered_as_it_should():
    there = world()
    wrong = {}
    for kind in sorted(set(frames.FIELDS) - {"ping"}):
        answers = []
        for role in ROLES:
            with transaction.atomic():
                answers.append(answer(there.game, kind, there.players.get(role)))
                transaction.set_rollback(True)
        if " ".join(answers) != ROWS.get(kind):
            wrong[kind] = " ".join(answers)
    assert wrong == {}
    assert set(ROWS) == set(frames.FIELDS) - {"ping"}, "a row without a frame"
