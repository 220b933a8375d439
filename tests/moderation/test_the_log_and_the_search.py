"""The log, found by player, actor and action, fifty a page; and finding players and tables."""

import re

import pytest

from accounts.sanctions import imposing
from accounts.sanctions.models import Kind, LogEntry
from games.moderation import measures
from tests.support.playing import account, finished_game, game_in, seat_of
from tests.support.strict import Strict, strict_rules

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("wires", "quick_accounts")]


def shown(client, **query):
    page = client.get("/moderation/log/", query)
    assert page.status_code == 200
    return [line.entry for line in page.context["lines"]]


def test_it_is_found_by_player_actor_and_action(desk, mia, noa):
    ann, bob = account("Ann"), account("Bob")
    imposing.impose(ann, Kind.WARNING, "<b>Rude</b>", mia)
    measures.note(bob, "Hm", noa, report=None)
    assert [line.player for line in shown(desk)] == [bob, ann]
    assert [line.player for line in shown(desk, player="ann")] == [ann]
    assert [line.player for line in shown(desk, player=str(bob.pk))] == [bob]
    assert [line.player for line in shown(desk, actor=str(noa.pk))] == [bob]
    assert [line.player for line in shown(desk, action="impose")] == [ann]
    assert shown(desk, player="999999999999") == []
    assert len(shown(desk, action="nonsense", actor="", player=" \0")) == 2
    page = desk.get("/moderation/log/")
    strict_rules(page)
    text = page.content.decode()
    assert Strict(text).faults == []
    assert "&lt;b&gt;Rude" in text
    assert "imposed a sanction (warning)" in text
    assert "Before and after" in text


def test_ratings_before_and_after_are_told_with_names(desk, mia):
    game = finished_game(ranked=True)
    measures.void(game.pk, "Together", mia, report=None)
    (line,) = desk.get("/moderation/log/").context["lines"]
    before, after = dict(line.before), dict(line.after)
    assert set(before) == {"Ann", "Bob", "Game", "Ending", "Won by side", "Score"}
    assert (after["Ann"], after["Bob"]) == ("1500.00", "1500.00")
    assert before["Ann"] != after["Ann"]


def test_what_was_done_to_a_game_is_found_with_its_players(desk, mia):
    game = finished_game(ranked=True)
    measures.void(game.pk, "Together", mia, report=None)
    ann = seat_of(game, "Ann").player
    assert [line.action for line in shown(desk, player=str(ann.pk))] == ["void"]
    assert "Together" in desk.get(f"/moderation/players/{ann.pk}/").content.decode()


def words_of(client, **query):
    """The lines as they are read, each without its time and its reason."""
    text = client.get("/moderation/log/", query).content.decode()
    items = re.findall(r"</time>(.*?)(?=<p |<details|</li>)", text, re.DOTALL)
    return [" ".join(re.sub(r"<[^>]+>", "", item).split()) for item in items]


def test_a_typed_name_finds_what_its_number_finds(desk, mia):
    game = finished_game(ranked=True)
    ann = seat_of(game, "Ann").player
    measures.void(game.pk, "Together", mia, report=None)
    measures.note(ann, "Hm", mia, report=None)
    measures.note(account("Zoe"), "Hm", mia, report=None)
    assert shown(desk, player="ann") == shown(desk, player=str(ann.pk))
    assert [line.action for line in shown(desk, player="ANN")] == ["note", "void"]
    assert shown(desk, player="nobody") == []


def test_a_game_taken_out_and_one_that_was_voided_differ_and_name_who_played(desk, mia):
    running, over = game_in("play"), finished_game(ranked=True, seed=2)
    measures.annul(running.pk, "Stuck", mia, report=None)
    measures.void(over.pk, "Together", mia, report=None)
    out, ended = (
        "Mia took a game out of the ratings: Ann, Bob, the game",
        "Mia ended a game without a result: Ann, Bob, the game",
    )
    assert words_of(desk) == [out, ended]
    assert words_of(desk, action="void") == [out]
    assert words_of(desk, action="annul") == [ended]


def test_a_ruling_says_for_whom(desk, mia):
    drawn, won = game_in("play", computers=1), game_in("play", 4, seed=2)
    measures.rule(drawn.pk, None, "Level", mia, report=None)
    measures.rule(won.pk, 0, "Ahead", mia, report=None)
    cpu = drawn.seats.get(number=1).player.name
    assert words_of(desk) == [
        "Mia awarded a game to Ann and Cleo: Ann, Bob, Cleo, Dan, the game",
        f"Mia ruled a game a draw: Ann, {cpu}, the game",
    ]


@pytest.mark.parametrize(("granted", "said"), [(True, "granted"), (False, "refused")])
def test_a_decided_appeal_says_how(granted, said, desk, mia, noa):
    given = imposing.impose(account("Ann"), Kind.WARNING, "Rude", mia)
    appeal = imposing.appeal(given, "I was not")
    imposing.decide_appeal(appeal, granted=granted, answer="So", actor=noa)
    assert words_of(desk, action="decide") == [f"Noa {said} an appeal (warning): Ann"]


def test_a_line_without_facts_says_what_its_action_is(desk):
    for action in ("void", "decide"):
        LogEntry.objects.create(action=action, actor_name="Mia")
    assert words_of(desk) == ["Mia decided an appeal", "Mia voided a game"]


def test_pages_of_fifty(desk, mia):
    ann = account("Ann")
    LogEntry.objects.bulk_create(
        LogEntry(action="note", player=ann, actor_name="mia", reason=str(number))
        for number in range(60)
    )
    assert len(shown(desk)) == 50
    assert len(shown(desk, page="2")) == 10


def test_a_player_is_found_by_a_part_of_the_name(desk):
    ann = account("Annabel")
    page = desk.get("/moderation/players/", {"name": "nab"}).content.decode()
    assert f"/moderation/players/{ann.pk}/" in page
    page = desk.get("/moderation/players/", {"name": "<i>\0"}).content.decode()
    assert "Nobody has a name like that." in page
    assert "<i>" not in page


def test_a_table_is_found_by_its_code(desk):
    game = finished_game(target=61)
    newest = game.table.games.latest("number")
    page = desk.get("/moderation/players/", {"name": game.table.code}).content.decode()
    assert f"/moderation/games/{newest.pk}/" in page
    assert desk.get(f"/moderation/games/{newest.pk}/").status_code == 200
