"""Whoever sat in a game is told what moderators decided about it, and what can be done then."""

import pytest
from django.core import mail

from games.models import Seat
from games.moderation import measures
from tests.ratings.ledgers import settled
from tests.support.markup import parse
from tests.support.playing import account, finished_game, game_in, waiting_game
from tests.support.strict import Strict
from tests.support.visitors import account as account_with_address
from tests.support.visitors import browser_of

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.usefixtures("wires", "one_look", "quick_accounts"),
]

DECISIONS = {
    "void": (lambda game, mia: measures.void(game.pk, "Because", mia, report=None), "out of"),
    "draw": (lambda game, mia: measures.rule(game.pk, None, "Because", mia, report=None), "drawn"),
    "award": (lambda game, mia: measures.rule(game.pk, 0, "Because", mia, report=None), "awarded"),
    "annul": (
        lambda game, mia: measures.annul(game.pk, "Because", mia, report=None),
        "without a result",
    ),
    "close": (
        lambda game, mia: measures.close_table(game.table, "Because", mia, report=None),
        "closed a table",
    ),
}


def hint(page):
    """What is said beside the reason."""
    return parse(page).by_id("reason-hint").text


@pytest.mark.parametrize("name", DECISIONS)
def test_of_a_game(name, mia, django_capture_on_commit_callbacks):
    work, words = DECISIONS[name]
    game = finished_game(ranked=True) if name == "void" else game_in("play", ranked=True)
    ann = account_with_address("Annie", "annie@example.org")
    Seat.objects.filter(game=game, number=0).update(player=ann)
    with django_capture_on_commit_callbacks(execute=True):
        work(game, mia)
    letter = next(each for each in mail.outbox if each.to == ["annie@example.org"])
    assert words in letter.body
    assert "Because" in letter.body
    page = browser_of(ann).get("/account/standing/").content.decode()
    assert Strict(page).faults == []
    assert words in page
    assert "Reason: Because" in page
    assert f'href="/t/{game.table.code}/report/"' in page
    stranger = browser_of(account("Cleopatra")).get("/account/standing/").content.decode()
    assert "Because" not in stranger


def test_of_all_games_of_somebody(ada, django_capture_on_commit_callbacks):
    ann = account_with_address("Annie", "annie@example.org")
    bob = account("Robert")
    settled([ann, bob], [1, 2])
    with django_capture_on_commit_callbacks(execute=True):
        measures.remove_games(ann, 2, "A cheat", ada, report=None)
    assert [each.to for each in mail.outbox] == [["annie@example.org"]]
    page = browser_of(ann).get("/account/standing/").content.decode()
    assert "out of the ratings" in page
    assert "Reason: A cheat" in page
    assert "A cheat" not in browser_of(bob).get("/account/standing/").content.decode()


@pytest.mark.parametrize("name", DECISIONS)
def test_that_the_reason_is_told_is_said_before(name, desk):
    game = finished_game(ranked=True) if name == "void" else game_in("play", ranked=True)
    page = desk.get(f"/moderation/games/{game.pk}/{name}/").content.decode()
    assert "told" in hint(page)
    assert "log" not in hint(page)


def test_that_the_reason_of_a_nudge_stays_in_the_log_is_said_before(desk):
    page = desk.get(f"/moderation/games/{game_in('play').pk}/nudge/").content.decode()
    assert hint(page) == "It stands in the moderators' log."


def test_a_nudge_is_told_nobody(mia):
    game = waiting_game()
    measures.nudge(game.table, "Because", mia, report=None)
    page = browser_of(game.seats.get(number=0).player).get("/account/standing/").content.decode()
    assert "Because" not in page
