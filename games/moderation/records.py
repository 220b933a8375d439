"""The list of appeals, and the log."""

from collections.abc import Mapping

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_safe

from accounts.models import Player, User
from accounts.sanctions import imposing
from accounts.sanctions.models import LONGEST_REASON, Appeal, LogEntry
from accounts.sanctions.rights import Right
from accounts.staff import needs, staff_of
from games.models import Game
from games.moderation.dossier import lines_about
from games.moderation.guards import require_may_decide, why_not_decide
from games.moderation.kept_from import log_for
from games.moderation.wording import in_words
from ratings.pages import Pages
from ratings.views import asked_page

PAGE = 50

# Two things that are kept as the same action.
_VOIDED = Q(action=LogEntry.Action.VOID)
KINDS = {
    LogEntry.Action.VOID.value: (
        gettext_lazy("took a game out of the ratings"),
        _VOIDED & Q(before__status=Game.Status.OVER),
    ),
    "annul": (
        gettext_lazy("ended a game without a result"),
        _VOIDED & Q(before__status=Game.Status.PLAYING),
    ),
}
ACTIONS = {value: (label, Q(action=value)) for value, label in LogEntry.Action.choices} | KINDS


@needs(Right.APPEALS)
@require_safe
def appeals(request: HttpRequest) -> HttpResponse:
    """The appeals that wait for a decision, the oldest first; then those that are decided."""
    return _appeals(request)


def _appeals(request: HttpRequest, refused: Mapping[str, object] | None = None) -> HttpResponse:
    actor = staff_of(request)
    decided = request.GET.get("state") == "decided"
    found = Appeal.objects.filter(decided_at__isnull=not decided)
    pages = Pages(asked_page(request), PAGE, found.count())
    rows = found.select_related(
        "sanction__player__user", "sanction__by__player", "decided_by__player"
    )
    shown = [
        {
            "appeal": each,
            "why_not": _why_not_decided(each, actor),
            "refused": refused if refused and refused["pk"] == each.pk else None,
        }
        for each in rows.order_by("-pk" if decided else "pk")[pages.start : pages.end]
    ]
    # What is refused stands at its form; of an appeal without one here, above the list.
    astray = refused is not None and all(each["why_not"] or not each["refused"] for each in shown)
    context = {
        "shown": shown,
        "pages": pages,
        "decided": decided,
        "longest": LONGEST_REASON,
        "error": refused["error"] if refused is not None and astray else "",
    }
    return render(request, "moderation/appeals.html", context, status=422 if refused else 200)


def _why_not_decided(appeal: Appeal, actor: User) -> str:
    if actor.pk in (appeal.sanction.by_id, appeal.sanction.player.user_id):
        return _("Another moderator decides this one.")
    return why_not_decide(actor, appeal.sanction.player)


@needs(Right.APPEALS)
@require_http_methods(["GET", "HEAD", "POST"])
def decide(request: HttpRequest, pk: int) -> HttpResponse:
    """Grant an appeal, or not, with an answer; opened like a page it leads to the list."""
    if request.method != "POST":
        return redirect("moderation-appeals")
    appeal = get_object_or_404(Appeal.objects.select_related("sanction__player__user"), pk=pk)
    answer = request.POST.get("answer", "").replace("\r\n", "\n").strip()
    decision = request.POST.get("decision")
    actor = staff_of(request)
    try:
        if decision not in ("grant", "refuse"):
            raise ValidationError(_("Choose whether it is granted."))
        if len(answer) > LONGEST_REASON or "\0" in answer:
            raise ValidationError(_("Up to 500 characters, please."))
        require_may_decide(actor, appeal.sanction.player)
        imposing.decide_appeal(appeal, granted=decision == "grant", answer=answer, actor=actor)
    except ValidationError as error:
        refused = {"pk": pk, "error": error.message, "answer": answer, "decision": decision}
        return _appeals(request, refused)
    messages.success(request, _("The appeal is decided; the player is told."))
    return redirect("moderation-appeals")


@needs(Right.QUEUE)
@require_safe
def log(request: HttpRequest) -> HttpResponse:
    """Who did what to whom, the newest first."""
    action, actor = request.GET.get("action", ""), request.GET.get("actor", "")
    name = request.GET.get("player", "").replace("\0", "").strip()
    found = readable = log_for(staff_of(request))
    if action in ACTIONS:
        found = found.filter(ACTIONS[action][1])
    if _is_number(actor):
        found = found.filter(actor_id=int(actor))
    if _is_number(name):
        found = found & lines_about(staff_of(request), *Player.objects.filter(pk=int(name)))
    elif name:
        found = found & lines_about(staff_of(request), *Player.objects.filter(name__iexact=name))
    pages = Pages(asked_page(request), PAGE, found.count())
    actors = readable.exclude(actor_id=None).order_by("actor_id", "-pk")
    rows = found.select_related("player")
    context = {
        "lines": in_words(rows[pages.start : pages.end]),
        "pages": pages,
        "actions": [(value, label) for value, (label, _only) in ACTIONS.items()],
        # by the name that each had last
        "actors": [
            (str(pk), last)
            for pk, last in actors.distinct("actor_id").values_list("actor_id", "actor_name")
        ],
        "chosen": {"action": action, "actor": actor, "player": name},
    }
    return render(request, "moderation/log.html", context)


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 19
