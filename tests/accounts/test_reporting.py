"""Reports for the moderators: from a profile and from a table, kept whole, and not too many."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import Player, Report
from accounts.players import computer_players
from games import chat
from games.models import Game
from tests.support import staff
from tests.support.hidden import cards_in
from tests.support.playing import finished_game, game_in, guests, person, waiting_game
from tests.support.staff import desk_of
from tests.support.strict import Strict, strict_rules
from tests.support.visitors import account, browser_of, log_in, player_of

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.usefixtures("wires", "one_look", "quick_accounts"),
]


def about(player):
    return f"/players/{player if isinstance(player, int) else player.pk}/report/"


def at(game):
    return f"/t/{game.table.code}/report/"


def send(client, url, reason="chat", text="He was rude.", **more):
    return client.post(url, {"reason": reason, "text": text} | more)


# --- From a profile -------------------------------------------------------------------------------


def test_a_player_is_reported_from_the_profile():
    ann, bob = guests(2)
    client = browser_of(ann)
    profile = client.get(f"/players/{bob.pk}/").content.decode()
    assert f'href="{about(bob)}"' in profile
    page = client.get(about(bob))
    strict_rules(page)
    assert Strict(page.content.decode()).faults == []
    answer = send(client, about(bob), "cheating", "Both knew the cards.\r\nTwice.")
    assert (answer.status_code, answer["Location"]) == (302, f"/players/{bob.pk}/report/thanks/")
    report = Report.objects.get()
    assert (report.reporter, report.about, report.game) == (ann, bob, None)
    assert (report.reason, report.text) == ("cheating", "Both knew the cards.\nTwice.")
    assert (report.state, report.moment["page"]) == ("open", "profile")
    thanks = client.get(answer["Location"])
    strict_rules(thanks)
    assert "What happens next" in thanks.content.decode()
    assert Strict(thanks.content.decode()).faults == []


def test_oneself_a_cpu_and_nobody_have_no_form():
    (ann,) = guests(1)
    (hazel,) = computer_players(1)
    client = browser_of(ann)
    for pk in (ann.pk, hazel.pk, 0, 10**9, 10**30):
        assert client.get(about(pk)).status_code == 404
        assert send(client, about(pk)).status_code == 404
    assert f'href="{about(ann)}"' not in client.get(f"/players/{ann.pk}/").content.decode()
    assert not Report.objects.exists()


def test_an_account_reports_too():
    (bob,) = guests(1)
    zoe = account("Zoe")
    client = Client()
    log_in(client)
    send(client, about(bob))
    assert Report.objects.get().reporter == zoe


# --- From a table ---------------------------------------------------------------------------------


def test_everybody_who_sees_a_table_finds_the_link_outside_what_is_replaced():
    game = game_in("play")
    for client in (browser_of(person(game, "Ann")), Client()):
        page = client.get(f"/t/{game.table.code}/")
        link = f'href="{at(game)}"'
        assert page.content.decode().count(link) == 1
        assert not any(link in html for html in page.context["regions"].values())


def test_somebody_at_the_table_is_reported_with_what_the_site_knows():
    game = game_in("play")
    ann, bob = (person(game, name) for name in ("Ann", "Bob"))
    client = browser_of(ann)
    page = client.get(at(game))
    text = page.content.decode()
    strict_rules(page)
    assert Strict(text).faults == []
    assert "Bob" in text and "the game itself" in text and f'value="{ann}"' not in text
    answer = send(client, at(game), "leaving", "", about=bob)
    assert answer["Location"] == f"/t/{game.table.code}/report/thanks/"
    report = Report.objects.get()
    assert (report.reporter_id, report.about_id, report.game_id) == (ann, bob, game.pk)
    moment = report.moment
    assert (moment["page"], moment["table"], moment["game"]) == ("table", game.table.code, 1)
    assert moment["decision"] == game.decision
    assert moment["seats"] == [[0, ann], [1, bob]]
    assert cards_in(str(moment)) == set()
    assert "Back to the table" in client.get(answer["Location"]).content.decode()


def test_the_game_itself_is_reported():
    game = game_in("throw")
    send(browser_of(person(game, "Ann")), at(game), "other", "The count stood still.", about="game")
    report = Report.objects.get()
    assert (report.about, report.game_id) == (None, game.pk)


def test_after_a_game_that_one_is_meant_and_not_the_one_that_waits():
    game = finished_game(target=61)
    assert Game.objects.filter(table=game.table).count() == 2
    send(browser_of(person(game, "Ann")), at(game), about=person(game, "Bob"))
    assert Report.objects.get().game_id == game.pk


@pytest.mark.usefixtures("all_write")
def test_who_only_talked_can_be_reported_a_stranger_can_not():
    game = waiting_game()
    talker, stranger = guests(2)
    Player.objects.filter(pk=talker.pk).update(name="Loudmouth")
    chat.say(game.table, talker.pk, "k1", None, "rude words")
    client = browser_of(person(game, "Ann"))
    assert "Loudmouth" in client.get(at(game)).content.decode()
    answer = send(client, at(game), about=stranger.pk)
    assert answer.status_code == 422
    assert "Choose one of those at this table." in answer.content.decode()
    send(client, at(game), about=talker.pk)
    assert Report.objects.get().about == talker


@pytest.mark.parametrize("whom", ["", None, "0", "-1", "x", "\x00", "9" * 40, "<b>", "own", "cpu"])
def test_whom_it_is_about_is_one_of_them(whom):
    game = waiting_game(computers=1)
    ann = person(game, "Ann")
    cpu = Player.objects.get(kind="cpu", seats__game=game).pk
    whom = {"own": ann, "cpu": cpu}.get(whom, whom)
    answer = send(browser_of(ann), at(game), **({} if whom is None else {"about": whom}))
    assert answer.status_code == 422
    assert not Report.objects.exists()


def test_a_table_that_is_not_there_is_not_found():
    (ann,) = guests(1)
    assert send(browser_of(ann), "/t/nothing/report/").status_code == 404
    assert Client().get("/t/nothing/report/thanks/").status_code == 404


# --- What is typed --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("reason", "text", "said"),
    [
        ("", "words", "Choose what it is."),
        ("spam", "words", "Choose one of these."),
        ("<b>", "words", "Choose one of these."),
        ("\x00", "words", "Choose one of these."),
        ("other", "", "Say in a few words what it is."),
        ("other", " \r\n ", "Say in a few words what it is."),
        ("chat", "x" * 1001, "That is one character too long"),
        ("chat", "x" * 20_000, "That is 19000 characters too long"),
        ("chat", "a\x00b", "has a character that can&#x27;t be kept"),
    ],
)
def test_what_is_wrong_is_said_at_its_place_and_nothing_typed_is_lost(reason, text, said):
    ann, bob = guests(2)
    answer = send(browser_of(ann), about(bob), reason, text)
    assert answer.status_code == 422
    page = answer.content.decode()
    assert said in page
    assert Strict(page).faults == []
    assert text.strip("\r\n ").replace("\x00", "") in page.replace("\x00", "")
    checked = re.findall(r'<input[^>]*name="reason"[^>]*value="(\w+)"[^>]* checked', page)
    assert checked == [each for each in Report.Reason.values if each == reason]
    assert not Report.objects.exists()


def test_more_than_a_form_can_hold_is_no_request():
    ann, bob = guests(2)
    assert send(browser_of(ann), about(bob), "chat", "x" * 70_000).status_code == 400


def test_a_thousand_characters_fit_with_line_ends_counted_once():
    ann, bob = guests(2)
    text = "x\r\n" * 499 + "xy"
    assert send(browser_of(ann), about(bob), "chat", text).status_code == 302
    assert len(Report.objects.get().text) == 1000


def test_marks_of_html_are_shown_as_text():
    ann, bob = guests(2)
    Player.objects.filter(pk=bob.pk).update(name="<b>Bob</b>")
    page = send(browser_of(ann), about(bob), "", "<script>1</script></textarea>").content.decode()
    assert "<script>1" not in page
    assert "<b>Bob" not in page
    assert "&lt;/textarea&gt;" in page


def test_a_form_without_its_token_is_refused():
    ann, bob = guests(2)
    strict = Client(enforce_csrf_checks=True)
    strict.cookies["sessionid"] = browser_of(ann).cookies["sessionid"].value
    assert send(strict, about(bob)).status_code == 403
    assert not Report.objects.exists()


def test_looking_at_the_form_makes_nobody_a_player_and_files_nothing():
    game = waiting_game()
    client = Client()
    for url in (about(person(game, "Ann")), at(game)):
        assert client.get(url).status_code == 200
        assert client.head(url).status_code == 200
        assert client.put(url).status_code == 405
    assert player_of(client) is None
    assert not Report.objects.exists()


# --- How many -------------------------------------------------------------------------------------


def test_the_eleventh_of_a_day_is_refused_and_its_text_stays_on_the_page():
    ann, bob = guests(2)
    client = browser_of(ann)
    for number in range(10):
        assert send(client, about(bob), text=f"number {number}").status_code == 302
    answer = send(client, about(bob), text="one too many")
    assert answer.status_code == 422
    page = answer.content.decode()
    assert "ten reports within a day" in page
    assert "one too many" in page
    assert Report.objects.count() == 10
    # somebody else may, and so may this one tomorrow
    assert send(browser_of(bob), about(ann)).status_code == 302
    Report.objects.filter(text="number 0").update(at=timezone.now() - timedelta(hours=25))
    assert send(client, about(bob), text="tomorrow").status_code == 302


def test_the_same_one_again_is_the_one_that_there_is():
    ann, bob = guests(2)
    client = browser_of(ann)
    for _ in range(12):
        assert send(client, about(bob)).status_code == 302
    assert Report.objects.count() == 1


def test_who_is_new_becomes_a_guest_by_it_and_comes_so_often_only(settings):
    settings.ACCOUNT_RATE_LIMITS = {"report": "3/d/ip"}
    (bob,) = guests(1)
    for _ in range(3):
        client = Client()
        assert send(client, about(bob)).status_code == 302
        assert player_of(client) == Report.objects.first().reporter
    late = Client()
    answer = send(late, about(bob), text="the fourth")
    assert answer.status_code == 422
    assert "the fourth" in answer.content.decode()
    assert player_of(late) is None
    assert Report.objects.count() == 3


def test_the_guests_of_an_address_have_a_limit_together_and_accounts_there_have_none(settings):
    settings.ACCOUNT_RATE_LIMITS = {"report": "10/d/ip", "guest_report": "3/d/ip"}
    zoe = account("Zoe")
    ann, bob = guests(2)
    for number in range(3):
        client = browser_of(ann if number else bob)
        assert send(client, about(zoe), text=f"number {number}").status_code == 302
    client = Client()
    client.post("/play/computer/", {"name": "Somebody New"})
    answer = send(client, about(zoe), text="one too many")
    assert answer.status_code == 422
    assert "from your network today" in answer.content.decode()
    assert send(Client(), about(zoe), text="nor somebody newer").status_code == 422
    assert send(browser_of(zoe), about(bob), text="an account").status_code == 302
    assert Report.objects.count() == 4


def test_a_guest_who_logs_in_brings_them_along():
    zoe = account("Zoe")
    guest, bob = guests(2)
    send(browser_of(guest), about(bob), text="by")
    send(browser_of(bob), about(guest), text="about")
    send(browser_of(guest), about(zoe), text="about the account itself")
    log_in(browser_of(guest))
    assert dict(Report.objects.values_list("text", "reporter__name")) == {
        "by": "Zoe",
        "about": "Bob",
        "about the account itself": guest.name,
    }
    assert Report.objects.get(text="about").about == zoe


# --- For administrators ---------------------------------------------------------------------------


def test_an_administrator_reads_them_and_changes_none():
    game = game_in("play")
    bob = person(game, "Bob")
    report = Report.objects.create(
        reporter_id=person(game, "Ann"),
        about_id=bob,
        game=game,
        reason="chat",
        text="<b>words</b>",
        moment={"hands": [["5H", "JD"]]},
    )
    root = desk_of(staff.root())
    base = "/admin/accounts/report/"
    for url in (base, f"{base}?q=Bob", f"{base}?reason=chat", f"{base}{report.pk}/change/"):
        answer = root.get(url)
        assert answer.status_code == 200, url
        text = answer.content.decode()
        assert cards_in(text) == set(), url
        assert "<b>words" not in text
        assert "Bob" in text
    assert "&lt;b&gt;words" in root.get(f"{base}{report.pk}/change/").content.decode()
    for url in (f"{base}add/", f"{base}{report.pk}/change/", f"{base}{report.pk}/delete/"):
        assert root.post(url, {"text": "x", "post": "yes"}).status_code == 403
    for lookup in ("moment__hands__0__0", "game__state__contains", "game__secret__seed"):
        assert root.get(base, {lookup: "5H"}).status_code in (302, 400)
