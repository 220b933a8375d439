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
