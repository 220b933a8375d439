"""The parts of the site that run its own code: daphne, two workers, beat."""

from __future__ import annotations

import socket
import sys
from collections.abc import Sequence
from pathlib import Path

from cribsite.layout import BASE, Layout
from cribsite.processes import Child

FRAME_LIMIT = 16384  # bytes of one frame from a browser
# daphne holds what it sends to this limit too, and drops what is longer: a whole board with its
# log and chat, or a full lobby, must fit. What a browser sends has a limit of its own in
# games/frames.py.
MESSAGE_LIMIT = 1024 * 1024


def site_children(layout: Layout, listener: socket.socket, env: dict[str, str]) -> list[Child]:
    """daphne, the workers and beat, in the order of their start."""
    python = sys.executable
    celery = [python, "-m", "celery", "-A", "cribsite"]
    worker = [*celery, "worker", "--loglevel", "WARNING", "--without-gossip", "--without-mingle"]
    schedule = layout.data / "beat" / "schedule"

    def fresh_schedule() -> None:
        schedule.parent.mkdir(mode=0o700, exist_ok=True)
        # a killed beat can leave it half written; it holds nothing that the next beat needs
        for old in schedule.parent.glob("schedule*"):
            old.unlink()

    def child(name: str, command: Sequence[str | Path], **more: object) -> Child:
        return Child(
            name=name,
            data=layout.data,
            command=lambda: command,
            env=env,
            log=layout.logs / f"{name}.log",
            cwd=BASE,
            **more,  # type: ignore[arg-type]
        )

    daphne = [python, "-m", "daphne", "-v", "0", "--fd", str(listener.fileno())]
    daphne += ["--websocket-max-message-size", str(MESSAGE_LIMIT)]
    daphne += ["--websocket-max-frame-size", str(FRAME_LIMIT)]
    daphne += ["--ping-interval", "10", "--ping-timeout", "15", "--no-server-name"]
    return [
        child("daphne", [*daphne, "cribsite.asgi:application"], pass_fds=(listener.fileno(),)),
        child(
            "worker-cpu",
            [*worker, "--queues", "cpu,celery", "--concurrency", "2", "-n", "cpu@%h"],
        ),
        child(
            "worker-sweep",
            [*worker, "--queues", "sweep", "--pool", "solo", "-n", "sweep@%h"],
        ),
        child(
            "beat",
            [*celery, "beat", "--loglevel", "WARNING", "--pidfile=", "--schedule", schedule],
            before=fresh_schedule,
        ),
    ]
