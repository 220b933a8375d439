"""Who is suspended or banned changes nothing on the site but what is their own."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import Resolver404, resolve

from accounts.players import current_player
from accounts.sanctions.standing import bar_against

# Their account, their answer to the moderators, and the way out stay open; so does telling of
# somebody else. allauth's addresses are the account's.
OPEN = {
    "acknowledge", "appeal", "export", "delete-account", "keep-account", "name", "forget",
    "end-session", "block", "unblock", "read-answers", "unmute", "hide-chat",
    "report-player", "report-table", "quick-stop",
}  # fmt: skip
OPEN_BEGINNINGS = ("account", "mfa_", "admin:")

Answer = Callable[[HttpRequest], HttpResponse]


def barring(get_response: Answer) -> Answer:
    """Middleware: a form that a suspended player sends elsewhere leads to the reason instead."""

    def answer(request: HttpRequest) -> HttpResponse:
        if request.method == "POST" and not _is_open(request.path_info):
            player = current_player(request)
            if player is not None and bar_against(player.pk) is not None:
                return redirect("standing")
        return get_response(request)

    return answer


def _is_open(path: str) -> bool:
    try:
        name = resolve(path).view_name
    except Resolver404:
        return True
    return name in OPEN or name.startswith(OPEN_BEGINNINGS)
