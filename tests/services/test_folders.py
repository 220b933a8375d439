"""Where it may live, and as whom: a path with a space, a long one, a private one, nobody."""

import os
import shutil
import stat
import subprocess
import sys
import sysconfig
from pathlib import Path

import psycopg
import pytest
import redis

from cribsite import binaries, processes
from cribsite.layout import POSTGRES_SOCKET, PRIVATE, lay_out, secret_key
from tests.support.site import ROOT, Site, environment, new_folder

pytestmark = [pytest.mark.kill]
ROOT_ONLY = "only root runs the servers as somebody else"


def serves(site):
    """Start the servers alone, use both, end them; the layout that they had."""
    site.start_servers()
    found = site.environment()
    with psycopg.connect(found["DATABASE_URL"]) as connection:
        assert connection.execute("SELECT lower('ÄÖ')").fetchone() == ("äö",)
        assert connection.execute("SHOW server_encoding").fetchone() == ("UTF8",)
    with redis.Redis.from_url(found["REDIS_URL"]) as client:
        client.set("a", "b")
        assert client.get("a") == b"b"
    assert site.stop() == 0
    assert site.processes() == []
    return lay_out(site.folder)


@pytest.mark.parametrize(
    "name",
    ["with a space", 'it\'s "quoted", with a \\ too', "größer", "100%25", "long" * 30],
)
def test_a_folder_of_any_name_will_do(name):
    with Site(new_folder(name)) as site:
        layout = serves(site)
        assert len(os.fsencode(layout.sockets / POSTGRES_SOCKET)) < 100
        if layout.sockets.parent == Path("/tmp"):
            layout.sockets.rmdir()


def test_a_whole_site_in_a_folder_with_a_space():
    with Site(new_folder("a cribbage site")) as site:
        site.start()
        assert site.answers()
        assert site.stop() == 0
        assert site.processes() == []


@pytest.mark.skipif(os.geteuid() != 0, reason=ROOT_ONLY)
def test_in_a_private_home_the_servers_data_go_where_nobody_can_reach_them():
    folder = new_folder()
    folder.parent.chmod(0o700)
    with Site(folder) as site:
        layout = serves(site)
        assert layout.home.parent == PRIVATE
        assert layout.user.name == "nobody"
        assert stat.S_IMODE(layout.postgres.stat().st_mode) == 0o700
        assert serves(site) == layout


@pytest.mark.skipif(os.geteuid() != 0, reason=ROOT_ONLY)
def test_in_a_private_home_the_programs_are_copied_once(monkeypatch):
    top = new_folder().parent
    top.chmod(0o700)
    private = new_folder()
    private.mkdir()
    packages = (binaries.POSTGRES_PACKAGE, binaries.VALKEY_PACKAGE)
    try:
        site_packages = binaries.package_folder(binaries.POSTGRES_PACKAGE).parent
        newest = binaries.postgres_in(site_packages / binaries.POSTGRES_PACKAGE).parents[1]
        shutil.copytree(newest, top / binaries.POSTGRES_PACKAGE / newest.name)
        libraries = f"{binaries.POSTGRES_PACKAGE}.libs"
        if (site_packages / libraries).exists():
            shutil.copytree(site_packages / libraries, top / libraries)
        shutil.copytree(site_packages / packages[1], top / packages[1])
        monkeypatch.setattr(binaries, "package_folder", lambda package: top / package)
        nobody = processes.user_named("nobody")
        found = binaries.find(nobody, private)
        assert found.postgres.is_relative_to(private)
        assert found.valkey.is_relative_to(private)
        made = found.postgres.stat().st_ctime_ns
        assert binaries.find(nobody, private) == found
        assert found.postgres.stat().st_ctime_ns == made
        assert binaries.find(None, private).postgres.is_relative_to(top)
    finally:
        shutil.rmtree(top)
        shutil.rmtree(private.parent)


def python_for_nobody(folder):
    """A Python that nobody can start, and what it needs to find our packages."""
    # installed for a later bug-fix version than the machine's own Python may have
    (folder / "async_timeout.py").write_text("from asyncio import timeout\n")
    packages = f"{sysconfig.get_paths()['purelib']}:{folder}"
    version = f"{sys.version_info[0]}.{sys.version_info[1]}"
    for python in (sys.executable, f"/usr/bin/python{version}", f"/usr/local/bin/python{version}"):
        check = [python, "-c", "import django, psycopg, redis, sys; print(sys.version_info[:2])"]
        try:
            done = subprocess.run(
                check,
                env={"PYTHONPATH": packages},
                user="nobody",
                group=processes.user_named("nobody").gid,
                extra_groups=[],
                cwd=ROOT,
                capture_output=True,
                text=True,
                check=False,
            )
        except OSError:
            continue
        if done.returncode == 0 and done.stdout.strip() == str(tuple(sys.version_info[:2])):
            return python, packages
    return None


def as_nobody(site):
    """How to start a site as nobody, where root runs the tests; as oneself elsewhere."""
    if os.geteuid() != 0:
        return {}
    found = python_for_nobody(site.folder.parent)
    if found is None:
        pytest.skip("nobody can reach neither this Python nor the packages")
    python, packages = found
    nobody = processes.user_named("nobody")
    os.chown(site.folder.parent, nobody.uid, nobody.gid)
    return {
        "command": [python, *site.command()[1:]],
        "env": environment(PYTHONPATH=packages, HOME="/nonexistent", PYTHONDONTWRITEBYTECODE="1"),
        "user": nobody.uid,
        "group": nobody.gid,
        "extra_groups": [],
        "cwd": ROOT,
    }


def test_as_a_user_who_is_not_root():
    with Site() as site:
        how = as_nobody(site)
        site.start(**how)
        assert site.answers()
        owners = {each.uids().effective for each in site.processes()}
        assert 0 not in owners
        assert site.stop() == 0
        assert site.processes() == []
        if os.geteuid() == 0:  # root goes on with what that user has, as that user
            assert lay_out(site.folder).user.name == "nobody"


def test_a_folder_that_may_not_be_written_is_one_line():
    with Site() as site:
        how = as_nobody(site)
        site.folder.parent.chmod(0o555)
        if os.geteuid() == 0:
            os.chown(site.folder.parent, 0, 0)
        site.launch(**how)
        assert site.process.wait(90) == 2
        line = site.output().strip()
        assert line == f"cribbage: can't write in {site.folder}: Permission denied"
        site.folder.parent.chmod(0o755)


def test_somebody_elses_folder_is_one_line():
    if os.geteuid() != 0:
        pytest.skip("needs root to make somebody else's folder")
    with Site() as site:
        how = as_nobody(site)
        serves(site)
        site.launch(**how)
        assert site.process.wait(90) == 2
        assert site.output().startswith("cribbage: can't")
        assert len(site.output().strip().splitlines()) == 1


@pytest.mark.parametrize("left", [b"", b"short\n", b"\xff\xfe\x00" * 20])
def test_a_secret_key_that_is_none_is_made_again(tmp_path, left):
    """As a full disk or a machine that lost its power can leave it."""
    (tmp_path / "secret_key").write_bytes(left)
    made = secret_key(tmp_path)
    assert len(made) >= 50
    assert secret_key(tmp_path) == made
    assert (tmp_path / "secret_key").stat().st_mode & 0o777 == 0o600
