"""The page on which a player tells the moderators of another one, or of a game."""

from typing import Any

from allauth.core import ratelimit
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.models import Player
from accounts.players import all_or_nothing, current_player, take_player
from accounts.reports import ReportForm, file_report
from games.models import Act, ChatLine, Game, Seat, Table
from games.moderation import snapshots

# Who sat here or said something lately: more names than that are no choice any more.
GAMES, LINES, PEOPLE = 2, 50, 12


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def report_player(request: HttpRequest, pk: int) -> HttpResponse:
    """Report the player of that profile."""
    about = get_object_or_404(Player.objects.exclude(kind=Player.Kind.CPU), pk=pk)
    if about == current_player(request):
        raise Http404(_("Nobody reports oneself."))
    form = ReportForm(None, request.POST if request.method == "POST" else None)
    where = {"about": about, "back": reverse("profile", args=[pk])}
    if form.is_valid() and _filed(request, form, about=about, moment=snapshots.of_player(about)):
        return redirect("thanks-player", pk=pk)
    return _page(request, form, where)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def report_table(request: HttpRequest, code: str) -> HttpResponse:
    """Report somebody at a table, or the game there."""
    table = get_object_or_404(Table, code=code)
    people = people_of(table, current_player(request))
    form = ReportForm(people, request.POST if request.method == "POST" else None)
    where = {"about": None, "back": reverse("table", args=[code])}
    if form.is_valid():
        game = game_meant(table)
        chosen = form.cleaned_data["about"]
        about = next((each for each in people if str(each.pk) == chosen), None)
        if _filed(
            request, form, about=about, game_id=game.pk, moment=snapshots.of_table(table, game)
        ):
            return redirect("thanks-table", code=code)
    return _page(request, form, where)


@never_cache
@require_safe
def thanks_player(request: HttpRequest, pk: int) -> HttpResponse:
    """What happens with a report; blocking is offered on the profile."""
    about = get_object_or_404(Player, pk=pk)
    context = {"about": about, "back": reverse("profile", args=[pk])}
    return render(request, "games/report_thanks.html", context)


@never_cache
@require_safe
def thanks_table(request: HttpRequest, code: str) -> HttpResponse:
    """What happens with a report, and the way back to the table."""
    table = get_object_or_404(Table, code=code)
    context = {"about": None, "back": reverse("table", args=[table.code])}
    return render(request, "games/report_thanks.html", context)


def _page(request: HttpRequest, form: ReportForm, where: dict[str, Any]) -> HttpResponse:
    status = 422 if form.errors else 200
    return render(request, "games/report.html", {"form": form, **where}, status=status)


def _filed(request: HttpRequest, form: ReportForm, **what: Any) -> bool:
    """Keep the report; who has no player yet becomes a guest. What is refused is on the form."""
    reason, text = form.cleaned_data["reason"], form.cleaned_data["text"]
    if not _may_come(request):
        form.add_error(None, _("Too many reports came from your network today. Log in to send it."))
        return False
    try:
        with all_or_nothing(request):
            file_report(take_player(request), reason, text, **what)
    except ValidationError as error:
        form.add_error(None, error)
        return False
    return True


def _may_come(request: HttpRequest) -> bool:
    """Whether somebody without an account may report now. Accounts have their own limit only.

    A guest's is as good as none: a program forgets the guest and comes as somebody new. An address
    is shared by people, so its guests have more in all than one of them, and newcomers fewer.
    """
    player = current_player(request)
    if player is None and not ratelimit.consume(request, action="report"):
        return False
    if player is not None and player.kind == Player.Kind.ACCOUNT:
        return True
    return ratelimit.consume(request, action="guest_report")


def people_of(table: Table, but: Player | None) -> list[Player]:
    """Who sits or sat at the table lately, or said something there; neither CPUs nor `but`."""
    games = list(table.games.order_by("-number").values_list("pk", flat=True)[:GAMES])
    seated = Seat.objects.filter(game__in=games).values_list("player", flat=True)
    gone = Act.objects.filter(game__in=games, player__isnull=False).values_list("player", flat=True)
    lines = ChatLine.objects.filter(table=table).order_by("-pk")
    said = lines.values_list("player", flat=True)[:LINES]
    found = dict.fromkeys([*seated, *gone, *said])
    people = Player.objects.exclude(kind=Player.Kind.CPU).in_bulk(list(found))
    there = [people[pk] for pk in found if pk in people and people[pk] != but]
    return there[:PEOPLE]


def game_meant(table: Table) -> Game:
    """The last game that has begun; before the first, the one that waits."""
    games = table.games.defer("state").order_by("-number")
    begun = games.exclude(started_at=None).first()
    return begun or games[0]
