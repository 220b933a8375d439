"""Addresses and devices as keyed digests. Without the site's secret key nobody can try them out."""

import ipaddress

from django.utils.crypto import salted_hmac

# Whoever has a line of their own has as many IPv6 addresses as this leaves.
OWN_NETWORK = 64


def digest(kind: str, value: str) -> str:
    """HMAC-SHA256 with a key derived from SECRET_KEY, as 64 hexadecimal digits."""
    return salted_hmac(f"accounts.traces.{kind}", value, algorithm="sha256").hexdigest()


def public_network(address: str) -> str:
    """What of an address is its owner's; "" for one that is none of the internet's.

    Behind a proxy, or within one network, an address of this machine or of its neighbours says
    nothing of who is there: everybody would share it.
    """
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return ""
    if isinstance(parsed, ipaddress.IPv6Address) and parsed.ipv4_mapped is not None:
        parsed = parsed.ipv4_mapped
    if not parsed.is_global:
        return ""
    length = 32 if parsed.version == 4 else OWN_NETWORK
    return str(ipaddress.ip_network((parsed, length), strict=False))
