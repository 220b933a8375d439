"""The log, found by player, actor and action, fifty a page; and finding players and tables."""

import pytest

from accounts.sanctions import imposing
from accounts.sanctions.models import Kind, LogEntry
from games.moderation import measures
from tests.support.playing import account, finished_game, seat_of
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
