"""Everything that a running site says to its Valkey, as the server itself reports it."""

from __future__ import annotations

import base64
import codecs
import json
import re
import socket
import threading
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import unquote, urlsplit

import msgpack

ARGUMENT = re.compile(rb'"((?:[^"\\]|\\.)*)"')


@dataclass
class Heard:
    """Commands with their arguments, decoded as far as anything in them is encoded."""

    commands: list[list[bytes]] = field(default_factory=list)

    def named(self, *names: str) -> list[list[bytes]]:
        wanted = [name.lower().encode() for name in names]
        return [command for command in self.commands if command[0].lower() in wanted]

    @property
    def messages(self) -> list[Any]:
        """What went through the channel layer. (Celery's workers publish heartbeats as well.)"""
        return [
            msgpack.unpackb(command[2])
            for command in self.named("publish")
            if command[1].startswith(b"asgi")
        ]

    @property
    def tasks(self) -> list[tuple[dict[str, Any], Any]]:
        """What was put into the queues: the headers of each task, and its body."""
        sent = [json.loads(command[2]) for command in self.named("lpush")]
        return [(each["headers"], json.loads(base64.b64decode(each["body"]))) for each in sent]

    @property
    def texts(self) -> list[str]:
        """Every argument of every command, and once more without base64 where it is a task."""
        texts = []
        for command in self.commands:
            for argument in command:
                texts.append(argument.decode("latin1"))
                for body in re.findall(rb'"body": ?"([A-Za-z0-9+/=]+)"', argument):
                    texts[-1] = texts[-1].replace(body.decode(), "")
                    texts.append(base64.b64decode(body).decode("latin1"))
        return texts


class Listener:
    """MONITOR on a line of its own while the block runs."""

    def __init__(self, redis_url: str) -> None:
        self.path = unquote(urlsplit(redis_url).path)
        self.heard = Heard()

    def __enter__(self) -> Heard:
        self.line = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.line.settimeout(60)
        self.line.connect(self.path)
        self.line.sendall(b"MONITOR\r\n")
        self.file = self.line.makefile("rb")
        assert self.file.readline() == b"+OK\r\n"
        self.thread = threading.Thread(target=self._listen, daemon=True)
        self.thread.start()
        return self.heard

    def _listen(self) -> None:
        try:
            for line in self.file:
                arguments = [codecs.escape_decode(one)[0] for one in ARGUMENT.findall(line)]
                if arguments:
                    self.heard.commands.append(arguments)
        except (OSError, ValueError):
            pass

    def __exit__(self, *failure: object) -> None:
        self.line.shutdown(socket.SHUT_RDWR)
        self.thread.join(10)
        self.file.close()
        self.line.close()
