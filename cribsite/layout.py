"""Where an instance of the site keeps what, and who runs its servers.

Both servers listen on Unix sockets only, in a folder that nobody else can enter.  As root they run
as ``nobody`` (PostgreSQL refuses root), otherwise as the user who started them.  The folder holds:

    postgres/ valkey/      what the servers keep (0700, theirs)
    log/ pids/             what the children say; who they are
    secret_key             made once (0600)
    environment            the addresses of the running servers (0600), for other commands
    address                the site's, once it answers
    lock                   held while the instance lives

Where the user who runs the servers can't reach that folder, postgres/ and valkey/ lie in
/var/lib/cribbage/<hash of the folder>, which stays the same from start to start.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import pwd
import secrets
import stat
from dataclasses import dataclass
from pathlib import Path
from typing import IO
from urllib.parse import quote

from cribsite import processes
from cribsite.processes import Trouble, User

BASE = Path(__file__).resolve().parent.parent
ROLE = DATABASE = "cribbage"
PRIVATE = Path("/var/lib/cribbage")
POSTGRES_SOCKET = ".s.PGSQL.5432"
VALKEY_SOCKET = "valkey.sock"
LONGEST_SOCKET = 99  # bytes; macOS takes 103, Linux 107


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
        return f"unix://{quote(str(self.sockets / VALKEY_SOCKET), safe='/')}?db=0"


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
        # `own` refuses a folder of somebody else's.
        folder = Path("/tmp") / f"cribbage-{user.uid}-{short_hash(home)}"  # nosec B108
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
            # What is none, or was written half, is made again.
            key = path.read_text("ascii", "ignore").strip()
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


def write_for(user: User, path: Path, text: str) -> None:
    """Write a file that belongs to ``user`` and that only this user reads."""
    partial = path.with_name(path.name + ".new")
    partial.unlink(missing_ok=True)
    with os.fdopen(os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        file.write(text)
    if user.uid != os.geteuid():
        os.chown(partial, user.uid, user.gid)
    partial.replace(path)


def bare_environment() -> dict[str, str]:
    """What the servers get of our environment: nothing that says how to connect elsewhere."""
    kept = ("PATH", "LANG", "TZ", "TMPDIR", "DYLD_LIBRARY_PATH", "LD_LIBRARY_PATH")
    return {name: os.environ[name] for name in kept if name in os.environ}
