"""The peg board: a lane a side, each with a front and a back peg."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from games import pegboard
from games.cribbage.state import side_of

if TYPE_CHECKING:
    from games.board.regions import Looker


@dataclass(frozen=True, slots=True)
class Hole:
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Lane:
    side: int
    names: tuple[str, ...]
    score: int
    back: int
    front: Hole
    behind: Hole
    is_you: bool
    colour: int


@dataclass(frozen=True, slots=True)
class Pegs:
    lanes: tuple[Lane, ...]
    target: int


def pegs(looker: Looker) -> Pegs:
    """Where every peg stands; before the game in the start holes."""
    seen, table = looker.view, looker.table
    seats = seen.seats if seen is not None else max(2, len(table.seats))
    sides = 3 if seats == 3 else 2
    scores = seen.scores if seen is not None else (0,) * sides
    back = seen.back_pegs if seen is not None else (0,) * sides
    return Pegs(
        tuple(
            Lane(
                side=side,
                names=_names(looker, side, seats),
                score=scores[side],
                back=back[side],
                front=Hole(*pegboard.hole(side, sides, scores[side], table.target)),
                behind=Hole(
                    *pegboard.hole(side, sides, _behind(back[side], scores[side]), table.target)
                ),
                is_you=looker.seat is not None and side_of(seats, looker.seat) == side,
                colour=side,
            )
            for side in range(sides)
        ),
        target=table.target,
    )


def _behind(back: int, score: int) -> int:
    # Before the first points the two pegs stand in the two start holes, 0 and -1.
    return back if score > 0 else -1


def _names(looker: Looker, side: int, seats: int) -> tuple[str, ...]:
    # Before the game the chairs may have gaps; the game is played without them.
    return tuple(
        seat.name for place, seat in enumerate(looker.table.seats) if side_of(seats, place) == side
    )
