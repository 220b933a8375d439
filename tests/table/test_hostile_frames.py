"""Every new frame of a page with everything in it that can't be right: refused, nothing changed."""

import itertools
import json

import pytest

from accounts.models import Mute
from games import frames
from games.models import Game
from games.refusals import Malformed, Refused
from tests.support.playing import finished_game, game_in, person, truth, waiting_game

pytestmark = pytest.mark.django_db

VALUES = [
    None, True, False, -1, 0.5, 10**30, "", "\x00", "\ud800", "x" * 5000, [], [0], {}, {"a": 1},
    "1", "' OR 1=1 --", "<b>",
]  # fmt: skip
CHAIRS = [*VALUES, 4, 5, 1.0, 2**31, 2**63]


class Place:
    """What a page knows of its table."""

    def __init__(self, game):
        self.code, self.game_id, self.game_number = game.table.code, game.pk, game.number
        self.begun = game.state is not None
        self.seat_of = {seat.player_id: seat.number for seat in game.seats.all()}.get


def refuse_all(game, name, sent):
    """All these frames are refused with a sentence; together they change nothing."""
    place, player, before = Place(game), person(game, name), truth(game)
    codes = set()
    for frame in sent:
        with pytest.raises(Refused) as refusal:
            frames.obey(frames.parse(json.dumps(frame)), place, player)
        assert refusal.value.reason.endswith("."), frame
        codes.add(refusal.value.code)
    assert truth(game) == before
    return codes


@pytest.mark.parametrize("kind", ["move", "remove", "computer"])
def test_a_chair_that_can_not_be_one(kind):
    game = waiting_game(3)
    other = {"player": person(game, "Bob")} if kind == "remove" else {}
    sent = [{"type": kind, "key": "k", "chair": chair, **other} for chair in CHAIRS]
    assert refuse_all(game, "Ann", sent) == {"malformed"}


def test_a_player_that_can_not_be_one():
    game = waiting_game(3)
    sent = [{"type": "remove", "key": "k", "chair": 1, "player": who} for who in VALUES]
    sent = [frame for frame in sent if frame["player"] != 10**30]
    assert refuse_all(game, "Ann", sent) == {"malformed"}
    unknown = {"type": "remove", "key": "k", "chair": 1, "player": 10**30}
    assert refuse_all(game, "Ann", [unknown]) == {"somebody_else"}


def test_a_setting_that_can_not_be_one():
    names = ["target", "muggins", "skunk", "first_deal", "joining", "ranked", "turn_limit", *VALUES]
    values = [*VALUES, 61, 121, "62", "none", "ON", "anyone\x00"]
    sent = [
        {"type": "setting", "key": "k", "name": name, "value": value}
        for name, value in itertools.product(names, values)
    ]
    assert refuse_all(waiting_game(), "Ann", sent) == {"malformed"}


def test_a_line_that_can_not_be_one():
    sent = [
        {"type": "say", "key": "k", "preset": preset, "text": text}
        for preset, text in itertools.product([*VALUES, "hello"], [None, "", 7, [], "x" * 201])
        if (preset, text) not in (("hello", None), ("hello", ""))
    ]
    assert refuse_all(waiting_game(), "Ann", sent) == {"malformed"}


def test_whom_to_mute_and_what_to_hide_that_can_not_be():
    game = waiting_game()
    sent = [
        {"type": kind, "key": "k", "player": value}
        for kind, value in itertools.product(("mute", "unmute"), [*VALUES, 10**30, -1])
        if type(value) is not int or not 0 < value < 10**9
    ]
    sent += [
        {"type": "hide_chat", "key": "k", "hidden": value}
        for value in [*VALUES, "true", 0, 1]
        if not isinstance(value, bool)
    ]
    sent += [
        {"type": "mute", "player": game.seats.get(number=1).player_id},
        {"type": "unmute", "player": game.seats.get(number=1).player_id},
        {"type": "hide_chat", "hidden": True},
    ]
    assert refuse_all(game, "Ann", sent) == {"malformed"}
    assert not Mute.objects.exists()


@pytest.mark.parametrize(
    "frame",
    [
        {"type": "move"},
        {"type": "move", "chair": 1, "player": 1},
        {"type": "remove"},
        {"type": "remove", "chair": 1},
        {"type": "remove", "player": 1},
        {"type": "remove", "chair": 1, "player": 1, "name": "Bob"},
        {"type": "computer"},
        {"type": "computer", "chair": 1, "level": 1},
        {"type": "stand_up", "chair": 1},
        {"type": "leave", "chair": 1},
        {"type": "leave", "seat": 0},
        {"type": "setting", "name": "target"},
        {"type": "setting", "value": "61"},
        {"type": "setting", "name": "target", "value": "61", "game": 1},
        {"type": "say", "text": "a"},
        {"type": "say", "preset": "hello"},
        {"type": "say", "preset": None, "text": "a", "to": 1},
        {"type": "mute"},
        {"type": "mute", "player": 1, "name": "Bob"},
        {"type": "unmute", "players": [1]},
        {"type": "hide_chat"},
        {"type": "hide_chat", "hidden": True, "player": 1},
        {"type": "host"},
        {"type": "close"},
        {"type": "rematch"},
        {"type": "Leave"},
    ],
    ids=json.dumps,
)
def test_what_is_no_frame(frame):
    with pytest.raises(Malformed) as refusal:
        frames.parse(json.dumps(frame | {"key": "k1"}))
    assert refusal.value.key == "k1"


@pytest.mark.parametrize("key", ["\x00", "a\x00b", "\ud800", "\n", "\u202e", "k" * 65, 7, [], {}])
def test_a_key_that_can_not_be_one(key):
    for frame in ({"type": "ping"}, {"type": "leave"}, {"type": "say", "preset": "x", "text": ""}):
        with pytest.raises(Malformed):
            frames.parse(json.dumps(frame | {"key": key}))


# Leaving a running game is another thing.
BEFORE = [
    {"type": "stand_up"},
    {"type": "move", "chair": 3},
    {"type": "remove", "chair": 1, "player": 1},
    {"type": "computer", "chair": 3},
    {"type": "setting", "name": "target", "value": "61"},
]


@pytest.mark.parametrize("phase", ["deal", "throw", "play", "show"])
def test_what_belongs_before_the_deal_is_refused_after_it(phase):
    game = game_in(phase, 3, target=121)
    assert refuse_all(game, "Ann", BEFORE) == {"not_running"}


def test_what_is_the_host_s_is_refused_to_others():
    game = waiting_game(3)
    assert refuse_all(game, "Bob", BEFORE[2:]) == {"not_host"}


def test_a_frame_for_a_game_that_is_past_moves_nobody_in_the_next():
    """The page still shows the report; of the rematch's chairs only the own may be left."""
    game = finished_game(3, target=61)
    others = [frame for frame in BEFORE if frame["type"] != "stand_up"]
    assert refuse_all(game, "Ann", others) == {"not_running"}
    assert Game.objects.get(table=game.table, number=2).seats.count() == 3
