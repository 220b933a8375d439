"""Where the site listens, and by which names browsers may call it."""

from __future__ import annotations

import ipaddress
import socket

import psutil

from cribsite.processes import Trouble


def listen(host: str, port: int) -> socket.socket:
    """Take the port and keep it, whatever happens to the server behind it."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    except OSError:
        raise Trouble(f"{host!r} is no address of this machine") from None
    family, kind, protocol, _, where = found[0]
    listener = socket.socket(family, kind, protocol)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind(where)
        listener.listen(256)
    except PermissionError:
        raise Trouble(
            f"port {port} needs more rights; try PORT=8000 or another above 1023"
        ) from None
    except OSError as error:
        if error.errno in (48, 98):  # EADDRINUSE on macOS, on Linux
            raise Trouble(
                f"port {port} on {host} is taken by another program; try: make play PORT={port + 1}"
            ) from None
        raise Trouble(f"can't listen on {host} port {port}: {error.strerror}") from None
    listener.setblocking(False)
    return listener


def is_all(host: str) -> bool:
    """Whether that address means every address of the machine."""
    try:
        return ipaddress.ip_address(host).is_unspecified
    except ValueError:
        return False


def network_addresses() -> list[str]:
    """This machine's IPv4 addresses that others on its network can use."""
    found = []
    for addresses in psutil.net_if_addrs().values():
        for each in addresses:
            if each.family == socket.AF_INET:
                address = ipaddress.ip_address(each.address)
                if not (address.is_loopback or address.is_link_local):
                    found.append(each.address)
    return found


def allowed_hosts(host: str) -> list[str]:
    """The names by which browsers may call the site."""
    names = ["localhost", "127.0.0.1", "[::1]"]
    if is_all(host):
        names += network_addresses()
        own = socket.gethostname().lower()
        names += [own, own.split(".")[0] + ".local"]
    elif ":" in host:
        names.append(f"[{host}]")
    else:
        names.append(host)
    return list(dict.fromkeys(names))


def url(host: str, port: int) -> str:
    """The address to type into a browser on this machine."""
    if is_all(host):
        host = "127.0.0.1"
    return f"http://{f'[{host}]' if ':' in host else host}:{port}/"
