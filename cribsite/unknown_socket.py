"""A socket at an address we do not have: closed with the reason, no traceback in the log."""

from channels.generic.websocket import AsyncWebsocketConsumer


class UnknownSocket(AsyncWebsocketConsumer):
    """Accepts, so that the browser sees the code instead of 1006, and closes with 4404."""

    channel_layer_alias = "none"

    async def connect(self) -> None:
        await self.accept()
        await self.close(4404)
