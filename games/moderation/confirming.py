"""The page on which a measure is confirmed: what it does, until when it holds, and the reason."""

import uuid
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
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
from games.cribbage.state import side_of
from games.models import Game
from games.moderation.catalogue import ON_GAMES, ON_PLAYERS, Asked, Measure
from games.moderation.guards import once, reason_of, require_may_measure
from games.moderation.rightful import right_to_lift
from games.table import seats_of

# A page that stands open for longer shows an end that is too near by then.
STALE = timedelta(hours=1)


@needs(Right.QUEUE)
@require_http_methods(["GET", "HEAD", "POST"])
def measure_player(request: HttpRequest, pk: int, name: str) -> HttpResponse:
    """Take a measure against a player."""
    measure = _measure(ON_PLAYERS, name)
    player = get_object_or_404(Player.objects.select_related("user"), pk=pk)
    back = reverse("moderation-player", args=[pk])
    return _confirm(request, measure, player, back, {"shown": player})


@needs(Right.QUEUE)
@require_http_methods(["GET", "HEAD", "POST"])
def measure_game(request: HttpRequest, pk: int, name: str) -> HttpResponse:
    """Take a measure on a game or its table."""
    measure = _measure(ON_GAMES, name)
    game = get_object_or_404(Game.objects.select_related("table"), pk=pk)
    back = reverse("moderation-game", args=[pk])
    sides = _sides(game) if measure.asks_winner else []
    return _confirm(request, measure, game, back, {"game": game, "sides": sides})


@needs(Right.QUEUE)
@require_http_methods(["GET", "HEAD", "POST"])
def lift(request: HttpRequest, pk: int) -> HttpResponse:
    """Lift a sanction before its time."""
    sanction = get_object_or_404(Sanction.objects.select_related("player__user"), pk=pk)
    require(request, right_to_lift(sanction))
    actor, error = staff_of(request), ""
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
        "error": error,
        "longest": LONGEST_REASON,
        "reason": request.POST.get("reason", "")[:LONGEST_REASON],
    }
    return render(request, "moderation/lift.html", context, status=422 if error else 200)


def _measure(known: Mapping[str, Measure], name: str) -> Measure:
    if name not in known:
        raise Http404(_("There is no such measure."))
    return known[name]


def _sides(game: Game) -> list[tuple[int, str]]:
    seats = seats_of(game)
    names: dict[int, list[str]] = {}
    for seat in seats:
        names.setdefault(side_of(len(seats), seat.number), []).append(seat.player.name)
    return [(side, " + ".join(each)) for side, each in sorted(names.items())]


def _confirm(
    request: HttpRequest, measure: Measure, target: Player | Game, back: str, shown: dict[str, Any]
) -> HttpResponse:
    require(request, measure.right)
    report = _report(request)
    if report is not None:
        back = reverse("moderation-report", args=[report.pk])
    now = timezone.now()
    until = now + measure.lasts if measure.lasts is not None else None
    error = ""
    if request.method == "POST":
        try:
            asked = _asked(request, measure, report, until, shown.get("sides", []))
            done = once(asked.key, lambda: measure.take(target, asked))
        except ValidationError as refusal:
            error = str(refusal.message)
        else:
            said = _("Done: %(what)s.") if done else _("That was done already: %(what)s.")
            messages.success(request, said % {"what": measure.label})
            return redirect(back)
    context = {
        **shown,
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


def _report(request: HttpRequest) -> Report | None:
    asked = request.POST.get("report") or request.GET.get("report") or ""
    if not asked:
        return None
    if not (asked.isascii() and asked.isdigit() and len(asked) < 19):
        raise Http404(_("There is no such report."))
    return get_object_or_404(Report, pk=int(asked))


def _asked(
    request: HttpRequest,
    measure: Measure,
    report: Report | None,
    until: datetime | None,
    sides: list[tuple[int, str]],
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
