"""kill -9, of the whole and of each part."""

import signal
import subprocess
import sys
import threading
import time

import psutil
import psycopg
import pytest
import redis

from cribsite import processes
from tests.support.site import PARTS, Site, wait_until

pytestmark = [pytest.mark.kill]


@pytest.fixture(scope="module")
def site():
    with Site() as site:
        yield site.start()


@pytest.mark.parametrize("name", PARTS)
def test_a_killed_part_is_started_again(site, name):
    children = [each.pid for each in psutil.Process(site.pid(name)).children(recursive=True)]
    old = site.kill(name)
    site.wait_for_another(name, old)
    wait_until(site.answers, 30, "an answer")
    wait_until(
        lambda: not any(processes.birth(pid) for pid in children), 60, "the end of its children"
    )
    assert site.process.poll() is None


def test_work_is_done_again_after_valkey_was_killed(site):
    """The sweep comes every second: it must come again without anyone's help."""
    old = site.kill("valkey")
    site.wait_for_another("valkey", old)

    def beats():
        with redis.Redis.from_url(site.environment()["REDIS_URL"]) as client:
            try:
                return client.info("commandstats").get("cmdstat_lpush", {}).get("calls", 0)
            except redis.RedisError:
                return 0

    wait_until(lambda: beats() >= 2, 45, "beat's return")

    def waiting():
        with redis.Redis.from_url(site.environment()["REDIS_URL"]) as client:
            return client.llen("sweep")

    wait_until(lambda: waiting() == 0, 30, "the worker's return")
    time.sleep(3)
    assert waiting() <= 1


def test_a_busy_connection_does_not_block_postgresqls_return(site):
    url = site.environment()["DATABASE_URL"]

    def sleep_there():
        try:
            with psycopg.connect(url) as connection:
                connection.execute("SELECT pg_sleep(120)")
        except psycopg.Error:
            pass

    busy = threading.Thread(target=sleep_there)
    busy.start()
    wait_until(lambda: sleeping(url), what="the long statement")
    began = time.monotonic()
    old = site.kill("postgres")
    site.wait_for_another("postgres", old)
    wait_until(site.answers, 30, "an answer")
    assert time.monotonic() - began < 20
    busy.join(60)
    assert not busy.is_alive()


def sleeping(url):
    with psycopg.connect(url) as connection:
        found = connection.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE query LIKE '%pg_sleep(120)%' "
            "AND pid <> pg_backend_pid()"
        )
        return found.fetchone()[0]


def test_a_start_after_kill_9_cleans_up():
    with Site() as site:
        site.start()
        with psycopg.connect(site.environment()["DATABASE_URL"], autocommit=True) as connection:
            connection.execute("CREATE TABLE kept AS SELECT 7 AS answer")
        before = {each.pid: processes.birth(each.pid) for each in site.processes()}
        assert len(before) > len(PARTS)
        site.process.kill()
        site.process.wait()
        assert site.processes(), "nothing was left to clean up"
        site.start()
        assert "Ended" in site.output()
        left = [pid for pid, birth in before.items() if processes.birth(pid) == birth]
        assert [psutil.Process(pid).as_dict(["cmdline", "status"]) for pid in left] == []
        with psycopg.connect(site.environment()["DATABASE_URL"]) as connection:
            assert connection.execute("SELECT answer FROM kept").fetchone() == (7,)
        assert site.stop(signal.SIGINT) == 0
        assert site.processes() == []


def test_a_pid_that_was_used_again_is_left_alone():
    """After a kill -9 or a power cut the noted pids can be anybody's."""
    with Site(None, "--services-only") as site:
        stranger = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
        try:
            pids = site.folder / "pids"
            pids.mkdir(parents=True)
            for name in PARTS:
                (pids / f"{name}.pid").write_text(f"{stranger.pid}\n")
                (pids / f"{name}.birth").write_text(f"{stranger.pid} another boot 12345")
            (site.folder / "lock").write_text(f"{stranger.pid}\n")
            site.launch()  # ends at once: its standard input is closed
            assert site.process.wait(90) == 0, site.output()
            # and a data folder whose lock file of PostgreSQL names a living stranger
            home = site.folder / "postgres"
            pid_file = home / "postmaster.pid"
            pid_file.write_text(f"{stranger.pid}\n{home}\n1\n5432\n{site.folder}/run\n\n")
            site.launch()
            assert site.process.wait(90) == 0, site.output()
            assert stranger.poll() is None
        finally:
            stranger.kill()
            stranger.wait()


def test_servers_of_a_killed_test_run_end_by_themselves():
    with Site() as site:
        site.start_servers()
        assert site.processes()
        site.process.stdin.close()  # what the end of the test run does, however it came
        assert site.process.wait(90) == 0
        assert site.processes() == []
