"""Pages of the table: the way in, the table itself, and its deals once they are revealed."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.names import NameField
from accounts.players import computer_players, current_player, take_player
from games import reveal, seating
from games.board import render as board
from games.board import snapshot
from games.board.before import settings_of
from games.board.regions import look
from games.forms import PlayForm, SitForm
from games.models import Game, Table
from games.refusals import Refused
from games.running import running_games
from games.table import resolve_due


@never_cache
@require_safe
def landing(request: HttpRequest) -> HttpResponse:
    """Play at once, and what makes the site fair."""
    return _landing(request)


def _landing(request: HttpRequest, error: str = "", status: int = 200) -> HttpResponse:
    player = current_player(request)
    typed = request.POST.get("name", "")[: NameField.LONGEST_TYPED]
    context = {
        "name": typed or (player.name if player else ""),
        "target": request.POST.get("target", "121"),
        "running": running_games(player) if player else [],
        "form_error": error,
    }
    return render(request, "landing.html", context, status=status)


@require_POST
def play_computer(request: HttpRequest) -> HttpResponse:
    """Open a table against the computer."""
    return _open(request, computers=1)


@require_POST
def play_friend(request: HttpRequest) -> HttpResponse:
    """Open a table with a link to send."""
    return _open(request, computers=0)


def _open(request: HttpRequest, computers: int) -> HttpResponse:
    form = PlayForm(request.POST)
    if not form.is_valid():
        return _landing(request, _first_error(form), status=422)
    player = take_player(request, form.cleaned_data["name"])
    table = seating.open_table(
        player,
        target=form.cleaned_data["target"],
        computers=computer_players(computers),
    )
    return redirect("table", code=table.code)


@never_cache
@require_safe
def table_page(request: HttpRequest, code: str) -> HttpResponse:
    """The live table for who sits at it, else the way to a free seat."""
    table = get_object_or_404(Table, code=code)
    resolve_due(seating.latest_game(table).pk)
    shot = snapshot.load(code)
    player = current_player(request)
    seat = shot.seat_of(player.pk) if player else None
    if seat is None:
        return _door(request, shot)
    looker = look(shot, seat, request.build_absolute_uri("/").rstrip("/"))
    context = {
        "code": code,
        "socket_path": f"/ws/t/{code}/",
        "regions": board.page_regions(looker),
    }
    return render(request, "table/table.html", context)


def _door(
    request: HttpRequest, shot: snapshot.Snapshot, error: str = "", status: int = 200
) -> HttpResponse:
    if len(shot.seats) >= shot.size:
        return render(request, "table/full.html", {"table_code": shot.code}, status=status)
    player = current_player(request)
    context: dict[str, Any] = {
        "table_code": shot.code,
        "host_name": shot.name(shot.host_seat),
        "settings": settings_of(shot),
        "name": request.POST.get("name", "")[: NameField.LONGEST_TYPED]
        or (player.name if player else ""),
        "form_error": error,
    }
    return render(request, "table/join.html", context, status=status)


@require_POST
def sit(request: HttpRequest, code: str) -> HttpResponse:
    """Take the free seat. A refusal says why at the door."""
    table = get_object_or_404(Table, code=code)
    form = SitForm(request.POST)
    if not form.is_valid():
        return _door(request, snapshot.load(code), _first_error(form), status=422)
    shot = snapshot.load(code)
    if len(shot.seats) >= shot.size and current_player(request) is None:
        # Nobody becomes a player for a seat that is not there.
        return _door(request, shot, status=409)
    player = take_player(request, form.cleaned_data["name"])
    try:
        seating.sit_down(table, player)
    except Refused as refusal:
        messages.error(request, refusal.reason)
    return redirect("table", code=code)


@require_safe
def deals(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Every deal of a finished game, with the seed: for `python -m games.cribbage verify`."""
    game = get_object_or_404(Game.objects.select_related("table"), table__code=code, number=number)
    if game.status != Game.Status.OVER:
        raise Http404(_("This game is not over."))
    response = JsonResponse(reveal.deals(game), json_dumps_params={"indent": 1})
    response["Content-Disposition"] = f'attachment; filename="deals-{code}-{number}.json"'
    return response


def _first_error(form: Any) -> str:
    return str(next(iter(form.errors.values()))[0])
