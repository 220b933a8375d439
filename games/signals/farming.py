"""Many quick losses to one player: somebody hands over rating points, or is bullied out of them."""

from collections import defaultdict
from datetime import datetime, timedelta

from accounts.models import Report
from games.cribbage.state import side_of
from games.models import Game, Seat
from games.signals.filing import file_signal, last_signals, not_closed

SPAN = timedelta(hours=24)
# So many of a pair count for the rating in a day (ratings/caps.py): who farms plays them all.
LOSSES = 3
# A hand of two has about sixteen moves. Who gives up within the first one has hardly played.
FEW_MOVES = 16
# Looked at in one turn, the newest first.
MOST_GAMES = 2000
GIVEN_UP = (Game.Ending.RESIGNED, Game.Ending.CLAIMED)

Pair = tuple[int, int]


def look_for_farming(now: datetime) -> None:
    """A signal about each winner to whom somebody lost so often; with whom, and which games."""
    losses = _quick_losses(now - SPAN)
    winners = {winner for (winner, _loser), games in losses.items() if len(games) >= LOSSES}
    waiting = not_closed(winners, Report.Reason.FARMING)
    seen = last_signals(winners, Report.Reason.FARMING)
    for winner in sorted(winners - waiting):
        found = {}
        for (player, loser), games in losses.items():
            new = [game for game, at in games if winner not in seen or at > seen[winner]]
            if player == winner and len(new) >= LOSSES:
                found[loser] = new
        if found:
            file_signal(winner, Report.Reason.FARMING, _moment(winner, found))


def _quick_losses(since: datetime) -> dict[Pair, list[tuple[int, datetime]]]:
    """By winner and loser: the ranked games that were given up within a few moves."""
    games = Game.objects.filter(
        ranked=True,
        status=Game.Status.OVER,
        ended_at__gt=since,
        ending__in=GIVEN_UP,
        version__lte=FEW_MOVES,
    ).order_by("-ended_at")
    recent = {
        pk: (at, winner)
        for pk, at, winner in games.values_list("pk", "ended_at", "winner")[:MOST_GAMES]
        if at is not None
    }
    seats = defaultdict(list)
    rows = Seat.objects.filter(game__in=recent).order_by("game", "number")
    for game, number, player, hold in rows.values_list("game", "number", "player", "hold"):
        seats[game].append((number, player, hold))
    losses: dict[Pair, list[tuple[int, datetime]]] = defaultdict(list)
    for game, (at, side) in recent.items():
        at_table = seats[game]
        won = [
            player
            for number, player, hold in at_table
            if side_of(len(at_table), number) == side and not hold
        ]
        left = [
            player
            for number, player, hold in at_table
            if side_of(len(at_table), number) != side and hold
        ]
        for winner in won:
            for loser in left:
                losses[winner, loser].append((game, at))
    return losses


def _moment(winner: int, found: dict[int, list[int]]) -> dict[str, object]:
    return {
        "signal": Report.Reason.FARMING,
        "players": [winner, *sorted(found)],
        "losses": {str(loser): len(games) for loser, games in sorted(found.items())},
        "games": sorted(game for games in found.values() for game in games),
        "hours": SPAN // timedelta(hours=1),
        "moves_at_most": FEW_MOVES,
    }
