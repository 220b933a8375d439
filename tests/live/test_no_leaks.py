"""Hidden cards and seeds stay in the database, whoever looks: at frames, at the layer, in files."""

import asyncio
import json
import re
from itertools import pairwise

import pytest

from cribsite import services
from games.cribbage.cards import DECK, Card
from games.cribbage.dealing import deal_out
from games.cribbage.state import Settings
from tests.live.listening import Listener
from tests.live.matches import (
    against_the_computer,
    play_on,
    same_board,
    two_robots,
    whoever_is_asked,
)
from tests.support.hidden import cards_in, hidden_from
from tests.support.markup import parse
from tests.support.site import PARTS

pytestmark = [pytest.mark.live, pytest.mark.usefixtures("no_traceback")]

NAMES = {card.name: card.code for card in DECK}
SEVERAL_CODES = re.compile(
    r"(?:(?<![A-Za-z0-9])(?:[A2-9TJQK]|10)[CDHS][^A-Za-z0-9]{1,4}){2}", re.IGNORECASE
)
SENT_BY_BEAT = {"games.tasks.sweep", "games.tasks.look_for_signals", "accounts.tasks.forget"}


def named(text):
    """The codes of all cards that a text names, by code or in words."""
    words = {code for name, code in NAMES.items() if name in text}
    return cards_in(text) | words


def codes(cards):
    return {card.code for card in cards}


class Game:
    """A finished game, to say of each revision what was hidden from whom."""

    def __init__(self, truth, code):
        self.game = truth.game(code)
        self.moves = truth.moves(code)
        self.states = truth.states(self.game, self.moves)
        self.known: list[list[dict]] = [[]]
        self.public: list[set[str]] = [set()]
        for move in self.moves:
            self.known.append(self.known[-1] + move["events"])
            self.public.append(self.public[-1] | cards_in(json.dumps(move["events"])))

    def check(self, revision, seat, html, events=()):
        """Regions that a seat was sent at a revision of the table."""
        made = len(self.moves) - (self.game["revision"] - revision)
        if made <= 0:
            assert not named(html)
            return 0
        state = self.states[made]
        hidden = codes(hidden_from(state, seat))
        so_far = self.public[made]
        last = codes(last_hand_shown(state))
        looked_at = 0
        for region in parse(html).all(hx_swap_oob="true"):
            found = named(html_of(html, region["id"]))
            looked_at += 1
            if region["id"] == "region-last":
                assert found <= last
            elif region["id"] == "region-log":
                assert found <= so_far
            else:
                assert not found & hidden, (region["id"], state.phase)
        if state.phase != "over":
            assert "hash" not in html
        told = [{name: event[name] for name in event if name != "text"} for event in events]
        known = self.known[made]
        assert told == (known[len(known) - len(told) :] if told else [])
        assert {code for event in events for code in named(event["text"])} <= so_far
        return looked_at


def last_hand_shown(state):
    """The cards of the hand before; of a game that is over, of the hand that decided it.

    A game may end in the middle of that hand: then what was not shown stays hidden, unless it was
    played.
    """
    if state.phase == "over" and state.starter is not None:
        return [
            state.starter,
            *(card for one in state.shown for card in one.cards),
            *(card for _, card in state.played),
        ]
    past = state.last_hand
    if past is None:
        return []
    return [past.starter, *(card for one in past.shown for card in one.cards)]


def html_of(html, region_id):
    """The piece of a frame that is one region: up to the next one."""
    starts = [found.start() for found in re.finditer(r'<\w+ id="region-', html)] + [len(html)]
    begin = html.index(f'id="{region_id}"')
    return html[begin : next(start for start in starts if start > begin)]


async def test_no_frame_and_no_page_shows_a_hidden_card(site, truth):
    pages = []
    async with two_robots(site, seed=11) as robots:
        code = robots[0].code
        while not all(robot.board.over for robot in robots):
            await (await whoever_is_asked(robots)).move()
            await same_board(robots)
            for seat, robot in enumerate(robots if robots[0].board.revision % 3 == 0 else ()):
                page = await asyncio.to_thread(robot.visitor.get, robot.path)
                pages.append((seat, robot.board.revision, page.text))
        game = Game(truth, code)
        (seed,) = truth.rows("SELECT seed FROM games_gameseed WHERE game_id = %s", game.game["id"])
        looked_at = shown_to_the_other = 0
        for seat, robot in enumerate(robots):
            assert robot.board.seat == seat
            for _, text in robot.frames:
                frame = json.loads(text)
                if frame["type"] != "board":
                    assert not named(text)
                    continue
                looked_at += game.check(frame["revision"], seat, frame["html"], frame["events"])
                if frame["revision"] < game.game["revision"]:
                    assert bytes(seed["seed"]).hex() not in text
        for seat, revision, html in pages:
            looked_at += game.check(revision, seat, html)
            # this test would find something: what one may see is hidden from the other
            state = game.states[len(game.moves) - (game.game["revision"] - revision)]
            if codes(hidden_from(state, 1 - seat)) & named(html_of(html, "region-hand")):
                shown_to_the_other += 1
    assert looked_at > 500
    assert shown_to_the_other > 10


async def test_the_layer_and_the_queues_carry_numbers_only(site, truth):
    with Listener(site.environment()["REDIS_URL"]) as heard:
        async with two_robots(site, seed=12) as pair, against_the_computer(site, seed=13) as third:
            await play_on([*pair, third], 60)
            tables = {pair[0].code, third.code}
            # the sweep comes every second
            await asyncio.sleep(1.2)
    games = {game["id"]: game["decision"] for code in tables for game in truth.games(code)}
    moves = sum(len(truth.moves(code)) for code in tables)

    told = [message for message in heard.messages if message["code"] in tables]
    assert len(told) > moves
    for message in heard.messages:
        assert set(message) == {"type", "code", "revision"}
        assert message["type"] == "changed"
        assert type(message["revision"]) is int

    asked = 0
    for headers, (arguments, options, embedded) in heard.tasks:
        assert options == {}
        assert all(value is None for value in embedded.values())
        assert headers["argsrepr"] in (repr(arguments), repr(tuple(arguments)))
        assert headers["kwargsrepr"] == "{}"
        if headers["task"] in SENT_BY_BEAT:
            assert arguments == []
            continue
        assert headers["task"] == "games.tasks.play_cpu"
        game_id, decision = arguments
        assert type(game_id) is type(decision) is int
        if game_id in games:
            assert 0 <= decision <= games[game_id]
            asked += 1
    assert asked > 20
    assert any(headers["task"] == "games.tasks.sweep" for headers, _ in heard.tasks)

    known = "|".join(map(re.escape, truth.codes()))
    for text in heard.texts:
        # a table's code is random letters, and can look like a card
        text = re.sub(known, "", text)
        assert not named(text), text
    everything = "".join(heard.texts)
    for seed in truth.seeds():
        assert seed.hex() not in everything.lower()
        assert seed.decode("latin1") not in everything
    assert {command[0].upper() for command in heard.commands} & {b"PUBLISH", b"LPUSH"}


def dealt_hands(truth):
    """Every hand that was dealt at the site, as cards."""
    for code in truth.codes():
        for game in truth.games(code):
            if game["state"] is None:
                continue
            for number, deck in truth.decks(game).items():
                if number:
                    yield from deal_out(deck, Settings(seats=2), number % 2).hands


def spellings(hand: tuple[Card, ...]):
    """How a hand could stand in a file."""
    for one, other in pairwise(hand):
        yield f"{one.name}, {other.name}"
    numbers = [str(int(card)) for card in hand]
    yield ", ".join(numbers)
    yield ",".join(numbers)
    yield bytes(map(int, hand)).decode("latin1")


async def test_no_file_but_the_databases_own_holds_a_seed_or_a_card(site, truth):
    """Whatever was played, refused and killed at this site before."""
    async with two_robots(site, seed=14) as pair, against_the_computer(site, seed=15) as third:
        await play_on([*pair, third], 60, until=lambda board: board.phase == "show")
    layout = services.lay_out(site.folder)
    folders = {layout.data, layout.home}
    files = sorted(
        path
        for folder in folders
        for path in folder.rglob("*")
        if path.is_file() and not path.is_relative_to(layout.postgres)
    )
    names = {path.name for path in files}
    assert {f"{part}.log" for part in PARTS} <= names
    assert {"valkey.conf", "daphne.pid", "secret_key", "environment"} <= names
    seeds = truth.seeds()
    hands = set(dealt_hands(truth))
    assert len(seeds) > 1 and len(hands) > 3
    known = re.compile("|".join(map(re.escape, truth.codes())))
    for path in files:
        text = known.sub("", path.read_bytes().decode("latin1"))
        for seed in seeds:
            assert seed.hex() not in text.lower(), path
            assert seed.decode("latin1") not in text, path
        assert not [name for name in NAMES if name in text], path
        assert not SEVERAL_CODES.search(text), (path, SEVERAL_CODES.search(text))
        assert not re.search(r"""["'](?:[A2-9TJQK]|10)[CDHS]["']""", text, re.IGNORECASE), path
        if path.suffix == ".log" or "schedule" in path.name:
            for hand in hands:
                assert not [one for one in spellings(hand) if one in text], path
