"""The embedded Valkey: a socket, nothing kept on disk."""

from __future__ import annotations

import socket

from cribsite.binaries import Binaries
from cribsite.layout import VALKEY_SOCKET, Layout, bare_environment, own, write_for
from cribsite.processes import Child


def quoted(value: object) -> str:
    """A value as Valkey's configuration takes it, whatever characters it has."""
    text = str(value).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{text}"'


def configure_valkey(layout: Layout) -> None:
    """Write its configuration: a socket, nothing kept on disk."""
    own(layout.valkey, layout.user)
    lines = [
        "port 0",
        f"unixsocket {quoted(layout.sockets / VALKEY_SOCKET)}",
        "unixsocketperm 700",
        f"dir {quoted(layout.valkey)}",
        'save ""',
        "appendonly no",
        "daemonize no",
        "set-proc-title no",
        'logfile ""',
        "loglevel warning",
        "databases 2",
    ]
    write_for(layout.user, layout.valkey / "valkey.conf", "\n".join(lines) + "\n")
    (layout.sockets / VALKEY_SOCKET).unlink(missing_ok=True)


def valkey_answers(layout: Layout) -> bool:
    """Whether it answers a ping."""
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as client:
            client.settimeout(2)
            client.connect(str(layout.sockets / VALKEY_SOCKET))
            client.sendall(b"PING\r\n")
            return client.recv(64).startswith(b"+PONG")
    except OSError:
        return False


def valkey_child(layout: Layout, binaries: Binaries) -> Child:
    """Valkey as a part of an instance."""
    return Child(
        name="valkey",
        data=layout.data,
        command=lambda: [binaries.valkey, layout.valkey / "valkey.conf"],
        env=bare_environment(),
        log=layout.logs / "valkey.log",
        user=layout.user,
        before=lambda: configure_valkey(layout),
        ready=lambda: valkey_answers(layout),
        patience=5.0,
    )
