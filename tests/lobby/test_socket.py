"""The lobby's socket: the lists at once, then what changes; it listens to nothing but pings."""

import asyncio
import json

import pytest
from channels.testing import WebsocketCommunicator
from django.db import OperationalError

from games.hub import Hub, hub
from games.lobby import consumer
from games.lobby.consumer import LobbyConsumer
from games.lobby.listing import Filters, OpenTable, OpenTables, RunningTables

TABLE = OpenTable("/t/abc/", "Ann", ("Ann",), 3, ())


@pytest.fixture
def lists(monkeypatch):
    """The lists come from here instead of the database, and nobody else is listened to."""
    shown = {"open": OpenTables((), filtered=False), "running": RunningTables((), filtered=False)}
    shown["asked"] = []

    async def in_thread(work, *arguments):
        shown["asked"].append(arguments[0])
        return only(shown)

    async def nothing(self):
        await asyncio.sleep(60)

    monkeypatch.setattr(consumer, "in_thread", in_thread)
    monkeypatch.setattr(consumer, "PACE_SECONDS", 0.01)
    monkeypatch.setattr(Hub, "_listen", nothing)
    monkeypatch.setattr(Hub, "_poll", nothing)
    return shown


def only(lists):
    return {name: lists[name] for name in ("open", "running")}


def opened(query=""):
    return WebsocketCommunicator(LobbyConsumer.as_asgi(), f"/ws/lobby/{query}")


async def frame(socket):
    return json.loads(await socket.receive_from(timeout=3))


async def close(socket):
    await socket.disconnect()
    for job in hub()._jobs:
        job.cancel()
    hub()._jobs = []


async def test_both_lists_come_at_once_and_then_only_what_changed(lists):
    socket = opened()
    assert (await socket.connect())[0]
    first = await frame(socket)
    assert first["type"] == "lobby"
    assert 'id="lobby-open"' in first["html"]
    assert 'id="lobby-running"' in first["html"]
    lists["open"] = OpenTables((TABLE,), filtered=False)
    hub().heard("abc", 2)
    second = await frame(socket)
    assert "/t/abc/" in second["html"]
    assert 'id="lobby-running"' not in second["html"]
    hub().heard("abc", 3)
    assert await socket.receive_nothing(timeout=0.1)
    await close(socket)


@pytest.mark.parametrize(
    ("query", "filters"),
    [
        ("", Filters()),
        ("?target=61&muggins=on", Filters(61, True)),
        ("?target=61&target=121", Filters(61, None)),
        ("?target=%00&muggins=%ff", Filters()),
        ("?" + "&" * 500, Filters()),
        ("?target", Filters()),
    ],
)
async def test_the_address_narrows_the_lists(lists, query, filters):
    socket = opened(query)
    assert (await socket.connect())[0]
    await frame(socket)
    assert lists["asked"] == [filters]
    await close(socket)


@pytest.mark.parametrize("text", ["ping", "{", '{"type":"act"}', "x" * 5000])
async def test_whatever_is_said_is_a_sign_of_life(lists, text):
    socket = opened()
    await socket.connect()
    await frame(socket)
    await socket.send_to(text_data=text)
    assert await frame(socket) == {"type": "pong"}
    await close(socket)


async def test_too_much_is_too_much(lists):
    socket = opened()
    await socket.connect()
    await frame(socket)
    for _ in range(consumer.BURST + 1):
        await socket.send_to(text_data="ping")
    answers = [await socket.receive_output(timeout=3) for _ in range(consumer.BURST + 1)]
    assert answers[-1] == {"type": "websocket.close", "code": consumer.TOO_MUCH}
    await close(socket)


async def test_a_database_that_is_away_ends_nothing(lists, monkeypatch):
    away = [True]

    async def in_thread(work, *arguments):
        if away:
            away.pop()
            raise OperationalError("gone")
        return only(lists)

    monkeypatch.setattr(consumer, "in_thread", in_thread)
    socket = opened()
    await socket.connect()
    assert (await frame(socket))["type"] == "lobby"
    await close(socket)


async def test_who_is_gone_is_told_nothing(lists):
    socket = opened()
    await socket.connect()
    await frame(socket)
    assert len(hub()._lobby) == 1
    await close(socket)
    assert not hub()._lobby
