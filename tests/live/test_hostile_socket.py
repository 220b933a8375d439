"""Whatever comes up a socket: a clear answer, nothing changes, the game goes on.

Every attack comes on a second line of a player who sits at a running game, while both players'
pages are open; after it the board of both and all rows of the table are what they were, and the
next move can be made.
"""

import asyncio
import json
from contextlib import asynccontextmanager, suppress

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from games.cribbage.cards import DECK
from tests.live.matches import play_to, same_board, whoever_is_asked
from tests.support.robot import Board, Robot, act, open_table, sit_down
from tests.support.visitor import Visitor

pytestmark = [pytest.mark.live, pytest.mark.usefixtures("no_traceback")]

SMALLEST_TOO_BIG = 16385
kept = {}


@pytest.fixture
async def robots(site, truth):
    """Both players at a running game; the same table for as long as its game goes on."""
    path = kept.get("path")
    if path is None or max(truth.state(path.split("/")[2]).scores) > 80:
        kept["ann"], kept["path"] = path_of = open_table(lambda: site.url, target=121)
        kept["bob"] = sit_down(lambda: site.url, path_of[1])
    seed = kept["seed"] = kept.get("seed", 0) + 1
    async with (
        Robot(kept["ann"], kept["path"], seed) as ann,
        Robot(kept["bob"], kept["path"], -seed) as bob,
    ):
        if ann.board.phase not in ("throw", "play"):
            # the other phases end by themselves when nobody does anything
            await play_to([ann, bob], "throw")
        yield [ann, bob]


@asynccontextmanager
async def unharmed(truth, robots):
    """Nothing changes at the table, both pages stay as they are, and the game goes on after it."""
    await same_board(robots)
    code = robots[0].code
    before = truth.everything(code)
    boards = [robot.board.shown_as_true() for robot in robots]
    opened = [len(robot.opened) for robot in robots]
    yield
    assert truth.everything(code) == before
    assert [robot.board.shown_as_true() for robot in robots] == boards
    assert [len(robot.opened) for robot in robots] == opened, "a page lost its line"
    robot = await whoever_is_asked(robots)
    await robot.move()
    await same_board(robots)


async def board_of(line):
    """The first frame of a line: the whole board."""
    frame = json.loads(await asyncio.wait_for(line.recv(), 10))
    assert (frame["type"], frame["full"]) == ("board", True)
    return frame


async def answers_to(robot, *messages):
    """What is said to these messages on a new line of that player."""
    async with robot.raw_line() as line:
        await board_of(line)
        for message in messages:
            await line.send(message if isinstance(message, (str, bytes)) else json.dumps(message))
        await line.send('{"type":"ping","key":"last"}')
        said = []
        while True:
            frame = json.loads(await asyncio.wait_for(line.recv(), 10))
            if frame["type"] == "pong":
                return said
            said.append(frame)


def refused(said, code, key="k"):
    """Exactly one refusal of that kind, with a sentence for the player."""
    assert [frame["type"] for frame in said] == ["refused"], said
    assert (said[0]["code"], said[0]["key"]) == (code, key), said
    assert said[0]["reason"].endswith(".") and len(said[0]["reason"]) > 10
    return True


async def until_closed(line, seconds=15):
    """All that is still said on a line, and the code with which the table closes it."""
    said = []
    async with asyncio.timeout(seconds):
        try:
            while True:
                said.append(json.loads(await line.recv()))
        except ConnectionClosed as closed:
            return said, closed.rcvd.code if closed.rcvd else None


# --- Not understood -------------------------------------------------------------------------------

NOT_FRAMES = {
    "nothing": "",
    "a word": "hello",
    "half a frame": '{"type":"act","key":"k"',
    "a comma too many": '{"type":"ping",}',
    "a list": "[1,2]",
    "a text": '"ping"',
    "a number": "7",
    "null": "null",
    "an empty object": "{}",
    "no type": '{"key":null}',
    "an unknown type": '{"type":"cheat"}',
    "a type of the server": '{"type":"board","revision":1}',
    "a type of the hub": '{"type":"changed","code":"x","revision":99}',
    "a list for a type": '{"type":["act"]}',
    "a number for a type": '{"type":1}',
    "null for a type": '{"type":null}',
    "a dunder for a type": '{"type":"__class__"}',
    "a type in capitals": '{"type":"PING"}',
    "nothing but NaN": "NaN",
    "Infinity": "-Infinity",
    "a number of 5000 digits": "9" * 5000,
    "a number of 4000 digits": "9" * 4000,
    "1e999": "1e999",
    "8000 lists in each other": "[" * 8000,
    "3000 objects in each other": '{"a":' * 3000,
    "8000 closed lists": "[" * 8000 + "]" * 8000,
    "NUL": "\x00",
    "NULs and quotes": '"\x00" \'--',
    "a byte order mark": '\ufeff{"type":"ping"}',
    "html": "<script>alert(1)</script>",
    "an htmx message": '{"HEADERS":{"HX-Request":"true"},"type":"ping"}',
    "binary": b"\x00\x01\xfe\xff",
    "binary json": b'{"type":"ping"}',
    "empty binary": b"",
    "nearly 16 KiB": "x" * (SMALLEST_TOO_BIG - 1),
    "nearly 16 KiB of a frame": '{"type":"ping","key":"' + "k" * 16300 + '"}',
}


@pytest.mark.parametrize("message", NOT_FRAMES.values(), ids=NOT_FRAMES)
async def test_what_is_no_frame_is_refused(robots, truth, message):
    async with unharmed(truth, robots):
        said = await answers_to(robots[0], message)
        assert refused(said, "malformed", None)


BAD_DECISIONS = [
    7, 1.5, True, None, [], {}, "", "7", "1.", ".1", "1.2.3", "-1.2", "1.-2", "+1.2", " 1.2",
    "1.2 ", "1.2\n", "1,2", "1e3.2", "\uff11.\uff12", "0x1.2", "1" * 10 + ".2", "1." + "2" * 10,
    "NaN.1", "1.2; DROP TABLE games_game", "\ud800.1", "1.\x00",
]  # fmt: skip
BAD_ACTIONS = [
    None, 7, "throw", [], {}, {"type": None}, {"type": 7}, {"type": ["play"]}, {"type": {}},
    {"type": "cut"}, {"type": "table_count"}, {"type": "forfeit"}, {"type": "Play", "card": "5H"},
    {"type": "play"}, {"type": "play", "card": None}, {"type": "play", "card": 5},
    {"type": "play", "card": ["5H"]}, {"type": "play", "card": ""}, {"type": "play", "card": "5X"},
    {"type": "play", "card": "1H"}, {"type": "play", "card": "five of hearts"},
    {"type": "play", "card": "5H" * 4000}, {"type": "play", "card": "\ud800H"},
    {"type": "play", "card": "5\x00"}, {"type": "play", "card": "5H", "seat": 1},
    {"type": "play", "card": "5H", "count": 0}, {"type": "throw"}, {"type": "throw", "cards": None},
    {"type": "throw", "cards": []}, {"type": "throw", "cards": "5H6H"},
    {"type": "throw", "cards": [5, 6]}, {"type": "throw", "cards": [["5H"], ["6H"]]},
    {"type": "throw", "cards": ["5H", "6H", "7H"]}, {"type": "throw", "cards": ["5H"] * 2000},
    {"type": "throw", "cards": {"0": "5H", "1": "6H"}}, {"type": "throw", "cards": ["5H", "back"]},
    {"type": "claim", "points": -1}, {"type": "claim", "points": 30},
    {"type": "claim", "points": "8"}, {"type": "claim", "points": 8.0},
    {"type": "claim", "points": True}, {"type": "claim"},
    {"type": "claim", "points": float("nan")}, {"type": "claim", "points": float("inf")},
    {"type": "claim", "points": 10**4000}, {"type": "count", "points": 29},
    {"type": "deal", "deck": []}, {"type": "deal", "hand_no": None},
    {"type": "deal", "hand_no": "1"}, {"type": "deal", "hand_no": 0},
    {"type": "deal", "hand_no": 10**9}, {"type": "deal", "hand_no": 1.0},
]  # fmt: skip


def batches(bad):
    """A line takes 20 frames at once."""
    return [bad[start : start + 15] for start in range(0, len(bad), 15)]


@pytest.mark.parametrize("bad", batches(BAD_DECISIONS))
async def test_a_decision_that_is_none_is_refused(robots, truth, bad):
    action = {"type": "play", "card": "5H"}
    async with unharmed(truth, robots):
        frames = [act(one, action) | {"key": "k"} for one in bad]
        said = await answers_to(robots[0], *frames)
        assert len(said) == len(bad)
        assert all(refused([one], "malformed") for one in said)


@pytest.mark.parametrize("bad", batches(BAD_ACTIONS))
async def test_an_action_that_is_none_is_refused(robots, truth, bad):
    async with unharmed(truth, robots):
        robot = await whoever_is_asked(robots)
        frames = [act(robot.board.decision, one) | {"key": "k"} for one in bad]
        said = await answers_to(robot, *frames)
        assert len(said) == len(bad)
        for one, answer in zip(bad, said, strict=True):
            assert refused([answer], "malformed"), one


async def test_fields_too_many_or_too_few_are_refused(robots, truth):
    robot = await whoever_is_asked(robots)
    good = robot.board.offer(robot.chance) | {"key": "k"}
    frames = [good | extra for extra in ({"seat": 1}, {"actor": "table"}, {"game": 1}, {"": 0})]
    frames += [
        {name: value for name, value in good.items() if name != left_out}
        for left_out in ("decision", "action")
    ]
    frames += [{"type": "ping", "key": "k", "action": 1}, {"type": "ready", "key": "k"}]
    frames += [{"type": "start", "key": "k", "client_seed": "x", "seat": 0}]
    async with unharmed(truth, robots):
        said = await answers_to(robot, *frames)
        assert len(said) == len(frames)
        assert all(refused([one], "malformed") for one in said)


async def test_a_key_is_a_short_text(robots, truth):
    robot = await whoever_is_asked(robots)
    good = robot.board.offer(robot.chance)
    keys = [7, True, ["k"], {"k": 1}, "k" * 65, float("nan"), "\x00", "\ud800"]
    async with unharmed(truth, robots):
        said = await answers_to(robot, *(good | {"key": key} for key in keys))
        assert len(said) == len(keys)
        assert all(refused([one], "malformed", None) for one in said)


async def test_odd_keys_come_back_as_they_were(robots, truth):
    keys = ["", "</script>", "k" * 64, '"', "\U0001f0a1"]
    async with unharmed(truth, robots):
        frames = [act("0.0", {"type": "count"}) | {"key": key} for key in keys]
        said = await answers_to(robots[0], *frames)
        assert [one["key"] for one in said] == keys
        assert all(refused([one], "stale", one["key"]) for one in said)


async def test_bad_words_for_the_shuffle_are_refused(robots, truth):
    words = ["", "   ", "x" * 129, "a\x00b", "a\u202eb", "\ud800", 7, None, ["x"], {"x": 1}]
    async with unharmed(truth, robots):
        for kind in ("ready", "start", "rematch"):
            frames = [{"type": kind, "key": "k", "client_seed": one} for one in words]
            said = await answers_to(robots[0], *frames)
            assert len(said) == len(words)
            assert all(refused([one], "malformed") for one in said)


async def test_a_running_game_neither_starts_again_nor_is_played_again(robots, truth):
    words = {"key": "k", "client_seed": "0123456789abcdef" * 2}
    async with unharmed(truth, robots):
        for robot in robots:
            said = await answers_to(robot, {"type": "rematch", **words})
            assert refused(said, "not_running")
            for kind in ("start", "ready"):
                said = await answers_to(robot, {"type": kind, **words})
                assert [one["type"] for one in said] == ["ack"]


# --- Against the rules ----------------------------------------------------------------------------


def not_in(hand):
    return [card.code for card in DECK if card.code not in hand]


async def test_throwing_what_can_not_be_thrown(robots, truth):
    await play_to(robots, "throw")
    robot = await whoever_is_asked(robots)
    hand, others = robot.board.hand, not_in(robot.board.hand)
    throws = [
        [others[0], others[1]], [hand[0], others[0]], [hand[0], hand[0]], [hand[0]],
    ]  # fmt: skip
    decision = robot.board.decision
    async with unharmed(truth, robots):
        frames = [act(decision, {"type": "throw", "cards": cards}) for cards in throws]
        said = await answers_to(robot, *(frame | {"key": "k"} for frame in frames))
        assert len(said) == len(frames)
        assert {one["code"] for one in said} <= {"not_legal", "malformed"}
        assert all(refused([one], one["code"]) for one in said)
        for action in ({"type": "play", "card": hand[0]}, {"type": "count"}, {"type": "deal"},
                       {"type": "claim", "points": 3}):  # fmt: skip
            said = await answers_to(robot, act(decision, action) | {"key": "k"})
            assert refused(said, "not_now")


async def test_playing_what_can_not_be_played(robots, truth):
    await play_to(robots, "play")
    robot = await whoever_is_asked(robots)
    (other,) = [each for each in robots if each is not robot]
    hand, decision = robot.board.hand, robot.board.decision
    seen = {one["data-code"] for one in robot.board.regions["play"].all("li")}
    hidden = [code for code in not_in(hand) if code not in seen]
    async with unharmed(truth, robots):
        for code in (hidden[0], hidden[-1], other.board.hand[0], *seen):
            frame = act(decision, {"type": "play", "card": code}) | {"key": "k"}
            assert refused(await answers_to(robot, frame), "not_legal")
        throw = {"type": "throw", "cards": hand[:2]}
        for action in (throw, {"type": "count"}, {"type": "deal"}):
            said = await answers_to(robot, act(decision, action) | {"key": "k"})
            assert said[0]["code"] in ("not_now", "malformed") and refused(said, said[0]["code"])


async def test_out_of_turn_and_for_another_seat(robots, truth):
    await play_to(robots, "play")
    robot = await whoever_is_asked(robots)
    (other,) = [each for each in robots if each is not robot]
    async with unharmed(truth, robots):
        # its own card, and a card of the one whose turn it is
        for code in (other.board.hand[0], robot.board.playable[0]):
            frame = act(robot.board.decision, {"type": "play", "card": code}) | {"key": "k"}
            assert refused(await answers_to(other, frame), "not_yours")
            assert refused(await answers_to(other, frame | {"seat": robot.board.seat}), "malformed")


async def test_counting_the_others_hand(robots, truth):
    await play_to(robots, "show")
    robot = await whoever_is_asked(robots)
    (other,) = [each for each in robots if each is not robot]
    async with unharmed(truth, robots):
        frame = act(robot.board.decision, {"type": "count"}) | {"key": "k"}
        assert refused(await answers_to(other, frame), "not_yours")
        claim = act(robot.board.decision, {"type": "claim", "points": 29}) | {"key": "k"}
        assert refused(await answers_to(robot, claim), "not_legal")


async def test_the_same_answer_twice_is_one_move(robots, truth):
    await play_to(robots, "play")
    robot = await whoever_is_asked(robots)
    frame = robot.board.offer(robot.chance) | {"key": "k"}
    moves = len(truth.moves(robot.code))
    said = await answers_to(robot, frame, frame, frame | {"key": "other"})
    acks = [(one["type"], one["key"]) for one in said if one["type"] != "board"]
    assert acks == [("ack", "k"), ("ack", "k"), ("ack", "other")]
    assert len(truth.moves(robot.code)) == moves + 1
    await same_board(robots)


async def test_another_answer_to_the_same_decision_is_refused(robots, truth):
    await play_to(robots, "throw")
    robot = await whoever_is_asked(robots)
    hand, decision = robot.board.hand, robot.board.decision
    first = act(decision, {"type": "throw", "cards": hand[:2]})
    assert (await robot.make(first)).acked
    await robot.until(lambda: robot.board.phase != "throw" or robot.board.hand != hand)
    async with unharmed(truth, robots):
        other = act(decision, {"type": "throw", "cards": hand[2:4]}) | {"key": "k"}
        assert refused(await answers_to(robot, other), "already_answered")
        # the same two cards the other way round are the same answer, or refused: never a second
        turned = act(decision, {"type": "throw", "cards": hand[1::-1]}) | {"key": "k"}
        said = await answers_to(robot, turned)
        assert [one["type"] for one in said] in (["ack"], ["refused"])


async def test_a_decision_that_is_past_or_to_come_is_refused(robots, truth):
    await play_to(robots, "play")
    robot = await whoever_is_asked(robots)
    (other,) = [each for each in robots if each is not robot]
    answered = (await robot.move()).frame["decision"]
    await same_board(robots)
    number, now = map(int, answered.split("."))
    frame = {"type": "play", "card": other.board.hand[0]}
    async with unharmed(truth, robots):
        # decided by the other, to come, of another game
        for one in (answered, f"{number}.{now + 2}", f"{number}.999999999", f"{number + 1}.{now}",
                    f"0.{now}", "999999999.999999999"):  # fmt: skip
            assert refused(await answers_to(other, act(one, frame) | {"key": "k"}), "stale")


# --- Too much -------------------------------------------------------------------------------------


async def test_a_frame_of_more_than_16_kib_closes_that_line_only(robots, truth):
    async with unharmed(truth, robots), robots[0].raw_line() as line:
        await board_of(line)
        with suppress(ConnectionClosed):
            await line.send('{"type":"ping","key":"' + "x" * SMALLEST_TOO_BIG)
        said, code = await until_closed(line)
        assert said == []
        assert code in (1009, None)
    assert await answers_to(robots[0]) == []


async def test_more_than_16_kib_in_pieces_is_refused(robots, truth):
    message = '{"type":"ping","key":"' + "x" * SMALLEST_TOO_BIG + '"}'
    pieces = [message[start : start + 4000] for start in range(0, len(message), 4000)]
    async with unharmed(truth, robots), robots[0].raw_line() as line:
        await board_of(line)
        await line.send(pieces)
        refused([json.loads(await asyncio.wait_for(line.recv(), 10))], "malformed", key=None)


async def test_text_that_is_none_closes_that_line_only(robots, truth):
    async with unharmed(truth, robots), robots[0].raw_line() as line:
        await board_of(line)
        await line.send(b'{"type":"\xff\xfe"}', text=True)
        assert (await until_closed(line))[1] in (1007, None)


@pytest.mark.parametrize(
    "message",
    ['{"type":"ping"}', "{", '{"type":"rematch","key":"k","client_seed":"x"}'],
    ids=["pings", "rubbish", "refused"],
)
async def test_too_many_messages_are_refused_and_then_end_that_line(robots, truth, message):
    ann = robots[0]
    async with unharmed(truth, robots), ann.raw_line() as line, ann.raw_line() as second:
        await board_of(line)
        await board_of(second)
        with suppress(ConnectionClosed):
            for _ in range(80):
                await line.send(message)
        said, code = await until_closed(line)
        assert code == 4429
        excess = [one for one in said if one.get("code") == "too_much"]
        assert len(excess) == 1
        assert excess[0]["reason"].endswith(".")
        assert len(said) < 80
        await second.send('{"type":"ping"}')
        assert json.loads(await asyncio.wait_for(second.recv(), 10))["type"] == "pong"


# --- Who may come in ------------------------------------------------------------------------------


async def closes_with(robot, path=None, **options):
    async with robot.raw_line(path, **options) as line:
        return (await until_closed(line))[1]


@asynccontextmanager
async def looked_on(truth, robots):
    """Somebody looks on meanwhile: their coming and going shows, and nothing else changes."""
    await same_board(robots)
    code = robots[0].code
    before = unnumbered(truth.everything(code))
    boards = [robot.board.shown_as_true() for robot in robots]
    yield
    assert unnumbered(truth.everything(code)) == before
    for robot, board in zip(robots, boards, strict=True):
        await robot.until(
            lambda robot=robot, board=board: robot.board.shown_as_true() == board,
            "the board without onlookers",
        )
    robot = await whoever_is_asked(robots)
    await robot.move()
    await same_board(robots)


def unnumbered(rows):
    """Rows without the table's revision."""
    return [
        [{name: value for name, value in row.items() if name != "revision"} for row in table]
        for table in rows
    ]


async def only_looks_on(robot, **options):
    """A line without a seat shows no hand and can't act."""
    async with robot.raw_line(**options) as line:
        board = Board()
        board.show((await board_of(line))["html"])
        assert not board.visible("hand")
        action = {"type": "play", "card": "5H"}
        frame = {"type": "act", "key": "k", "decision": robot.board.decision, "action": action}
        for attempt in (frame, {"type": "leave", "key": "k"}):
            await line.send(json.dumps(attempt))
            said = json.loads(await asyncio.wait_for(line.recv(), 10))
            while said["type"] == "board":
                said = json.loads(await asyncio.wait_for(line.recv(), 10))
            refused([said], "not_seated")


async def test_who_does_not_sit_at_the_table_only_looks_on(site, robots, truth):
    stranger, _elsewhere = open_table(lambda: site.url, name="Eve")
    async with looked_on(truth, robots):
        await only_looks_on(robots[0], session=stranger.session)
        await only_looks_on(robots[0], session="")
    async with unharmed(truth, robots):
        assert await closes_with(robots[0], "/ws/t/nobodyknowsit/") == 4403
        visitor = Visitor(lambda: site.url)
        visitor.get("/")
        assert visitor.session == "", "a look made a session"


GARBAGE = [
    "sessionid=garbage", "sessionid=" + "a" * 32, "sessionid=" + "x" * 5000, "sessionid=",
    'sessionid="\\000abcdefgh"', "sessionid=ab\xffcd", "sessionid=';--", "=;=;;", "sessionid",
    'sessionid="', "player=1; sessionid=1", "sessionid=null; sessionid=0",
]  # fmt: skip


@pytest.mark.parametrize("cookie", GARBAGE)
async def test_a_cookie_that_is_none_gives_nobody_a_seat(robots, truth, cookie):
    async with looked_on(truth, robots):
        await only_looks_on(robots[0], additional_headers={"Cookie": cookie})


@pytest.mark.parametrize(
    "path",
    ["/", "/ws/", "/ws/t/", "/ws/t/a/b/", "/ws/t/a%20b/", "/ws/t/" + "a" * 33 + "/", "/t/x/",
     "/ws/t/%00/", "/ws/t/../t/", "/ws/t/%F0%9F%82%A1/"],
)  # fmt: skip
async def test_an_unknown_address_says_so(robots, truth, path):
    async with unharmed(truth, robots):
        assert await closes_with(robots[0], path) == 4404


@pytest.mark.parametrize(
    "origin",
    [None, "https://elsewhere.example", "null", "http://127.0.0.1.elsewhere.example", "file://",
     "http://127.0.0.1@elsewhere.example", "garbage", "http://", "http://["],
)  # fmt: skip
async def test_a_foreign_or_missing_origin_is_forbidden(robots, truth, origin):
    no_origin_at_all = origin in ("garbage", "http://", "http://[")
    async with unharmed(truth, robots):
        with pytest.raises(InvalidStatus) as refusal:
            async with robots[0].raw_line(origin=origin):
                pass
        assert refusal.value.response.status_code == (400 if no_origin_at_all else 403)


async def test_what_is_no_socket_at_all(site, robots, truth):
    host, _, port = site.url.removeprefix("http://").rstrip("/").partition(":")
    upgrade = (
        f"GET {robots[0].socket_path} HTTP/1.1\r\nHost: {host}:{port}\r\nUpgrade: websocket\r\n"
        f"Connection: Upgrade\r\nOrigin: http://{host}:{port}\r\nSec-WebSocket-Version: 13\r\n"
        f"Cookie: sessionid={robots[0].visitor.session}\r\n"
    )
    good = f"{upgrade}Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    openings = [
        b"\x00" * 2000, b"\x16\x03\x01\x02\x00\x01\x00", b"GET / HTTP/9.9\r\n\r\n",
        (upgrade + "\r\n").encode(), (upgrade + "Sec-WebSocket-Key: short\r\n\r\n").encode(),
        # a text frame without a mask, an unknown opcode, a ping of 200 bytes
        good.encode() + b"\x81\x02{}", good.encode() + b"\x83\x80abcd",
        good.encode() + b"\x89\xfe\x00\xc8abcd",
    ]  # fmt: skip
    async with unharmed(truth, robots):
        for opening in openings:
            reader, writer = await asyncio.open_connection(host, int(port))
            writer.write(opening)
            await writer.drain()
            with suppress(TimeoutError, ConnectionError):
                async with asyncio.timeout(0.3):
                    while await reader.read(4096):
                        pass
            writer.close()
            await asyncio.gather(writer.wait_closed(), return_exceptions=True)
