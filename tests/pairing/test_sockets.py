"""The queue's socket: who waits, since when, and the way to the table, in every tab."""

import asyncio
import json
from datetime import timedelta

import pytest
from channels.db import database_sync_to_async
from channels.routing import URLRouter
from channels.security.websocket import AllowedHostsOriginValidator
from channels.sessions import CookieMiddleware
from channels.testing import WebsocketCommunicator
from django.conf import settings

from accounts.players import SESSION_PLAYER
from accounts.sessions import SessionStore
from cribsite.routing import websocket_urlpatterns
from games.hub import Hub, hub
from games.line import SESSION_ENDED
from games.models import QueuePage, Searcher, Table
from games.pairing import consumer, feed, queue
from tests.support.markup import parse
from tests.support.playing import account, guests

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("wires", "quick")]

HOST = b"testserver"


@pytest.fixture
def quick(monkeypatch):
    """Nothing is waited for, and the channel layer is dead."""

    async def nothing(self):
        await asyncio.sleep(60)

    monkeypatch.setattr(feed, "PACE_SECONDS", 0.02)
    monkeypatch.setattr(feed, "SLOW_SECONDS", 0.05)
    monkeypatch.setattr(Hub, "_listen", nothing)
    monkeypatch.setattr(Hub, "_poll", nothing)
    monkeypatch.setattr(settings, "ALLOWED_HOSTS", ["testserver"])


in_database = database_sync_to_async


@in_database
def a_player(name, **choices):
    return account(name, **choices)


@in_database
def session_of(player):
    session = SessionStore()
    session[SESSION_PLAYER] = player.pk
    session.create()
    return session.session_key


class Tab:
    """One open page of the queue, and all that its socket has said."""

    def __init__(self, socket):
        self.socket = socket
        self.frames = []

    async def next(self, **wanted):
        """The next frame with these values; those before it are passed over."""
        while True:
            frame = json.loads(await self.socket.receive_from(timeout=5))
            self.frames.append(frame)
            if all(frame.get(name) == value for name, value in wanted.items()):
                return frame

    async def until(self, text):
        """Wait for a region that says this."""
        while True:
            frame = await self.next(type="queue")
            if text in parse(frame["html"]).text:
                return frame

    async def send(self, **frame):
        await self.socket.send_to(text_data=json.dumps(frame))

    async def closed(self):
        while True:
            event = await self.socket.receive_output(timeout=5)
            if event["type"] == "websocket.close":
                return event["code"]


@pytest.fixture
async def tabs():
    """Opens tabs, and closes what is still open at the end."""
    opened = []

    async def open_tab(player=None, *, key=None, origin=b"http://testserver"):
        headers = [(b"host", HOST), (b"origin", origin)]
        if player is not None:
            key = await session_of(player)
        if key is not None:
            headers.append((b"cookie", f"sessionid={key}".encode()))
        site = AllowedHostsOriginValidator(CookieMiddleware(URLRouter(websocket_urlpatterns)))
        socket = WebsocketCommunicator(site, "/ws/ranked/", headers=headers)
        tab = Tab(socket)
        tab.accepted, _ = await socket.connect(timeout=5)
        if tab.accepted:
            opened.append(tab)
        return tab

    yield open_tab
    for tab in opened:
        await tab.socket.disconnect(timeout=5)
    for job in hub()._jobs:
        job.cancel()
    hub()._jobs = []


async def test_a_guest_sees_who_waits_and_why_not_yet(tabs):
    ann = await a_player("Ann")
    guest = await tabs()
    frame = await guest.next(type="queue", state="idle")
    page = parse(frame["html"])
    assert "for people with an account" in page.text
    assert page.by_id("ranked-signup")["href"] == "/accounts/signup/?next=/ranked/"
    assert page.by_id("search-2") is None
    searcher = await tabs(ann)
    await searcher.send(type="search", size=3)
    await guest.until("1 waiting")


async def test_searching_says_how_many_wait_and_since_when(tabs):
    ann, bob = await a_player("Ann"), await a_player("Bob")
    first = await tabs(ann)
    await first.next(state="idle")
    await first.send(type="search", size=3)
    frame = await first.next(type="queue", state="searching")
    assert "Searching: three players" in parse(frame["html"]).text
    assert "only one" in frame["html"]
    assert 0 <= frame["waited"] < 3
    await in_database(move_back)("Ann", 42)
    second = await tabs(bob)
    await second.send(type="search", size=3)
    frame = await first.until("2 people are waiting for this, you among them")
    assert 42 <= frame["waited"] < 48
    await second.socket.disconnect()
    await first.until("only one")


def move_back(name, seconds):
    entry = Searcher.objects.get(player__name=name)
    entry.since -= timedelta(seconds=seconds)
    entry.save()


async def test_another_tab_shows_the_same_search_and_one_of_two_may_go(tabs):
    ann = await a_player("Ann")
    first, second = await tabs(ann), await tabs(ann)
    await second.next(state="idle")
    await first.send(type="search", size=2)
    for tab in (first, second):
        await tab.next(state="searching")
    await first.socket.disconnect()
    third = await tabs(ann)
    frame = await third.next(state="searching")
    assert "only one" in frame["html"]
    await second.send(type="search", size=4)
    await third.until("Searching: four players")
    await third.send(type="stop")
    await second.next(state="idle")


async def test_when_paired_every_tab_is_sent_to_the_table(tabs):
    ann, bob = await a_player("Ann"), await a_player("Bob")
    anns = [await tabs(ann), await tabs(ann)]
    bobs = await tabs(bob)
    for tab in (anns[0], bobs):
        await tab.send(type="search", size=2)
        await tab.next(state="searching")
    await in_database(queue.pair)()
    table = await in_database(Table.objects.get)()
    for tab in (*anns, bobs):
        frame = await tab.next(state="seated")
        assert frame["table"] == f"/t/{table.code}/"
        assert parse(frame["html"]).by_id("to-table")["href"] == frame["table"]
    # a page that is opened later shows the way too
    late = await tabs(ann)
    assert (await late.next(type="queue"))["state"] == "seated"


async def test_without_beat_and_workers_a_page_does_it(tabs, monkeypatch):
    monkeypatch.setattr(feed, "RENEWAL_SECONDS", 0.1)
    players = [await a_player(name) for name in ("Ann", "Bob", "Cleo")]
    opened = [await tabs(player) for player in players]
    for tab in opened:
        await tab.send(type="search", size=3)
    for tab in opened:
        assert (await tab.next(state="seated"))["table"]


async def test_who_is_dropped_is_told_why(tabs):
    ann, bob = await a_player("Ann"), await a_player("Bob")
    opened = [await tabs(player) for player in (ann, bob)]
    for tab in opened:
        await tab.send(type="search", size=2)
        await tab.next(state="searching")
    await in_database(unconfirm)(ann)
    await in_database(queue.pair)()
    frame = await opened[0].next(state="idle")
    page = parse(frame["html"])
    assert "Confirm your e-mail address" in page.by_id("hindrance").text
    assert page.by_id("ranked-email")["href"] == "/accounts/email/"
    await opened[1].until("only one")


def unconfirm(player):
    player.user.emailaddress_set.update(verified=False)


async def test_an_address_that_is_confirmed_meanwhile_opens_the_way(tabs, monkeypatch):
    monkeypatch.setattr(consumer, "ASK_AGAIN_SECONDS", 0)
    ann = await a_player("Ann", verified=False)
    tab = await tabs(ann)
    await tab.until("Confirm")
    await tab.send(type="search", size=2)
    assert (await tab.next(type="refused"))["code"] == "ranked"
    await in_database(confirm)(ann)
    frame = await tab.next(type="queue", state="idle")
    assert parse(frame["html"]).by_id("search-2") is not None


def confirm(player):
    player.user.emailaddress_set.update(verified=True)


async def test_a_page_has_a_lease_while_its_line_lives(tabs, monkeypatch):
    monkeypatch.setattr(feed, "RENEWAL_SECONDS", 0.1)
    ann = await a_player("Ann")
    tab, _guest = await tabs(ann), await tabs()
    await tab.next(state="idle")
    pages = in_database(lambda: list(QueuePage.objects.values_list("player", "until")))
    ((player, until),) = await pages()
    await asyncio.sleep(0.5)
    ((_player, later),) = await pages()
    assert player == ann.pk and later > until
    await tab.socket.disconnect()
    assert await pages() == []


async def test_after_logging_out_the_line_is_closed(tabs):
    ann = await a_player("Ann")
    key = await session_of(ann)
    tab = await tabs(key=key)
    await tab.next(state="idle")
    await in_database(SessionStore(key).delete)()
    assert await tab.closed() == SESSION_ENDED


NOT_FRAMES = [
    "search",
    "{",
    "[]",
    "[" * 8000,
    "9" * 5000,
    '{"type":"act","decision":"1.1","action":{}}',
    '{"type":"search"}',
    '{"type":"search","size":2,"player":1}',
    '{"type":"stop","size":2}',
    '{"type":["search"],"size":2}',
    '{"type":"queue"}',
    "x" * 16385,
    b"\x00\xff",
]
NOT_SIZES = [0, 1, 5, "2", 2.5, None, True, [2], {"size": 2}, 10**30, "\x00"]


@pytest.mark.parametrize("frame", NOT_FRAMES, ids=lambda frame: str(frame)[:30])
async def test_what_is_no_frame_is_refused(tabs, frame):
    tab = await tabs(await a_player("Ann"))
    if isinstance(frame, bytes):
        await tab.socket.send_to(bytes_data=frame)
    else:
        await tab.socket.send_to(text_data=frame)
    assert (await tab.next(type="refused"))["code"] == "malformed"
    await tab.send(type="ping")
    await tab.next(type="pong")
    assert not await in_database(Searcher.objects.exists)()


@pytest.mark.parametrize("size", NOT_SIZES, ids=str)
async def test_there_is_no_game_of_another_size(tabs, size):
    tab = await tabs(await a_player("Ann"))
    await tab.send(type="search", size=size)
    assert (await tab.next(type="refused"))["code"] == "malformed"
    assert not await in_database(Searcher.objects.exists)()


async def test_neither_a_guest_nor_a_stranger_gets_into_the_queue(tabs):
    (guest,) = await in_database(guests)(1)
    for tab in (await tabs(guest), await tabs(), await tabs(key="no-such-session")):
        await tab.send(type="search", size=2)
        assert (await tab.next(type="refused"))["code"] == "ranked"
    assert not await in_database(Searcher.objects.exists)()


@pytest.mark.parametrize("origin", [b"http://elsewhere.example", b"null", b""])
async def test_a_page_of_another_site_gets_no_line(tabs, origin):
    tab = await tabs(await a_player("Ann"), origin=origin)
    assert not tab.accepted


async def test_too_much_is_too_much(tabs):
    tab = await tabs(await a_player("Ann"))
    for _ in range(consumer.BURST + 3):
        await tab.send(type="ping")
    assert await tab.closed() == consumer.TOO_MUCH


async def test_who_is_gone_is_kept_informed_no_more(tabs):
    tab = await tabs(await a_player("Ann"))
    await tab.next(state="idle")
    assert len(hub()._queue) == 1
    await tab.socket.disconnect()
    assert not hub()._queue
