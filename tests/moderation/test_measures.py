"""Measures: confirmed with a reason and a shown end, done once, in force at once, logged."""

from datetime import timedelta

import pytest
from django.utils import timezone
from django.utils.dateparse import parse_datetime

from accounts.models import Report
from accounts.players import computer_players
from accounts.sanctions import standing
from accounts.sanctions.models import Kind, LogEntry, Sanction
from games.models import Game
from games.moderation.catalogue import ON_PLAYERS
from games.moderation.guards import once
from tests.support.playing import (
    account,
    finished_game,
    fresh,
    game_in,
    person,
    revision_of,
    seat_of,
    waiting_game,
)
from tests.support.staff import admin, desk_of, root
from tests.support.strict import Strict, strict_rules

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.usefixtures("wires", "one_look", "quick_accounts"),
]

SANCTIONS = [name for name, each in ON_PLAYERS.items() if each.kind is not None]


def against(player, name):
    return f"/moderation/players/{player.pk}/{name}/"


def on(game, name):
    return f"/moderation/games/{game.pk}/{name}/"


def fields_of(page):
    """What the form would send, without a reason."""
    context = page.context
    found = {"key": context["key"]}
    if context["until"]:
        found["until"] = context["until"].isoformat()
    if context["report"]:
        found["report"] = context["report"].pk
    return found


def take(client, address, reason="Because", **more):
    page = client.get(address, more.pop("query", {}))
    assert page.status_code == 200, page.content.decode()
    return client.post(address, fields_of(page) | {"reason": reason} | more)


# --- On players -----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", SANCTIONS)
def test_each_sanction_shows_its_end_and_holds_until_then(name, ada):
    ann, client, measure = account("Ann"), desk_of(ada), ON_PLAYERS[name]
    page = client.get(against(ann, name))
    strict_rules(page)
    text = page.content.decode()
    assert Strict(text).faults == []
    assert 'id="end"' in text
    answer = client.post(against(ann, name), fields_of(page) | {"reason": "Because"})
    assert answer["Location"] == f"/moderation/players/{ann.pk}/"
    (given,) = Sanction.objects.all()
    assert (given.kind, given.by, given.reason) == (measure.kind, ada, "Because")
    assert given.until == page.context["until"]
    if measure.lasts:
        assert abs(given.until - timezone.now() - measure.lasts) < timedelta(minutes=1)
        assert f"It ends on {given.until:%-d %B %Y, %H:%M} UTC." in text
    entry = LogEntry.objects.get()
    assert (entry.action, entry.actor_name, entry.player) == ("impose", "Ada", ann)


def test_it_comes_from_a_report_and_leads_back_there(desk):
    ann, bob = account("Ann"), account("Bob")
    report = Report.objects.create(reporter=ann, about=bob, reason="chat", text="x")
    answer = take(desk, against(bob, "warning"), query={"report": report.pk})
    assert answer["Location"] == f"/moderation/reports/{report.pk}/"
    assert Sanction.objects.get().report == report
    assert LogEntry.objects.get().report == report


@pytest.mark.parametrize("reason", ["", "  \n", "x" * 501, "nul\0"])
def test_without_a_proper_reason_nothing_happens(reason, desk):
    ann = account("Ann")
    answer = take(desk, against(ann, "chat-24-hours"), reason)
    assert answer.status_code == 422
    assert 'role="alert"' in answer.content.decode()
    assert not Sanction.objects.exists()
    assert not LogEntry.objects.exists()


def test_a_double_click_does_it_once(desk):
    ann = account("Ann")
    for name in ("warning", "note"):
        page = desk.get(against(ann, name))
        fields = fields_of(page) | {"reason": "Because"}
        desk.post(against(ann, name), fields)
        desk.post(against(ann, name), fields)
    assert "That was done already" in desk.get("/moderation/").content.decode()
    assert Sanction.objects.count() == 1
    assert LogEntry.objects.count() == 2


def test_without_its_key_a_form_does_nothing(desk):
    ann = account("Ann")
    answer = desk.post(against(ann, "note"), {"reason": "x", "key": "<x>"})
    assert "incomplete" in answer.content.decode()
    assert not LogEntry.objects.exists()


def test_what_was_done_meanwhile_under_the_same_key_is_no_error(mia):
    LogEntry.objects.create(action="note", key="same")
    assert once("same", lambda: pytest.fail("done twice")) is False


@pytest.mark.parametrize("until", ["", "nonsense", "2026-01-01T00:00:00+00:00", "naive"])
def test_an_end_that_was_not_shown_does_not_hold(until, desk):
    ann = account("Ann")
    page = desk.get(against(ann, "suspension-7-days"))
    if until == "naive":
        until = page.context["until"].replace(tzinfo=None).isoformat()
    fields = fields_of(page) | {"reason": "x", "until": until}
    answer = desk.post(against(ann, "suspension-7-days"), fields)
    assert "the end has moved" in answer.content.decode()
    far = (timezone.now() + timedelta(days=4000)).isoformat()
    assert desk.post(against(ann, "suspension-7-days"), fields | {"until": far}).status_code == 422
    assert not Sanction.objects.exists()
    assert parse_datetime(answer.context["until"].isoformat()) is not None


def test_a_suspension_holds_at_the_live_table_at_once(desk):
    game = game_in("play")
    ann, before = seat_of(game, "Ann").player, revision_of(game)
    take(desk, against(ann, "suspension-1-day"))
    assert seat_of(game, "Ann").hold == "left"
    assert revision_of(game) > before
    assert standing.bar_against(ann.pk) is not None


def test_nonsense_is_refused_in_a_clear_sentence(mia, desk, ada):
    own = mia.player
    assert (
        "another moderator decides about you"
        in take(desk, against(own, "warning")).content.decode()
    )
    (hazel,) = computer_players(1)
    assert "computer player" in take(desk, against(hazel, "note")).content.decode()
    answer = take(desk, against(ada.player, "warning"))
    assert "Only an administrator decides about an administrator." in answer.content.decode()
    assert not Sanction.objects.exists()
    assert desk.get(against(own, "nonsense")).status_code == 404
    assert desk.get(against(own, "warning"), {"report": "x"}).status_code == 404


def test_an_administrator_measures_an_administrator():
    ada, eve = admin("ada"), root("eve")
    take(desk_of(ada), against(eve.player, "ban"))
    assert Sanction.objects.get().kind == Kind.BAN


def test_a_sanction_is_lifted_with_a_reason(desk):
    ann = account("Ann")
    take(desk, against(ann, "suspension-7-days"))
    given = Sanction.objects.get()
    address = f"/moderation/sanctions/{given.pk}/lift/"
    assert address in desk.get(f"/moderation/players/{ann.pk}/").content.decode()
    assert desk.post(address, {"reason": " "}).status_code == 422
    desk.post(address, {"reason": "It was her brother"})
    assert standing.bar_against(ann.pk) is None
    assert LogEntry.objects.first().reason == "It was her brother"


def test_a_ban_is_lifted_by_who_may_ban(desk, ada):
    ann = account("Ann")
    take(desk_of(ada), against(ann, "ban"))
    address = f"/moderation/sanctions/{Sanction.objects.get().pk}/lift/"
    assert desk.get(address).status_code == 403
    assert desk_of(ada).post(address, {"reason": "Enough"}).status_code == 302
    assert standing.bar_against(ann.pk) is None


def test_a_note_is_read_by_moderators_alone(desk):
    ann = account("Ann")
    take(desk, against(ann, "note"), "Perhaps <b>two</b> people")
    page = desk.get(f"/moderation/players/{ann.pk}/").content.decode()
    assert "Perhaps &lt;b&gt;two" in page
    assert "Perhaps" not in desk.get(f"/players/{ann.pk}/").content.decode()
    assert not Sanction.objects.exists()


def test_a_player_s_games_are_taken_out_of_a_rating(ada):
    game = finished_game(ranked=True)
    ann = seat_of(game, "Ann").player
    client = desk_of(ada)
    take(client, against(ann, "replay-2"), "A robot")
    entry = LogEntry.objects.get()
    assert (entry.action, entry.player) == ("remove", ann)
    assert entry.before["games"] == 1
    assert entry.after["games"] == 0
    assert entry.before["ratings"] != entry.after["ratings"]
    answer = take(client, against(ann, "replay-3"))
    assert "No game of this player counts there." in answer.content.decode()


# --- On games and tables --------------------------------------------------------------------------


def test_a_game_is_awarded_by_its_form(desk):
    game = game_in("play")
    page = desk.get(on(game, "award"))
    assert "Who wins?" in page.content.decode()
    answer = take(desk, on(game, "award"))
    assert "Choose who wins." in answer.content.decode()
    assert take(desk, on(game, "award"), winner="7").status_code == 422
    answer = take(desk, on(game, "award"), winner="1")
    assert answer["Location"] == f"/moderation/games/{game.pk}/"
    assert fresh(game).winner == 1
    entry = LogEntry.objects.get()
    assert (entry.before["status"], entry.after["ending"]) == ("playing", "ruled")
    assert "over already" in take(desk, on(game, "draw")).content.decode()


def test_a_finished_game_is_voided_by_its_form_once(desk):
    game = finished_game(ranked=True)
    page = desk.get(on(game, "void"))
    fields = fields_of(page) | {"reason": "Together"}
    assert desk.post(on(game, "void"), fields).status_code == 302
    assert desk.post(on(game, "void"), fields).status_code == 302
    assert "already" in take(desk, on(game, "void")).content.decode()
    assert LogEntry.objects.filter(action="void").count() == 1


def test_a_running_game_is_voided_by_its_form(desk):
    game = game_in("play", ranked=True)
    take(desk, on(game, "annul"))
    assert fresh(game).ending == Game.Ending.ANNULLED


def test_a_stuck_table_is_nudged(desk, wires, django_capture_on_commit_callbacks):
    game = game_in("throw", computers=1)
    Game.objects.filter(pk=game.pk).update(cpu_asked_at=None, deadline_at=None)
    before = revision_of(game)
    with django_capture_on_commit_callbacks(execute=True):
        take(desk, on(game, "nudge"))
    game = fresh(game)
    assert game.status == "playing"
    assert game.cpu_asked_at is not None
    assert revision_of(game) > before
    assert [game.pk, game.decision] in wires.turns
    assert LogEntry.objects.get().action == "nudge"


def test_a_table_is_closed_without_a_result(desk):
    game = game_in("play", ranked=True)
    take(desk, on(game, "close"))
    assert fresh(game).ending == Game.Ending.ANNULLED
    assert Game.objects.filter(table=game.table).latest("number").status == "closed"
    assert "closed already" in take(desk, on(game, "close")).content.decode()
    waiting = waiting_game(seed=3)
    take(desk, on(waiting, "close"))
    assert fresh(waiting).status == "closed"


def test_the_measures_on_offer_fit_how_the_game_stands(desk):
    def offered(game):
        page = desk.get(f"/moderation/games/{game.pk}/")
        return [measure.name for measure in page.context["shown"].measures]

    assert offered(game_in("play")) == ["draw", "award", "annul", "nudge", "close"]
    assert offered(waiting_game(seed=4)) == ["nudge", "close"]
    assert offered(finished_game(target=61, seed=5)) == ["nudge", "close"]
    assert offered(finished_game(ranked=True, seed=6))[0] == "void"


def test_a_person_of_the_game_is_found_from_there(desk):
    game = game_in("play")
    page = desk.get(f"/moderation/games/{game.pk}/").content.decode()
    assert f"/moderation/players/{person(game, 'Ann')}/" in page
