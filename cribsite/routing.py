"""Sockets of the site."""

from typing import Any

from django.urls import re_path

from cribsite.unknown_socket import UnknownSocket
from games.consumers import TableConsumer
from games.lobby.consumer import LobbyConsumer
from games.pairing.consumer import QueueConsumer

websocket_urlpatterns: list[Any] = [
    re_path(r"^ws/t/(?P<code>[A-Za-z0-9_-]{1,32})/$", TableConsumer.as_asgi()),
    re_path(r"^ws/lobby/$", LobbyConsumer.as_asgi()),
    re_path(r"^ws/ranked/$", QueueConsumer.as_asgi()),
    re_path(r"", UnknownSocket.as_asgi()),
]
