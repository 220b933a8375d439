"""The embedded PostgreSQL: made once, configured at every start, cleared after a kill."""

from __future__ import annotations

import shutil
import signal
from pathlib import Path

import psutil

from cribsite import processes
from cribsite.binaries import Binaries
from cribsite.layout import (
    DATABASE,
    POSTGRES_SOCKET,
    ROLE,
    Layout,
    bare_environment,
    own,
    write_for,
)
from cribsite.processes import Child, Trouble


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


def clear_postgres(layout: Layout) -> list[psutil.Process]:
    """After a postmaster was killed: end its orphans and remove the lock files it left.

    The caller holds the instance's lock, so no other server can be at work in this folder.
    Returns the orphans that do not end. While they still write, the lock files stay and keep the
    next server away from the same data.
    """
    orphans = [
        each
        for each in processes.marked(layout.data, layout.postgres)
        if is_postgres(each) or str(layout.postgres) in " ".join(safe_command(each))
    ]
    stayed = processes.end(orphans, signal.SIGQUIT, 2)
    if stayed:
        return stayed
    for stale in (
        layout.postgres / "postmaster.pid",
        layout.sockets / POSTGRES_SOCKET,
        layout.sockets / f"{POSTGRES_SOCKET}.lock",
    ):
        stale.unlink(missing_ok=True)
    return []


def safe_command(process: psutil.Process) -> list[str]:
    try:
        return process.cmdline()
    except psutil.Error:
        return []


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
