"""A name of an account or of a CPU is nobody else's, in no spelling; guests may share theirs."""

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.test import Client

from accounts import players
from accounts.models import Player
from accounts.players import COMPUTER_NAMES, computer_players, require_free_name
from games import seating
from tests.support.playing import guests, waiting_game
from tests.support.visitors import account, browser_of, log_in, player_of, sign_up

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.usefixtures("wires", "one_look", "quick_accounts"),
]

TAKEN = "That name is taken. Choose another one."
SPELLINGS = ["Zoe", "zoe", "ZOE", " Zoe ", "Ｚｏｅ"]


def said(response):
    """The message that came last; one who has just logged in is told so before it."""
    return str(list(response.context["messages"])[-1])


@pytest.mark.parametrize("name", SPELLINGS)
def test_nobody_signs_up_with_the_name_of_an_account(name):
    account("Zoe")
    client = Client()
    response = sign_up(client, email="new@example.org", name=name)
    assert response.context["form"].errors == {"name": [TAKEN]}
    assert Player.objects.count() == 1


@pytest.mark.parametrize("name", SPELLINGS)
def test_no_guest_takes_the_name_of_an_account(name):
    account("Zoe")
    game = waiting_game()
    before = Player.objects.count()
    for url in ("/play/computer/", "/play/friend/", "/lobby/open/", f"/t/{game.table.code}/sit/"):
        client = Client()
        response = client.post(url, {"name": name})
        assert response.status_code == 422
        assert response.context["form_error"] == TAKEN
        assert TAKEN in response.content.decode()
        assert player_of(client) is None
    response = Client().post("/name/", {"name": name}, follow=True)
    assert said(response) == TAKEN
    assert Player.objects.count() == before


@pytest.mark.parametrize("have_played", [False, True])
def test_nobody_takes_the_name_of_a_cpu(have_played):
    if have_played:
        computer_players(4)
    before = Player.objects.count()
    for name in (*COMPUTER_NAMES, "hazel", "ALDER"):
        assert sign_up(Client(), name=name).context["form"].errors == {"name": [TAKEN]}
        assert Client().post("/play/friend/", {"name": name}).status_code == 422
    assert Player.objects.count() == before
    assert len(computer_players(4)) == 4


def test_a_cpu_can_be_seated_whatever_people_are_called():
    game = waiting_game(seated=1)
    sign_up(Client(), name="Hazel")
    for chair in (1, 2, 3):
        seating.seat_computer(game.pk, game.seats.get(number=0).player_id, chair)
    assert game.seats.count() == 4


def test_an_account_keeps_its_own_name_in_any_spelling():
    zoe = account("Zoe")
    client = Client()
    log_in(client)
    for name in ("zoe", "ZOE", "Zoe"):
        client.post("/name/", {"name": name})
        zoe.refresh_from_db()
        assert zoe.name == name


def test_an_account_can_not_take_another_s_name():
    account("Zoe", "zoe@example.org")
    ann = account("Ann")
    client = Client()
    log_in(client)
    response = client.post("/name/", {"name": "zOE", "back": "profile"}, follow=True)
    assert response.redirect_chain == [(f"/players/{ann.pk}/", 302)]
    assert said(response) == TAKEN
    ann.refresh_from_db()
    assert ann.name == "Ann"


def test_guests_may_share_a_name():
    for _ in range(2):
        assert Client().post("/play/friend/", {"name": "Ann"}).status_code == 302
    assert Player.objects.filter(name="Ann").count() == 2


def test_an_account_may_take_the_name_of_a_guest():
    guests(1)
    sign_up(Client(), name="Ann")
    assert Player.objects.get(kind=Player.Kind.ACCOUNT).name == "Ann"


def test_the_second_of_two_guests_of_one_name_gets_another_at_sign_up():
    first, second = Client(), Client()
    for client in (first, second):
        client.post("/play/friend/", {"name": "Ann"})
    sign_up(first, email="a@example.org")
    sign_up(second, email="b@example.org")
    assert player_of(first).name == "Ann"
    assert player_of(second).name.startswith("Guest ")
    assert player_of(second).kind == Player.Kind.ACCOUNT
    assert player_of(second).seats.count() == 1


def test_a_name_that_was_given_up_is_free():
    account("Zoe")
    client = Client()
    log_in(client)
    client.post("/name/", {"name": "Ann"})
    assert sign_up(Client(), email="new@example.org", name="Zoe").status_code == 302


def test_two_who_take_a_name_in_the_same_moment(monkeypatch):
    """The database has the last word, and says it in the same sentence."""
    account("Zoe", "zoe@example.org")
    ann = account("Ann")
    client = Client()
    log_in(client)
    monkeypatch.setattr(players, "require_free_name", lambda name, player=None: None)
    response = client.post("/name/", {"name": "Zoe"}, follow=True)
    assert said(response) == TAKEN
    ann.refresh_from_db()
    assert ann.name == "Ann"
    assert response.context["player"].name == "Ann"


def test_two_who_sign_up_with_a_name_in_the_same_moment(monkeypatch):
    account("Zoe", "zoe@example.org")
    monkeypatch.setattr("accounts.forms.require_free_name", lambda name: None)
    client = Client()
    assert sign_up(client, name="zoe").status_code == 302
    assert player_of(client).name.startswith("Guest ")


def test_the_database_keeps_names_apart():
    account("Zoe")
    for kind in (Player.Kind.ACCOUNT, Player.Kind.CPU):
        with pytest.raises(IntegrityError), transaction.atomic():
            Player.objects.create(kind=kind, name="ZOE")
    Player.objects.create(kind=Player.Kind.GUEST, name="ZOE")


def test_a_guest_who_has_the_name_already_is_left_alone_until_it_is_renamed():
    (ann,) = guests(1)
    client = browser_of(ann)
    sign_up(Client(), name="Ann")
    # The same name again is no new name.
    assert client.post("/play/friend/", {"name": "Ann"}).status_code == 302
    with pytest.raises(ValidationError):
        require_free_name("ann", ann)
