"""All that moderators know of one player: games, ratings, what was imposed, reports, the log."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q, QuerySet
from django.urls import reverse

from accounts.models import Player, Report, User
from accounts.sanctions.models import LogEntry, Sanction
from games.histories import ListedGame, latest_seats, listed_games
from games.models import Game
from games.moderation.catalogue import Measure
from games.moderation.guards import why_not_measure
from games.moderation.kept_from import log_for, reports_for
from games.moderation.offering import for_player
from games.moderation.rightful import right_to_lift
from ratings.history import Summary, summaries

GAMES, REPORTS, SANCTIONS, NOTES = 20, 20, 50, 20


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game of the player; `left` is why a CPU held the seat at the end, "" when none did."""

    listed: ListedGame
    pk: int
    ranked: bool
    left: str
    evidence: str


@dataclass(frozen=True, slots=True)
class Imposed:
    """A sanction; `lift` is where it can be lifted by who looks, "" when it can't."""

    sanction: Sanction
    holds: bool
    lift: str


@dataclass(frozen=True, slots=True)
class Dossier:
    """One player, as the pages of moderators show it."""

    player: Player
    address: str
    since: datetime
    games: tuple[PlayedGame, ...]
    left: int
    ratings: list[Summary]
    imposed: tuple[Imposed, ...]
    notes: tuple[LogEntry, ...]
    about: tuple[Report, ...]
    by: tuple[Report, ...]
    measures: list[Measure]
    why_not: str
    """Why this moderator takes no measure here, "" when that is free."""


def dossier(player: Player, actor: User) -> Dossier:
    """What this moderator may see of the player, and the measures that are offered."""
    seats = latest_seats(player, GAMES)
    games = tuple(
        PlayedGame(
            listed=listed,
            pk=seat.game_id,
            ranked=seat.game.ranked,
            left=str(seat.get_hold_display()) if seat.game.status != Game.Status.PLAYING else "",
            evidence=reverse("moderation-game", args=[seat.game_id]),
        )
        for seat, listed in zip(seats, listed_games(seats), strict=True)
    )
    holding = {each.pk for each in Sanction.objects.in_force().filter(player=player)}
    sanctions = Sanction.objects.filter(player=player).select_related("by__player", "appeal")
    reports = reports_for(actor).select_related("about", "reporter", "claimed_by__player")
    why_not = why_not_measure(actor, player)
    return Dossier(
        player=player,
        address=reverse("moderation-player", args=[player.pk]),
        since=player.created_at,
        games=games,
        left=sum(bool(game.left) for game in games),
        ratings=summaries(player),
        imposed=tuple(
            Imposed(
                each,
                each.pk in holding,
                _lift(each, actor, free=each.pk in holding and not why_not),
            )
            for each in sanctions[:SANCTIONS]
        ),
        notes=tuple(_notes(player, actor)[:NOTES]),
        about=tuple(reports.filter(about=player)[:REPORTS]),
        by=tuple(reports.filter(reporter=player)[:REPORTS]),
        measures=for_player(actor, player),
        why_not=why_not,
    )


def _notes(player: Player, actor: User) -> QuerySet[LogEntry]:
    return log_for(actor).filter(player=player, action=LogEntry.Action.NOTE)


def _lift(sanction: Sanction, actor: User, *, free: bool) -> str:
    if not free or not actor.has_perm(right_to_lift(sanction).permission):
        return ""
    return reverse("moderation-lift", args=[sanction.pk])


def lines_about(actor: User, *players: Player) -> QuerySet[LogEntry]:
    """The log of these players, and of the games that they sat in, as the moderator may read it."""
    games = Game.objects.filter(seats__player__in=players).values("pk")
    return log_for(actor).filter(Q(player__in=players) | Q(game__in=games))
