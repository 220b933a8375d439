"""A player's own reports, and what the moderators have answered."""

from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.models import Player, Report
from accounts.players import current_player
from cribsite.posts import only_post

MOST = 100


def unread(player: Player) -> QuerySet[Report]:
    """The player's reports that were answered, and the answer was not read."""
    closed = Report.objects.filter(reporter=player, state=Report.State.CLOSED)
    return closed.filter(told_at=None)


def has_unread(player: Player) -> bool:
    """Whether there is an answer that the player has not read."""
    return unread(player).exists()


@never_cache
@require_safe
def own_reports(request: HttpRequest) -> HttpResponse:
    """What this player has reported, the newest first, and what came of it."""
    player = current_player(request)
    if player is None:
        return redirect("account_login")
    reports = Report.objects.filter(reporter=player).select_related("about", "game__table")
    context = {"reports": reports[:MOST], "unread": has_unread(player)}
    return render(request, "account/reports.html", context)


@only_post("own-reports")
def read_answers(request: HttpRequest) -> HttpResponse:
    """The player has read the answers."""
    player = current_player(request)
    if player is not None:
        unread(player).update(told_at=timezone.now())
    return redirect("own-reports")
