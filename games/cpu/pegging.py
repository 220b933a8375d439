"""The play: points now, against what the next seat can be expected to make of it.

Every playable card is weighed by the points it pegs, by the best answers the
next seat may hold (an opponent's count against us, a partner's for us), by
what we could peg on top of those, and by the chance that nobody can answer.
"""

from __future__ import annotations

from functools import lru_cache

from games.cpu.throwing import without
from games.cribbage.cards import DECK, Card
from games.cribbage.play import LIMIT, score_play
from games.cribbage.rules import side_of
from games.cribbage.view import View

Ranks = tuple[int, ...]

_KEPT_MORE = {5: 1.5, 10: 1.1, 11: 1.2, 1: 0.8, 2: 0.8, 9: 0.9, 13: 0.9}
"""How much likelier than others a card of a rank is to be kept by a seat."""
_FOLLOW_UP = 0.6
"""The part of a reply to the next seat's reply that is counted on."""
_SMALL_CARD = 0.04
"""What each point below ten of a card's value is worth in hand for the end of a count."""
_WIN = 100.0


def choose_play(view: View) -> Card:
    """The card to lay, one of ``view.legal``."""
    table = _Table(view)
    return max(view.legal, key=table.worth)


class _Table:
    """What a view says, in the form in which the cards are weighed."""

    def __init__(self, view: View) -> None:
        assert view.seat is not None
        self.hand = tuple(card.rank for card in view.hand)
        self.sequence = tuple(card.rank for _, card in view.sequence)
        self.count = view.count
        self.sizes = view.hand_sizes
        seen = [*view.hand, *view.own_throw, *(card for _, card in view.earlier + view.sequence)]
        if view.starter is not None:
            seen.append(view.starter)
        unseen = without(seen)
        self.unseen = len(unseen)
        self.weights = [0.0] * 14
        for card in unseen:
            self.weights[card.rank] += _KEPT_MORE.get(card.rank, 1.0)
        side = side_of(view.seats, view.seat)
        self.need = view.target - view.scores[side]
        round_the_table = [(view.seat + step) % view.seats for step in range(1, view.seats)]
        answering = [
            seat for seat in round_the_table if view.hand_sizes[seat] and seat not in view.passed
        ]
        self.next = answering[0] if answering else None
        self.others_hold = any(view.hand_sizes[seat] for seat in round_the_table)
        if self.next is not None:
            their_side = side_of(view.seats, self.next)
            self.partner = their_side == side
            self.their_need = view.target - view.scores[their_side]

    def worth(self, card: Card) -> float:
        """Expected points of laying the card, ours less theirs."""
        rank = card.rank
        sequence, count = (*self.sequence, rank), self.count + card.value
        left = _less(self.hand, rank)
        gained = _pegs(sequence)
        if gained >= self.need:
            return _WIN
        keeping = -_SMALL_CARD * (10 - card.value)
        if self.next is None:
            alone = self._alone(sequence, count, left)
            return gained + alone + keeping + (_WIN if gained + alone >= self.need else 0.0)
        if count == LIMIT:
            return gained + keeping
        return gained + self._answer(sequence, count, left) + keeping

    def _answer(self, sequence: Ranks, count: int, left: Ranks) -> float:
        """Expected points from the next seat's answer on, ours less theirs.

        The seat is taken to lay the highest-scoring card it holds: an answer
        happens if it holds that rank and none that scores more.
        """
        assert self.next is not None
        answers = sorted(
            ((_pegs((*sequence, rank)), rank) for rank in range(1, 14) if self.weights[rank]),
            reverse=True,
        )
        total, better = 0.0, 0.0
        for pegged, rank in answers:
            if count + min(rank, 10) > LIMIT:
                continue
            none_before = self._holds_none(better)
            better += self.weights[rank]
            likely = none_before - self._holds_none(better)
            theirs = float(pegged)
            if pegged and pegged >= self.their_need:
                theirs += _WIN
            if self.partner:
                total += likely * theirs
            else:
                after = count + min(rank, 10)
                ours = self._follow_up((*sequence, rank), after, left) if pegged else 0.0
                total -= likely * (theirs - _FOLLOW_UP * ours)
        nobody = self._holds_none(better)
        return total + nobody * self._alone(sequence, count, left)

    def _holds_none(self, weight: float) -> float:
        """Chance that the next seat holds none of the cards with this weight in all."""
        assert self.next is not None
        share = min(weight / sum(self.weights), 1.0)
        return float((1 - share) ** self.sizes[self.next])

    def _follow_up(self, sequence: Ranks, count: int, left: Ranks) -> int:
        """The most we could peg with one card."""
        pegs = (_pegs((*sequence, rank)) for rank in left if count + min(rank, 10) <= LIMIT)
        return max(pegs, default=0)

    def _alone(self, sequence: Ranks, count: int, left: Ranks) -> int:
        """The most we can still peg if nobody else can lay a card.

        To the end of the count, its go included; to the end of the play if
        nobody else holds a card.
        """
        if count == LIMIT:
            return 0 if self.others_hold else self._alone_anew(left)
        playable = [rank for rank in set(left) if count + min(rank, 10) <= LIMIT]
        if not playable:
            return 1 + (0 if self.others_hold else self._alone_anew(left))
        best = 0
        for rank in playable:
            longer = (*sequence, rank)
            after = self._alone(longer, count + min(rank, 10), _less(left, rank))
            best = max(best, _pegs(longer) + after)
        return best

    def _alone_anew(self, left: Ranks) -> int:
        return max(
            (self._alone((rank,), min(rank, 10), _less(left, rank)) for rank in set(left)),
            default=0,
        )


def _less(ranks: Ranks, rank: int) -> Ranks:
    place = ranks.index(rank)
    return ranks[:place] + ranks[place + 1 :]


@lru_cache(maxsize=50_000)
def _pegs(sequence: Ranks) -> int:
    """Points of the last card; suits do not matter in the play."""
    parts, _ = score_play([DECK[rank - 1] for rank in sequence])
    return sum(parts.values())
