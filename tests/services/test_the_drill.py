"""The judge of `make drill` finds what it is there to find, and nothing else."""

from dataclasses import replace

from drill import judge
from drill.history import LEFT_BEHIND, Act, Answer, History, Kill, Move

KINDS = {
    "lost": judge.lost,
    "doubled": judge.doubled,
    "early turn": judge.early_turns,
    "early away": judge.early_away,
    "stuck": judge.stuck,
    "refused": judge.refused,
}
THROW = {"type": "throw", "cards": ["5H", "JS"]}


def move(seq, decision, seat, actor, at, action=None):
    return Move("T", 1, seq, decision, seat, actor, action or {"type": "count"}, at)


def answer(decision, name, action, reply="ack"):
    return Answer("T", 1, decision, name, action, f"key {name} {decision}", reply)


def history(**changes):
    """Ann (seat 0) cuts, deals and throws; Bob's time of 30 s is up; Cleo leaves at 100 and a CPU
    takes her seat at 170; everybody moves again at 180. Valkey is away from 20 to 25.
    """
    fine = History(
        moves=[
            move(1, 1, 0, "player", 9.0, {"type": "cut"}),
            move(2, 2, 0, "player", 10.0, {"type": "deal", "hand_no": 1}),
            move(3, 3, 0, "player", 11.0, THROW),
            move(4, 3, 1, "time", 46.0, {"type": "throw", "cards": ["2C", "3C"]}),
            move(5, 3, 2, "player", 47.0, {"type": "throw", "cards": ["2D", "3D"]}),
            move(6, 4, 2, "cpu", 171.0, {"type": "play", "card": "KS"}),
            move(7, 5, 0, "player", 180.0),
        ],
        answers=[
            answer(2, "Ann", {"type": "deal"}),
            answer(3, "Ann", {"type": "throw", "cards": ["JS", "5H"]}),
            answer(3, "Bob", {"type": "throw", "cards": ["7C", "3C"]}, "too_late"),
            answer(3, "Cleo", {"type": "throw", "cards": ["2D", "3D"]}),
            answer(5, "Ann", {"type": "count"}),
        ],
        acts=[
            Act("T", 1, 2, "away", "", 106.0),
            Act("T", 1, 2, "held", "away", 170.0),
        ],
        kills=[Kill("valkey", 20.0, 25.0), Kill("beat", 120.0, 140.0)],
        names={("T", 1, 0): "Ann", ("T", 1, 1): "Bob", ("T", 1, 2): "Cleo"},
        limits={("T", 1): 30},
        connected={"Ann": [(1.0, 190.0)], "Bob": [(1.0, 190.0)], "Cleo": [(1.0, 100.0)]},
        tables=["T"],
        ended_at=190.0,
    )
    return replace(fine, **changes)


def found(told):
    """The kinds of faults that the judge finds."""
    return {kind for kind, judged in KINDS.items() if judged(told)}


def with_move(number, **changes):
    moves = history().moves
    return history(moves=[*moves[:number], replace(moves[number], **changes), *moves[number + 1 :]])


def test_nothing_is_wrong_where_nothing_is():
    assert found(history()) == set()


def test_an_acknowledged_move_that_is_not_there_is_lost():
    assert found(history(moves=[*history().moves[:2], *history().moves[3:]])) == {"lost"}


def test_an_acknowledged_move_that_became_another_is_lost():
    other = with_move(2, action={"type": "throw", "cards": ["5H", "JC"]})
    assert "lost" in found(other)


def test_a_decision_that_a_seat_answered_twice_is_doubled():
    again = move(8, 3, 0, "player", 181.0, THROW)
    assert found(history(moves=[*history().moves, again])) == {"doubled"}


def test_a_move_that_nobody_sent_is_doubled():
    stray = move(8, 6, 1, "player", 181.0)
    assert found(history(moves=[*history().moves, stray])) == {"doubled"}


def test_a_turn_that_is_over_before_its_time_is_early():
    # Thirty seconds after the deal, but for five of them nobody could move.
    assert found(with_move(3, at=44.9)) == {"early turn"}
    assert found(with_move(3, at=39.9)) == {"early turn"}


def test_a_short_outage_is_no_reason_to_wait():
    assert found(replace(with_move(3, at=40.5), kills=[Kill("valkey", 20.0, 21.5)])) == set()


def test_a_seat_that_was_given_back_has_its_whole_time_again():
    back = Act("T", 1, 1, "back", "missed", 20.0)
    assert found(history(acts=[*history().acts, back])) == {"early turn"}


def test_coming_back_to_a_seat_of_ones_own_gives_no_new_time():
    back = Act("T", 1, 1, "back", "", 20.0)
    assert found(history(acts=[*history().acts, back])) == set()


def test_a_turn_made_by_the_clock_in_a_game_without_one_is_early():
    assert found(history(limits={("T", 1): 0})) == {"early turn"}


def test_a_seat_taken_before_its_owner_was_gone_for_a_minute_is_early():
    cleo = {"Cleo": [(1.0, 100.0), (105.0, 111.0)]}
    assert found(history(connected=history().connected | cleo)) == {"early away"}


def test_a_seat_taken_from_somebody_who_is_there_is_early():
    cleo = {"Cleo": [(1.0, 100.0), (150.0, 190.0)]}
    assert found(history(connected=history().connected | cleo)) == {"early away"}


def test_who_came_back_later_was_gone_all_the_same():
    cleo = {"Cleo": [(1.0, 100.0), (175.0, 190.0)]}
    assert found(history(connected=history().connected | cleo)) == set()


def test_a_table_where_nothing_moves_is_stuck():
    assert found(history(ended_at=200.5)) == {"stuck"}
    assert found(history(tables=["T", "another"])) == {"stuck"}


def test_an_answer_without_a_reply_or_refused_without_reason_is_a_fault():
    for reply in ("", "not_legal", "malformed"):
        asked = answer(4, "Bob", {"type": "count"}, reply)
        assert found(history(answers=[*history().answers, asked])) == {"refused"}


def test_what_was_sent_from_a_page_that_was_closed_at_once_may_get_no_reply():
    asked = answer(4, "Bob", {"type": "count"}, LEFT_BEHIND)
    assert found(history(answers=[*history().answers, asked])) == set()


def test_the_longest_time_without_a_move_is_told_for_each_part():
    gaps = judge.standstills(history())
    assert gaps["valkey"] == (73.0, 100.0)
    assert gaps["beat"] == (124.0, 51.0)
