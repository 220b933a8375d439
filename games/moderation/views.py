"""The queue of reports, their evidence, players and games."""

from django.contrib import messages
from django.core.exceptions import PermissionDenied, ValidationError
from django.db.models import Count, Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_safe

from accounts.models import Player, Report
from accounts.sanctions.rights import Right
from accounts.staff import needs, staff_of
from cribsite.posts import only_post
from games.models import ChatLine, Game, Table
from games.moderation import reports
from games.moderation.dossier import dossier, lines_about
from games.moderation.evidence import evidence, game_shown
from games.moderation.kept_from import is_kept_from, log_for, reports_for, why_not_handle
from games.moderation.telling import said
from games.moderation.wording import in_words
from games.tables import latest_game
from ratings.pages import Pages
from ratings.views import asked_page

PAGE, FOUND, LOG_LINES, CHAT_LINES = 50, 50, 20, 50
LONGEST_CODE = 32

STATES = (
    ("open", gettext_lazy("Open")),
    ("mine", gettext_lazy("Taken by me")),
    ("work", gettext_lazy("Taken by anybody")),
    ("closed", gettext_lazy("Closed")),
    ("all", gettext_lazy("All")),
)
SOURCES = (
    ("", gettext_lazy("Anybody")),
    ("players", gettext_lazy("Players")),
    ("site", gettext_lazy("The site itself")),
)


@needs(Right.QUEUE)
@require_safe
def queue(request: HttpRequest) -> HttpResponse:
    """The reports, the oldest first; those about the moderator are another's."""
    state = request.GET.get("state", "open")
    reason, source = request.GET.get("reason", ""), request.GET.get("from", "")
    actor = staff_of(request)
    ours = reports_for(actor)
    found = ours.filter(_in_state(state, actor.pk)).order_by("pk")
    if reason in Report.Reason.values:
        found = found.filter(reason=reason)
    if source in ("players", "site"):
        found = found.filter(reporter__isnull=source == "site")
    pages = Pages(asked_page(request), PAGE, found.count())
    rows = found.select_related("about", "reporter", "claimed_by__player", "game__table")
    counts = ours.aggregate(
        open=Count("pk", filter=Q(state=Report.State.OPEN)),
        mine=Count("pk", filter=Q(state=Report.State.CLAIMED, claimed_by=actor)),
    )
    context = {
        "reports": rows[pages.start : pages.end],
        "pages": pages,
        "counts": counts,
        "states": STATES,
        "sources": SOURCES,
        "reasons": Report.Reason.choices,
        "chosen": {"state": state, "reason": reason, "source": source},
    }
    return render(request, "moderation/queue.html", context)


def _in_state(state: str, actor: int) -> Q:
    return {
        "mine": Q(state=Report.State.CLAIMED, claimed_by=actor),
        "work": Q(state=Report.State.CLAIMED),
        "closed": Q(state=Report.State.CLOSED),
        "all": Q(),
    }.get(state, Q(state=Report.State.OPEN))


@needs(Right.QUEUE)
@require_safe
def report_page(request: HttpRequest, pk: int) -> HttpResponse:
    """A report with its evidence, and what can be done."""
    return _report_page(request, pk)


def _report_page(request: HttpRequest, pk: int, error: str = "") -> HttpResponse:
    actor = staff_of(request)
    rows = Report.objects.select_related("about__user", "reporter__user", "claimed_by__player")
    report = get_object_or_404(rows, pk=pk)
    if is_kept_from(actor, report):
        raise PermissionDenied(_("This report is about you: another moderator handles it."))
    context = {
        "evidence": evidence(report, actor),
        "report": report,
        "why_not": why_not_handle(actor, report),
        "is_mine": report.claimed_by_id == actor.pk,
        "is_forgotten": reports.is_forgotten(report),
        "log": in_words(log_for(actor).filter(report=report).select_related("player")),
        "error": error,
        "answer": request.POST.get("answer", "")[: Report.LONGEST_ANSWER],
        "longest": Report.LONGEST_ANSWER,
    }
    return render(request, "moderation/report.html", context, status=422 if error else 200)


@needs(Right.REPORTS)
@only_post("moderation-report")
def claim(request: HttpRequest, pk: int) -> HttpResponse:
    """Take a report."""
    get_object_or_404(Report, pk=pk)
    try:
        reports.claim(pk, staff_of(request))
    except ValidationError as error:
        return _report_page(request, pk, str(error.message))
    messages.success(request, _("The report is yours now."))
    return redirect("moderation-report", pk=pk)


@needs(Right.REPORTS)
@only_post("moderation-report")
def release(request: HttpRequest, pk: int) -> HttpResponse:
    """Give a report back."""
    get_object_or_404(Report, pk=pk)
    try:
        reports.release(pk, staff_of(request))
    except ValidationError as error:
        return _report_page(request, pk, str(error.message))
    messages.success(request, _("The report is open again."))
    return redirect("moderation-queue")


@needs(Right.REPORTS)
@only_post("moderation-report")
def close(request: HttpRequest, pk: int) -> HttpResponse:
    """Close a report with an answer."""
    get_object_or_404(Report, pk=pk)
    answer = request.POST.get("answer", "").replace("\r\n", "\n")
    try:
        reports.close(pk, answer, staff_of(request))
    except ValidationError as error:
        return _report_page(request, pk, str(error.message))
    messages.success(request, _("The report is closed."))
    return redirect("moderation-queue")


@needs(Right.QUEUE)
@require_http_methods(["GET", "HEAD"])
def players(request: HttpRequest) -> HttpResponse:
    """Find a player by name, or a table by its code."""
    name = request.GET.get("name", "").replace("\0", "").strip()[:LONGEST_CODE]
    found: QuerySet[Player] | list[Player] = []
    table = Table.objects.filter(code=name).first()
    if name:
        people = Player.objects.exclude(kind=Player.Kind.CPU)
        found = people.filter(name__icontains=name).order_by("kind", "name", "pk")[:FOUND]
    context = {"name": name, "found": found, "game": latest_game(table) if table else None}
    return render(request, "moderation/players.html", context)


@needs(Right.QUEUE)
@require_safe
def player_page(request: HttpRequest, pk: int) -> HttpResponse:
    """All that is known of a player, and every measure."""
    people = Player.objects.exclude(kind=Player.Kind.CPU).select_related("user")
    player = get_object_or_404(people, pk=pk)
    lines = ChatLine.objects.filter(player=player).select_related("table").order_by("-pk")
    actor = staff_of(request)
    log = lines_about(actor, player)
    context = {
        "one": dossier(player, actor),
        "chat": [
            {"at": line.at, "text": said(line), "table": line.table.code}
            for line in lines[:CHAT_LINES]
        ],
        "log": in_words(log.select_related("player")[:LOG_LINES]),
    }
    return render(request, "moderation/player.html", context)


@needs(Right.QUEUE)
@require_safe
def game_page(request: HttpRequest, pk: int) -> HttpResponse:
    """A game with its moves in words, what was said at its table, and what can be done."""
    game = get_object_or_404(Game.objects.select_related("table"), pk=pk)
    lines = ChatLine.objects.filter(table=game.table).select_related("player").order_by("-pk")
    context = {
        "shown": game_shown(game, staff_of(request)),
        "chat": [
            {"at": line.at, "text": said(line), "name": line.player.name, "player": line.player_id}
            for line in reversed(lines[:CHAT_LINES])
        ],
    }
    return render(request, "moderation/game.html", context)
