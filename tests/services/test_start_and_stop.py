"""`make play`: one command up, one key down, and nothing left."""

import signal
import socket
import stat
import subprocess
import sys

import psycopg
import pytest
import redis

from cribsite import processes
from tests.support.site import PARTS, ROOT, Site, environment, wait_until

pytestmark = [pytest.mark.kill]


def one_line(text):
    """The only line a person was told."""
    lines = text.strip().splitlines()
    assert len(lines) == 1, text
    assert lines[0].startswith("cribbage: ")
    return lines[0]


def refused(site, **more):
    """Start it, expecting status 2 and one line; that line."""
    site.launch(**more)
    assert site.process.wait(90) == 2, site.output()
    return one_line(site.output())


def test_it_answers_keeps_its_data_and_leaves_nothing():
    with Site() as site:
        site.start()
        assert site.answers()
        assert f"Cribbage is at {site.url}" in site.output()
        assert all(site.pid(name) for name in PARTS)
        first = site.environment()
        with psycopg.connect(first["DATABASE_URL"], autocommit=True) as connection:
            connection.execute("CREATE TABLE kept AS SELECT 42 AS answer")
            listens = connection.execute("SHOW listen_addresses").fetchone()
            fsync = connection.execute("SHOW fsync").fetchone()
        assert (listens, fsync) == (("",), ("on",))
        with redis.Redis.from_url(first["REDIS_URL"]) as client:
            assert client.config_get("port") == {"port": "0"}
        assert site.stop(signal.SIGINT) == 0
        assert site.processes() == []
        assert list((site.folder / "pids").iterdir()) == []
        assert not (site.folder / "environment").exists()

        site.start()
        again = site.environment()
        assert again == first  # the secret key too
        with psycopg.connect(again["DATABASE_URL"]) as connection:
            assert connection.execute("SELECT answer FROM kept").fetchone() == (42,)
        assert site.stop(signal.SIGTERM) == 0
        assert site.processes() == []


def test_it_stops_while_it_starts():
    with Site() as site:
        site.launch()
        wait_until(lambda: site.pid("postgres"), what="PostgreSQL's start")
        assert site.stop(signal.SIGINT) == 0
        assert site.processes() == []


def test_what_is_secret_is_readable_by_its_owner_only():
    with Site() as site:
        site.start_servers()
        for name in ("secret_key", "environment"):
            mode = (site.folder / name).stat().st_mode
            assert stat.S_IMODE(mode) == 0o600
        for name in ("log", "pids", "postgres", "valkey", "run"):
            mode = (site.folder / name).stat().st_mode
            assert stat.S_IMODE(mode) == 0o700


def test_a_taken_port_is_one_line():
    with socket.create_server(("127.0.0.1", 0)) as taken, Site() as site:
        port = taken.getsockname()[1]
        command = [*site.command(), "--port", str(port)]
        assert f"port {port} on 127.0.0.1 is taken" in refused(site, command=command)
        assert site.processes() == []


def test_a_second_one_in_the_same_folder_is_one_line():
    with Site() as site:
        site.start_servers()
        second = Site(site.folder)
        second.said = site.said.with_name("second.txt")
        line = refused(second)
        assert "running already" in line
        assert str(site.process.pid) in line
        assert site.environment()
        assert site.processes()


def test_it_ends_when_the_make_that_started_it_is_killed():
    with Site(None, "--stop-with-parent") as site:
        starter = [sys.executable, "-c", "import subprocess, sys; subprocess.run(sys.argv[1:])"]
        command = [*starter, *site.command(), "--services-only"]
        site.start_servers(command=command)
        supervisor = int((site.folder / "lock").read_text())
        assert supervisor != site.process.pid
        site.process.kill()
        site.process.wait()
        wait_until(lambda: processes.birth(supervisor) is None, what="the end")
        assert site.processes() == []


def test_a_wrong_port_is_one_line():
    done = subprocess.run(
        [sys.executable, ROOT / "manage.py", "play", "--port", "http"],
        capture_output=True,
        text=True,
        env=environment(),
        check=False,
    )
    assert done.returncode == 2
    assert "'http' is no port" in done.stderr
    assert "Traceback" not in done.stderr


def test_other_commands_use_the_running_servers():
    with Site() as site:
        site.start_servers()
        code = "import os; print(os.environ['DATABASE_URL'])"
        done = subprocess.run(
            [sys.executable, ROOT / "manage.py", "shell", "-v", "0", "-c", code],
            capture_output=True,
            text=True,
            env=environment(CRIB_DATA=str(site.folder)),
            check=False,
        )
        assert done.stdout.strip() == site.environment()["DATABASE_URL"], done.stderr


def test_other_commands_start_servers_for_themselves():
    with Site() as site:
        for _ in range(2):
            done = subprocess.run(
                [sys.executable, ROOT / "manage.py", "migrate", "-v", "0"],
                capture_output=True,
                text=True,
                env=environment(CRIB_DATA=str(site.folder)),
                check=False,
            )
            assert done.returncode == 0, done.stderr
            assert site.processes() == []
