"""What happened, for everybody to see. No event ever holds a hidden card."""

from __future__ import annotations

from dataclasses import dataclass

from games.cribbage.cards import Card


@dataclass(frozen=True, slots=True)
class CutRound:
    """One round of the cut for the deal: (seat, card) of every seat that drew."""

    round: int
    cards: tuple[tuple[int, Card], ...]


@dataclass(frozen=True, slots=True)
class FirstDealer:
    """The cut is settled: this seat has the first deal."""

    seat: int


@dataclass(frozen=True, slots=True)
class Dealt:
    """A new hand, counted from 1, is dealt."""

    hand_no: int
    dealer: int


@dataclass(frozen=True, slots=True)
class Thrown:
    """A seat threw this many cards (1 or 2) to the crib."""

    seat: int
    cards: int


@dataclass(frozen=True, slots=True)
class StarterTurned:
    """The starter is turned up."""

    card: Card


@dataclass(frozen=True, slots=True)
class Played:
    """A card is laid, making ``count``; ``parts`` as `play.score_play` names them."""

    seat: int
    card: Card
    count: int
    parts: dict[str, int]


@dataclass(frozen=True, slots=True)
class Passed:
    """A seat that holds cards can lay none: "Go"."""

    seat: int


@dataclass(frozen=True, slots=True)
class Pegged:
    """A side's peg moves by ``points`` (1 or more, cut at the target) to ``score``.

    ``why`` is one of ``heels play go last hand crib muggins``.
    """

    side: int
    seat: int
    points: int
    score: int
    why: str


@dataclass(frozen=True, slots=True)
class Reset:
    """The count goes back to zero; ``leader`` is None when all cards are played."""

    leader: int | None


@dataclass(frozen=True, slots=True)
class Counted:
    """A hand or the crib is counted and shown; ``points`` is what it is worth.

    ``by`` is ``seat``, or ``table`` when the seat did not count it itself.
    """

    seat: int
    crib: bool
    cards: tuple[Card, ...]
    starter: Card
    parts: dict[str, int]
    points: int
    by: str


@dataclass(frozen=True, slots=True)
class Claimed:
    """With muggins: the seat's claim, not above the worth."""

    seat: int
    crib: bool
    points: int


@dataclass(frozen=True, slots=True)
class ClaimRefused:
    """With muggins: the first claim above the worth. Nothing says by how much."""

    seat: int
    crib: bool


@dataclass(frozen=True, slots=True)
class Forfeited:
    """With muggins: the second claim above the worth; the seat pegs nothing."""

    seat: int
    crib: bool


@dataclass(frozen=True, slots=True)
class Over:
    """A side reached the target. ``labels`` by side: None, ``skunk`` or ``double``."""

    winner: int
    scores: tuple[int, ...]
    labels: tuple[str | None, ...]


Event = (
    CutRound
    | FirstDealer
    | Dealt
    | Thrown
    | StarterTurned
    | Played
    | Passed
    | Pegged
    | Reset
    | Counted
    | Claimed
    | ClaimRefused
    | Forfeited
    | Over
)
