"""The lobby's page, and opening a table there."""

from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.models import Player
from accounts.players import all_or_nothing, current_player, take_player
from cribsite.posts import only_post
from games import tables
from games.forms import OpenForm, first_error
from games.lobby.listing import Filters
from games.lobby.regions import regions
from games.models import Table
from games.refusals import Refused


@never_cache
@require_safe
def lobby(request: HttpRequest) -> HttpResponse:
    """Open tables and running games; the page's socket keeps them fresh."""
    return _lobby(request)


def _lobby(request: HttpRequest, error: str = "", status: int = 200) -> HttpResponse:
    filters = Filters.of(request.GET)
    player = current_player(request)
    query = filters.query()
    context = {
        **regions(filters),
        "filters": filters,
        "socket_path": "/ws/lobby/" + (f"?{query}" if query else ""),
        "name": request.POST.get("name", "") or (player.name if player else ""),
        "form_error": error,
    }
    return render(request, "lobby/lobby.html", context, status=status)


@only_post("lobby")
def open_table(request: HttpRequest) -> HttpResponse:
    """Open a table; its settings can still be changed at the table."""
    form = OpenForm(request.POST)
    if not form.is_valid():
        return _lobby(request, first_error(form), status=422)
    try:
        with all_or_nothing(request):
            table = _open(take_player(request, form.cleaned_data["name"]), form)
    except ValidationError as error:
        return _lobby(request, str(error.message), status=422)
    except Refused as refusal:
        return _lobby(request, refusal.reason, status=409)
    return redirect("table", code=table.code)


def _open(host: Player, form: OpenForm) -> Table:
    joining = form.cleaned_data["joining"]
    if form.cleaned_data["ranked"]:
        return tables.open_ranked([host], size=form.cleaned_data["ranked"], joining=joining)
    return tables.open_table(host, target=form.cleaned_data["target"], joining=joining)
