"""Everybody but the host gets ready, once, and adds words to the shuffle; then the host starts."""

import pytest

from games import rematch, seating
from games.cribbage import shuffle
from games.models import Game
from games.refusals import Malformed, NotRunning, Refused
from tests.support.playing import (
    WORDS,
    begin,
    finished_game,
    fresh,
    revision_of,
    state_of,
    truth,
    waiting_game,
)

pytestmark = pytest.mark.django_db


def player(game, seat):
    return game.seats.get(number=seat).player_id


def test_a_player_is_ready_and_adds_words():
    game = waiting_game()
    revision = revision_of(game)
    assert seating.ready(game.pk, player(game, 1), "a blue door") == revision + 1
    seat = game.seats.get(number=1)
    assert (seat.ready, seat.client_seed) == (True, "a blue door")
    assert revision_of(game) == revision + 1
    assert fresh(game).status == Game.Status.WAITING


def test_ready_twice_is_ready_with_the_first_words():
    game = waiting_game()
    revision = seating.ready(game.pk, player(game, 1), "first")
    before = truth(game)
    for words in ("first", "second"):
        assert seating.ready(game.pk, player(game, 1), words) == revision
    assert truth(game) == before


def test_ready_after_the_game_has_begun_changes_nothing():
    game = begin(waiting_game())
    before = truth(game)
    assert seating.ready(game.pk, player(game, 1), "other words") == revision_of(game)
    assert truth(game) == before


def test_being_ready_does_not_start_the_first_game():
    game = waiting_game()
    seating.ready(game.pk, player(game, 0), WORDS[0])
    seating.ready(game.pk, player(game, 1), WORDS[1])
    assert fresh(game).status == Game.Status.WAITING


def test_the_host_starts_when_everybody_is_ready():
    game = waiting_game()
    seating.ready(game.pk, player(game, 1), WORDS[1])
    revision = seating.start(game.pk, player(game, 0), WORDS[0])
    game = fresh(game)
    assert game.status == Game.Status.PLAYING
    assert game.started_at is not None
    assert revision == revision_of(game)
    assert [seat.client_seed for seat in game.seats.all()] == list(WORDS[:2])
    assert all(seat.ready for seat in game.seats.all())


def test_starting_cuts_for_the_deal():
    game = begin(waiting_game(3))
    state = state_of(game)
    move = game.moves.get()
    assert (move.action, move.seat) == ({"type": "cut"}, 0)
    assert move.events[-1] == {"type": "first_dealer", "seat": state.first_dealer}
    secret = bytes(game.secret.seed)
    shares = [shuffle.contribution("guest", words) for words in WORDS[:3]]
    rounds, dealer = shuffle.cut_for_deal(shuffle.deck(secret, game.key, shares, 0), 3)
    assert (state.cuts, state.first_dealer) == (rounds, dealer)
    assert state.phase == "deal"


def test_starting_where_the_host_deals_needs_no_cut():
    game = begin(waiting_game(first_deal="host"))
    assert not game.moves.exists()
    state = state_of(game)
    assert (state.phase, state.first_dealer, state.cuts) == ("deal", 0, ())
    assert game.deadline_at is not None


def refused(game, seat, code="not_ready", words="words"):
    before = truth(game)
    with pytest.raises(Refused) as refusal:
        seating.start(game.pk, player(game, seat), words)
    assert refusal.value.code == code
    assert truth(game) == before
    return refusal.value.reason


def test_only_the_host_starts():
    game = waiting_game(3)
    for seat in (1, 2):
        seating.ready(game.pk, player(game, seat), WORDS[seat])
    for seat in (1, 2):
        assert refused(game, seat, "not_host") == "Only the host of this table can do that."
    Game.objects.filter(pk=game.pk).update(host_seat=2)
    seating.ready(game.pk, player(game, 0), WORDS[0])
    assert refused(game, 0, "not_host") == "Only the host of this table can do that."
    seating.start(game.pk, player(game, 2), WORDS[2])
    assert fresh(game).status == Game.Status.PLAYING


def test_nobody_deals_alone():
    assert refused(waiting_game(seated=1), 0).startswith("A game needs at least two seats")


def test_nobody_starts_before_everybody_is_ready():
    game = waiting_game(4)
    for seat in (1, 2):
        seating.ready(game.pk, player(game, seat), WORDS[seat])
    assert refused(game, 0) == "Not everybody is ready yet."


def test_starting_again_changes_nothing():
    game = begin(waiting_game())
    before = truth(game)
    for words in (WORDS[0], "other words"):
        assert seating.start(game.pk, player(game, 0), words) == revision_of(game)
    assert truth(game) == before


def test_a_finished_game_does_not_start_again():
    game = finished_game(target=61)
    before = truth(game)
    seating.start(game.pk, player(game, 0), "words")
    seating.ready(game.pk, player(game, 1), "words")
    assert truth(game) == before


# --- Words for the shuffle ------------------------------------------------------------------------

HOSTILE_WORDS = [
    "",
    "   ",
    "\t\n",
    "x" * 129,
    "x" * 100_000,
    "a\x00b",
    "a\nb",
    "a\x1bb",
    "a\x7fb",
    "a\u200bb",
    "a\u202eb",
    "\ud800",
    "a\udfff",
    "\ue000",
    None,
    7,
    True,
    1.5,
    [],
    ["words"],
    {},
    {"words": 1},
    b"words",
]


@pytest.mark.parametrize("ask", [seating.ready, seating.start, rematch.rematch])
def test_hostile_words_are_refused_and_change_nothing(ask):
    game = finished_game(target=61) if ask is rematch.rematch else waiting_game(computers=1)
    before = truth(game)
    for words in HOSTILE_WORDS:
        with pytest.raises(Malformed) as refusal:
            ask(game.pk, player(game, 0), words)
        assert refusal.value.code == "malformed"
        assert refusal.value.reason.endswith(".")
    assert truth(game) == before


@pytest.mark.parametrize(
    "words",
    ["x", "x" * 128, "0" * 64, "żółć", "𝔘𝔫𝔦𝔠𝔬𝔡𝔢", "卡牌 🂡", "|", "cpu", "none", "a:b|c", "'; --"],
)
def test_any_visible_words_are_taken_as_they_are(words):
    game = waiting_game(computers=1)
    seating.start(game.pk, player(game, 0), words)
    assert game.seats.get(number=0).client_seed == words


def test_words_can_not_pass_for_the_cpu_s_or_for_none():
    for words in ("cpu", "none", "|cpu"):
        share = shuffle.contribution("guest", words)
        assert len(share) == 32
        assert share not in (words, "cpu", "none")


# --- Not yet running ------------------------------------------------------------------------------


def test_no_other_game_before_the_first_is_over():
    for game in (waiting_game(seed=1), begin(waiting_game(seed=2))):
        before = truth(game)
        with pytest.raises(NotRunning) as refusal:
            rematch.rematch(game.pk, player(game, 0), "words")
        assert refusal.value.code == "not_running"
        assert truth(game) == before
