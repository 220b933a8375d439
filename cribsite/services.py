"""The embedded PostgreSQL and Valkey together: started, found by other commands, cleaned up."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import psutil

from cribsite import processes
from cribsite.binaries import find
from cribsite.layout import PRIVATE, Layout, default_data, lay_out, secret_key, take, write_for
from cribsite.postgres import (
    clear_postgres,
    is_postgres,
    is_postmaster,
    make_database,
    postgres_child,
)
from cribsite.processes import Child, Trouble
from cribsite.valkey import valkey_child

START_LIMIT = 90.0  # seconds


def clean_up(layout: Layout) -> int:
    """End whatever a killed instance of this folder has left; how many processes that were.

    Only for the holder of the lock. A process that merely has a noted pid is left alone.
    Trouble when something does not end.
    """
    ended: set[int] = set()
    # Again after the first time: something may just have been starting when it was looked for.
    while left := [each for each in left_behind(layout) if each.pid not in ended]:
        servers = [each for each in left if is_postmaster(each)]
        others = [each for each in left if each not in servers and not is_postgres(each)]
        stayed = processes.end(others, signal.SIGKILL, 5)
        # At once, without a checkpoint, which takes long on a busy disk: it was killed, so the
        # next start goes through its log in any case.
        stayed += processes.end(servers, signal.SIGQUIT, 10)
        stayed += clear_postgres(layout)
        if stayed:
            pids = ", ".join(str(each.pid) for each in stayed)
            raise Trouble(f"what a killed start left does not end (pid {pids}): is the disk busy?")
        ended.update(each.pid for each in left)
    for note in [*layout.pids.glob("*.pid"), *layout.pids.glob("*.birth")]:
        note.unlink(missing_ok=True)
    (layout.data / "environment").unlink(missing_ok=True)
    (layout.data / "address").unlink(missing_ok=True)
    return len(ended)


def left_behind(layout: Layout) -> list[psutil.Process]:
    """The processes of an instance of this folder whose supervisor is gone."""
    left = {each.pid: each for each in processes.marked(layout.data, layout.postgres)}
    for pid in processes.noted(layout.pids).values():
        try:
            left.setdefault(pid, psutil.Process(pid))
        except psutil.NoSuchProcess:
            pass
    return list(left.values())


def wait_ready(child: Child, limit: float = START_LIMIT) -> None:
    """Wait until a just started part answers; Trouble, with the end of its log, when it fails."""
    until = time.monotonic() + limit
    while child.running() and time.monotonic() < until:
        if child.ready():
            return
        time.sleep(0.02)
    said = child.log.read_text(errors="replace").strip().splitlines() if child.log.exists() else []
    last = said[-1] if said else "it said nothing"
    raise Trouble(f"{child.name} did not start: {last} (see {child.log})")


def embedded(layout: Layout, *, durable: bool, env: Mapping[str, str]) -> list[Child]:
    """The servers that the environment does not name already, in the order of their start."""
    wanted: list[Child] = []
    if env.get("DATABASE_URL") and env.get("REDIS_URL"):
        return wanted
    binaries = find(layout.user, PRIVATE if os.geteuid() == 0 else layout.data)
    if not env.get("DATABASE_URL"):
        wanted.append(postgres_child(layout, binaries, durable=durable))
    if not env.get("REDIS_URL"):
        wanted.append(valkey_child(layout, binaries))
    return wanted


def start(layout: Layout, children: list[Child]) -> None:
    """Start servers and wait until all of them answer."""
    for child in children:
        child.start(layout.pids)
    for child in children:
        wait_ready(child)
        if child.name == "postgres":
            make_database(layout)


def addresses(layout: Layout, env: Mapping[str, str]) -> dict[str, str]:
    """What Django's settings need: the servers, the secret key, a folder for collected files."""
    static = layout.data / "static"
    static.mkdir(exist_ok=True)
    return {
        "STATIC_ROOT": env.get("STATIC_ROOT") or str(static),
        "DATABASE_URL": env.get("DATABASE_URL") or layout.database_url,
        "REDIS_URL": env.get("REDIS_URL") or layout.redis_url,
        "SECRET_KEY": env.get("SECRET_KEY") or secret_key(layout.data),
    }


def publish(layout: Layout, found: Mapping[str, str]) -> None:
    """Note the addresses for other commands of the same user."""
    path = layout.data / "environment"
    text = "".join(f"{name}={value}\n" for name, value in found.items())
    write_for(processes.me(), path, text)


def published(data: Path) -> dict[str, str]:
    """The addresses of the instance that runs in this folder; empty while there are none."""
    try:
        lines = (data / "environment").read_text().splitlines()
    except OSError:
        return {}
    return dict(line.split("=", 1) for line in lines if "=" in line)


@contextmanager
def for_command(data: Path | None = None) -> Iterator[None]:
    """Give a command its servers: the environment's, those that run, or its own while it runs."""
    env = os.environ
    if env.get("DATABASE_URL") and env.get("REDIS_URL"):
        if not env.get("SECRET_KEY"):
            env["SECRET_KEY"] = secret_key(lay_out(data or default_data()).data)
        yield
        return
    data = Path(os.path.abspath(data or default_data()))
    lock = None
    until = time.monotonic() + START_LIMIT
    while True:
        running = published(data)
        try:
            lock = take(data)
            break
        except Trouble:
            if running:
                env.update({name: value for name, value in running.items() if not env.get(name)})
                yield
                return
            if time.monotonic() > until or not (data / "lock").exists():
                raise
            time.sleep(0.1)
    layout = lay_out(data)
    children: list[Child] = []
    try:
        clean_up(layout)
        children = embedded(layout, durable=True, env=env)
        start(layout, children)
        env.update(addresses(layout, env))
        yield
    finally:
        for child in reversed(children):
            child.ask_to_stop()
            child.stop(layout.pids)
        lock.close()
