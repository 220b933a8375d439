"""The page on which a measure is confirmed: what it does, until when it holds, and the reason."""

import uuid
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts.models import Player, Report
from accounts.sanctions import imposing
from accounts.sanctions.models import LONGEST_REASON, Sanction
from accounts.sanctions.rights import Right
from accounts.staff import needs, require, staff_of
from games.models import Game, Seat
from games.moderation import consequences
from games.moderation.catalogue import ON_GAMES, ON_PLAYERS, Asked, Measure
from games.moderation.consequences import Consequences
from games.moderation.guards import once, reason_of, require_may_measure, why_not_measure
from games.moderation.kept_from import reports_for
from games.moderation.offering import why_not_against, why_not_on
from games.moderation.rightful import right_to_lift
from games.tables import latest_game

# A page that stands open for longer shows an end that is too near by then.
STALE = timedelta(hours=1)


@dataclass(frozen=True, slots=True)
class Target:
    """What a measure is taken on; `why_not` asks why it can't be, "" when it can."""

    what: Player | Game
    heading: Any
    back: str
    why_not: Callable[[], str]
    touches: Consequences


@needs(Right.QUEUE)
@require_http_methods(["GET", "HEAD", "POST"])
def measure_player(request: HttpRequest, pk: int, name: str) -> HttpResponse:
    """Take a measure against a player."""
    measure = _measure(ON_PLAYERS, name)
    player = get_object_or_404(Player.objects.select_related("user"), pk=pk)
    return _confirm(
        request,
        measure,
        Target(
            player,
            heading=str(measure.asks) % {"name": player.name} if measure.asks else measure.label,
            back=reverse("moderation-player", args=[pk]),
            why_not=lambda: why_not_against(staff_of(request), player, measure),
            touches=consequences.against(player, measure),
        ),
    )


@needs(Right.QUEUE)
@require_http_methods(["GET", "HEAD", "POST"])
def measure_game(request: HttpRequest, pk: int, name: str) -> HttpResponse:
    """Take a measure on a game or its table."""
    measure = _measure(ON_GAMES, name)
    game = get_object_or_404(Game.objects.select_related("table"), pk=pk)
    newest = latest_game(game.table)
    return _confirm(
        request,
        measure,
        Target(
            game,
            heading=measure.asks or measure.label,
            back=reverse("moderation-game", args=[pk]),
            why_not=lambda: why_not_on(staff_of(request), game, newest, measure),
            touches=consequences.on(game, newest, measure),
        ),
    )


@needs(Right.QUEUE)
@require_http_methods(["GET", "HEAD", "POST"])
def lift(request: HttpRequest, pk: int) -> HttpResponse:
    """Lift a sanction before its time."""
    sanction = get_object_or_404(Sanction.objects.select_related("player__user"), pk=pk)
    require(request, right_to_lift(sanction))
    actor, error = staff_of(request), ""
    why_not = why_not_measure(actor, sanction.player)
    if request.method == "POST":
        try:
            require_may_measure(actor, sanction.player)
            imposing.lift(sanction, reason_of(request.POST.get("reason", "")), actor)
        except ValidationError as refusal:
            error = str(refusal.message)
        else:
            messages.success(request, _("It is lifted."))
            return redirect("moderation-player", pk=sanction.player_id)
    context = {
        "sanction": sanction,
        "why_not": why_not,
        "error": error,
        "longest": LONGEST_REASON,
        "reason": request.POST.get("reason", "")[:LONGEST_REASON],
    }
    return render(request, "moderation/lift.html", context, status=422 if error else 200)


def _measure(known: Mapping[str, Measure], name: str) -> Measure:
    if name not in known:
        raise Http404(_("There is no such measure."))
    return known[name]


def _confirm(request: HttpRequest, measure: Measure, target: Target) -> HttpResponse:
    require(request, measure.right)
    report = _report(request, target.what)
    back = target.back if report is None else reverse("moderation-report", args=[report.pk])
    now = timezone.now()
    until = now + measure.lasts if measure.lasts is not None else None
    error = ""
    if request.method == "POST":
        try:
            asked = _asked(request, measure, report, until, target.touches.sides)
            done = once(asked.key, lambda: measure.take(target.what, asked))
        except ValidationError as refusal:
            error = str(refusal.message)
        else:
            said = _("Done: %(what)s.") if done else _("That was done already: %(what)s.")
            messages.success(request, said % {"what": measure.label})
            return redirect(back)
    context = {
        "shown": target.what,
        "is_game": isinstance(target.what, Game),
        "heading": target.heading,
        "touches": target.touches,
        # asked again after what was refused: it may be so only since the page was opened
        "why_not": target.why_not(),
        "measure": measure,
        "report": report,
        "back": back,
        "until": until,
        "key": _key(request) or uuid.uuid4().hex,
        "error": error,
        "longest": LONGEST_REASON,
        "reason": request.POST.get("reason", "")[:LONGEST_REASON],
        "winner": request.POST.get("winner", ""),
    }
    return render(request, "moderation/confirm.html", context, status=422 if error else 200)


def _report(request: HttpRequest, target: Player | Game) -> Report | None:
    """The report that a measure answers; of no other that is asked for anything is told."""
    asked = request.POST.get("report") or request.GET.get("report") or ""
    if not asked:
        return None
    if not (asked.isascii() and asked.isdigit() and len(asked) < 19):
        raise Http404(_("There is no such report."))
    found = reports_for(staff_of(request)).filter(_has_to_do_with(target), pk=int(asked)).first()
    if found is None:
        raise Http404(_("There is no such report."))
    return found


def _has_to_do_with(target: Player | Game) -> Q:
    if isinstance(target, Game):
        there = Seat.objects.filter(game=target).values("player")
        return Q(game=target) | Q(game__table=target.table_id) | Q(about__in=there)
    games = Seat.objects.filter(player=target).values("game")
    return Q(about=target) | Q(reporter=target) | Q(game__in=games)


def _asked(
    request: HttpRequest,
    measure: Measure,
    report: Report | None,
    until: datetime | None,
    sides: tuple[tuple[int, str], ...],
) -> Asked:
    reason = reason_of(request.POST.get("reason", ""))
    key = _key(request)
    if not key:
        raise ValidationError(_("The form was incomplete. Send it again."))
    winner = None
    if measure.asks_winner:
        winner = next((side for side, _n in sides if str(side) == request.POST.get("winner")), None)
        if winner is None:
            raise ValidationError(_("Choose who wins."))
    until = _until_shown(request, measure, until)
    return Asked(staff_of(request), reason, report, key, until, winner)


def _until_shown(request: HttpRequest, measure: Measure, until: datetime | None) -> datetime | None:
    """The end that the page has shown; what it says is what holds."""
    if until is None or measure.lasts is None:
        return None
    try:
        seen = parse_datetime(request.POST.get("until", ""))
    except ValueError:
        seen = None
    earliest = until - min(STALE, measure.lasts / 3)
    if seen is None or timezone.is_naive(seen) or not earliest <= seen <= until:
        raise ValidationError(
            _("This page has stood open for long: the end has moved. Look at it and confirm again.")
        )
    return seen


def _key(request: HttpRequest) -> str:
    key = request.POST.get("key", "")
    return key if key.isascii() and key.isalnum() and len(key) <= 64 else ""
