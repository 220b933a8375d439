"""The address of who asks."""

from django.http import HttpRequest


def address_of(request: HttpRequest) -> str:
    """The client's address, as the server was told it; "" if it was not."""
    return str(request.META.get("REMOTE_ADDR") or "")
