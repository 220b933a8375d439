"""``manage.py play``: the whole site on one machine, and nothing left of it afterwards.

PostgreSQL and Valkey (where the environment names none), the migrations, daphne, two Celery
workers and beat.  What dies is started again; INT, TERM and HUP stop all of it in order, and so
does the end of `make` when make started it.  Status 0 after a stop, 2 with one line when something
is in the way.
"""

from __future__ import annotations

import argparse
import ipaddress
import os
import select
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

from cribsite import processes, services
from cribsite.address import allowed_hosts, is_all, listen, network_addresses, url
from cribsite.layout import BASE, Layout, default_data, lay_out, take
from cribsite.parts import site_children
from cribsite.processes import Child, Trouble

ANSWER_LIMIT = 180.0  # seconds for the first answer of /health/
QUICK_DEATHS = 3  # of a part before the site has answered once: give up and show its log
TICK = 0.25  # seconds


def say(line: str) -> None:
    """Print a line; a closed terminal is no reason to fail."""
    try:
        print(line, flush=True)
    except (BrokenPipeError, OSError):
        pass


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of ``manage.py play``."""
    parser.add_argument(
        "--host",
        default=address_in_environment(),
        help="address to listen on (127.0.0.1; 0.0.0.0: all, for phones on the same network)",
    )
    parser.add_argument(
        "--port", type=port_number, default=8000, help="port to listen on (8000; 0: a free one)"
    )
    parser.add_argument(
        "--data", type=Path, default=None, help="folder to keep everything in (var)"
    )
    parser.add_argument(
        "--services-only",
        action="store_true",
        help="only PostgreSQL and Valkey, until standard input closes; prints their addresses",
    )
    parser.add_argument(
        "--stop-with-parent", action="store_true", help="stop when the starting process has ended"
    )


def address_in_environment() -> str:
    """HOST from the environment where it is an address (some shells set it to a name)."""
    host = os.environ.get("HOST", "")
    try:
        return str(ipaddress.ip_address(host))
    except ValueError:
        return "127.0.0.1"


def port_number(text: str) -> int:
    """A port, 0 to 65535."""
    if not text.isdecimal() or int(text) > 65535:
        raise argparse.ArgumentTypeError(f"{text!r} is no port (0 to 65535)")
    return int(text)


class Stopping(Exception):  # noqa: N818
    """A signal asked for the end while something was being waited for."""


class Instance:
    """One running site: its folder, its parts, its end."""

    def __init__(self, data: Path, *, stop_with_parent: bool = False) -> None:
        self.data = Path(os.path.abspath(data))
        self.parent = os.getppid() if stop_with_parent else None
        self.signals = 0
        self.children: list[Child] = []
        self.wake, self.waker = os.pipe()
        for end in (self.wake, self.waker):
            os.set_blocking(end, False)
        self.lock = take(self.data)
        self.layout = lay_out(self.data)

    def asked_to_stop(self) -> bool:
        """Whether a signal came, or the process that started us is gone."""
        return self.signals > 0 or (self.parent is not None and os.getppid() != self.parent)

    def on_signal(self, number: int, frame: FrameType | None) -> None:
        self.signals += 1

    @contextmanager
    def signals_heard(self) -> Iterator[None]:
        """Take INT, TERM, HUP and the end of children; put everything back at the end."""
        numbers = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
        before = {number: signal.signal(number, self.on_signal) for number in numbers}
        before[signal.SIGCHLD] = signal.signal(signal.SIGCHLD, lambda number, frame: None)
        wakeup = signal.set_wakeup_fd(self.waker, warn_on_full_buffer=False)
        try:
            yield
        finally:
            signal.set_wakeup_fd(wakeup)
            for number, handler in before.items():
                signal.signal(number, handler)

    def rest(self, seconds: float, *also: int) -> list[int]:
        """Sleep until the time is over, a signal comes or one of ``also`` can be read."""
        ready, _, _ = select.select([self.wake, *also], [], [], seconds)
        if self.wake in ready:
            try:
                while os.read(self.wake, 512):
                    pass
            except BlockingIOError:
                pass
        return [each for each in ready if each in also]

    def fresh_logs(self) -> None:
        """Each start begins its logs anew and keeps those of the start before."""
        for log in self.layout.logs.glob("*.log"):
            if log.name != "install.log":
                log.replace(log.with_suffix(".log.1"))

    def clean_up(self) -> None:
        """End what a killed start of this folder has left."""
        left = services.clean_up(self.layout)
        if left:
            say(f"Ended {left} processes of a start that was killed")

    def start_services(self, *, durable: bool = True) -> dict[str, str]:
        """Start the servers; the environment for everything that uses them."""
        wanted = services.embedded(self.layout, durable=durable, env=os.environ)
        self.children += wanted
        services.start(self.layout, wanted)
        found = services.addresses(self.layout, os.environ)
        services.publish(self.layout, found)
        return found

    def watch(self) -> list[str]:
        """Look after every part once; the names of those that died."""
        died = []
        for child in self.children:
            line = child.watch(self.layout.pids)
            if line:
                died.append(child.name)
                say(line)
        return died

    def stop(self) -> None:
        """End all parts: daphne, workers, beat, Valkey, PostgreSQL."""
        already = self.signals
        last = {"valkey": 1, "postgres": 2}
        workers = [each for each in self.children if each.name.startswith("worker")]
        for child in sorted(self.children, key=lambda each: last.get(each.name, 0)):
            if child in workers:
                for each in workers:  # they finish what they do at the same time
                    each.ask_to_stop()
                workers = []
            elif not child.name.startswith("worker"):
                child.ask_to_stop()
            child.stop(self.layout.pids, hurry=lambda: self.signals > already)
        left = processes.marked(self.layout.data, self.layout.postgres)
        processes.end(left, signal.SIGKILL, 2)
        for name in ("environment", "address"):
            (self.data / name).unlink(missing_ok=True)

    def close(self) -> None:
        """Let go of the folder."""
        self.lock.close()
        os.close(self.wake)
        os.close(self.waker)


def migrate(env: dict[str, str], layout: Layout) -> None:
    """Bring the database up to date; Trouble with the last line of what went wrong."""
    log = layout.logs / "migrate.log"
    command = [sys.executable, str(BASE / "manage.py"), "migrate", "--noinput"]
    with log.open("wb") as output:
        done = subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            env={**env, processes.MARK: str(layout.data)},
            cwd=BASE,
            start_new_session=True,
        )
    if done.returncode != 0:
        said = log.read_text(errors="replace").strip().splitlines() or ["it said nothing"]
        raise Trouble(f"the database could not be brought up to date: {said[-1]} (see {log})")


def answers(address: str) -> bool:
    """Whether the site's health page says ok."""
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with opener.open(address + "health/", timeout=5) as reply:
            return bool(reply.status == 200)
    except (OSError, urllib.error.URLError):
        return False


def wait_for_answer(instance: Instance, address: str) -> None:
    """Wait for the first answer; Trouble when a part keeps dying or none comes in time."""
    until = time.monotonic() + ANSWER_LIMIT
    deaths: dict[str, int] = {}
    while not answers(address):
        for name in instance.watch():
            deaths[name] = deaths.get(name, 0) + 1
            if deaths[name] >= QUICK_DEATHS:
                log = instance.layout.logs / f"{name}.log"
                said = log.read_text(errors="replace").strip().splitlines() or ["nothing"]
                raise Trouble(f"{name} does not stay up: {said[-1]} (see {log})")
        if instance.asked_to_stop():
            raise Stopping
        if time.monotonic() > until:
            raise Trouble(
                f"the site did not answer in {ANSWER_LIMIT:.0f} s: see {instance.layout.logs}"
            )
        instance.rest(0.1)


def play(instance: Instance, host: str, port: int) -> None:
    """Bring the site up and look after it until it is asked to stop."""
    instance.clean_up()
    instance.fresh_logs()
    with listen(host, port) as listener:
        port = listener.getsockname()[1]
        address = url(host, port)
        say("Starting PostgreSQL and Valkey")
        found = instance.start_services()
        env = {**os.environ, **found, "DEBUG": "0", "PYTHONUNBUFFERED": "1"}
        env.pop("PYTHONWARNINGS", None)
        env.setdefault("DJANGO_SETTINGS_MODULE", "cribsite.settings")
        env.setdefault("ALLOWED_HOSTS", ",".join(allowed_hosts(host)))
        if instance.asked_to_stop():
            raise Stopping
        say("Bringing the database up to date")
        migrate(env, instance.layout)
        if instance.asked_to_stop():
            raise Stopping
        say("Starting the site")
        site = site_children(instance.layout, listener, env)
        for child in site:
            instance.children.append(child)
            child.start(instance.layout.pids)
        wait_for_answer(instance, address)
        (instance.data / "address").write_text(address + "\n")
        say(f"Cribbage is at {address}   (Ctrl-C stops it)")
        if is_all(host):
            for each in network_addresses():
                say(f"On this network: http://{each}:{port}/")
        look_after(instance)


def look_after(instance: Instance, until_closed: int | None = None) -> None:
    """Restart what dies, until asked to stop (or until that file descriptor is closed)."""
    also = () if until_closed is None else (until_closed,)
    trimmed = time.monotonic()
    while not instance.asked_to_stop():
        instance.watch()
        if time.monotonic() - trimmed > 60:
            trimmed = time.monotonic()
            for child in instance.children:
                child.trim_log()
        for each in instance.rest(TICK, *also):
            if not os.read(each, 4096):
                return


def hold_services(instance: Instance) -> None:
    """Only the servers, for a test run: prints their addresses, ends with standard input."""
    instance.clean_up()
    instance.fresh_logs()
    found = instance.start_services(durable=False)
    for name, value in found.items():
        say(f"{name}={value}")
    say("")
    look_after(instance, until_closed=sys.stdin.fileno())


def run(options: argparse.Namespace) -> int:
    """Do what the options say; the exit status."""
    instance = None
    try:
        instance = Instance(
            options.data or default_data(), stop_with_parent=options.stop_with_parent
        )
        with instance.signals_heard():
            try:
                if options.services_only:
                    hold_services(instance)
                else:
                    play(instance, options.host, options.port)
            except Stopping:
                pass
            finally:
                if instance.children and not options.services_only:
                    say("Stopping")
                instance.stop()
        return 0
    except Trouble as trouble:
        print(f"cribbage: {trouble}", file=sys.stderr)
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        print(f"cribbage: {where}{error.strerror or error}", file=sys.stderr)
    finally:
        if instance is not None:
            instance.close()
    return 2


def main(arguments: Sequence[str]) -> int:
    """``manage.py play``, without Django: it starts processes that load it."""
    parser = argparse.ArgumentParser(prog="manage.py play", description="Bring the site up.")
    add_arguments(parser)
    return run(parser.parse_args(arguments))
