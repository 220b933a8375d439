"""After the week nothing personal is left; what others have a part in stays, under a number."""

import json
from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib.admin.models import CHANGE
from django.contrib.admin.models import LogEntry as AdministrationLog
from django.contrib.sessions.models import Session
from django.core import mail
from django.core.exceptions import ValidationError
from django.core.management import call_command
from django.db import IntegrityError, OperationalError, transaction
from django.utils import timezone

from accounts import anonymising, blocks, departures, forgetting, letters, mutes
from accounts.models import Block, Departure, Mute, Player, Report, User
from accounts.names import clean_name
from accounts.reports import file_report
from games import chat
from games.models import ChatLine, Game, Searcher, Seat
from ratings.leaderboards import places
from ratings.models import Entry, Rating
from tests.support.playing import account, finished_game, fresh, game_in, running_game, waiting_game
from tests.support.visitors import browser_of, log_in

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.usefixtures("wires", "one_look", "quick_accounts"),
]


def due(player):
    """The week of the player's account is over."""
    now = timezone.now()
    Departure.objects.create(user=player.user, asked_at=now - timedelta(days=8), due_at=now)


def delete(player):
    due(player)
    forgetting.forget(60)
    player.refresh_from_db()
    return player


def seated(game, number):
    return game.seats.get(number=number).player


def test_the_log_in_is_gone_with_addresses_second_step_and_sessions(client):
    ann = account("Ann")
    ann.user.set_password("seven green bottles on a wall")
    ann.user.save()
    log_in(client)
    Authenticator.objects.create(user=ann.user, type="totp", data={})
    assert UserSession.objects.exists()
    delete(ann)
    for kind in (User, EmailAddress, Authenticator, UserSession, Departure):
        assert not kind.objects.exists(), kind
    assert not Session.objects.filter(session_key=client.session.session_key).exists()
    assert client.get("/account/")["Location"].startswith("/accounts/login/")


def test_the_player_stays_under_a_number(client):
    ann = delete(account("Ann"))
    assert (ann.name, ann.kind, ann.user) == (f"deleted-{ann.pk}", Player.Kind.ACCOUNT, None)
    page = client.get(f"/players/{ann.pk}/").content.decode()
    assert "This player has left the site." in page
    assert "Ann" not in page


def test_the_end_is_told_by_mail(django_capture_on_commit_callbacks):
    ann = account("Ann")
    with django_capture_on_commit_callbacks(execute=True):
        delete(ann)
    (told,) = mail.outbox
    assert told.to == ["ann@example.org"]
    assert "has been deleted" in told.subject


def test_mail_that_is_not_sent_keeps_nobody(django_capture_on_commit_callbacks, monkeypatch):
    def refuse(*arguments, **more):
        raise OSError("no such server")

    monkeypatch.setattr(letters, "send_mail", refuse)
    with django_capture_on_commit_callbacks(execute=True):
        delete(account("Ann"))
    assert not User.objects.exists()


@pytest.mark.parametrize("name", ["deleted-17", "Deleted-3", "DELETED 4", "deleted", "guest-12"])
def test_nobody_can_be_called_like_that(name):
    with pytest.raises(ValidationError):
        clean_name(name)
    assert clean_name("Guest 1234") == "Guest 1234"
    assert clean_name("deletedman") == "deletedman"


def test_a_name_that_was_taken_before_stands_in_nobody_s_way():
    ann = account("Ann")
    Player.objects.create(kind=Player.Kind.ACCOUNT, name=f"deleted-{ann.pk}")
    assert delete(ann).name == f"deleted-{ann.pk}-{ann.pk}"


def test_who_has_left_gets_no_other_name():
    ann = delete(account("Ann"))
    with pytest.raises(IntegrityError), transaction.atomic():
        Player.objects.filter(pk=ann.pk).update(name="Ann")


def test_who_became_staff_within_the_week_stays():
    mia = account("Mia")
    User.objects.filter(pk=mia.user_id).update(is_staff=True)
    assert delete(mia).name == "Mia"
    assert not Departure.objects.exists()


def test_the_administration_s_log_forgets_the_name():
    ann, root = account("Ann"), User.objects.create_superuser("root")
    ann_user = ann.user_id
    lines = AdministrationLog.objects
    for row in (ann, ann.user, root):
        lines.log_actions(root.pk, [row], CHANGE, "Changed.", single_object=True)
    delete(ann)
    kept = set(lines.values_list("object_repr", flat=True))
    assert kept == {f"player {ann.pk}", f"user {ann_user}", str(root)}


def test_whom_they_muted_and_who_muted_them_is_gone():
    ann, bob = account("Ann"), account("Bob")
    mutes.mute(ann, bob)
    mutes.mute(bob, ann)
    delete(ann)
    assert not Mute.objects.exists()


def test_what_was_said_is_emptied_and_shown_as_removed(settings):
    settings.FREE_TEXT_GAMES = 0
    game = finished_game(ranked=True)
    ann, bob = seated(game, 0), seated(game, 1)
    chat.say(game.table, ann.pk, "a", None, "my secret")
    chat.say(game.table, ann.pk, "c", "hello", None)
    chat.say(game.table, bob.pk, "b", None, "his words")
    delete(ann)
    assert not ChatLine.objects.exclude(preset="").exists()
    assert set(ChatLine.objects.values_list("text", flat=True)) == {"", "his words"}
    page = browser_of(bob).get(f"/t/{game.table.code}/").content.decode()
    assert page.count("(removed)") == 2
    assert "my secret" not in page
    assert "his words" in page
    assert f"deleted-{ann.pk}" in page


def test_reports_stay_for_the_moderators_and_blocks_go():
    ann, bob = account("Ann"), account("Bob")
    file_report(ann, Report.Reason.OTHER, "he shouts", about=bob)
    blocks.block(ann, bob)
    blocks.block(bob, ann)
    delete(ann)
    assert Report.objects.get().text == "he shouts"
    assert not Block.objects.exists()


def test_the_games_of_the_others_stay_whole():
    game = finished_game(ranked=True)
    ann, bob = seated(game, 0), seated(game, 1)
    entries = list(Entry.objects.order_by("pk").values())
    delete(ann)
    assert list(Entry.objects.order_by("pk").values()) == entries
    call_command("verify_games")
    call_command("rating_audit")
    client = browser_of(bob)
    name = f"deleted-{ann.pk}"
    assert name in client.get("/games/").content.decode()
    assert name in client.get(f"/t/{game.table.code}/1/").content.decode()
    for path in (f"/players/{ann.pk}/", f"/players/{ann.pk}/ratings/2/", "/lobby/"):
        assert client.get(path).status_code in (200, 404), path
    assert json.loads(client.post("/account/export/").content)["games"][0]["others"][0] == {
        "seat": 0, "player": ann.pk, "name": name,
    }  # fmt: skip


def test_an_unranked_game_goes_on_with_a_computer_in_the_seat():
    game = running_game()
    ann = seated(game, 0)
    ann.kind, ann.user = Player.Kind.ACCOUNT, User.objects.create(username="ann")
    ann.save()
    delete(ann)
    game = fresh(game)
    assert game.status == Game.Status.PLAYING
    seat = game.seats.get(number=0)
    assert (seat.hold, seat.player_id) == (Seat.Hold.LEFT, ann.pk)


@pytest.mark.parametrize("phase", ["throw", "play"])
def test_a_ranked_game_of_two_is_resigned_and_so_is_the_next_seat_given_up(phase):
    game = game_in(phase, ranked=True)
    ann = seated(game, 0)
    delete(ann)
    game = fresh(game)
    assert (game.ending, game.winner) == (Game.Ending.RESIGNED, 1)
    assert Rating.objects.get(player=ann).losses == 1
    following = Game.objects.filter(table=game.table, number=2).first()
    assert following is None or not following.seats.filter(player=ann).exists()


def test_a_ranked_game_of_three_goes_on():
    game = game_in("throw", 3, ranked=True)
    ann = seated(game, 0)
    delete(ann)
    assert fresh(game).status == Game.Status.PLAYING
    assert game.seats.get(number=0).hold == Seat.Hold.LEFT


def test_a_table_that_waits_loses_the_player():
    game = waiting_game(ranked=True)
    ann = seated(game, 0)
    delete(ann)
    assert not game.seats.filter(player=ann).exists()
    assert browser_of(seated(game, 1)).get("/lobby/").status_code == 200


def test_somebody_who_searches_is_out_of_the_queue():
    ann = account("Ann")
    now = timezone.now()
    Searcher.objects.create(player=ann, size=2, rating=150000, since=now, kept_until=now)
    delete(ann)
    assert not Searcher.objects.exists()


def test_nobody_is_on_a_leaderboard_any_more():
    ann, bob = account("Ann"), account("Bob")
    for player in (ann, bob):
        Rating.objects.create(
            player=player, mode=2, games=120, wins=120, opponents=20, last_at=timezone.now()
        )
    assert [line.name for line in places(2, 1, timezone.now())[0]] == ["Ann", "Bob"]
    delete(ann)
    lines, total = places(2, 1, timezone.now())
    assert ([line.name for line in lines], total) == (["Bob"], 1)


def test_it_happens_once_whoever_does_it_again():
    ann = account("Ann")
    due(ann)
    (departure,) = departures.due()
    assert departures.carry_out(departure) is True
    assert departures.carry_out(departure) is False
    forgetting.forget()


def test_one_that_fails_does_not_stop_the_others(monkeypatch, caplog):
    ann, bob, cleo = (account(name) for name in ("Ann", "Bob", "Cleo"))
    for each in (ann, bob, cleo):
        due(each)
    real = anonymising.player_leaving.send

    def send(sender, player, **more):
        if player.pk == ann.pk:
            raise OperationalError("a lock of ann@example.org")
        if player.pk == bob.pk:
            raise ValueError("Bob")
        return real(sender=sender, player=player, **more)

    monkeypatch.setattr(anonymising.player_leaving, "send", send)
    forgetting.forget(60)
    assert set(User.objects.values_list("username", flat=True)) == {"ann", "bob"}
    assert Player.objects.get(pk=ann.pk).name == "Ann"
    assert "example.org" not in caplog.text
    assert "Bob" not in caplog.text
    monkeypatch.undo()
    forgetting.forget(60)
    assert not User.objects.exists()


def test_a_device_that_still_knows_the_player_is_a_stranger():
    ann = account("Ann")
    client = browser_of(ann)
    delete(ann)
    assert client.get("/account/")["Location"].startswith("/accounts/login/")
    client.post("/name/", {"name": "Zoe"})
    assert Player.objects.get(name="Zoe").pk != ann.pk


def test_nobody_is_muted_by_or_for_somebody_who_has_left():
    ann, bob = account("Ann"), account("Bob")
    mutes.mute(ann, bob)
    mutes.mute(bob, ann)
    delete(ann)
    assert not Mute.objects.exists()
