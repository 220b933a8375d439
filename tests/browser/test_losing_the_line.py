"""The network goes, the server dies: one calm line, the hand stays, a move is done once."""

import json
import signal

import pytest

from tests.browser.people import LOST_LINE, settle

pytestmark = [pytest.mark.browser]

CALM = "Reconnecting…"


@pytest.fixture
def losing(people):
    """People who may lose their line."""
    people.allowed.append(LOST_LINE)
    return people


def plays_of(people, person, seat):
    """The cards a seat has played in this game, by the database."""
    return [
        move["action"]["card"]
        for move in people.arranger.moves(person.code)
        if move["seat"] == seat and move["action"]["type"] == "play"
    ]


def back_and_alike(*everyone):
    """Wait until all have their line again and see the same table."""
    for person in everyone:
        person.until(lambda look: not look.line, "the end of the line at the top", seconds=30)
        person.until(lambda look: not look.sent, "an answer to what was on its way")
    settle(*everyone)
    looks = [person.look() for person in everyone]
    assert len({(*look.sequence, look.count, look.starter) for look in looks}) == 1
    return looks


def test_a_move_made_while_the_network_is_away_is_sent_when_it_is_back(losing):
    ann, bob = losing.at("you play")
    before = plays_of(losing, ann, 0)
    ann.page.context.set_offline(True)
    said = ann.until(lambda look: look.line, "a word about the line", seconds=30)
    assert said.line.startswith(CALM)
    assert ann.page.get_by_role("status").filter(has_text=CALM).is_visible()
    card = said.playable[0]
    assert ann.card(card).is_visible()
    ann.play(card)
    ann.until(lambda look: look.sent == [card])
    assert ann.look().note == "Sent. Waiting for the table."
    assert bob.look().sequence == said.sequence

    ann.page.context.set_offline(False)
    looks = back_and_alike(ann, bob)
    assert looks[0].log == looks[1].log
    assert plays_of(losing, ann, 0) == [*before, card]
    ann.hears("Connected again.")


def test_what_happens_while_the_network_is_away_is_there_when_it_is_back(losing):
    ann, bob = losing.at("the other plays")
    ann.page.context.set_offline(True)
    hand = ann.look().hand
    bob.answer()
    # nothing has come, and nothing says so yet: the hand stays readable
    assert ann.look().hand == hand
    ann.page.context.set_offline(False)
    looks = back_and_alike(ann, bob)
    assert len(looks[0].log) == len(looks[1].log)


def test_a_move_sent_into_a_dead_line_is_done_once(losing):
    ann, bob = losing.at("you play")
    before = plays_of(losing, ann, 0)
    ann.page.context.set_offline(True)
    card = ann.look().playable[0]
    ann.play(card)
    ann.until(lambda look: look.sent == [card])
    ann.page.context.set_offline(False)
    back_and_alike(ann, bob)
    ann.until(lambda look: card not in look.hand)
    assert plays_of(losing, ann, 0) == [*before, card]


@pytest.mark.kill
def test_a_killed_server_leaves_everyone_in_their_seat(losing, site):
    ann, bob = losing.at("you play")
    boards = settle(ann, bob)
    frames = [len(person.watch.boards) for person in (ann, bob)]
    old = site.kill("daphne")
    site.wait_for_another("daphne", old)
    for person, board, had in zip((ann, bob), boards, frames, strict=True):
        person.until(lambda _, p=person, n=had: len(p.watch.boards) > n, "a new line", seconds=40)
        person.until(lambda look: not look.line, "the end of the line at the top")
        assert person.settle() == board
    ann.answer()
    back_and_alike(ann, bob)


@pytest.mark.kill
def test_a_move_in_flight_when_the_server_dies_is_done_once(losing, site):
    ann, bob = losing.at("you play")
    before = plays_of(losing, ann, 0)
    site.kill("daphne", signal.SIGSTOP)
    # the frame is on its way to a server that will never read it
    card = ann.look().playable[0]
    ann.play(card)
    ann.until(lambda look: look.sent == [card])
    old = site.kill("daphne")
    site.wait_for_another("daphne", old)
    ann.until(lambda look: card not in look.hand, "the move", seconds=40)
    back_and_alike(ann, bob)
    assert plays_of(losing, ann, 0) == [*before, card]


@pytest.mark.kill
def test_a_move_that_comes_too_late_after_a_kill_is_refused_with_the_reason(losing, site):
    ann, bob = losing.at("throw")
    code, hand = ann.code, ann.settle() and ann.look().hand
    site.kill("daphne", signal.SIGSTOP)
    ann.throw(hand[:2])
    ann.until(lambda look: look.sent == hand[:2])
    # meanwhile she has thrown other cards on another device
    losing.arranger.answer(code, 0, {"type": "throw", "cards": hand[4:]})
    old = site.kill("daphne")
    site.wait_for_another("daphne", old)
    refused = ann.until(lambda look: look.note, "the reason", seconds=40)
    assert refused.note == "You have already answered that."
    assert refused.hand == hand[:4]
    assert refused.sent == []
    ann.hears(refused.note, "alert")
    bob.answer()
    back_and_alike(ann, bob)


def test_an_answer_that_gets_lost_makes_the_move_come_again_and_count_once(people):
    table = people.arranger.table("you play")
    ann, bob = people.come(), people.sit(table, 1)
    people.give_seat(ann, table, 0)
    sent, shown, lost = [], [], []

    def line(page_side):
        server = page_side.connect_to_server()

        def up(message):
            if '"type":"act"' in message:
                sent.append(json.loads(message))
            server.send(message)

        def down(message):
            if '"type":"ack"' in message and not lost:
                lost.append(message)
            else:
                shown.append(message)
                page_side.send(message)

        page_side.on_message(up)
        server.on_message(down)

    ann.page.route_web_socket("**/ws/**", line)
    ann.page.goto(people.address(table.code))
    ann.until(lambda look: shown, "the line")
    before = plays_of(people, ann, 0)
    card = ann.look().playable[0]
    ann.play(card)
    ann.until(lambda look: len(sent) == 2, "the same move again")
    assert sent[0] == sent[1]
    bob.until_asked()
    assert lost
    assert ann.look().sequence[-1] == bob.look().sequence[-1] == card
    assert plays_of(people, ann, 0) == [*before, card]
    ann.page.wait_for_timeout(600)
    assert len(sent) == 2, "the second answer has come, and it is not sent a third time"
