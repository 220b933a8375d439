"""From which network address a visitor comes: the one place that says so, for pages and sockets.

X-Forwarded-For is what the client says, followed by what each proxy saw. Only as many of the last
entries are believed as there are proxies of ours (TRUSTED_PROXIES); without one, none.
"""

import ipaddress
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.utils.crypto import salted_hmac


def of_request(request: HttpRequest) -> str:
    """The address of who asks for a page; "" when none is known."""
    return _address(
        request.META.get("HTTP_X_FORWARDED_FOR", ""), request.META.get("REMOTE_ADDR", "")
    )


def of_scope(scope: dict[str, Any]) -> str:
    """The address of who opens a socket; "" when none is known."""
    said = [
        value.decode("latin1") for name, value in scope["headers"] if name == b"x-forwarded-for"
    ]
    peer = scope.get("client") or ("", 0)
    return _address(",".join(said), str(peer[0]))


def network_of(address: str) -> str:
    """What is counted as one visitor: an IPv4 address, or the /64 that one IPv6 line has."""
    try:
        known = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(known, ipaddress.IPv6Address):
        if known.ipv4_mapped is not None:
            return str(known.ipv4_mapped)
        return str(ipaddress.ip_network((int(known), 64), strict=False).network_address)
    return str(known)


def hidden(address: str) -> str:
    """The visitor's network as a keyed hash: equal for equal ones, and not to be turned back."""
    return salted_hmac("visitor-address", network_of(address), algorithm="sha256").hexdigest()[:32]


def _address(forwarded: str, peer: str) -> str:
    proxies = settings.TRUSTED_PROXIES
    seen = [part.strip() for part in forwarded.split(",")] if forwarded else []
    # Fewer than our proxies: it did not come through them.
    if proxies and len(seen) >= proxies:
        return _bare(seen[-proxies]) or _bare(peer)
    return _bare(peer)


def _bare(said: str) -> str:
    """An address without port, brackets and zone; "" for what is none."""
    if said.startswith("["):
        said = said[1:].partition("]")[0]
    elif said.count(":") == 1:
        said = said.partition(":")[0]
    try:
        return str(ipaddress.ip_address(said.partition("%")[0]))
    except ValueError:
        return ""
