"""What is laid side by side for a report or a game."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Q
from django.utils.dateparse import parse_datetime

from accounts.models import Player, Report, User
from games.cribbage import record
from games.cribbage.view import view
from games.models import Game
from games.moderation import snapshots
from games.moderation.catalogue import Measure
from games.moderation.dossier import Dossier, dossier
from games.moderation.kept_from import reports_for
from games.moderation.offering import for_game
from games.moderation.rated import Rated, rated
from games.moderation.telling import Told, told
from games.table import seats_of
from games.tables import latest_game

RELATED = 20


@dataclass(frozen=True, slots=True)
class GameShown:
    """A game as everybody may know it, with its moves in words; `measures` fit how it stands."""

    game: Game
    people: tuple[tuple[Player, str], ...]
    """With why a CPU holds the seat, "" when none does."""
    scores: str
    lines: tuple[Told, ...]
    rated: Rated | None
    measures: list[Measure]
    is_over: bool


@dataclass(frozen=True, slots=True)
class Evidence:
    """All that is known of a report; `people` are it's about first."""

    report: Report
    moment: dict[str, Any]
    game: GameShown | None
    people: tuple[Dossier, ...]
    related: tuple[Report, ...]


def evidence(report: Report, actor: User) -> Evidence:
    """What a moderator needs to judge a report."""
    game = (
        Game.objects.select_related("table").get(pk=report.game_id)
        if report.game_id is not None
        else None
    )
    people = _people(report, game)
    same = Q()
    if report.about_id is not None:
        same |= Q(about=report.about_id)
    if report.game_id is not None:
        same |= Q(game=report.game_id)
    related = reports_for(actor).filter(same).exclude(pk=report.pk)
    return Evidence(
        report=report,
        moment=with_times(report.moment),
        game=game_shown(game, actor) if game is not None else None,
        people=tuple(dossier(each, actor) for each in people),
        related=tuple(related.select_related("about", "reporter", "claimed_by__player")[:RELATED]),
    )


def game_shown(game: Game, actor: User) -> GameShown:
    """A game with all its moves. Of one that runs: what somebody who looks on may see."""
    state = record.state_from_json(game.state) if game.state is not None else None
    seen = view(state, None) if state is not None else None
    return GameShown(
        game=game,
        people=tuple((seat.player, str(seat.get_hold_display())) for seat in seats_of(game)),
        scores=" : ".join(str(score) for score in seen.scores) if seen is not None else "",
        lines=tuple(told(game)),
        rated=rated(game),
        measures=for_game(actor, game, latest_game(game.table)),
        is_over=game.status in (Game.Status.OVER, Game.Status.CLOSED),
    )


def with_times(moment: dict[str, Any]) -> dict[str, Any]:
    """A kept moment, with the times of its lines as times. One that is no snapshot stays as it is:
    what the site has noticed by itself has a form of its own.
    """
    if moment.get("page") not in snapshots.PAGES:
        return moment
    timed: dict[str, Any] = {
        name: [{**line, "at": parse_datetime(line["at"])} for line in moment[name]]
        for name in ("chat", "log", "games")
        if name in moment
    }
    return {**moment, **timed}


def _people(report: Report, game: Game | None) -> Sequence[Player]:
    """Whom it is about, who sat in the game, who reported it: each once, nobody a CPU."""
    found = [report.about, *([seat.player for seat in seats_of(game)] if game else [])]
    found.append(report.reporter)
    once = dict.fromkeys(each for each in found if each is not None)
    return [each for each in once if each.kind != Player.Kind.CPU]
