"""Processes that outlive nothing: who started them, whether they still run, how they end.

A process is ours when it carries our mark in its environment, or when its pid and its start agree
with what was written down. A pid alone proves nothing: pids are used again.
"""

from __future__ import annotations

import os
import pwd
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

import psutil

MARK = "CRIB_CHILD_OF"
LOG_LIMIT = 5_000_000
# How long a killed process may take to be gone: it finishes what it writes to a busy disk.
KILL_LIMIT = 15.0


class Trouble(Exception):  # noqa: N818
    """What a person has to be told, in one line."""


@dataclass(frozen=True)
class User:
    """A user of this machine whom a child runs as."""

    name: str
    uid: int
    gid: int


def me() -> User:
    """The user who runs this process (without a name in the password file: its number)."""
    uid = os.geteuid()
    try:
        entry = pwd.getpwuid(uid)
    except KeyError:
        return User(str(uid), uid, os.getegid())
    return User(entry.pw_name, uid, entry.pw_gid)


def user_named(name: str) -> User:
    """The user of that name; Trouble when there is none."""
    try:
        entry = pwd.getpwnam(name)
    except KeyError:
        raise Trouble(f"this machine has no user {name!r} to run PostgreSQL as") from None
    return User(entry.pw_name, entry.pw_uid, entry.pw_gid)


def spawn(
    command: Sequence[str | Path],
    *,
    user: User | None = None,
    env: Mapping[str, str] | None = None,
    cwd: Path | str = "/",
    output: IO[bytes] | int = subprocess.DEVNULL,
    pass_fds: tuple[int, ...] = (),
) -> subprocess.Popen[bytes]:
    """Start a command in a session of its own, as ``user`` when that is somebody else."""
    other = user is not None and user.uid != os.geteuid()
    try:
        return subprocess.Popen(
            [str(part) for part in command],
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            env=None if env is None else dict(env),
            cwd=cwd,
            pass_fds=pass_fds,
            start_new_session=True,
            umask=0o077,
            user=user.uid if user and other else None,
            group=user.gid if user and other else None,
            extra_groups=[] if other else None,
        )
    except OSError as error:
        name = Path(str(command[0])).name
        raise Trouble(f"could not start {name}: {error.strerror}") from None


def run_as(command: Sequence[str | Path], user: User | None) -> tuple[int, str]:
    """Run a short command to its end; its status and everything it said."""
    child = spawn(command, user=user, output=subprocess.PIPE)
    out, _ = child.communicate()
    return child.returncode, out.decode("utf-8", "replace")


def birth(pid: int) -> str | None:
    """When a process began, as a text that no later process of the same pid has; None if gone."""
    if sys.platform == "linux":
        try:
            stat = Path(f"/proc/{pid}/stat").read_text()
            boot = Path("/proc/sys/kernel/random/boot_id").read_text().strip()
        except OSError:
            return None
        state, *rest = stat[stat.rindex(")") + 2 :].split()
        # field 22 of proc(5): ticks since the machine began, so no clock change moves it
        return None if state == "Z" else f"{boot} {rest[18]}"
    try:
        process = psutil.Process(pid)
        if process.status() == psutil.STATUS_ZOMBIE:
            return None
        return f"{process.create_time():.2f}"
    except psutil.Error:
        return None


def write_pid(folder: Path, name: str, pid: int) -> None:
    """Note a child: NAME.pid holds the pid alone, NAME.birth what proves that it is the same."""
    (folder / f"{name}.birth").write_text(f"{pid} {birth(pid)}")
    partial = folder / f".{name}.pid"
    partial.write_text(f"{pid}\n")
    partial.replace(folder / f"{name}.pid")


def forget_pid(folder: Path, name: str) -> None:
    """Remove what write_pid wrote."""
    (folder / f"{name}.pid").unlink(missing_ok=True)
    (folder / f"{name}.birth").unlink(missing_ok=True)


def noted(folder: Path) -> dict[str, int]:
    """Name and pid of every noted child that still is the process it was."""
    living = {}
    for note in folder.glob("*.birth"):
        pid_text, _, born = note.read_text().partition(" ")
        if pid_text.isdecimal() and birth(int(pid_text)) == born:
            living[note.stem] = int(pid_text)
    return living


def marked(data: Path, database: Path) -> list[psutil.Process]:
    """All processes that belong to an instance, whatever became of their parent.

    Children of ours carry MARK; PostgreSQL's own children hide their environment, but work in the
    database's folder.
    """
    found = []
    for process in psutil.process_iter():
        if process.pid == os.getpid():
            continue
        try:
            if process.environ().get(MARK) == str(data):
                found.append(process)
                continue
        except (psutil.Error, OSError):
            pass
        try:
            if process.name().startswith("postgres") and process.cwd() == str(database):
                found.append(process)
        except (psutil.Error, OSError):
            pass
    return found


def left_by(data: Path, leader: int) -> list[psutil.Process]:
    """What a child of ours has started and left behind when it died: its group, by our mark."""
    left = []
    for process in psutil.process_iter():
        try:
            if os.getpgid(process.pid) == leader and process.environ().get(MARK) == str(data):
                left.append(process)
        except (psutil.Error, OSError):
            pass
    return left


def end(processes: Iterable[psutil.Process], ask: int, patience: float) -> list[psutil.Process]:
    """Ask processes to end and wait; those that stay after ``patience`` seconds are killed.

    Returns those that even then have not ended: they wait for a disk.
    """
    waiting = []
    for process in processes:
        try:
            process.send_signal(ask)
            waiting.append(process)
        except psutil.NoSuchProcess:
            pass
    _, stayed = psutil.wait_procs(waiting, timeout=patience)
    for process in stayed:
        try:
            process.kill()
        except psutil.NoSuchProcess:
            pass
    _, stayed = psutil.wait_procs(stayed, timeout=KILL_LIMIT)
    return [process for process in stayed if birth(process.pid) is not None]


@dataclass
class Child:
    """One long-running part: how it is started, watched, restarted and ended."""

    name: str
    data: Path
    command: Callable[[], Sequence[str | Path]]
    env: Mapping[str, str]
    log: Path
    cwd: Path | str = "/"
    user: User | None = None
    pass_fds: tuple[int, ...] = ()
    before: Callable[[], None] = lambda: None
    ready: Callable[[], bool] = lambda: True
    stop_signal: int = signal.SIGTERM
    patience: float = 5.0
    process: subprocess.Popen[bytes] | None = None
    started: float = 0.0
    failures: int = 0
    next_try: float = field(default=0.0)

    def start(self, pids: Path) -> None:
        """Start it and note its pid."""
        self.before()
        with self.log.open("ab") as log:
            self.process = spawn(
                self.command(),
                user=self.user,
                env={**self.env, MARK: str(self.data)},
                cwd=self.cwd,
                output=log,
                pass_fds=self.pass_fds,
            )
        self.started = time.monotonic()
        write_pid(pids, self.name, self.process.pid)

    def running(self) -> bool:
        """Whether the process is there."""
        return self.process is not None and self.process.poll() is None

    def delay(self) -> float:
        """Seconds to wait before the next start: longer after each quick death, at most 10."""
        return min(0.1 * float(2**self.failures), 10.0) if self.failures else 0.0

    def watch(self, pids: Path) -> str | None:
        """Restart it when it is due; a line to show when something happened."""
        now = time.monotonic()
        if self.running():
            if self.failures and now - self.started > 30:
                self.failures = 0
            return None
        if self.process is not None:
            status = self.process.returncode
            end(left_by(self.data, self.process.pid), signal.SIGKILL, 2)
            self.process = None
            self.next_try = now + self.delay()
            self.failures = min(self.failures + 1, 8)
            return f"{self.name} ended (status {status}), starting it again"
        if now >= self.next_try:
            try:
                self.start(pids)
            except Trouble as error:
                self.process = None
                self.next_try = now + max(self.delay(), 1.0)
                self.failures = min(self.failures + 1, 8)
                return str(error)
        return None

    def ask_to_stop(self) -> None:
        """Send the signal that lets it end in good order."""
        if self.process is not None and self.running():
            self.process.send_signal(self.stop_signal)

    def stop(self, pids: Path, hurry: Callable[[], bool] = lambda: False) -> None:
        """Wait for its end; kill it, and what it has started, when its patience runs out."""
        if self.process is not None:
            until = time.monotonic() + self.patience
            while self.running() and time.monotonic() < until and not hurry():
                time.sleep(0.02)
            if self.running():
                self.process.kill()
                self.process.wait()
            end(left_by(self.data, self.process.pid), signal.SIGKILL, 2)
            self.process = None
        forget_pid(pids, self.name)

    def trim_log(self) -> None:
        """Keep the log small: past the limit the old part moves to NAME.log.1."""
        try:
            if self.log.stat().st_size > LOG_LIMIT:
                old = self.log.with_suffix(".log.1")
                old.write_bytes(self.log.read_bytes())
                os.truncate(self.log, 0)
        except OSError:
            pass
