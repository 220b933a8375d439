"""The peer: a bare Channels application that sends what it gets to both sockets of a table.

The same sockets, the same channel layer, frames of the same size, nothing else.
"""

import os

from channels.generic.websocket import AsyncWebsocketConsumer
from channels.routing import ProtocolTypeRouter, URLRouter
from django.urls import re_path

PAYLOAD = "x" * int(os.environ.get("ECHO_BYTES", "1000"))


class Echo(AsyncWebsocketConsumer):
    """Every message goes to the table's group with a payload behind it."""

    async def connect(self) -> None:
        self.group = "echo-" + self.scope["url_route"]["kwargs"]["code"]
        await self.accept()
        await self.channel_layer.group_add(self.group, self.channel_name)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        await self.channel_layer.group_send(
            self.group, {"type": "said", "number": text_data or "", "payload": PAYLOAD}
        )

    async def said(self, event: dict[str, str]) -> None:
        await self.send(text_data=event["number"] + "\n" + event["payload"])


application = ProtocolTypeRouter(
    {"websocket": URLRouter([re_path(r"^ws/t/(?P<code>[^/]+)/$", Echo.as_asgi())])}
)
