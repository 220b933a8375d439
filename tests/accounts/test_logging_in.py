"""Log in, log out, and set a new password by the link in the mail."""

import pytest
from django.core import mail
from django.test import Client

from accounts.models import Player, User
from games.models import Seat
from tests.support.playing import waiting_game
from tests.support.strict import Strict
from tests.support.visitors import PASSWORD, account, link_in_mail, log_in, player_of

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.usefixtures("wires", "one_look", "quick_accounts"),
]

NEW = "eight red herrings in a row"


def test_an_account_logs_in_on_any_device():
    ann = account()
    for _ in range(2):
        client = Client()
        assert log_in(client)["Location"] == "/games/"
        assert player_of(client) == ann
    assert Player.objects.count() == 1


def test_the_address_is_taken_in_any_case(client):
    account()
    assert log_in(client, email="ANN@Example.org").status_code == 302


@pytest.mark.parametrize(
    ("email", "password"),
    [
        ("ann@example.org", "wrong"),
        ("ann@example.org", PASSWORD.upper()),
        ("ann@example.org", PASSWORD + "\x00"),
        ("bob@example.org", PASSWORD),
        ("ann", PASSWORD),
        ("Ann", PASSWORD),
        ("", ""),
        ("\x00", "\x00"),
        ("x" * 5000, "x" * 5000),
        ("' OR 1=1 --", "' OR 1=1 --"),
    ],
    ids=lambda value: value[:20],
)
def test_wrong_words_log_nobody_in(client, email, password):
    account()
    response = log_in(client, email=email, password=password)
    assert response.status_code == 200
    assert response.context["form"].errors
    page = response.content.decode()
    assert Strict(page).faults == []
    assert PASSWORD not in page
    assert player_of(client) is None


def test_it_is_not_told_whether_an_address_has_an_account():
    account()
    said = []
    for email in ("ann@example.org", "nobody@example.org"):
        response = log_in(Client(), email=email, password="wrong")
        said.append(list(response.context["form"].non_field_errors()))
    assert said[0] == said[1] != []


def test_guessing_is_held_up():
    account()
    said = {
        str(log_in(Client(), password=f"guess {number}").context["form"].errors)
        for number in range(7)
    }
    assert len(said) == 2
    # The right one has to wait as well.
    assert log_in(Client()).status_code == 200


def test_logging_out_ends_the_session_and_keeps_the_seat():
    client, tab = Client(), Client()
    ann = account()
    log_in(client)
    game = waiting_game(seated=1)
    client.post(f"/t/{game.table.code}/sit/", {"name": ""})
    tab.cookies["sessionid"] = client.cookies["sessionid"].value
    assert client.get("/accounts/logout/").status_code == 200
    assert player_of(client) == ann
    assert client.post("/accounts/logout/")["Location"] == "/"
    assert "_auth_user_id" not in client.session
    assert player_of(client) is player_of(tab) is None
    assert Seat.objects.get(player=ann).number == 1
    log_in(client)
    assert client.get(f"/t/{game.table.code}/").context["seated"]


def test_forgetting_a_device_logs_out_too(client):
    account()
    log_in(client)
    client.post("/forget/")
    assert player_of(client) is None
    assert "_auth_user_id" not in client.session


def test_after_logging_out_the_device_is_nobody_s(client):
    ann = account()
    log_in(client)
    client.post("/accounts/logout/")
    client.post("/play/friend/", {"name": "Bob"})
    assert player_of(client) != ann
    assert Player.objects.get(pk=ann.pk).name == "Ann"


# --- A new password -------------------------------------------------------------------------------


def ask_for_a_new_one(client, email="ann@example.org"):
    return client.post("/accounts/password/reset/", {"email": email})


def set_it(client, path, password=NEW):
    form = client.get(path, follow=True)
    assert Strict(form.content.decode()).faults == []
    return client.post(form.request["PATH_INFO"], {"password1": password, "password2": password})


def test_a_new_password_by_the_link_in_the_mail(client):
    account()
    assert ask_for_a_new_one(client).status_code == 302
    (message,) = mail.outbox
    assert message.to == ["ann@example.org"]
    assert set_it(client, link_in_mail())["Location"] == "/accounts/password/reset/key/done/"
    assert log_in(Client()).status_code == 200
    assert log_in(Client(), password=NEW).status_code == 302


def test_a_link_works_once(client):
    account()
    ask_for_a_new_one(client)
    path = link_in_mail()
    set_it(client, path)
    again = Client().get(path, follow=True)
    assert again.status_code == 200
    Client().post(again.request["PATH_INFO"], {"password1": "x" * 12, "password2": "x" * 12})
    assert log_in(Client(), password=NEW).status_code == 302


@pytest.mark.parametrize("password", ["", "short", "password1", "qwertyuiop"])
def test_a_weak_password_is_refused_at_the_field(client, password):
    account()
    ask_for_a_new_one(client)
    response = set_it(client, link_in_mail(), password)
    assert response.status_code == 200
    assert response.context["form"].errors
    assert log_in(Client()).status_code == 302


@pytest.mark.parametrize(
    "key", ["1-x", "x-x", "0-set-password", "zzzzzzzzzzzzzzzz-" + "x" * 300, "1-%00", "1-<b>"]
)
def test_a_link_that_was_made_up_sets_nothing(client, key):
    account()
    before = User.objects.get().password
    response = client.get(f"/accounts/password/reset/key/{key}/", follow=True)
    assert response.status_code in (200, 404)
    client.post(f"/accounts/password/reset/key/{key}/", {"password1": NEW, "password2": NEW})
    assert User.objects.get().password == before


def test_it_is_not_told_whether_an_address_has_an_account_here_either():
    account()
    answers = []
    for email in ("ann@example.org", "nobody@example.org"):
        response = ask_for_a_new_one(Client(), email)
        answers.append((response.status_code, response["Location"]))
    assert answers[0] == answers[1]
    links = ["/password/reset/key/" in message.body for message in mail.outbox]
    assert links == [True, False][: len(links)]


@pytest.mark.parametrize("email", ["", "ann", "\x00", "x" * 5000, "a@b.org\nBcc: eve@example.org"])
def test_no_mail_goes_to_what_is_no_address(client, email):
    response = ask_for_a_new_one(client, email)
    assert response.status_code == 200
    assert response.context["form"].errors
    assert mail.outbox == []


def test_asking_again_and_again_is_held_up():
    account()
    for _ in range(8):
        ask_for_a_new_one(Client())
    assert len(mail.outbox) == 5


# --- The other pages of an account ----------------------------------------------------------------

PAGES = [
    "/accounts/login/",
    "/accounts/signup/",
    "/accounts/logout/",
    "/accounts/email/",
    "/accounts/password/change/",
    "/accounts/password/set/",
    "/accounts/password/reset/",
    "/accounts/password/reset/done/",
    "/accounts/password/reset/key/done/",
    "/accounts/confirm-email/",
    "/accounts/inactive/",
    "/accounts/reauthenticate/",
]


@pytest.mark.parametrize("url", PAGES)
@pytest.mark.parametrize("known", [False, True])
def test_every_page_keeps_to_the_strict_policy_and_sends_to_the_log_in(client, url, known):
    account()
    if known:
        log_in(client)
    response = client.get(url, follow=True)
    assert response.status_code == 200
    assert Strict(response.content.decode()).faults == []
    assert "'self'" in response["Content-Security-Policy"]


@pytest.mark.parametrize("url", ["/accounts/email/", "/accounts/password/change/"])
def test_what_is_an_account_s_own_asks_who_it_is(client, url):
    for ask in (client.get, client.post):
        assert ask(url)["Location"].startswith("/accounts/login/")


@pytest.mark.parametrize(
    "url",
    ["/accounts/login/", "/accounts/signup/", "/accounts/logout/", "/accounts/password/reset/"],
)
def test_a_form_without_its_token_is_refused(url):
    account()
    client = Client(enforce_csrf_checks=True)
    response = client.post(url, {"login": "ann@example.org", "password": PASSWORD})
    assert response.status_code == 403
    assert "Please try once more" in response.content.decode()


def test_the_password_is_changed_by_who_knows_it(client):
    account()
    log_in(client)
    url = "/accounts/password/change/"
    wrong = {"oldpassword": "wrong", "password1": NEW, "password2": NEW}
    assert client.post(url, wrong).status_code == 200
    assert client.post(url, wrong | {"oldpassword": PASSWORD}).status_code == 302
    assert player_of(client).name == "Ann"
    assert log_in(Client(), password=NEW).status_code == 302


def test_nobody_guesses_passwords_for_long(client):
    """An administrator's neither: /admin/ has no log-in of its own."""
    User.objects.create_superuser("root", "root@example.org", PASSWORD)
    assert client.get("/admin/login/")["Location"].startswith("/accounts/login/")
    sent = {"login": "root@example.org", "password": "wrong"}
    answers = [client.post("/accounts/login/", sent) for _ in range(31)]
    assert [answer.status_code for answer in answers] == [200] * 30 + [429]
    page = answers[-1].content.decode()
    assert "Too many tries" in page
    assert Strict(page).faults == []
    assert client.post("/accounts/login/", sent | {"password": PASSWORD}).status_code == 429
    # looking at the form is no try
    assert client.get("/accounts/login/").status_code == 200
