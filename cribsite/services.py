"""The embedded PostgreSQL and Valkey: the real servers, on a folder of their own.

Both listen on Unix sockets only, in a folder that nobody else can enter.  As root they run as
``nobody`` (PostgreSQL refuses root), otherwise as the user who started them.  Data of an instance:

    postgres/ valkey/      what the servers keep (0700, theirs)
    log/ pids/             what the children say; who they are
    secret_key             made once (0600)
    environment            the addresses of the running servers (0600), for other commands
    lock                   held while the instance lives

Where the user who runs the servers can't reach that folder, postgres/ and valkey/ lie in
/var/lib/cribbage/<hash of the folder>, which stays the same from start to start.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import secrets
import shutil
import signal
import socket
import stat
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO
from urllib.parse import quote

import psutil

from cribsite import processes
from cribsite.binaries import Binaries, find
from cribsite.processes import MARK, Child, Trouble, User

BASE = Path(__file__).resolve().parent.parent
ROLE = DATABASE = "cribbage"
PRIVATE = Path("/var/lib/cribbage")
POSTGRES_SOCKET = ".s.PGSQL.5432"
LONGEST_SOCKET = 99  # bytes; macOS takes 103, Linux 107
START_LIMIT = 30.0  # seconds


def default_data() -> Path:
    """Where `make play` keeps everything: var/ beside manage.py, or CRIB_DATA."""
    return Path(os.environ.get("CRIB_DATA") or BASE / "var")


@dataclass(frozen=True)
class Layout:
    """Where an instance keeps what, and who runs its servers."""

    data: Path
    home: Path  # holds postgres/ and valkey/; reachable for ``user``
    sockets: Path
    user: User

    @property
    def postgres(self) -> Path:
        return self.home / "postgres"

    @property
    def valkey(self) -> Path:
        return self.home / "valkey"

    @property
    def logs(self) -> Path:
        return self.data / "log"

    @property
    def pids(self) -> Path:
        return self.data / "pids"

    @property
    def database_url(self) -> str:
        """For Django and for psql alike; the database's name and role are both ``cribbage``."""
        return self.address(DATABASE)

    def address(self, database: str) -> str:
        """The URL of one database of this server."""
        return f"postgresql://{ROLE}@/{database}?host={quote(str(self.sockets), safe='/')}"

    @property
    def redis_url(self) -> str:
        return f"unix://{quote(str(self.sockets / 'valkey.sock'), safe='/')}?db=0"


def lay_out(data: Path) -> Layout:
    """Decide where an instance's things go, and make the folders; Trouble when that can't be."""
    data = Path(os.path.abspath(data))
    try:
        data.mkdir(parents=True, exist_ok=True)
        for folder in (data / "log", data / "pids"):
            folder.mkdir(mode=0o700, exist_ok=True)
    except OSError as error:
        raise Trouble(f"can't write in {data}: {error.strerror}") from None
    if not os.access(data, os.W_OK | os.X_OK) or not os.access(data / "log", os.W_OK | os.X_OK):
        raise Trouble(f"can't write in {data}: it belongs to another user")
    user = service_user(data)
    home = data if reaches(user, data) else private_home(data)
    return Layout(data, home, socket_folder(home, user), user)


def service_user(data: Path) -> User:
    """Who runs the servers: oneself; for root the owner of what is there already, or nobody."""
    if os.geteuid() != 0:
        return processes.me()
    try:
        owner = (data / "postgres").stat().st_uid
    except OSError:
        owner = 0
    if owner != 0:
        import pwd

        try:
            return processes.user_named(pwd.getpwuid(owner).pw_name)
        except KeyError:
            pass
    return processes.user_named("nobody")


def reaches(user: User, folder: Path) -> bool:
    """Whether that user can get into a folder."""
    if user.uid == os.geteuid():
        return True
    status, _ = processes.run_as(["/bin/sh", "-c", 'cd "$1"', "sh", folder], user)
    return status == 0


def short_hash(path: Path) -> str:
    return hashlib.sha256(os.fsencode(path)).hexdigest()[:12]


def private_home(data: Path) -> Path:
    """A folder outside a private home for what ``nobody`` has to reach; the same every time."""
    home = PRIVATE / short_hash(data)
    home.mkdir(parents=True, exist_ok=True)
    for folder in (PRIVATE, home):
        folder.chmod(0o711)
    note = home / "belongs-to"
    if not note.exists():
        note.write_text(f"{data}\n")
        note.chmod(0o600)
    return home


def socket_folder(home: Path, user: User) -> Path:
    """A folder for the sockets with a path short enough for them, entered by ``user`` only."""
    folder = home / "run"
    if len(os.fsencode(folder / POSTGRES_SOCKET)) > LONGEST_SOCKET or '"' in str(folder):
        folder = Path("/tmp") / f"cribbage-{user.uid}-{short_hash(home)}"
    own(folder, user)
    return folder


def own(folder: Path, user: User) -> None:
    """Make a folder that only ``user`` may enter; Trouble when it is somebody else's."""
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        found = folder.lstat()
        if not stat.S_ISDIR(found.st_mode) or found.st_uid not in (user.uid, os.geteuid()):
            raise Trouble(f"{folder} is not ours; remove it and start again")
        if found.st_uid != user.uid:
            os.chown(folder, user.uid, user.gid)
        folder.chmod(0o700)
    except OSError as error:
        raise Trouble(f"can't use {folder}: {error.strerror}") from None


def take(data: Path) -> IO[str]:
    """Become the one living instance of a folder; Trouble when there is one."""
    try:
        data.mkdir(parents=True, exist_ok=True)
        lock = (data / "lock").open("a+")
    except OSError as error:
        raise Trouble(f"can't write in {data}: {error.strerror}") from None
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        lock.seek(0)
        pid = lock.read().strip() or "?"
        lock.close()
        raise Trouble(f"it is running already from {data} (process {pid})") from None
    lock.truncate(0)
    lock.write(f"{os.getpid()}\n")
    lock.flush()
    return lock


def secret_key(data: Path) -> str:
    """The instance's secret key, made at the first start and readable by its owner only."""
    path = data / "secret_key"
    try:
        if path.exists():
            key = path.read_text().strip()
            if len(key) >= 50:
                return key
        partial = path.with_name(".secret_key")
        partial.unlink(missing_ok=True)
        with os.fdopen(os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(secrets.token_urlsafe(50) + "\n")
        partial.replace(path)
        return path.read_text().strip()
    except OSError as error:
        raise Trouble(f"can't use {path}: {error.strerror}") from None


def clean_up(layout: Layout) -> int:
    """End whatever a killed instance of this folder has left; how many processes that were.

    Only for the holder of the lock. A process that merely has a noted pid is left alone.
    """
    left = {each.pid: each for each in processes.marked(layout.data, layout.postgres)}
    for pid in processes.noted(layout.pids).values():
        try:
            left.setdefault(pid, psutil.Process(pid))
        except psutil.NoSuchProcess:
            pass
    servers = [each for each in left.values() if is_postmaster(each)]
    others = [each for each in left.values() if each not in servers and not is_postgres(each)]
    processes.end(others, signal.SIGKILL, 5)
    processes.end(servers, signal.SIGINT, 10)
    clear_postgres(layout)
    for note in [*layout.pids.glob("*.pid"), *layout.pids.glob("*.birth")]:
        note.unlink(missing_ok=True)
    (layout.data / "environment").unlink(missing_ok=True)
    (layout.data / "address").unlink(missing_ok=True)
    return len(left)


def is_postgres(process: psutil.Process) -> bool:
    try:
        return process.name().startswith("postgres")
    except psutil.Error:
        return False


def is_postmaster(process: psutil.Process) -> bool:
    """A PostgreSQL server process that is no other's child."""
    try:
        parent = process.parent()
        return is_postgres(process) and (parent is None or not is_postgres(parent))
    except psutil.Error:
        return False


def clear_postgres(layout: Layout) -> None:
    """After a postmaster was killed: end its orphans and remove the lock files it left.

    The caller holds the instance's lock, so no other server can be at work in this folder.
    """
    orphans = [
        each
        for each in processes.marked(layout.data, layout.postgres)
        if is_postgres(each) or str(layout.postgres) in " ".join(safe_command(each))
    ]
    processes.end(orphans, signal.SIGQUIT, 2)
    for stale in (
        layout.postgres / "postmaster.pid",
        layout.sockets / POSTGRES_SOCKET,
        layout.sockets / f"{POSTGRES_SOCKET}.lock",
    ):
        stale.unlink(missing_ok=True)


def safe_command(process: psutil.Process) -> list[str]:
    try:
        return process.cmdline()
    except psutil.Error:
        return []


# --- PostgreSQL -----------------------------------------------------------------------------------


def make_database_folder(layout: Layout, binaries: Binaries) -> None:
    """initdb, once. It is made beside its place and moved there when it is whole."""
    version_file = layout.postgres / "PG_VERSION"
    if version_file.exists():
        made_by = version_file.read_text().strip()
        if made_by != str(binaries.postgres_major):
            raise Trouble(
                f"{layout.postgres} was made by PostgreSQL {made_by}, this is "
                f"{binaries.postgres_version}: move it away, or dump it with the old one"
            )
        return
    partial = layout.home / "postgres.new"
    said = ""
    for locale in locales(binaries):
        shutil.rmtree(partial, ignore_errors=True)
        own(partial, layout.user)
        command: list[str | Path] = [binaries.initdb, "-D", partial, "-U", ROLE, "-E", "UTF8"]
        command += ["-A", "peer", "--no-instructions", *locale]
        status, said = processes.run_as(command, layout.user)
        if status == 0:
            break
    else:
        (layout.logs / "initdb.log").write_text(said)
        shutil.rmtree(partial, ignore_errors=True)
        last = (said.strip().splitlines() or ["?"])[-1]
        raise Trouble(f"could not make the database: {last} (see {layout.logs}/initdb.log)")
    if layout.postgres.exists():
        layout.postgres.rmdir()
    partial.rename(layout.postgres)


def locales(binaries: Binaries) -> list[list[str]]:
    """Locales to try: the same on every machine where PostgreSQL brings its own (from 17)."""
    if binaries.postgres_major >= 17:
        return [["--locale-provider=builtin", "--locale=C.UTF-8"]]
    return [["--locale=C.UTF-8"], ["--locale=C", "--lc-ctype=en_US.UTF-8"], ["--locale=C"]]


def configure_postgres(layout: Layout, durable: bool) -> None:
    """Write the server's whole configuration: one socket, one user, a log without any values."""
    settings = {
        "listen_addresses": "",
        "unix_socket_directories": f'"{layout.sockets}"',
        "unix_socket_permissions": "0700",
        "max_connections": "100",
        "shared_buffers": "64MB",
        "fsync": "on" if durable else "off",
        "synchronous_commit": "on" if durable else "off",
        "full_page_writes": "on" if durable else "off",
        "max_wal_size": "256MB",
        "timezone": "UTC",
        "log_timezone": "UTC",
        "lc_messages": "C",
        "jit": "off",
        "logging_collector": "off",
        "log_destination": "stderr",
        # Statements and rows hold hidden cards: no error of a statement is logged at all, and
        # if that is ever changed, still nothing of what the statement carried.
        "log_min_messages": "log",
        "log_error_verbosity": "terse",
        "log_min_error_statement": "panic",
        "log_statement": "none",
        "log_min_duration_statement": "-1",
        "log_parameter_max_length": "0",
        "log_parameter_max_length_on_error": "0",
        "log_checkpoints": "off",
    }
    lines = [
        f"{name} = '{value.replace(chr(39), chr(39) * 2)}'" for name, value in settings.items()
    ]
    write_for(layout.user, layout.postgres / "postgresql.conf", "\n".join(lines) + "\n")
    # The kernel says who is at the other end of the socket: only these users may come in.
    names = sorted({layout.user.name, processes.me().name})
    write_for(layout.user, layout.postgres / "pg_hba.conf", "local all all peer map=ours\n")
    write_for(
        layout.user,
        layout.postgres / "pg_ident.conf",
        "".join(f'ours "{name}" {ROLE}\n' for name in names),
    )


def write_for(user: User, path: Path, text: str) -> None:
    """Write a file that belongs to ``user`` and that only this user reads."""
    partial = path.with_name(path.name + ".new")
    partial.unlink(missing_ok=True)
    with os.fdopen(os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        file.write(text)
    if user.uid != os.geteuid():
        os.chown(partial, user.uid, user.gid)
    partial.replace(path)


def postgres_answers(layout: Layout) -> bool:
    """Whether it takes connections."""
    import psycopg

    try:
        psycopg.connect(layout.address("postgres"), connect_timeout=2).close()
    except psycopg.Error:
        return False
    return True


def make_database(layout: Layout) -> None:
    """Create the site's database where it is missing."""
    import psycopg

    with psycopg.connect(layout.address("postgres"), autocommit=True) as connection:
        known = connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [DATABASE])
        if known.fetchone() is None:
            connection.execute(f"CREATE DATABASE {DATABASE}".encode())


def postgres_child(layout: Layout, binaries: Binaries, *, durable: bool = True) -> Child:
    """PostgreSQL as a part of an instance."""

    def before() -> None:
        clear_postgres(layout)
        make_database_folder(layout, binaries)
        configure_postgres(layout, durable)

    return Child(
        name="postgres",
        data=layout.data,
        command=lambda: [binaries.postgres, "-D", layout.postgres],
        env=bare_environment(),
        log=layout.logs / "postgres.log",
        user=layout.user,
        before=before,
        ready=lambda: postgres_answers(layout),
        stop_signal=signal.SIGINT,
        patience=15.0,
    )


# --- Valkey ---------------------------------------------------------------------------------------


def quoted(value: object) -> str:
    """A value as Valkey's configuration takes it, whatever characters it has."""
    text = str(value).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{text}"'


def configure_valkey(layout: Layout) -> None:
    """Write its configuration: a socket, nothing kept on disk."""
    own(layout.valkey, layout.user)
    lines = [
        "port 0",
        f"unixsocket {quoted(layout.sockets / 'valkey.sock')}",
        "unixsocketperm 700",
        f"dir {quoted(layout.valkey)}",
        'save ""',
        "appendonly no",
        "daemonize no",
        "set-proc-title no",
        'logfile ""',
        "loglevel warning",
        "databases 2",
    ]
    write_for(layout.user, layout.valkey / "valkey.conf", "\n".join(lines) + "\n")
    (layout.sockets / "valkey.sock").unlink(missing_ok=True)


def valkey_answers(layout: Layout) -> bool:
    """Whether it answers a ping."""
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as client:
            client.settimeout(2)
            client.connect(str(layout.sockets / "valkey.sock"))
            client.sendall(b"PING\r\n")
            return client.recv(64).startswith(b"+PONG")
    except OSError:
        return False


def valkey_child(layout: Layout, binaries: Binaries) -> Child:
    """Valkey as a part of an instance."""
    return Child(
        name="valkey",
        data=layout.data,
        command=lambda: [binaries.valkey, layout.valkey / "valkey.conf"],
        env=bare_environment(),
        log=layout.logs / "valkey.log",
        user=layout.user,
        before=lambda: configure_valkey(layout),
        ready=lambda: valkey_answers(layout),
        patience=5.0,
    )


# --- Both -----------------------------------------------------------------------------------------


def bare_environment() -> dict[str, str]:
    """What the servers get of our environment: nothing that says how to connect elsewhere."""
    kept = ("PATH", "LANG", "TZ", "TMPDIR", "DYLD_LIBRARY_PATH", "LD_LIBRARY_PATH")
    return {name: os.environ[name] for name in kept if name in os.environ}


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


__all__ = ["MARK", "Layout", "Trouble", "for_command", "lay_out"]
