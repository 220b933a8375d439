"""Players who leave many of their ranked games."""

from datetime import datetime, timedelta

from accounts.models import Report
from games.models import Game, Seat
from games.signals.filing import file_signal, last_signals, not_closed

# Of so many of the last ranked games, so many were left.
GAMES, LEFT = 20, 8
# Nobody comes to be a leaver but by leaving: only those who did lately are looked at.
LATELY = timedelta(hours=24)
# Looked at in one turn, those who left last first.
MOST_PLAYERS = 200
# RULES: a draw because nobody was there counts as left by none; a void game is none.
NOT_LEFT = (Game.Ending.EMPTY, Game.Ending.VOID)


def look_for_leavers(now: datetime) -> None:
    """A signal about each, with the games that were looked at and those that were left."""
    players = _who_left(now - LATELY)
    waiting = not_closed(players, Report.Reason.LEAVER)
    seen = last_signals(players, Report.Reason.LEAVER)
    for player in players:
        if player in waiting:
            continue
        games, left = _last_games(player, seen.get(player))
        if len(left) >= LEFT:
            moment = {
                "signal": Report.Reason.LEAVER,
                "players": [player],
                "looked_at": len(games),
                "left": len(left),
                "games": left,
            }
            file_signal(player, Report.Reason.LEAVER, moment)


def _who_left(since: datetime) -> list[int]:
    seats = Seat.objects.filter(
        game__ranked=True, game__status=Game.Status.OVER, game__ended_at__gt=since
    )
    left = seats.exclude(hold="").exclude(game__ending__in=NOT_LEFT).order_by("-game__ended_at")
    rows = left.values_list("player", flat=True)[: MOST_PLAYERS * GAMES]
    return list(dict.fromkeys(rows))[:MOST_PLAYERS]


def _last_games(player: int, since: datetime | None) -> tuple[list[int], list[int]]:
    """The player's last ranked games after the last signal, and those of them that were left."""
    seats = Seat.objects.filter(player=player, game__ranked=True, game__status=Game.Status.OVER)
    if since is not None:
        seats = seats.filter(game__ended_at__gt=since)
    last = seats.exclude(game__ending=Game.Ending.VOID).order_by("-game__ended_at")
    rows = list(last.values_list("game", "hold", "game__ending")[:GAMES])
    games = [game for game, _hold, _ending in rows]
    return games, [game for game, hold, ending in rows if hold and ending not in NOT_LEFT]
