"""HTTP by Django, sockets by Channels. A socket needs an Origin that is one of our hosts."""

import os

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "cribsite.settings")

from django.core.asgi import get_asgi_application

django_application = get_asgi_application()

from channels.routing import ProtocolTypeRouter, URLRouter
from channels.security.websocket import AllowedHostsOriginValidator
from channels.sessions import CookieMiddleware

from cribsite.routing import websocket_urlpatterns
from games import heartbeat

application = ProtocolTypeRouter(
    {
        "http": django_application,
        "websocket": AllowedHostsOriginValidator(
            CookieMiddleware(URLRouter(websocket_urlpatterns))
        ),
    }
)

# This module is loaded by what serves the site, and by nothing else.
heartbeat.start()
