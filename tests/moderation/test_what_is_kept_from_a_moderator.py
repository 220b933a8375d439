"""Nobody works on what concerns oneself, nor reads who has told of oneself."""

import pytest

from accounts.models import Report
from accounts.reports import file_report
from accounts.sanctions.models import LogEntry, Sanction
from games.models import Seat
from tests.ratings.ledgers import settled
from tests.support.playing import account, finished_game, guests, running_game
from tests.support.staff import desk_of

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.usefixtures("wires", "one_look", "quick_accounts"),
]

SECRET = "Mia is a crook"


def text_of(desk, address):
    page = desk.get(address)
    assert page.status_code == 200, address
    return page.content.decode()


def game_of(user, *, ranked=True):
    """A finished game in which that moderator sat, and who sat with them."""
    game = finished_game(ranked=ranked)
    Seat.objects.filter(game=game, number=0).update(player=user.player)
    return game, Seat.objects.get(game=game, number=1).player


def test_who_reported_a_moderator_is_told_to_that_moderator_nowhere(desk, mia, noa):
    ann, bob = guests(2)
    secret = file_report(ann, "cheating", SECRET, about=mia.player)
    other = file_report(ann, "chat", "Bob is rude", about=bob)
    their_desk = desk_of(noa)
    their_desk.post(f"/moderation/reports/{secret.pk}/claim/")
    pages = [
        f"/moderation/players/{ann.pk}/",
        f"/moderation/players/{mia.player.pk}/",
        f"/moderation/reports/{other.pk}/",
        "/moderation/?state=all",
        "/moderation/log/",
    ]
    for address in pages:
        text = text_of(desk, address)
        assert SECRET not in text, address
        assert f"/moderation/reports/{secret.pk}/" not in text, address
    assert SECRET in text_of(their_desk, f"/moderation/players/{ann.pk}/")
    assert f"/moderation/reports/{secret.pk}/" in text_of(their_desk, "/moderation/log/")
    assert desk.get(f"/moderation/reports/{secret.pk}/").status_code == 403


def test_a_report_about_ones_own_game_that_names_nobody_is_kept_from_one(desk, mia):
    game, bob = game_of(mia)
    report = file_report(bob, "cheating", SECRET, game_id=game.pk)
    assert SECRET not in text_of(desk, "/moderation/")
    assert desk.get(f"/moderation/reports/{report.pk}/").status_code == 403


def test_notes_about_oneself_are_for_the_others(desk, mia, ada):
    desk_of(ada).post(
        f"/moderation/players/{mia.player.pk}/note/", {"reason": "Watch Mia", "key": "k1"}
    )
    assert LogEntry.objects.filter(action="note").count() == 1
    for address in (f"/moderation/players/{mia.player.pk}/", "/moderation/log/"):
        assert "Watch Mia" not in text_of(desk, address)
        assert "Watch Mia" in text_of(desk_of(ada), address)


@pytest.mark.parametrize("why", ["by oneself", "in one's own game", "about an administrator"])
@pytest.mark.parametrize("what", ["claim", "close"])
def test_another_one_handles_a_report(what, why, desk, mia, ada):
    bob = account("Robert")
    if why == "by oneself":
        report = file_report(mia.player, "cheating", "He beats me", about=bob)
    elif why == "in one's own game":
        game, other = game_of(mia)
        report = file_report(mia.player, "leaving", "x", about=other, game_id=game.pk)
        Report.objects.filter(pk=report.pk).update(reporter=bob)
    else:
        report = file_report(bob, "cheating", "x", about=ada.player)
    assert "Take it" not in text_of(desk, f"/moderation/reports/{report.pk}/")
    answer = desk.post(f"/moderation/reports/{report.pk}/{what}/", {"answer": "Nonsense"})
    assert answer.status_code == 422
    assert Report.objects.get(pk=report.pk).state == "open"


def test_a_table_of_ones_own_is_not_nudged(desk, mia):
    game = running_game()
    Seat.objects.filter(game=game, number=0).update(player=mia.player)
    answer = desk.post(f"/moderation/games/{game.pk}/nudge/", {"reason": "x", "key": "k"})
    assert answer.status_code == 422
    assert not LogEntry.objects.exists()


def test_what_would_move_ones_own_rating_is_decided_by_another(ada):
    winner = account("Robert")
    settled([winner, ada.player], [1, 2])
    desk = desk_of(ada)
    page = desk.get(f"/moderation/players/{winner.pk}/replay-2/")
    assert "move your own rating" in page.content.decode()
    answer = desk.post(
        f"/moderation/players/{winner.pk}/replay-2/", {"reason": "A cheat", "key": "k"}
    )
    assert answer.status_code == 422
    assert not LogEntry.objects.exists()


def test_a_measure_is_tied_only_to_a_report_that_has_to_do_with_it(desk, mia):
    ann, bob = guests(2)
    cleo = account("Cleopatra")
    about_mia = file_report(ann, "chat", "x", about=mia.player)
    about_bob = file_report(ann, "chat", "x", about=bob)
    address = f"/moderation/players/{cleo.pk}/warning/"
    for report in (about_mia, about_bob):
        assert desk.get(f"{address}?report={report.pk}").status_code == 404
        fields = {"reason": "x", "key": "k", "report": report.pk}
        assert desk.post(address, fields).status_code == 404
    assert not Sanction.objects.exists()
    for player in (ann, bob):
        page = desk.get(f"/moderation/players/{player.pk}/warning/?report={about_bob.pk}")
        assert page.status_code == 200
