"""Not hearing somebody, or anybody: at once, on all tabs, and nobody else learns of it."""

import json

import pytest
from django.test import Client

from accounts import blocks, mutes
from accounts.models import Mute, Player
from accounts.players import computer_players
from accounts.signals import player_merged
from games import chat, frames
from games.board import render, snapshot
from games.board.regions import contexts, look
from tests.support.playing import guests, open_page, person, revision_of, waiting_game
from tests.support.visitors import browser_of

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.usefixtures("one_look", "wires", "all_write"),
]


class Place:
    """What a page knows of its table."""

    def __init__(self, game):
        self.code, self.game_id, self.game_number = game.table.code, game.pk, game.number


@pytest.fixture
def game():
    made = waiting_game(3)
    for number, name in enumerate(("Ann", "Bob", "Cleo")):
        chat.say(made.table, person(made, name), f"k{number}", None, f"{name} here")
    return made


def press(game, name, kind, key="k", **fields):
    frame = frames.parse(json.dumps({"type": kind, "key": key} | fields))
    return frames.obey(frame, Place(game), person(game, name))


def region(game, name=None):
    player = person(game, name) if name else None
    return contexts(look(snapshot.load(game.table.code), player))["chat"]


def lines(game, name=None):
    return [line.name for line in region(game, name).lines]


def player(game, name):
    return Player.objects.get(pk=person(game, name))


def test_what_a_muted_player_says_and_said_is_gone_and_comes_back(game):
    bob = person(game, "Bob")
    press(game, "Ann", "mute", player=bob)
    assert lines(game, "Ann") == ["Ann", "Cleo"]
    chat.say(game.table, bob, "more", "hello", None)
    assert lines(game, "Ann") == ["Ann", "Cleo"]
    press(game, "Ann", "unmute", player=bob)
    assert lines(game, "Ann") == ["Ann", "Bob", "Cleo", "Bob"]


def test_nobody_else_sees_anything_of_it(game):
    others = {name: region(game, name) for name in ("Bob", "Cleo", None)}
    press(game, "Ann", "mute", player=person(game, "Bob"))
    assert {name: region(game, name) for name in others} == others


def test_it_is_news_at_every_table_that_the_player_has_open(game):
    other, foreign = waiting_game(seed=2), waiting_game(seed=3)
    open_page(other, player(game, "Ann"))
    before = [revision_of(each) for each in (game, other, foreign)]
    assert press(game, "Ann", "mute", player=person(game, "Bob")) == before[0] + 1
    assert [revision_of(each) for each in (game, other, foreign)] == [
        before[0] + 1,
        before[1] + 1,
        before[2],
    ]


@pytest.mark.parametrize("kind", ["mute", "unmute"])
def test_again_changes_nothing(game, kind):
    bob = person(game, "Bob")
    press(game, "Ann", "mute", player=bob)
    first = press(game, "Ann", kind, player=bob)
    assert press(game, "Ann", kind, player=bob) == first
    assert Mute.objects.count() == (kind == "mute")


def test_hiding_the_chat_hides_all_and_says_so_and_takes_it_back(game):
    for _ in range(2):
        revision = press(game, "Ann", "hide_chat", hidden=True)
    shown = region(game, "Ann")
    assert (shown.lines, shown.presets, shown.people) == ((), (), ())
    assert shown.quiet.startswith("You have hidden the chat")
    html = render.region_html("chat", shown)
    assert "Show the chat" in html
    assert "chat-scroll" not in html
    assert lines(game, "Bob") == ["Ann", "Bob", "Cleo"]
    assert press(game, "Ann", "hide_chat", hidden=False) == revision + 1
    assert press(game, "Ann", "hide_chat", hidden=False) == revision + 1
    assert lines(game, "Ann") == ["Ann", "Bob", "Cleo"]


def test_it_is_kept_with_the_player_for_other_tables_too(game):
    press(game, "Ann", "hide_chat", hidden=True)
    other = waiting_game(seed=2)
    open_page(other, player(game, "Ann"))
    shown = contexts(look(snapshot.load(other.table.code), person(game, "Ann")))["chat"]
    assert shown.hidden


def test_a_spectator_s_first_page_hides_it_already(game):
    (eve,) = guests(1)
    mutes.mute(eve, player(game, "Bob"))
    page = browser_of(eve).get(f"/t/{game.table.code}/").content.decode()
    assert "Cleo here" in page
    assert "Bob here" not in page


def test_who_is_blocked_is_not_heard_either(game):
    before = revision_of(game)
    blocks.block(player(game, "Ann"), player(game, "Bob"))
    assert revision_of(game) == before + 1
    assert lines(game, "Ann") == ["Ann", "Cleo"]
    assert lines(game, "Bob") == ["Ann", "Bob", "Cleo"]
    html = render.region_html("chat", region(game, "Ann"))
    assert "blocked" in html
    blocks.unblock(player(game, "Ann"), player(game, "Bob"))
    assert lines(game, "Ann") == ["Ann", "Bob", "Cleo"]


def test_the_table_offers_it_for_who_sits_here_or_has_talked_but_no_computer():
    game = waiting_game(3, computers=1)
    (eve,) = guests(1)
    Player.objects.filter(pk=eve.pk).update(name="Eve")
    chat.say(game.table, eve.pk, "k", "hello", None)
    mutes.mute(player(game, "Ann"), eve)
    people = {each.name: each.muted for each in region(game, "Ann").people}
    assert people == {"Bob": False, "Eve": True}
    html = render.region_html("chat", region(game, "Ann"))
    assert 'aria-label="Mute Bob"' in html
    assert 'aria-label="Unmute Eve"' in html
    assert region(game).people == ()
    assert "hide-chat" not in render.region_html("chat", region(game))


def test_computers_and_oneself_can_not_be_muted(game):
    (computer,) = computer_players(1)
    for whom, reason in ((computer.pk, "says nothing"), (person(game, "Ann"), "yourself")):
        with pytest.raises(Exception, match=reason):
            press(game, "Ann", "mute", player=whom)


def test_so_many_and_no_more(game, monkeypatch):
    monkeypatch.setattr(mutes, "MOST", 1)
    press(game, "Ann", "mute", player=person(game, "Bob"))
    press(game, "Ann", "hide_chat", hidden=True)
    with pytest.raises(Exception, match="Unmute somebody first"):
        press(game, "Ann", "mute", player=person(game, "Cleo"))


def test_the_hearing_of_all_who_are_here_is_one_question(game, django_assert_num_queries):
    press(game, "Ann", "mute", player=person(game, "Bob"))
    blocks.block(player(game, "Bob"), player(game, "Cleo"))
    here = [person(game, name) for name in ("Ann", "Bob", "Cleo")]
    with django_assert_num_queries(1):
        found = mutes.hearing_of(here)
    assert found[here[0]].muted == {here[1]}
    assert found[here[1]].blocked == {here[2]}
    assert set(found) == set(here[:2])


# --- The account page -----------------------------------------------------------------------------


def test_the_account_page_lists_the_muted_and_unmutes(game):
    ann, bob = player(game, "Ann"), player(game, "Bob")
    mutes.mute(ann, bob)
    client = browser_of(ann)
    assert "Unmute Bob" in client.get("/account/").content.decode()
    for _ in range(2):
        answer = client.post(f"/players/{bob.pk}/unmute/", follow=True)
        assert "Bob is not muted any more." in answer.content.decode()
    assert not Mute.objects.exists()
    assert lines(game, "Ann") == ["Ann", "Bob", "Cleo"]


def test_the_account_page_hides_the_chat_and_shows_it(game):
    client = browser_of(player(game, "Ann"))
    assert "Hide the chat" in client.get("/account/").content.decode()
    client.post("/account/chat/", {"hidden": "true"})
    assert region(game, "Ann").hidden
    assert "Show the chat" in client.get("/account/").content.decode()
    client.post("/account/chat/", {"hidden": "false"})
    assert not region(game, "Ann").hidden


def test_a_stranger_changes_nothing(game):
    bob = person(game, "Bob")
    for path in (f"/players/{bob}/unmute/", "/account/chat/"):
        assert Client().post(path, {"hidden": "true"}).status_code == 302
    assert not Mute.objects.exists()


def test_a_guest_who_logs_in_keeps_it_and_stays_muted(game):
    guest, account, bob, cleo = *guests(2), player(game, "Bob"), player(game, "Cleo")
    mutes.mute(guest, bob)
    mutes.mute(account, bob)
    mutes.hide_chat(guest, hidden=True)
    mutes.mute(guest, account)
    mutes.mute(cleo, guest)
    player_merged.send(sender=Player, guest=guest, player=account)
    kept = set(Mute.objects.values_list("player", "muted"))
    assert kept == {(account.pk, bob.pk), (account.pk, None), (cleo.pk, account.pk)}
