"""Games played to the end through the write path follow from their moves and can be checked."""

import contextlib
import json
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings
from django.db import transaction
from django.urls import reverse

from accounts.models import Player
from games import reveal, seating, tables
from games.cribbage import shuffle
from games.cribbage.__main__ import main
from games.models import Game, GameSeed, Move
from games.replay import faults
from tests.support.playing import (
    NAMES,
    WORDS,
    begin,
    finished_game,
    fresh,
    game_in,
    guests,
    play_on,
    play_to,
    play_until,
    running_game,
    state_of,
    truth,
    waiting_game,
)

pytestmark = pytest.mark.django_db


class TakeBackError(Exception):
    """Undo what was done since the last savepoint."""


def verified(data: object, folder: Path, capsys: pytest.CaptureFixture[str]) -> str:
    """What the command for outsiders says about revealed deals; it must find them right."""
    path = folder / "deals.json"
    path.write_text(json.dumps(data), encoding="utf-8")
    assert main(["verify", str(path)]) == 0
    return capsys.readouterr().out


@pytest.mark.parametrize(
    ("seats", "target", "muggins"), [(2, 121, False), (2, 61, True), (3, 61, True), (4, 61, False)]
)
def test_random_legal_moves_one_by_one_end_a_game(seats, target, muggins):
    game = running_game(seats, seed=seats * target, target=target, muggins=muggins)
    scores = [0] * (3 if seats == 3 else 2)
    for state in play_on(game, seed=seats):
        assert all(now >= before for now, before in zip(state.scores, scores, strict=True))
        assert (max(state.scores) == target) == (state.phase == "over")
        scores = state.scores
    game = fresh(game)
    assert game.version == game.moves.count()
    assert list(faults(game)) == []


@pytest.mark.parametrize("muggins", [False, True])
@pytest.mark.parametrize("target", [61, 121])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_finished_game_follows_from_its_moves_and_can_be_checked(
    seats, target, muggins, tmp_path, capsys
):
    game = finished_game(seats, seed=seats + target, target=target, muggins=muggins)
    state = state_of(game)
    assert game.status == Game.Status.OVER
    assert [score == target for score in state.scores].count(True) == 1
    assert state.scores[state.winner] == target
    assert game.ended_at >= game.started_at
    assert (game.deadline_at, game.cpu_asked_at) == (None, None)
    assert game.version == game.moves.count()
    assert [event["type"] for event in game.moves.last().events].count("over") == 1
    assert list(faults(game)) == []
    assert f"{state.hand_no + 1} decks" in verified(reveal.deals(game), tmp_path, capsys)


@pytest.mark.parametrize("seats", [2, 3])
def test_a_game_the_host_deals_has_no_cut_to_check(seats, tmp_path, capsys):
    game = finished_game(seats, target=61, first_deal="host")
    data = reveal.deals(game)
    assert data["hands"][0]["hand_no"] == 1
    assert data["hands"][0]["dealer_seat"] == 0
    assert "1 verified, 0 wrong" in verified(data, tmp_path, capsys)


def test_the_revealed_deals_pass_the_command_line_and_altered_ones_do_not(tmp_path):
    data = reveal.deals(finished_game(3, target=61))
    path = tmp_path / "deals.json"
    command = [sys.executable, "-m", "games.cribbage", "verify", str(path)]

    def run():
        path.write_text(json.dumps(data), encoding="utf-8")
        return subprocess.run(
            command, cwd=settings.BASE_DIR, capture_output=True, text=True, timeout=30
        )

    right = run()
    assert right.returncode == 0
    assert right.stdout.strip().endswith("1 verified, 0 wrong")
    deck = data["hands"][1]["deck"]
    deck[0], deck[1] = deck[1], deck[0]
    assert run().returncode == 1


def test_what_is_revealed_is_what_was_dealt():
    game = running_game(target=61)
    dealt, starters = {}, {}
    for state in play_on(game):
        if state.phase == "throw" and not any(state.throws):
            dealt[state.hand_no] = [{card.code.lower() for card in hand} for hand in state.hands]
        if state.starter is not None:
            starters[state.hand_no] = state.starter.code.lower()
    revealed = {hand["hand_no"]: hand for hand in reveal.deals(fresh(game))["hands"]}
    for hand_no, hands in dealt.items():
        shown = revealed[hand_no]["dealt"]
        assert [{code.lower() for code in shown[str(seat)]} for seat in range(2)] == hands
    for hand_no, starter in starters.items():
        assert revealed[hand_no]["starter"].lower() == starter
    first = state_of(game).first_dealer
    assert revealed[0]["dealer_seat"] == revealed[1]["dealer_seat"] == first


# --- Commitment and contributions ----------------------------------------------------------------


def test_the_commitment_stands_before_anyone_is_ready_and_is_kept():
    game = waiting_game()
    assert not game.seats.filter(ready=True).exists()
    promised = game.commitment
    seed = bytes(GameSeed.objects.get(game=game).seed)
    assert len(seed) == 32
    assert promised == shuffle.commitment(game.key, seed)
    assert waiting_game(seed=2).commitment != promised


def test_a_table_opened_by_a_player_has_its_commitment_and_a_seed_of_its_own():
    games = [tables.latest_game(tables.open_table(player)) for player in guests(2)]
    seeds = [bytes(GameSeed.objects.get(game=game).seed) for game in games]
    assert [game.commitment for game in games] == [
        shuffle.commitment(game.key, seed) for game, seed in zip(games, seeds, strict=True)
    ]
    assert len({*seeds}) == len({game.key for game in games}) == 2
    assert {len(seed) for seed in seeds} == {32}


def test_the_revealed_commitment_is_the_one_that_was_shown():
    game = waiting_game(target=61)
    promised = game.commitment
    begin(game)
    for phase in ("deal", "throw", "play", "show", "over"):
        game = play_to(fresh(game), phase)
        assert game.commitment == promised
    data = reveal.deals(game)
    assert data["commitment"] == promised
    assert shuffle.commitment(data["game_id"], bytes.fromhex(data["server_seed"])) == promised


def test_every_seat_s_words_go_into_the_shuffle():
    game = finished_game(3, target=61)
    data = reveal.deals(game)
    assert data["contributions"] == [shuffle.contribution("guest", words) for words in WORDS[:3]]
    assert [seat["client_seed"] for seat in data["seats"]] == list(WORDS[:3])
    assert len(set(data["contributions"])) == 3


def test_a_cpu_adds_cpu_and_an_account_adds_its_words():
    game = waiting_game(3, computers=1, target=61)
    Player.objects.filter(seats__game=game, seats__number=1).update(kind="account")
    data = reveal.deals(play_to(begin(game), "over"))
    assert [seat["kind"] for seat in data["seats"]] == ["guest", "account", "cpu"]
    assert data["contributions"][1] == shuffle.contribution("account", WORDS[1])
    assert data["contributions"][2] == "cpu"
    assert "client_seed" not in data["seats"][2]


def test_other_words_of_one_seat_give_another_deal():
    game = waiting_game()
    hands = []
    for words in ("one", "two", "one"):
        with contextlib.suppress(TakeBackError), transaction.atomic():
            seating.ready(game.pk, game.seats.get(number=1).player_id, words)
            hands.append(play_to(begin(game), "throw").state["hands"])
            raise TakeBackError
    assert hands[0] == hands[2] != hands[1]


@pytest.mark.parametrize("seats", [2, 3])
def test_playing_quickly_in_tests_leaves_what_playing_move_by_move_does(seats):
    game = running_game(seats, muggins=True, computers=1)

    def rows():
        facts = truth(game)
        for row in (facts["table"], *facts["games"], *facts["moves"]):
            for name in ("id", "at", "asked_at", "deadline_at", "cpu_asked_at"):
                row.pop(name, None)
        return facts

    def until(state):
        return state.hand_no == 3 and state.phase == "play"

    with contextlib.suppress(TakeBackError), transaction.atomic():
        play_until(game, until)
        quickly = rows()
        raise TakeBackError
    for state in play_on(game):
        if until(state):
            break
    assert rows() == quickly


def test_a_deal_stores_its_number_and_no_deck():
    game = game_in("play")
    for move in Move.objects.filter(game=game):
        if move.action["type"] == "deal":
            assert move.action == {"type": "deal", "hand_no": 1}
        if move.action["type"] == "cut":
            assert move.action == {"type": "cut"}


# --- Not before the end ---------------------------------------------------------------------------


@pytest.mark.parametrize("phase", ["deal", "throw", "play", "show"])
def test_a_running_game_reveals_nothing(phase, client):
    game = game_in(phase)
    with pytest.raises(ValueError, match="reveals nothing"):
        reveal.deals(game)
    url = reverse("deals", args=[game.table.code, 1])
    response = client.get(url)
    assert response.status_code == 404
    seed = bytes(GameSeed.objects.get(game=game).seed).hex()
    assert seed not in response.content.decode()


def test_a_waiting_game_reveals_nothing(client):
    game = waiting_game()
    with pytest.raises(ValueError, match="reveals nothing"):
        reveal.deals(game)
    assert client.get(reverse("deals", args=[game.table.code, 1])).status_code == 404


def test_anybody_can_fetch_the_deals_of_a_finished_game(client, tmp_path, capsys):
    game = finished_game(target=61)
    response = client.get(reverse("deals", args=[game.table.code, 1]))
    assert response.status_code == 200
    assert response["Content-Type"] == "application/json"
    assert response["Content-Disposition"].startswith("attachment")
    data = json.loads(response.content)
    assert data == reveal.deals(game)
    assert "1 verified" in verified(data, tmp_path, capsys)
    text = response.content.decode()
    assert not any(name in text for name in NAMES)


@pytest.mark.parametrize("number", [0, 2, 99999999999999999999])
def test_there_are_no_deals_of_a_game_that_is_not_there(client, number):
    game = finished_game(target=61)
    url = f"/t/{game.table.code}/{number}/deals.json"
    assert client.get(url).status_code == 404
    assert client.get("/t/nothing/1/deals.json").status_code == 404
