"""Who signs up or logs in keeps the seats of this device, in the middle of a game too."""

import json

import pytest
from django.contrib.sessions.models import Session
from django.test import Client

from accounts.models import Player
from accounts.players import player_of_session
from games import frames, receivers
from games.board import snapshot
from games.cribbage import rules
from games.cribbage.actions import Throw
from games.histories import finished, unfinished
from games.models import Move
from games.replay import faults
from tests.support.playing import (
    answer,
    chairs,
    finished_game,
    fresh,
    game_in,
    person,
    play_to,
    revision_of,
    state_of,
    truth,
    waiting_game,
)
from tests.support.visitors import account, browser_of, log_in, player_of, sign_up

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.usefixtures("wires", "one_look", "quick_accounts"),
]


def page(client, game):
    return client.get(f"/t/{game.table.code}/")


def throw(game, client):
    """The browser throws to the crib, as its page does it."""
    player, state = player_of(client), state_of(game)
    place = snapshot.load(game.table.code)
    cards = [card.code for card in state.hands[place.seat_of(player.pk)][:2]]
    action = {"type": "throw", "cards": cards}
    sent = {"type": "act", "decision": f"1.{state.decision}", "action": action}
    return frames.obey(frames.parse(json.dumps(sent)), place, player.pk)


# --- Signing up -----------------------------------------------------------------------------------


def test_a_guest_signs_up_in_mid_game_and_keeps_the_seat():
    game = game_in("throw")
    ann = Player.objects.get(pk=person(game, "Ann"))
    client = browser_of(ann)
    hand = page(client, game).context["regions"]["hand"]
    assert sign_up(client, next=f"/t/{game.table.code}/")["Location"] == f"/t/{game.table.code}/"
    ann.refresh_from_db()
    assert (ann.kind, ann.name, ann.user_id is not None) == (Player.Kind.ACCOUNT, "Ann", True)
    assert player_of(client) == ann
    response = page(client, game)
    assert response.context["seated"]
    assert response.context["regions"]["hand"] == hand
    throw(game, client)
    assert state_of(game).throws[0]
    game = play_to(game, "over")
    assert list(faults(game)) == []


def test_the_shuffle_can_still_be_checked_after_a_guest_became_an_account():
    """What a guest has given to it counts the same for an account."""
    game = game_in("deal")
    client = browser_of(person(game, "Ann"))
    sign_up(client)
    assert list(faults(play_to(game, "over"))) == []


def test_a_new_name_at_sign_up_is_news_at_the_table():
    game = game_in("play")
    revision = revision_of(game)
    sign_up(browser_of(person(game, "Ann")), name="Zoe")
    assert chairs(game) == {0: "Zoe", 1: "Bob"}
    assert revision_of(game) == revision + 1


def test_a_refused_sign_up_leaves_the_guest_as_it_was():
    game = game_in("play")
    client = browser_of(person(game, "Ann"))
    before = truth(game), list(Player.objects.order_by("pk").values())
    sign_up(client, password="short")
    sign_up(client, name="!!!")
    assert (truth(game), list(Player.objects.order_by("pk").values())) == before
    assert page(client, game).context["seated"]


def test_the_old_session_is_worth_nothing_afterwards():
    """Whoever had the guest's cookie is not logged in to the account."""
    game = game_in("play")
    client = browser_of(person(game, "Ann"))
    old = client.cookies["sessionid"].value
    sign_up(client)
    assert client.cookies["sessionid"].value != old
    assert player_of_session(old) is None
    assert not Session.objects.filter(session_key=old).exists()


def test_history_comes_along():
    over, waiting = finished_game(seed=1, target=61), waiting_game(seed=2)
    ann = Player.objects.get(pk=person(over, "Ann"))
    waiting.seats.filter(number=0).update(player=ann)
    client = browser_of(ann)
    sign_up(client)
    text = client.get("/games/").content.decode()
    assert text.count(f'href="/t/{over.table.code}/1/"') == 1
    assert f'href="/t/{waiting.table.code}/"' in text


def test_the_account_plays_on_from_another_device():
    game = game_in("throw")
    sign_up(browser_of(person(game, "Ann")))
    other = Client()
    log_in(other)
    assert page(other, game).context["seated"]
    throw(game, other)
    assert state_of(game).throws[0]


# --- Logging in to an account that is there ------------------------------------------------------


def test_a_guest_logs_in_and_the_seats_are_handed_over():
    own = account("Zoe")
    game, waiting = game_in("throw", seed=1), waiting_game(seed=2)
    over = finished_game(seed=3, target=61)
    guest = Player.objects.get(pk=person(game, "Ann"))
    for each in (waiting, over):
        each.seats.filter(number=0).update(player=guest)
    revision = revision_of(game)
    client = browser_of(guest)
    log_in(client)
    assert player_of(client) == own
    assert not guest.seats.exists()
    assert chairs(game) == {0: "Zoe", 1: "Bob"}
    assert revision_of(game) == revision + 1
    assert chairs(waiting) == {0: "Zoe", 1: "Bob"}
    assert page(client, game).context["seated"]
    throw(game, client)
    assert Move.objects.filter(game=game).last().seat == 0
    assert [each.url for each in finished(own)[0]] == [f"/t/{over.table.code}/1/"]
    assert len(unfinished(own)) == 2
    assert list(faults(play_to(game, "over"))) == []


def test_where_the_account_sits_already_the_guest_s_seat_stays_its_own():
    """One account never plays two hands of a table."""
    own = account("Zoe")
    game = game_in("throw")
    guest = person(game, "Ann")
    game.seats.filter(number=1).update(player=own)
    client = browser_of(guest)
    log_in(client)
    assert dict(game.seats.values_list("number", "player_id")) == {0: guest, 1: own.pk}
    assert snapshot.load(game.table.code).seat_of(player_of(client).pk) == 1


def test_the_host_stays_host():
    account("Zoe")
    game = waiting_game()
    client = browser_of(person(game, "Ann"))
    log_in(client)
    assert chairs(game)[fresh(game).host_seat] == "Zoe"
    text = page(client, game).content.decode()
    assert 'id="remove-1"' in text


def test_who_only_logs_in_takes_no_seat_of_others():
    account("Zoe")
    game = game_in("throw")
    before = truth(game)
    client = Client()
    log_in(client)
    assert truth(game) == before
    assert not page(client, game).context["seated"]


def test_a_second_account_on_one_device_takes_nothing_of_the_first():
    first = account("Ann", "ann@example.org")
    second = account("Bob", "bob@example.org")
    game = waiting_game()
    game.seats.filter(number=0).update(player=first)
    client = Client()
    log_in(client)
    client.post("/accounts/logout/")
    log_in(client, email="bob@example.org")
    assert player_of(client) == second
    assert game.seats.get(number=0).player == first


def test_logging_in_over_another_account_takes_nothing_either():
    first, second = account("Ann", "ann@example.org"), account("Bob", "bob@example.org")
    game = waiting_game()
    game.seats.filter(number=0).update(player=first)
    client = Client()
    log_in(client)
    # Without logging out: as an old form would do it.
    client.force_login(second.user, backend="django.contrib.auth.backends.ModelBackend")
    assert game.seats.get(number=0).player == first


def test_seats_of_cpus_and_accounts_are_never_handed_over():
    own, other = account("Ann"), account("Bob", "bob@example.org")
    game = waiting_game(seated=1)
    game.seats.update(player=other)
    client = browser_of(other)
    log_in(client)
    assert player_of(client) == own
    assert game.seats.get().player == other


def test_handing_over_twice_changes_nothing_more():
    own = account("Zoe")
    game = waiting_game()
    guest = Player.objects.get(pk=person(game, "Ann"))
    receivers.hand_over_seats(Player, guest=guest, player=own)
    before = truth(game)
    receivers.hand_over_seats(Player, guest=guest, player=own)
    assert truth(game) == before


def test_a_throw_made_as_a_guest_stays_made():
    game = game_in("throw")
    client = browser_of(person(game, "Ann"))
    throw(game, client)
    sign_up(client)
    state = state_of(game)
    assert rules.asked(state) == (1,)
    answer(game, 1, Throw(state.hands[1][:2]))
    assert state_of(game).phase in ("play", "over")
