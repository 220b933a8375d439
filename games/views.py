"""Pages of the table: the way in, the table itself, and its deals once they are revealed."""

from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.models import Player
from accounts.names import NameField
from accounts.players import all_or_nothing, computer_players, current_player, take_player
from accounts.verified import has_verified_email
from cribsite.posts import only_post
from games import reveal, seating, tables
from games.board import render as board
from games.board import snapshot
from games.board.regions import look
from games.forms import PlayForm, SitForm, first_error
from games.histories import unfinished
from games.models import Game, Table
from games.refusals import Refused
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
        "running": unfinished(player) if player else [],
        "form_error": error,
    }
    return render(request, "landing.html", context, status=status)


@only_post("landing")
def play_computer(request: HttpRequest) -> HttpResponse:
    """Open a table against the computer."""
    return _open(request, computers=1)


@only_post("landing")
def play_friend(request: HttpRequest) -> HttpResponse:
    """Open a table with a link to send."""
    return _open(request, computers=0)


def _open(request: HttpRequest, computers: int) -> HttpResponse:
    form = PlayForm(request.POST)
    if not form.is_valid():
        return _landing(request, first_error(form), status=422)
    try:
        player = take_player(request, form.cleaned_data["name"])
    except ValidationError as error:
        return _landing(request, str(error.message), status=422)
    table = tables.open_table(
        player,
        target=form.cleaned_data["target"],
        computers=computer_players(computers),
    )
    return redirect("table", code=table.code)


@never_cache
@require_safe
def table_page(request: HttpRequest, code: str) -> HttpResponse:
    """The live table: from the seat for who sits there, else looking on."""
    table = get_object_or_404(Table, code=code)
    resolve_due(tables.latest_game(table).pk)
    return _table(request, code)


def _table(request: HttpRequest, code: str, error: str = "", status: int = 200) -> HttpResponse:
    player = current_player(request)
    origin = request.build_absolute_uri("/").rstrip("/")
    player_id = player.pk if player else None
    looker = look(snapshot.load(code, looker=player_id), player_id, origin)
    typed = request.POST.get("name", "")[: NameField.LONGEST_TYPED]
    ranked, seated = looker.table.ranked is not None, looker.seat is not None
    context = {
        "code": code,
        "socket_path": f"/ws/t/{code}/",
        "regions": board.page_regions(looker),
        "seated": seated,
        "ranked": ranked,
        "needs": _needs_for_ranked(player) if ranked and not seated else "",
        "name": typed or (player.name if player else ""),
        "form_error": error,
    }
    return render(request, "table/table.html", context, status=status)


def _needs_for_ranked(player: Player | None) -> str:
    """What somebody must have first to sit at a ranked table; "" when it is there."""
    if player is None or player.kind != Player.Kind.ACCOUNT:
        return "account"
    return "" if has_verified_email(player) else "email"


@only_post("table")
def sit(request: HttpRequest, code: str) -> HttpResponse:
    """Take a free seat. A refusal says why, at the table."""
    table = get_object_or_404(Table, code=code)
    form = SitForm(request.POST)
    if not form.is_valid():
        return _table(request, code, first_error(form), status=422)
    try:
        with all_or_nothing(request):
            known = current_player(request)
            if known is not None:
                seating.lock_for_new_name(table, known)
            player = take_player(request, form.cleaned_data["name"])
            seating.sit_down(table, player, form.cleaned_data["chair"])
    except ValidationError as error:
        return _table(request, code, str(error.message), status=422)
    except Refused as refusal:
        return _table(request, code, refusal.reason, status=409)
    return redirect("table", code=code)


@never_cache
@require_safe
def game_page(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """How one game at a table ended. The game that its table still shows is seen there."""
    player = current_player(request)
    origin = request.build_absolute_uri("/").rstrip("/")
    try:
        shown = snapshot.load(code)
        if shown.game_number == number:
            return redirect("table", code=code)
        ended = snapshot.load(code, number)
    except (Table.DoesNotExist, Game.DoesNotExist):
        raise Http404(_("There is no such game, or it is not over.")) from None
    looker = look(ended, player.pk if player else None, origin)
    context = {
        "code": code,
        "number": number,
        "ended_at": Game.objects.values_list("ended_at", flat=True).get(pk=ended.game_id),
        "regions": board.page_regions(looker),
    }
    return render(request, "table/game.html", context)


@require_safe
def deals(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Every deal of a finished game, with the seed: for `python -m games.cribbage verify`."""
    game = get_object_or_404(Game.objects.select_related("table"), table__code=code, number=number)
    try:
        revealed = reveal.deals(game)
    except ValueError:
        raise Http404(_("This game is not over.")) from None
    response = JsonResponse(revealed, json_dumps_params={"indent": 1})
    response["Content-Disposition"] = f'attachment; filename="deals-{code}-{number}.json"'
    return response
