"""The server's end of a page's socket: it says JSON, and is forgotten whatever way it ends."""

import json
from contextlib import suppress
from typing import Any

from autobahn.exception import Disconnected
from channels.generic.websocket import AsyncWebsocketConsumer

from cribsite import visitor_address
from games.open_sockets import door

SESSION_ENDED, NO_TABLE, SUSPENDED, TOO_MUCH, TRY_AGAIN = 4401, 4403, 4410, 4429, 4503


class Line(AsyncWebsocketConsumer):
    """One browser at one page of ours."""

    # The hub listens to the channel layer for all sockets: none of them depends on it.
    channel_layer_alias = "none"

    closing = False
    """Whether we have closed it: what the page has sent by then is not read any more."""

    counted = ""

    async def __call__(self, *arguments: Any) -> None:
        try:
            await super().__call__(*arguments)
        finally:
            # Nobody calls disconnect() after an exception, nor when daphne is tired of waiting.
            self.forget()
            door().release(self.counted)

    async def come_in(self, player_id: int | None) -> bool:
        """Count the open line; with too many already it is closed, and the page told why."""
        counted = await door().admit(visitor_address.of_scope(self.scope), player_id)
        if counted is None:
            await self.close(TOO_MUCH)
            return False
        self.counted = counted
        return True

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
