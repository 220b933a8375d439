"""The server's end of a page's socket: it says JSON, and is forgotten whatever way it ends."""

import json
from contextlib import suppress
from typing import Any

from autobahn.exception import Disconnected
from channels.generic.websocket import AsyncWebsocketConsumer


class Line(AsyncWebsocketConsumer):
    """One browser at one page of ours."""

    # The hub listens to the channel layer for all sockets: none of them depends on it.
    channel_layer_alias = "none"

    closing = False
    """Whether we have closed it: what the page has sent by then is not read any more."""

    async def __call__(self, *arguments: Any) -> None:
        try:
            await super().__call__(*arguments)
        finally:
            # Nobody calls disconnect() after an exception, nor when daphne is tired of waiting.
            self.forget()

    def forget(self) -> None:
        """Nobody needs to keep this page informed any more. Safe to call at any time."""
        raise NotImplementedError

    async def close(self, code: int | bool | None = None, reason: str | None = None) -> None:
        self.closing = True
        await super().close(code, reason)

    async def say(self, frame: dict[str, Any]) -> None:
        """Send a frame, unless either side has begun to close the line."""
        with suppress(Disconnected):
            await self.send(text_data=json.dumps(frame, separators=(",", ":")))
