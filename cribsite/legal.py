"""The pages that say what the site keeps, what it asks of people, and whom to write to."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe


def _page(request: HttpRequest, template: str) -> HttpResponse:
    context = {"contact": settings.CONTACT_EMAIL, "minimum_age": settings.MINIMUM_AGE}
    return render(request, template, context)


@require_safe
def terms(request: HttpRequest) -> HttpResponse:
    """What people may and may not do here."""
    return _page(request, "site/terms.html")


@require_safe
def privacy(request: HttpRequest) -> HttpResponse:
    """What is kept of whom, why, and for how long."""
    return _page(request, "site/privacy.html")


@require_safe
def contact(request: HttpRequest) -> HttpResponse:
    """Whom to write to."""
    return _page(request, "site/contact.html")
