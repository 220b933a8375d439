"""Words for the shuffle are read by all afterwards: not everybody may write some of one's own."""

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import Player
from accounts.sanctions import imposing
from accounts.sanctions.models import Kind
from accounts.words import changing
from accounts.words.models import ListedWord
from games import frames, shuffle_words
from games.board import snapshot
from games.board.regions import contexts, look
from games.refusals import Refused
from tests.support.playing import guests, let_write, person, waiting_game

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("one_look", "wires")]

MADE = "0123456789abcdef" * 2
WORDS = "Bob is a cheat"


def refusal(player_id, words):
    """Why the words are refused, "" when they aren't."""
    try:
        shuffle_words.require_allowed(player_id, words)
    except Refused as refused:
        return str(refused.reason)
    return ""


def region(game, player_id):
    return contexts(look(snapshot.load(game.table.code), player_id))["waiting"]


def silenced(player):
    until = timezone.now() + timedelta(days=1)
    imposing.impose(player, Kind.CHAT, "Insults", None, until=until)


def test_a_guest_sends_what_the_page_makes_and_nothing_else():
    (ann,) = guests(1)
    assert refusal(ann.pk, MADE) == ""
    for words in (WORDS, "0" * 31, MADE + "0", MADE.upper()):
        assert "5 finished games" in refusal(ann.pk, words)


def test_who_may_write_adds_words_until_silenced():
    game = waiting_game()
    ann = Player.objects.get(pk=person(game, "Ann"))
    let_write(ann)
    assert refusal(ann.pk, WORDS) == ""
    assert region(game, ann.pk).no_words == ""
    silenced(ann)
    assert refusal(ann.pk, WORDS).startswith("You can't talk at tables until")
    assert region(game, ann.pk).no_words.startswith("You can't talk at tables until")
    assert refusal(ann.pk, MADE) == ""


def test_words_with_a_listed_one_are_refused():
    game = waiting_game()
    ann = Player.objects.get(pk=person(game, "Ann"))
    let_write(ann)
    changing.save(ListedWord(word="damn"), None)
    assert "not welcome here" in refusal(ann.pk, "oh da\ufe0fmn")
    assert refusal(ann.pk, WORDS) == ""


@pytest.mark.parametrize("kind", ["ready", "start", "rematch"])
def test_every_frame_with_words_is_asked(kind):
    game = waiting_game()
    ann = person(game, "Ann")
    loaded = snapshot.load(game.table.code)
    with pytest.raises(Refused, match="5 finished games"):
        frames.obey(frames.Frame(kind, "k", {"client_seed": WORDS}), loaded, ann)
    assert not game.seats.filter(client_seed=WORDS).exists()


def test_in_place_of_the_field_the_page_says_why():
    game = waiting_game()
    shown = region(game, person(game, "Ann"))
    assert "5 finished games" in shown.no_words
