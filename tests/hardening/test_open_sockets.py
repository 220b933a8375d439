"""So many sockets a player and an address may have open at once, over all servers of the site."""

import asyncio
import json
import os
import random
import subprocess
import sys

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
from games import open_sockets
from games.hub import Hub, hub
from games.open_sockets import Door
from tests.support.playing import account, waiting_game
from tests.support.site import ROOT

TOO_MUCH = 4429


@pytest.fixture
def limits(monkeypatch):
    """Two a player, three an address; and a busy machine takes the time it takes."""
    monkeypatch.setattr(open_sockets, "PATIENCE_SECONDS", 20)
    monkeypatch.setattr(open_sockets, "RENEWAL_SECONDS", 0.2)
    monkeypatch.setattr(settings, "SOCKETS_A_PLAYER", 2)
    monkeypatch.setattr(settings, "SOCKETS_AN_ADDRESS", 3)


@pytest.fixture
def player():
    """A number that no other test has."""
    return random.randrange(10**9, 10**12)


@pytest.fixture
def address():
    """Of a network that no other test has."""
    return ".".join(str(random.randrange(1, 255)) for _ in range(4))


async def shut(door):
    """Let what is under way end, and give the connections back."""
    door._held.clear()
    if door._renewing is not None:
        await door._renewing
    await asyncio.gather(*door._errands)
    await door._client.connection_pool.disconnect()


@pytest.fixture
async def new_door():
    """Makes a door, as every server process has one."""
    made = []

    def make():
        made.append(Door())
        return made[-1]

    yield make
    for each in made:
        await shut(each)


async def test_one_more_than_a_player_may_have_is_turned_away(new_door, limits, player):
    one, other = new_door(), new_door()
    first = await one.admit("", player)
    assert first
    assert await other.admit("", player)
    assert await one.admit("", player) is None
    assert await other.admit("", player) is None
    assert await other.admit("", player + 1)
    one.release(first)
    await asyncio.gather(*one._errands)
    assert await other.admit("", player)


async def test_an_address_has_a_limit_whoever_the_players_are(new_door, limits, player, address):
    one, other = new_door(), new_door()
    for number, door in enumerate((one, other, one)):
        assert await door.admit(address, player + number)
    assert await other.admit(address, player + 9) is None
    assert await other.admit(address, None) is None
    assert await other.admit("", player + 9)


async def test_who_is_turned_away_by_one_limit_is_not_counted_by_the_other(
    new_door, limits, player, address
):
    door = new_door()
    assert await door.admit("", player)
    assert await door.admit("", player)
    for _ in range(5):
        assert await door.admit(address, player) is None
    assert await door.admit(address, None)


async def test_what_a_killed_server_has_left_is_over_with_its_lease(
    new_door, limits, player, address, monkeypatch
):
    monkeypatch.setattr(open_sockets, "LEASE_SECONDS", 1)
    program = (
        "import asyncio, django; django.setup()\n"
        "from games import open_sockets\nopen_sockets.LEASE_SECONDS = 2\n"
        "from games.open_sockets import Door\n"
        "async def come():\n"
        f"    door = Door()\n    print([bool(await door.admit('', {player})) for _ in range(3)])\n"
        "asyncio.run(come())\n"
    )

    done = await asyncio.to_thread(
        subprocess.run,
        [sys.executable, "-c", program],
        cwd=ROOT,
        env=os.environ | {"SOCKETS_A_PLAYER": "2", "DJANGO_SETTINGS_MODULE": "cribsite.settings"},
        capture_output=True,
        text=True,
        check=True,
    )
    # it ended without a word, and held two
    assert done.stdout.strip() == "[True, True, False]", done.stderr
    door = new_door()
    for _ in range(100):
        if await door.admit("", player):
            break
        await asyncio.sleep(0.1)
    else:
        raise AssertionError("the leases of a dead process never ended")


async def test_a_server_that_lives_keeps_its_leases(new_door, limits, player, monkeypatch):
    monkeypatch.setattr(open_sockets, "LEASE_SECONDS", 1)
    door = new_door()
    for _ in range(2):
        assert await door.admit("", player)
    await asyncio.sleep(2)
    assert await new_door().admit("", player) is None


@pytest.mark.parametrize("url", ["unix:///nowhere/at/all.sock?db=0", "redis://127.0.0.1:1/0"])
async def test_without_valkey_everybody_comes_in(
    new_door, limits, player, address, monkeypatch, url, caplog
):
    monkeypatch.setattr(settings, "REDIS_URL", url)
    door = new_door()
    for _ in range(10):
        assert await door.admit(address, player)
    assert len([each for each in caplog.records if "not counted" in each.message]) == 1
    assert address not in caplog.text


async def test_no_address_is_in_valkey(new_door, limits, address):
    door = new_door()
    await door.admit(address, None)
    keys = [key.decode() for key in await door._client.keys("sockets:*")]
    assert keys
    assert not any(address in key for key in keys)


async def test_without_limits_nothing_is_asked(new_door, monkeypatch, player, address):
    monkeypatch.setattr(settings, "REDIS_URL", "unix:///nowhere.sock")
    door = new_door()
    for _ in range(30):
        assert await door.admit(address, player)
    assert not door._held


# --- The three sockets of the site ----------------------------------------------------------------


@database_sync_to_async
def somebody():
    game = waiting_game()
    ann = account("Ann-" + str(random.randrange(10**6)))
    session = SessionStore()
    session[SESSION_PLAYER] = ann.pk
    session.create()
    return session.session_key, game.table.code


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("wires", "limits")
@pytest.mark.parametrize("path", ["/ws/lobby/", "/ws/ranked/", "/ws/t/{}/"])
async def test_a_socket_too_many_is_closed_with_the_reason(path, monkeypatch):
    async def nothing(self):
        await asyncio.sleep(60)

    monkeypatch.setattr(Hub, "_listen", nothing)
    monkeypatch.setattr(Hub, "_poll", nothing)
    monkeypatch.setattr(settings, "ALLOWED_HOSTS", ["testserver"])
    # players of other runs have this number, too
    monkeypatch.setattr(open_sockets, "_limits", _own(open_sockets._limits))
    key, code = await somebody()
    site = AllowedHostsOriginValidator(CookieMiddleware(URLRouter(websocket_urlpatterns)))
    headers = [(b"host", b"testserver"), (b"origin", b"http://testserver")]
    headers.append((b"cookie", f"sessionid={key}".encode()))
    sockets = []
    for _ in range(3):
        socket = WebsocketCommunicator(site, path.format(code), headers=headers)
        accepted, _protocol = await socket.connect(timeout=5)
        assert accepted
        sockets.append(socket)
        # it is counted by now
        closed = await socket.receive_output(timeout=20)
    assert (closed["type"], closed["code"]) == ("websocket.close", TOO_MUCH)
    # the others go on
    await sockets[0].send_to(text_data=json.dumps({"type": "ping", "key": "p"}))
    while True:
        frame = json.loads(await sockets[0].receive_from(timeout=5))
        if frame["type"] == "pong":
            break
    for socket in sockets:
        await socket.disconnect(timeout=5)
    assert not open_sockets.door()._held
    await shut(open_sockets.door())
    for job in hub()._jobs:
        job.cancel()
    hub()._jobs = []


def _own(limits):
    run = random.randrange(10**9)
    return lambda *who: {f"{key}:{run}": limit for key, limit in limits(*who).items()}
