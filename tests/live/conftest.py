"""One whole site for all tests here, with robots for its players."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from tests.live.truth import Truth
from tests.support.site import ROOT, Site

REPORTS: list[str] = []


@pytest.fixture(scope="package")
def site() -> Iterator[Site]:
    """A running site on data of its own; parts of it may have been killed and started again."""
    folder = ROOT / "var" / f"test-live-{os.getpid()}"
    with Site(folder, "--stop-with-parent") as site:
        yield site.start()


@pytest.fixture(scope="package")
def truth(site: Site) -> Truth:
    return Truth(site)


@pytest.fixture
def no_traceback(site: Site) -> Iterator[None]:
    """The site has nothing to be surprised about while the test runs."""
    logs = site.folder / "log"
    before = {log: log.stat().st_size for log in logs.glob("*.log")}
    yield
    for log in logs.glob("*.log"):
        said = log.read_bytes()[before.get(log, 0) :].decode(errors="replace")
        assert "Traceback" not in said, f"{log.name}:\n{said}"


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if REPORTS:
        terminalreporter.section("how long the site took to go on")
        for line in REPORTS:
            terminalreporter.write_line(line)
