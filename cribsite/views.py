"""Pages that belong to no part of the game."""

import sys

from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from cribsite.outages import is_outage


@never_cache
@require_safe
def health(request: HttpRequest) -> HttpResponse:
    """Whether this process answers and reaches its database."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    return HttpResponse("ok\n", content_type="text/plain")


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """A request that is none. Django's own page reads the form once more, and fails once more."""
    return HttpResponse(render_to_string("400.html"), status=400)


def server_error(request: HttpRequest) -> HttpResponse:
    """A page that failed: through our fault, or because the database or Valkey was away."""
    if not is_outage(sys.exc_info()[1]):
        return HttpResponse(render_to_string("500.html"), status=500)
    return HttpResponse(render_to_string("503.html"), status=503, headers={"Retry-After": "5"})


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """A form came without its token: say what to do, not how the check works."""
    return render(request, "403_csrf.html", status=403)
