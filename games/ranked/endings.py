"""What a finished ranked game means for the ratings of those who own its seats."""

from collections.abc import Sequence

from games.cribbage.state import State, side_of
from games.models import Game, Seat
from ratings.results import Result, SeatResult

LEVEL = 1
WITHOUT_RESULT = (Game.Ending.VOID, Game.Ending.ANNULLED)


def result_of(game: Game, state: State, seats: Sequence[Seat]) -> Result | None:
    """The places by RULES, "Ranked results"; None for a game that moves no rating.

    A seat that a CPU holds at the end: its owner has left, whatever the CPU did. A moderator's
    ruling says it all: with it nobody has left.
    """
    if not game.ranked or game.unrated or game.ending in WITHOUT_RESULT:
        return None
    ruled = game.ending == Game.Ending.RULING
    owned = [SeatResult(seat.player_id, LEVEL, bool(seat.hold) and not ruled) for seat in seats]
    if game.ending == Game.Ending.EMPTY or all(seat.left for seat in owned):
        placed = [SeatResult(seat.player_id, LEVEL) for seat in owned]
    elif len(owned) == 4:
        placed = _of_sides(game, owned)
    else:
        placed = _each_for_itself(game, state, owned)
    return Result(game.pk, game.ending, tuple(placed), state.first_dealer)


def who_stayed_first(game: Game, state: State, seats: Sequence[Seat]) -> int | None:
    """The seat that wins a ranked game of two or three in which a CPU came to the last hole for
    somebody who had left: of those who stayed the one with most points. None where it is not so,
    or where two are level.
    """
    if not game.ranked or len(seats) == 4 or state.winner is None or not seats[state.winner].hold:
        return None
    points = {seat.number: state.scores[seat.number] for seat in seats if not seat.hold}
    most = max(points.values(), default=0)
    first = [number for number, score in points.items() if score == most]
    return first[0] if len(first) == 1 else None


def _of_sides(game: Game, owned: Sequence[SeatResult]) -> list[SeatResult]:
    """Partners have their side's place; what leaving costs is in the formula."""
    return [
        SeatResult(seat.player_id, _side_place(game, side_of(4, number)), seat.left)
        for number, seat in enumerate(owned)
    ]


def _side_place(game: Game, side: int) -> int:
    return LEVEL if game.winner is None or game.winner == side else LEVEL + 1


def _each_for_itself(game: Game, state: State, owned: Sequence[SeatResult]) -> list[SeatResult]:
    """Those who stayed by pegs, the winner first; then those who left, level with each other."""
    stayed = [number for number, seat in enumerate(owned) if not seat.left]
    drawn = game.ending in (Game.Ending.DRAW, Game.Ending.RULING) and game.winner is None
    points = {number: 0 if drawn else state.scores[number] for number in stayed}
    if game.winner in points:
        points[game.winner] = max(points.values()) + 1
    return [
        SeatResult(
            seat.player_id,
            1 + sum(other > points[number] for other in points.values())
            if number in points
            else 1 + len(stayed),
            seat.left,
        )
        for number, seat in enumerate(owned)
    ]
