"""A whole site of a test's own: started, asked, killed in parts, ended."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Mapping, Sequence
from pathlib import Path

import psutil

from cribsite import layout, processes, services

ROOT = Path(__file__).resolve().parents[2]
PARTS = ("daphne", "worker-cpu", "worker-sweep", "beat", "valkey", "postgres")


def wait_until(true, seconds: float = 60.0, what: str = "it"):
    """Wait for something to become true; its value."""
    until = time.monotonic() + seconds
    while True:
        value = true()
        if value:
            return value
        if time.monotonic() > until:
            raise AssertionError(f"{what} did not happen in {seconds:.0f} s")
        time.sleep(0.05)


def new_folder(name: str = "site") -> Path:
    """An empty folder that every user of the machine can reach, for a site's data."""
    top = Path(tempfile.mkdtemp(prefix="cribbage-test-"))
    top.chmod(0o755)
    return top / name


def environment(**more: str) -> dict[str, str]:
    """Ours without what names servers: the site brings its own.

    Robots all come from one address, and open as many sockets as they like.
    """
    left_out = ("DATABASE_URL", "REDIS_URL", "SECRET_KEY", "STATIC_ROOT", "HOST", "ALLOWED_HOSTS")
    kept = {name: value for name, value in os.environ.items() if name not in left_out}
    return {"SOCKETS_A_PLAYER": "0", "SOCKETS_AN_ADDRESS": "0"} | kept | more


class Site:
    """``manage.py play`` on a folder of its own, on a free port."""

    def __init__(self, folder: Path | None = None, *options: str) -> None:
        self.folder = folder or new_folder()
        self.options = options
        self.process: subprocess.Popen[str] | None = None
        self.said = self.folder.parent / f"{self.folder.name}-said.txt"

    def command(self) -> list[str]:
        where = ["--data", str(self.folder), "--port", "0"]
        return [sys.executable, str(ROOT / "manage.py"), "play", *where, *self.options]

    def launch(
        self, command: Sequence[str] | None = None, env: Mapping[str, str] | None = None, **more
    ) -> None:
        """Start it and do not wait."""
        more.setdefault("stdin", subprocess.DEVNULL)
        with self.said.open("w") as output:
            self.process = subprocess.Popen(
                command or self.command(),
                stdout=output,
                stderr=subprocess.STDOUT,
                env=env or environment(),
                text=True,
                start_new_session=True,
                **more,
            )

    def start(self, seconds: float = 240.0, **more) -> Site:
        """Start it and wait until it answers."""
        (self.folder / "address").unlink(missing_ok=True)
        self.launch(**more)
        wait_until(lambda: self.has_address() or self.ended(), seconds, "the start")
        assert self.has_address(), self.output()
        return self

    def start_servers(self, seconds: float = 120.0, **more) -> Site:
        """Start PostgreSQL and Valkey alone, until ``stop``."""
        self.options = (*self.options, "--services-only")
        self.launch(stdin=subprocess.PIPE, **more)
        wait_until(lambda: self.environment() or self.ended(), seconds, "the start")
        assert self.environment(), self.output()
        return self

    def ended(self) -> bool:
        return self.process is None or self.process.poll() is not None

    def has_address(self) -> bool:
        path = self.folder / "address"
        return path.exists() and path.read_text().endswith("\n")

    def output(self) -> str:
        """Everything that it printed."""
        return self.said.read_text() if self.said.exists() else ""

    @property
    def url(self) -> str:
        """The address, with a slash at the end."""
        return (self.folder / "address").read_text().strip()

    def answers(self) -> bool:
        """Whether the health page says ok just now."""
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        try:
            with opener.open(f"{self.url}health/", timeout=5) as reply:
                return reply.status == 200
        except OSError:
            return False

    def pid(self, name: str) -> int | None:
        """The pid of a part, None while it is not there."""
        try:
            return int((self.folder / "pids" / f"{name}.pid").read_text())
        except (OSError, ValueError):
            return None

    def kill(self, name: str, number: int = signal.SIGKILL) -> int:
        """Kill one part; the pid that it had."""
        pid = self.pid(name)
        assert pid is not None
        os.kill(pid, number)
        return pid

    def wait_for_another(self, name: str, old: int, seconds: float = 60.0) -> int:
        """Wait until a killed part has been started again; its new pid."""

        def another() -> int | None:
            pid = self.pid(name)
            return pid if pid not in (None, old) and processes.birth(pid) else None

        return wait_until(another, seconds, f"the new start of {name}")

    def environment(self) -> dict[str, str]:
        """DATABASE_URL, REDIS_URL and SECRET_KEY of the running site."""
        return services.published(self.folder)

    def processes(self) -> list[psutil.Process]:
        """All that belongs to it, but for the supervisor."""
        homes = [self.folder, layout.PRIVATE / layout.short_hash(self.folder)]
        found = {}
        for home in homes:
            for each in processes.marked(self.folder, home / "postgres"):
                found[each.pid] = each
        return list(found.values())

    def stop(self, number: int = signal.SIGTERM, seconds: float = 90.0) -> int:
        """Ask it to end; its status."""
        assert self.process is not None
        if self.process.poll() is None:
            self.process.send_signal(number)
        status = self.process.wait(seconds)
        if self.process.stdin is not None:
            self.process.stdin.close()
        return status

    def remove(self) -> None:
        """End it, whatever state it is in, and remove its folders."""
        if self.process is not None and self.process.poll() is None:
            try:
                self.stop()
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        if self.process is not None and self.process.stdin is not None:
            self.process.stdin.close()
        processes.end(self.processes(), signal.SIGKILL, 5)
        shutil.rmtree(self.folder, ignore_errors=True)
        shutil.rmtree(layout.PRIVATE / layout.short_hash(self.folder), ignore_errors=True)
        self.said.unlink(missing_ok=True)
        if self.folder.parent.name.startswith("cribbage-test-"):
            shutil.rmtree(self.folder.parent, ignore_errors=True)

    def __enter__(self) -> Site:
        return self

    def __exit__(self, *failure: object) -> None:
        self.remove()
