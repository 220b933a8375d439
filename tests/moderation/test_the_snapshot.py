"""A report keeps the moment it was written in: what was said and played, never a hidden card."""

import pytest
from django.db import DatabaseError, transaction

from accounts.models import Report
from games import chat
from games.board.words import card_name
from games.models import GameSeed
from tests.support.hidden import cards_in, hidden_from
from tests.support.playing import (
    finished_game,
    game_in,
    guests,
    person,
    play_until,
    running_game,
    state_of,
    waiting_game,
)
from tests.support.visitors import browser_of

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.usefixtures("wires", "one_look", "quick_accounts"),
]


def report(game, name="Ann", about="Bob"):
    about = person(game, about)
    fields = {"reason": "chat", "text": "Rude.", "about": about}
    answer = browser_of(person(game, name)).post(f"/t/{game.table.code}/report/", fields)
    assert answer.status_code == 302
    return Report.objects.get()


def report_profile(player):
    (ann, *_) = guests(1)
    browser_of(ann).post(f"/players/{player.pk}/report/", {"reason": "chat", "text": "Rude."})
    return Report.objects.get()


def test_the_chat_of_the_table_is_kept_with_who_said_it():
    game = running_game()
    bob = person(game, "Bob")
    chat.say(game.table, bob, "k1", None, "<b>rude</b> words")
    chat.say(game.table, bob, "k2", "good-luck", None)
    first, second = report(game).moment["chat"]
    assert (first["player"], first["name"], first["text"]) == (bob, "Bob", "<b>rude</b> words")
    assert second["text"] == "Good luck!"
    assert first["at"] < second["at"]


def test_the_last_fifty_lines_are_kept():
    game = waiting_game()
    for number in range(60):
        game.table.chat.create(player_id=person(game, "Bob"), key=str(number), text=f"{number}.")
    lines = report(game).moment["chat"]
    assert [lines[0]["text"], lines[-1]["text"], len(lines)] == ["10.", "59.", 50]


def test_the_public_facts_of_the_game_are_kept():
    game = game_in("play", ranked=True)
    moment = report(game).moment
    assert [each["name"] for each in moment["people"]] == ["Ann", "Bob"]
    assert moment["scores"] == list(state_of(game).scores)
    assert moment["ranked"] is True
    assert ["Muggins", "Off"] in moment["settings"]
    words = [line["text"] for line in moment["log"]]
    assert any(line.startswith("The starter is") for line in words)
    assert "Ann throws 2 cards to the crib." in words


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("phase", ["throw", "play", "show"])
def test_neither_a_hidden_card_nor_the_seed_is_kept(seats, phase):
    game = game_in(phase, seats)
    moment = report(game).moment
    assert cards_in(str(moment)) == set()
    assert bytes(GameSeed.objects.get(game=game).seed).hex() not in str(moment)
    words = [line["text"] for line in moment.pop("log")]
    # everybody saw the cards of the cut, which are dealt anew since
    dealt = next(number for number, line in enumerate(words) if line.startswith("Hand 1"))
    kept = f"{words[dealt:]} {moment}"
    hidden = hidden_from(state_of(game), None)
    assert hidden
    assert not [card for card in hidden if card_name(card) in kept]


def test_from_a_profile_the_last_lines_said_anywhere_and_the_last_games_are_kept():
    one = finished_game(target=61)
    bob = one.seats.get(player__name="Bob").player
    for number in range(25):
        one.table.chat.create(player=bob, key=str(number), text=f"line {number}")
    moment = report_profile(bob).moment
    assert moment["page"] == "profile"
    assert moment["name"] == "Bob"
    assert [line["text"] for line in moment["chat"]] == [f"line {each}" for each in range(5, 25)]
    assert moment["chat"][0]["table"] == one.table.code
    (game,) = moment["games"]
    assert game["title"] == "With Ann"
    assert game["result"].startswith(("Won", "Lost"))


def test_what_happens_later_does_not_change_it():
    game = running_game()
    kept = report(game).moment
    chat.say(game.table, person(game, "Bob"), "k1", None, "later")
    play_until(game, lambda state: state.phase == "play")
    assert Report.objects.get().moment == kept
    with pytest.raises(DatabaseError, match="never changed"), transaction.atomic():
        Report.objects.update(moment={})
