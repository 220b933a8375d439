"""Which card the CPU player lays."""

import random
from dataclasses import replace

import pytest

from games.cpu import choose
from games.cribbage.cards import DECK
from games.cribbage.play import score_play
from games.cribbage.rules import asked
from games.cribbage.view import view
from tests.rules.tables import cards, dealt, play_all, throw_all


def seen(mine, theirs, plays="", scores=(0, 0)):
    """What seat 0 sees at its turn, having kept ``mine`` against ``theirs``, after these plays."""
    first = plays.split()[0] if plays else mine.split()[0]
    leader = 0 if first in mine.split() else 1
    state = dealt(
        [f"{mine} KC KD", f"{theirs} KH QH"], dealer=1 - leader, starter="9H", scores=scores
    )
    state, _ = throw_all(state, ["KC KD", "KH QH"])
    state, _ = play_all(state, plays)
    assert asked(state) == (0,)
    return view(state, 0)


def laid(mine, theirs, plays="", scores=(0, 0)):
    """The card it lays there."""
    return choose(seen(mine, theirs, plays, scores)).card.code


@pytest.mark.parametrize(
    ("mine", "theirs", "plays", "best"),
    [
        ("2C 5C 7C JC", "8D TD QD AD", "8D", "7C"),
        ("2C 5C 9C JC", "TD 6D QD AD", "TD", "5C"),
    ],
)
def test_it_takes_a_fifteen(mine, theirs, plays, best):
    assert laid(mine, theirs, plays) == best


def test_it_takes_thirty_one():
    assert laid("3C 4C TC QC", "JD AD 8D 2D", "JD QC AD") == "TC"


def test_it_takes_a_pair():
    assert laid("4C 8C JC QC", "4D 9D TD 6D", "4D") == "4C"


def test_it_makes_three_of_a_kind_of_an_opponents_pair():
    assert laid("4C 4H JC QC", "4D 9D TD 6D", "4C 4D") == "4H"


def test_it_takes_the_larger_of_two_scores():
    assert laid("4C 5C 6C QC", "6D 2D 9D TD", "4C 6D") == "5C"


@pytest.mark.parametrize("rank", "A2346789TJQK")
def test_it_does_not_lead_a_five_when_it_holds_anything_else(rank):
    assert laid(f"5C 5D 5H {rank}S", "AD 2D 3D 4D") == f"{rank}S"


def test_it_leads_a_card_that_cannot_be_made_fifteen():
    assert laid("4C 7C 8H JC", "2D 3D 9D TD") == "4C"


def test_it_does_not_make_a_count_of_five_for_nothing():
    assert laid("AC 2C 9C QC", "4D 8D TD 7D", "4D") != "AC"


def test_it_does_not_make_a_count_of_twenty_one_for_nothing():
    assert laid("AC 2C 9C QC", "TD 8D JD 2D", "QC TD") != "AC"


def test_alone_with_its_cards_it_lays_them_in_the_order_that_pegs_most():
    # The opponent has no card left.
    alone = replace(
        seen("3C 4C 5C 9C", "TD JD QD KS", "9C TD"),
        hand=cards("2C 6C"),
        legal=cards("2C 6C"),
        hand_sizes=(2, 0),
        sequence=tuple((1, card) for card in cards("TD 7D 6D")),
        count=23,
    )
    # Six and two: a pair and 31. Two first pegs the 31 alone.
    assert choose(alone).card.code == "6C"


@pytest.mark.parametrize(
    ("passed", "best"),
    [((1, 3), "3C"), ((2, 3), "2C")],
    ids=["partner next", "opponent next"],
)
def test_it_leaves_twenty_one_to_its_partner_but_not_to_an_opponent(passed, best):
    hands = ["2C 3C 6C 8C AC", "2D 3D 9D JD KD", "4H TC TH TS KH", "2S 3S 9S JH AH"]
    state = dealt(hands, dealer=3, starter="7D")
    state, _ = throw_all(state, ["AC", "KD", "KH", "AH"])
    table = replace(
        view(state, 0),
        hand=cards("2C 3C"),
        legal=cards("2C 3C"),
        hand_sizes=(2, 2, 2, 2),
        sequence=tuple(zip((1, 2), cards("JD 8S"), strict=True)),
        count=18,
        passed=passed,
    )
    assert choose(table).card.code == best


def test_when_one_point_is_missing_it_lays_any_card_that_scores():
    rng = random.Random(3)
    could = 0
    for _ in range(60):
        deal = rng.sample(DECK, 12)
        hands = [" ".join(card.code for card in deal[place::2]) for place in range(2)]
        starter = next(card for card in DECK if card not in deal and card.rank != 11)
        state = dealt(hands, dealer=1, starter=starter.code, scores=(120, 90))
        state, _ = throw_all(state, [hand[:5] for hand in hands])
        while state.phase == "play":
            seat = asked(state)[0]
            card = choose(view(state, seat)).card
            if seat == 0:
                row, legal = state.sequence, view(state, 0).legal
                if any(score_play([*row, each])[0] for each in legal):
                    assert score_play([*row, card])[0]
                    could += 1
            state, _ = play_all(state, card.code)
    assert could > 20


def test_it_takes_the_safe_card_when_a_reply_would_win_the_game():
    # Fifteen with the seven asks for a six or a nine; the king asks for a king alone.
    mine, theirs, plays = "7C 8S KS QS", "8D 2D JD QD", "8D"
    assert laid(mine, theirs, plays) in ("7C", "8S")
    assert laid(mine, theirs, plays, scores=(100, 120)) in ("KS", "QS")
