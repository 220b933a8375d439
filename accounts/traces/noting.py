"""Noting where an account is used: at its log-in, and once a day when it is at a table."""

import re
import secrets
from collections.abc import Callable
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from accounts.models import Player
from accounts.players import current_player
from accounts.traces.digests import digest, public_network
from accounts.traces.models import Trace
from cribsite.visitor_address import of_request

COOKIE = "device"
COOKIE_AGE = timedelta(days=400)
# What we have set; anything else is none of ours.
DEVICE = re.compile(r"[0-9a-f]{32}")
NOTED_ON = "traced"
KEPT = timedelta(days=90)
PURGE_AT_ONCE = 5000

Answer = Callable[[HttpRequest], HttpResponse]


def note_log_in(sender: Any, request: HttpRequest, **kwargs: Any) -> None:
    """The log-in of an account, after `joining.adopt`: its device gets its cookie."""
    device = _device_of(request)
    if not device:
        device = secrets.token_hex(16)
        request._new_device = device  # type: ignore[attr-defined]
    _note(request, device)


def tracing(get_response: Answer) -> Answer:
    """Middleware: sets the cookie of a log-in; notes an account that is at a table once a day."""

    def answer(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        match = request.resolver_match
        if match is not None and match.view_name == "table" and _is_due(request):
            _note(request, _device_of(request))
        device = getattr(request, "_new_device", None)
        if device is not None:
            response.set_cookie(
                COOKIE,
                device,
                max_age=COOKIE_AGE,
                httponly=True,
                secure=settings.SESSION_COOKIE_SECURE,
                samesite="Lax",
            )
        return response

    return answer


def purge() -> None:
    """Forget what was not seen again for ninety days."""
    old = Trace.objects.filter(last_at__lt=timezone.now() - KEPT).order_by("last_at")
    Trace.objects.filter(pk__in=list(old.values_list("pk", flat=True)[:PURGE_AT_ONCE])).delete()


def _is_due(request: HttpRequest) -> bool:
    return request.user.is_authenticated and request.session.get(NOTED_ON) != _today()


def _today() -> str:
    return timezone.now().date().isoformat()


def _device_of(request: HttpRequest) -> str:
    device = request.COOKIES.get(COOKIE, "")
    return device if DEVICE.fullmatch(device) else ""


def _note(request: HttpRequest, device: str) -> None:
    player = current_player(request)
    if player is None or player.kind != Player.Kind.ACCOUNT:
        return
    found = {
        Trace.Kind.ADDRESS: public_network(of_request(request)),
        Trace.Kind.DEVICE: device,
    }
    now = timezone.now()
    with transaction.atomic():
        Trace.objects.bulk_create(
            [
                Trace(
                    player=player,
                    kind=kind,
                    digest=digest(kind, value),
                    first_at=now,
                    last_at=now,
                )
                for kind, value in found.items()
                if value
            ],
            update_conflicts=True,
            unique_fields=["digest", "kind", "player"],
            update_fields=["last_at"],
        )
    request.session[NOTED_ON] = _today()
