"""A mail server that takes the call and never answers holds nobody up."""

import socket
import threading
import time

import pytest
from django.conf import settings as ours

from accounts import letters

pytestmark = pytest.mark.django_db


@pytest.fixture
def silent_server():
    """Accepts, and says nothing; its port."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        held = []

        def accept():
            while True:
                try:
                    held.append(server.accept()[0])
                except OSError:
                    return

        threading.Thread(target=accept, daemon=True).start()
        yield server.getsockname()[1]
        for each in held:
            each.close()


def test_a_mail_is_given_up_and_what_it_tells_of_is_done(settings, silent_server, caplog):
    assert 0 < ours.EMAIL_TIMEOUT <= 10
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", silent_server
    settings.EMAIL_TIMEOUT = 0.3
    start = time.monotonic()
    letters._send("ann@example.org", "departure_done", {})
    assert time.monotonic() - start < 60
    assert "was not sent" in caplog.text
    assert "ann@example.org" not in caplog.text
