"""The socket of a table for those without a seat: let in, shown what is public, counted."""

import asyncio
import json

import pytest
from autobahn.exception import Disconnected
from channels.routing import URLRouter
from channels.sessions import CookieMiddleware
from channels.testing import WebsocketCommunicator
from django.test import Client

from accounts.models import Player
from cribsite.routing import websocket_urlpatterns
from games.consumers import NO_TABLE
from games.hub import hub
from games.line import SESSION_ENDED
from games.models import Page
from games.threads import in_thread
from tests.support.hidden import cards_in, hidden_from
from tests.support.playing import game_in, person, state_of, truth, waiting_game
from tests.support.visitors import browser_of

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("wires"),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
]


def opened(code, client=None):
    cookie = client.cookies["sessionid"].value if client is not None else ""
    return WebsocketCommunicator(
        CookieMiddleware(URLRouter(websocket_urlpatterns)),
        f"/ws/t/{code}/",
        headers=[(b"cookie", f"sessionid={cookie}".encode()), (b"origin", b"http://testserver")],
    )


async def frame(socket, kind):
    """The next frame of that kind."""
    while True:
        received = json.loads(await socket.receive_from(timeout=5))
        if received["type"] == kind:
            return received


async def until(condition):
    for _ in range(100):
        if await in_thread(condition):
            return
        await asyncio.sleep(0.02)
    raise AssertionError("it did not come to that")


def looking_on():
    return Page.objects.filter(player=None)


async def ended(*sockets):
    for socket in sockets:
        await socket.disconnect()
    for job in hub()._jobs:
        job.cancel()


def test_a_visitor_is_let_in_sees_what_is_public_and_is_counted():
    game = game_in("throw", 3, first_deal="host")
    hidden = {card.code for card in hidden_from(state_of(game), None)}

    async def visit():
        socket = opened(game.table.code)
        assert (await socket.connect())[0]
        board = await frame(socket, "board")
        assert board["full"]
        assert not board["call"]
        assert not hidden & cards_in(json.dumps(board))
        await until(lambda: looking_on().count() == 1)
        await socket.send_to(text_data='{"type":"ping"}')
        await frame(socket, "pong")
        await ended(socket)
        await until(lambda: not looking_on().exists())

    asyncio.run(visit())


def test_a_visitor_can_do_nothing():
    game = game_in("throw", 3)
    eve = browser_of(Player.objects.create(kind=Player.Kind.GUEST, name="Eve"))
    before = {key: value for key, value in truth(game).items() if key != "table"}
    sent = [
        {"type": "act", "decision": f"1.{game.decision}", "action": {"type": "deal"}},
        {"type": "leave"},
        {"type": "remove", "chair": 1, "player": 1},
        {"type": "setting", "name": "target", "value": "61"},
        {"type": "rematch", "client_seed": "0123456789abcdef0123456789abcdef"},
    ]

    async def visit(client):
        socket = opened(game.table.code, client)
        await socket.connect()
        for number, each in enumerate(sent):
            await socket.send_to(text_data=json.dumps(each | {"key": str(number)}))
            refusal = await frame(socket, "refused")
            assert (refusal["key"], refusal["code"]) == (str(number), "not_seated")
        await socket.send_to(text_data='{"type":"say","key":"s","preset":"hello","text":null}')
        refusal = await frame(socket, "refused")
        assert refusal["code"] == ("quiet" if client is not None else "not_seated")
        await ended(socket)

    for client in (eve, None):
        asyncio.run(visit(client))
    assert {key: value for key, value in truth(game).items() if key != "table"} == before


def test_who_sits_here_is_no_spectator():
    game = waiting_game()
    bob = browser_of(person(game, "Bob"))

    async def visit():
        socket = opened(game.table.code, bob)
        await socket.connect()
        board = await frame(socket, "board")
        assert 'id="region-waiting"' in board["html"]
        await socket.send_to(
            text_data='{"type":"ready","key":"r","client_seed":"0123456789abcdef0123456789abcdef"}'
        )
        await frame(socket, "ack")
        await ended(socket)

    asyncio.run(visit())
    assert not looking_on().exists()
    assert game.seats.get(number=1).ready


@pytest.mark.parametrize("code", ["nothing", "x" * 32])
def test_a_table_that_is_not_there(code):
    async def visit():
        socket = opened(code)
        assert (await socket.connect())[0]
        closed = await socket.receive_output(timeout=5)
        assert (closed["type"], closed["code"]) == ("websocket.close", NO_TABLE)
        await ended()

    asyncio.run(visit())


def test_a_cookie_that_is_none_is_a_visitor():
    game = waiting_game()
    client = Client()

    async def visit(value):
        client.cookies["sessionid"] = value
        socket = opened(game.table.code, client)
        assert (await socket.connect())[0]
        await frame(socket, "board")
        await ended(socket)

    for value in ("nothing", "x" * 2000, "'"):
        asyncio.run(visit(value))


# --- Ends of a line -------------------------------------------------------------------------------


def lines(game):
    """The server's ends of the lines to a table, as its hub knows them."""
    return list(hub()._sockets.get(game.table.code, ()))


async def sitting(game, name):
    client = await in_thread(lambda: browser_of(person(game, name)))
    socket = opened(game.table.code, client)
    await socket.connect()
    await frame(socket, "board")
    return socket


def test_a_page_is_forgotten_whatever_way_its_line_ends():
    """Else its lease would be renewed for ever, and its player never be away."""
    game = waiting_game()

    async def visit():
        slow, broken = [await sitting(game, "Bob") for _ in range(2)]
        assert len(lines(game)) == 2
        # daphne does so when an application takes too long to end
        slow.future.cancel()
        await broken.send_input({"type": "websocket.nonsense"})
        with pytest.raises(ValueError):
            await broken.wait()
        await asyncio.sleep(0)
        assert lines(game) == []
        await ended()

    asyncio.run(visit())


def test_what_comes_after_the_close_is_not_obeyed():
    game = waiting_game()

    async def visit():
        socket = await sitting(game, "Bob")
        (line,) = lines(game)
        line.end(SESSION_ENDED)
        closed = await socket.receive_output(timeout=5)
        assert (closed["type"], closed["code"]) == ("websocket.close", SESSION_ENDED)
        await socket.send_to(
            text_data='{"type":"ready","key":"r","client_seed":"0123456789abcdef0123456789abcdef"}'
        )
        assert await socket.receive_nothing()
        await ended(socket)

    asyncio.run(visit())
    assert not game.seats.get(number=1).ready


def test_a_line_that_the_browser_is_closing_can_be_talked_to():
    game = waiting_game()

    async def visit():
        socket = await sitting(game, "Bob")
        (line,) = lines(game)

        async def closing(message):
            raise Disconnected("Attempt to send on a closed protocol")

        line.base_send = closing
        await socket.send_to(text_data='{"type":"ping"}')
        await socket.send_to(
            text_data='{"type":"ready","key":"r","client_seed":"0123456789abcdef0123456789abcdef"}'
        )
        await until(lambda: game.seats.get(number=1).ready)
        await ended(socket)
        assert lines(game) == []

    asyncio.run(visit())
