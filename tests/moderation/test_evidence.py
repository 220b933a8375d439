"""The evidence of a report: side by side, escaped, and never a card that is hidden."""

import re

import pytest

from accounts.models import Player, Report
from accounts.sanctions import imposing
from accounts.sanctions.models import Kind
from games import chat
from games.board.words import card_name
from games.models import GameSeed
from games.moderation import measures, snapshots
from tests.support.hidden import cards_in, hidden_from
from tests.support.playing import (
    finished_game,
    game_in,
    guests,
    person,
    running_game,
    seat_of,
    state_of,
)
from tests.support.strict import Strict, strict_rules

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.usefixtures("wires", "one_look", "quick_accounts"),
]

HOSTILE = "</li><script>alert(1)</script>"


def reported(game, **more):
    fields = {
        "reporter_id": person(game, "Ann"),
        "about_id": person(game, "Bob"),
        "game": game,
        "reason": "chat",
        "text": HOSTILE,
        "moment": snapshots.of_table(game.table, game),
    } | more
    return Report.objects.create(**fields)


def page_of(desk, report):
    page = desk.get(f"/moderation/reports/{report.pk}/")
    assert page.status_code == 200
    strict_rules(page)
    text = page.content.decode()
    assert Strict(text).faults == []
    return text


def test_everything_hostile_is_escaped(desk, mia):
    game = running_game(seats=2)
    bob = seat_of(game, "Bob").player
    chat.say(game.table, bob.pk, "k", None, HOSTILE)
    imposing.impose(bob, Kind.WARNING, HOSTILE, mia)
    measures.note(bob, HOSTILE, mia, report=None)
    report = reported(game)
    Player.objects.filter(pk=bob.pk).update(name="<b>Bob</b>")
    text = page_of(desk, report)
    assert "<script>alert" not in text
    assert "<b>Bob" not in text
    assert text.count("&lt;script&gt;alert(1)") >= 4


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("phase", ["throw", "play", "show"])
def test_of_a_running_game_only_what_somebody_who_looks_on_may_see(seats, phase, desk):
    game = game_in(phase, seats)
    report = reported(game)
    for page in (
        page_of(desk, report),
        desk.get(f"/moderation/games/{game.pk}/").content.decode(),
        desk.get(f"/moderation/players/{person(game, 'Bob')}/").content.decode(),
        desk.get("/moderation/log/").content.decode(),
    ):
        assert cards_in(page) == set()
        assert bytes(GameSeed.objects.get(game=game).seed).hex() not in page
        for seat in game.seats.all():
            assert seat.client_seed not in page
        # everybody saw the cards of the cut, which are dealt anew since
        told = re.sub(r"(The cut|Level, so cut again):[^<]*<", "<", page)
        assert not [c for c in hidden_from(state_of(game), None) if card_name(c) in told]


def test_the_moves_are_told_in_words_with_their_times(desk):
    game = finished_game(target=61)
    text = page_of(desk, reported(game))
    for words in ("Hand 1:", "The starter is", "says go.", "The game is over:"):
        assert words in text
    assert game.moves.count() > 40
    assert text.count("The starter is") > 2
    assert 'href="/t/' in text and "deals.json" in text


def test_the_history_of_everybody_in_the_game(desk, mia):
    game = finished_game(ranked=True)
    bob = seat_of(game, "Bob").player
    seat = seat_of(game, "Bob")
    seat.hold, seat.held_at = "left", game.asked_at
    seat.save()
    imposing.impose(bob, Kind.RANKED, "Left too often", mia)
    measures.note(bob, "Keep an eye on him", mia, report=None)
    earlier = reported(game, reason="leaving", text="He left.")
    text = page_of(desk, reported(game))
    assert "Left too often" in text
    assert "Keep an eye on him" in text
    assert "left 1 of them early" in text
    assert "(left the table)" in text
    assert f"/moderation/reports/{earlier.pk}/" in text
    assert "Related reports" in text
    assert "Measures and history of Ann" in text


def test_a_report_of_the_site_itself_and_one_of_a_game_have_pages_too(desk):
    (ann,) = guests(1)
    signal = Report.objects.create(
        about=ann, reason="leaver", text="9 of 20", moment={"left": 9, "games": ["<i>", 2]}
    )
    text = page_of(desk, signal)
    assert "the site itself" in text
    assert "&lt;i&gt;" in text
    game = game_in("play")
    text = page_of(desk, reported(game, about_id=None))
    assert "the game itself" in text


def test_from_a_profile_the_lines_and_games_are_shown(desk):
    game = finished_game(target=61)
    bob = seat_of(game, "Bob").player
    game.table.chat.create(player=bob, key="k", text="something rude")
    report = Report.objects.create(
        reporter_id=person(game, "Ann"),
        about=bob,
        reason="chat",
        moment=snapshots.of_player(bob),
    )
    text = page_of(desk, report)
    assert "something rude" in text
    assert "With Ann" in text


def test_older_reports_without_a_snapshot_have_a_page(desk):
    game = game_in("play")
    old = {"page": "table", "table": game.table.code, "game": 1, "seats": [[0, 1]]}
    page_of(desk, reported(game, moment=old))
    page_of(desk, reported(game, moment={"page": "profile"}, text="b"))
    page_of(desk, reported(game, moment={}, text="c"))
