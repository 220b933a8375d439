"""Pages of ratings: a player's history, two players against each other, the leaderboards."""

import re

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.models import Player
from accounts.players import current_player
from ratings import history, leaderboards, meetings
from ratings.career import career
from ratings.models import Mode, Rating
from ratings.pages import Pages
from ratings.uncertainty import shown

PAGE_NUMBER = re.compile(r"[0-9]{1,6}")


def asked_page(request: HttpRequest) -> int:
    """The page asked for, from 1; the first for anything that is no page's number."""
    asked = request.GET.get("page", "1")
    return max(1, int(asked)) if PAGE_NUMBER.fullmatch(asked) else 1


def person(pk: int) -> Player:
    """Somebody who may have a rating: a CPU never has."""
    return get_object_or_404(Player.objects.exclude(kind=Player.Kind.CPU), pk=pk)


def mode_of(number: int) -> Mode:
    if number not in Mode.values:
        raise Http404
    return Mode(number)


@never_cache
@require_safe
def rating_history(request: HttpRequest, pk: int, mode: int) -> HttpResponse:
    """One rating of a player, and every game behind it, fifty a page."""
    kind, player = mode_of(mode), person(pk)
    row = Rating.objects.filter(player=player, mode=mode).first()
    page = asked_page(request)
    own = player == current_player(request)
    context = {"shown": player, "own": own, "mode": kind, "modes": Mode, "row": row}
    if row is not None:
        found = history.entries(player, mode)
        pages = Pages(page, history.PAGE, found.count())
        context |= {
            "rating": shown(row.value, row.games),
            "pages": pages,
            "lines": history.lines(found, player, pages),
        }
        if page == 1:
            met = list(meetings.opponents(player, mode)[: meetings.MOST_MET + 1])
            context |= {
                "career": career(player, row),
                "lost_run": max(0, -row.streak),
                "met": met[: meetings.MOST_MET],
                "more_met": len(met) > meetings.MOST_MET,
            }
    return render(request, "ratings/history.html", context)


@never_cache
@require_safe
def opponents(request: HttpRequest, pk: int, mode: int) -> HttpResponse:
    """Everybody the player has met in one kind of play."""
    kind, player = mode_of(mode), person(pk)
    found = meetings.opponents(player, mode)
    pages = Pages(asked_page(request), meetings.PAGE, found.count())
    context = {
        "shown": player,
        "own": player == current_player(request),
        "mode": kind,
        "met": list(found[pages.start : pages.end]),
        "pages": pages,
    }
    return render(request, "ratings/opponents.html", context)


@never_cache
@require_safe
def against(request: HttpRequest, pk: int, other: int) -> HttpResponse:
    """The ranked games of two players against each other."""
    if pk == other:
        raise Http404
    player, opponent = person(pk), person(other)
    found = history.games_between(player, opponent)
    pages = Pages(asked_page(request), history.PAGE, found.count())
    context = {
        "shown": player,
        "opponent": opponent,
        "records": meetings.between_two(player, opponent),
        "pages": pages,
        "lines": history.lines(found, player, pages, opponent),
    }
    return render(request, "ratings/against.html", context)


@never_cache
@require_safe
def leaderboard(request: HttpRequest, mode: int) -> HttpResponse:
    """The best players of one kind of play, fifty a page, and one's own place."""
    kind, player, now = mode_of(mode), current_player(request), timezone.now()
    page = asked_page(request)
    places, total = leaderboards.places(mode, page, now)
    account = player is not None and player.kind == Player.Kind.ACCOUNT
    context = {
        "mode": kind,
        "modes": Mode,
        "places": places,
        "pages": Pages(page, leaderboards.PAGE, total),
        "account": account,
        "own": leaderboards.own_place(mode, player, now) if player and account else None,
        "games": leaderboards.GAMES,
        "opponents": leaderboards.OPPONENTS,
        "days": leaderboards.RECENT.days,
    }
    return render(request, "ratings/leaderboard.html", context)
