"""Listed words at tables: hidden from others, shown to their author, changed at once."""

import pytest
from django.core.exceptions import ValidationError
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import LogEntry, User
from accounts.players import require_free_name
from accounts.words import changing
from accounts.words.models import ListedWord
from games import chat
from games.board import snapshot
from games.board.regions import contexts, look
from tests.support.playing import close_pages, person, revision_of, waiting_game
from tests.support.staff import desk_of, moderator
from tests.support.visitors import browser_of

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.usefixtures("one_look", "all_write", "wires"),
]


@pytest.fixture
def mia():
    return User.objects.create(username="mia", is_staff=True)


def lists(word, actor=None):
    listed = ListedWord(word=word)
    changing.save(listed, actor)
    return listed


def lines(game, player_id=None):
    shown = contexts(look(snapshot.load(game.table.code), player_id))["chat"]
    return [line.text for line in shown.lines]


def test_others_see_stars_and_the_author_what_was_typed():
    game = waiting_game()
    ann, bob = person(game, "Ann"), person(game, "Bob")
    lists("damn")
    chat.say(game.table, ann, "k1", None, "Damn, a d.a.m.n good hand")
    assert lines(game, ann) == ["Damn, a d.a.m.n good hand"]
    assert lines(game, bob) == lines(game) == ["****, a ******* good hand"]


def test_a_ready_phrase_is_never_hidden():
    game = waiting_game()
    lists("hello")
    chat.say(game.table, person(game, "Ann"), "k1", "hello", None)
    assert lines(game) == ["Hello!"]


def test_a_change_of_the_list_is_news_at_open_tables_and_hides_old_lines(
    wires, django_capture_on_commit_callbacks
):
    game, closed = waiting_game(seed=1), waiting_game(seed=2)
    close_pages(closed, "Ann", "Bob")
    chat.say(game.table, person(game, "Ann"), "k1", None, "damn heck")
    for change, shown in (
        (lambda: lists("damn"), "**** heck"),
        (lambda: lists("heck"), "**** ****"),
        (lambda: changing.remove(ListedWord.objects.get(word="damn"), None), "damn ****"),
    ):
        before, idle = revision_of(game), revision_of(closed)
        with django_capture_on_commit_callbacks(execute=True):
            change()
        assert lines(game, person(game, "Bob")) == [shown]
        assert revision_of(game) == before + 1
        assert revision_of(closed) == idle
        code, revision = game.table.code, before + 1
        assert wires.messages[-1] == {"type": "changed", "code": code, "revision": revision}


def test_the_list_is_not_read_again_while_it_stays_the_same():
    game = waiting_game()
    lists("damn")
    snapshot.load(game.table.code)
    with CaptureQueriesContext(connection) as queries:
        snapshot.load(game.table.code)
    assert not [each for each in queries if "accounts_listedword" in each["sql"]]


@pytest.mark.parametrize("name", ["Damn", "Mr d4mn", "D.a.m.n", "damn99"])
def test_a_name_with_a_listed_word_is_refused_with_a_sentence(name):
    lists("damn")
    with pytest.raises(ValidationError, match="not welcome here"):
        require_free_name(name)
    require_free_name("Damnation")
    game = waiting_game()
    answer = browser_of(person(game, "Ann")).post("/name/", {"name": name, "back": "account"})
    assert answer.status_code == 302
    assert game.seats.filter(player__name="Ann").exists()


def test_a_name_at_sitting_down_and_at_signing_up_is_refused_too():
    lists("damn")
    game = waiting_game(seated=1)
    answer = Client().post(f"/t/{game.table.code}/sit/", {"name": "Damn", "chair": "1"})
    assert answer.status_code == 422
    assert "not welcome here" in answer.content.decode()
    answer = Client().post(
        "/accounts/signup/",
        {"email": "a@example.org", "password1": "seven green bottles", "name": "Damn"},
    )
    assert "not welcome here" in answer.content.decode()


# --- The administration ---------------------------------------------------------------------------


LIST = "/admin/accounts/listedword/"


def test_moderators_change_the_list_and_each_change_is_logged():
    mia = moderator("mia")
    client = desk_of(mia)
    client.post(f"{LIST}add/", {"word": "  darn  it "})
    word = ListedWord.objects.get()
    assert word.word == "darn it"
    client.post(f"{LIST}{word.pk}/change/", {"word": "darn"})
    client.post(f"{LIST}{word.pk}/delete/", {"post": "yes"})
    assert not ListedWord.objects.exists()
    lists("one", mia)
    lists("two", mia)
    chosen = [str(pk) for pk in ListedWord.objects.values_list("pk", flat=True)]
    client.post(
        LIST, {"action": "delete_selected", "_selected_action": chosen, "post": "yes", "index": "0"}
    )
    log = LogEntry.objects.filter(action=LogEntry.Action.WORD).order_by("pk")
    assert [(each.before.get("word"), each.after.get("word")) for each in log] == [
        (None, "darn it"),
        ("darn it", "darn"),
        ("darn", None),
        (None, "one"),
        (None, "two"),
        ("one", None),
        ("two", None),
    ]
    assert {each.actor_id for each in log} == {mia.pk}


def test_without_the_permission_nobody_changes_it(mia):
    client = desk_of(mia)
    assert client.post(f"{LIST}add/", {"word": "darn"}).status_code == 403
    assert not ListedWord.objects.exists()


@pytest.mark.parametrize("word", ["", "a", "..", "5"])
def test_what_can_not_be_found_is_not_listed(word):
    client = desk_of(moderator())
    assert client.post(f"{LIST}add/", {"word": word}).status_code == 200
    assert not ListedWord.objects.exists()
