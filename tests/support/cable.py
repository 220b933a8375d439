"""A cable between a browser and the site that can be cut: nothing comes through, nobody is told."""

from __future__ import annotations

import contextlib
import socket
import threading


class Cable:
    """Carries what comes to `url` to the site's port and back, until it is cut."""

    def __init__(self, port: int) -> None:
        self.to = ("127.0.0.1", port)
        self.whole = threading.Event()
        self.whole.set()
        self.ends: list[socket.socket] = []
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self.listener.getsockname()[1]}/"
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self) -> None:
        """From now on nothing goes through, in lines that are open and in new ones."""
        self.whole.clear()

    def mend(self) -> None:
        """What was held up goes through, and everything after it."""
        self.whole.set()

    def close(self) -> None:
        self.mend()
        for end in (self.listener, *self.ends):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                near, _address = self.listener.accept()
                far = socket.create_connection(self.to)
                self.ends += [near, far]
                for one, other in ((near, far), (far, near)):
                    threading.Thread(target=self._carry, args=(one, other), daemon=True).start()

    def _carry(self, one: socket.socket, other: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := one.recv(65536):
                self.whole.wait()
                other.sendall(data)
            self.whole.wait()
            other.shutdown(socket.SHUT_WR)
