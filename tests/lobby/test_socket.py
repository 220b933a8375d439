"""The lobby's socket: the lists at once, then what changes; it listens to nothing but pings."""

import asyncio
import json

import pytest
from channels.testing import WebsocketCommunicator
from django.db import OperationalError

from games.hub import Hub, hub
from games.lobby import consumer, feed
from games.lobby.consumer import LobbyConsumer
from games.lobby.listing import Filters, OpenTable, OpenTables, RunningTables
from games.lobby.regions import region_html

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

    monkeypatch.setattr(feed, "in_thread", in_thread)
    monkeypatch.setattr(feed, "PACE_SECONDS", 0.01)
    monkeypatch.setattr(Hub, "_listen", nothing)
    monkeypatch.setattr(Hub, "_poll", nothing)
    return shown


def only(lists):
    return {name: region_html(name, lists[name]) for name in ("open", "running")}


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

    monkeypatch.setattr(feed, "in_thread", in_thread)
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


# --- One reading for all that want to see the same ------------------------------------------------


async def come(*queries):
    """So many open pages, each with its lists."""
    sockets = [opened(query) for query in queries]
    for socket in sockets:
        await socket.connect()
    for socket in sockets:
        await frame(socket)
    return sockets


async def leave(sockets):
    for socket in sockets[1:]:
        await socket.disconnect()
    await close(sockets[0])


async def test_pages_with_the_same_filters_share_a_reading(lists, monkeypatch):
    monkeypatch.setattr(feed, "PACE_SECONDS", 0.2)
    sockets = await come("", "?muggins=no", "?target=61", "", "?target=61")
    assert sorted(lists["asked"], key=str) == [Filters(61), Filters()]
    lists["open"] = OpenTables((TABLE,), filtered=False)
    for revision in range(2, 30):
        hub().heard("abc", revision)
    for socket in sockets:
        assert "/t/abc/" in (await frame(socket))["html"]
    assert sorted(lists["asked"], key=str) == [Filters(61)] * 2 + [Filters()] * 2
    await leave(sockets)


async def test_however_much_happens_the_lists_are_read_once_a_pace(lists, monkeypatch):
    monkeypatch.setattr(feed, "PACE_SECONDS", 0.2)
    sockets = await come("", "", "")
    start = asyncio.get_running_loop().time()
    while asyncio.get_running_loop().time() < start + 0.7:
        hub().heard("abc", 2)
        await asyncio.sleep(0.01)
    assert 2 <= len(lists["asked"]) <= 4
    await leave(sockets)


async def test_who_comes_later_is_shown_what_was_read_while_nothing_has_changed(lists, monkeypatch):
    monkeypatch.setattr(feed, "PACE_SECONDS", 30)
    sockets = await come("", "")
    sockets += await come("")
    assert len(lists["asked"]) == 1
    await leave(sockets)


async def test_who_comes_after_a_change_is_never_shown_what_was_before_it(lists, monkeypatch):
    monkeypatch.setattr(feed, "PACE_SECONDS", 30)
    sockets = await come("")
    lists["open"] = OpenTables((TABLE,), filtered=False)
    hub().heard("abc", 2)
    late = opened()
    await late.connect()
    assert "/t/abc/" in (await frame(late))["html"]
    # Nor does the other wait any longer for what is known now.
    assert "/t/abc/" in (await frame(sockets[0]))["html"]
    assert len(lists["asked"]) == 2
    await leave([*sockets, late])


async def test_what_was_read_long_ago_is_read_again_for_who_comes(lists):
    sockets = await come("")
    await asyncio.sleep(0.05)
    # Nothing was heard of this change: the channel layer may be dead.
    lists["open"] = OpenTables((TABLE,), filtered=False)
    sockets += [opened()]
    await sockets[1].connect()
    assert "/t/abc/" in (await frame(sockets[1]))["html"]
    await leave(sockets)


async def test_a_change_during_a_reading_is_read_after_it(lists, monkeypatch):
    going_on, may_end = asyncio.Event(), asyncio.Event()

    async def in_thread(work, *arguments):
        read = only(lists)
        going_on.set()
        await may_end.wait()
        return read

    monkeypatch.setattr(feed, "in_thread", in_thread)
    socket = opened()
    await socket.connect()
    await going_on.wait()
    lists["open"] = OpenTables((TABLE,), filtered=False)
    hub().heard("abc", 2)
    may_end.set()
    assert "/t/abc/" not in (await frame(socket))["html"]
    assert "/t/abc/" in (await frame(socket))["html"]
    await close(socket)


async def test_nothing_is_read_for_nobody(lists):
    sockets = await come("", "")
    await leave(sockets)
    asked = len(lists["asked"])
    hub().heard("abc", 2)
    await asyncio.sleep(0.05)
    assert len(lists["asked"]) == asked
    assert not feed._feeds[hub()]
    await leave(await come(""))
    assert len(lists["asked"]) == asked + 1


async def test_the_lists_are_not_read_for_a_page_whose_line_ended_badly(lists):
    socket = opened()
    await socket.connect()
    await frame(socket)
    socket.future.cancel()
    await asyncio.sleep(0.02)
    assert not feed._feeds[hub()]
    await close(opened())
