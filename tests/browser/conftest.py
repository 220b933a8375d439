"""One site and one browser for all tests here; every person comes with a fresh context."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Error, sync_playwright

from tests.browser.arranging import Arranger
from tests.browser.people import People
from tests.support.site import ROOT, Site, environment
from tests.support.table_page import CHROMIUM_OPTIONS

SCREENS = ROOT / "var" / "test" / "screens"


@pytest.fixture(scope="package")
def site() -> Iterator[Site]:
    # all devices have one address here, and as many sockets of one player as people may have
    with Site(None, "--stop-with-parent") as site:
        yield site.start(env=environment(SOCKETS_A_PLAYER="5"))


@pytest.fixture(scope="package")
def browser(chromium: str) -> Iterator[Browser]:
    # ended with this folder: its event loop would be in the way of tests that need their own
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=CHROMIUM_OPTIONS)
        yield browser
        browser.close()


@pytest.fixture(scope="package")
def arranger(site: Site) -> Iterator[Arranger]:
    arranger = Arranger(site.environment())
    yield arranger
    arranger.close()


@pytest.fixture
def people(
    browser: Browser, site: Site, arranger: Arranger, request: pytest.FixtureRequest
) -> Iterator[People]:
    """Whoever a test needs. At its end nothing may have gone wrong on any page."""
    people = People(browser, site, arranger)
    yield people
    failed = getattr(request.node, "failed", False)
    for number, person in enumerate(people.everyone):
        if failed and not person.page.is_closed():
            SCREENS.mkdir(parents=True, exist_ok=True)
            name = re.sub(r"\W+", "-", request.node.name)
            try:
                person.page.screenshot(path=SCREENS / f"{name}-{number}.png")
                print(f"{name}-{number}.png: {person.page.url} {person.look()}")
            except Error as error:
                print(f"no picture of {person.page.url}: {error}")
    faults = people.faults()
    for context in people.contexts:
        context.close()
    arranger.rename_writers()
    assert faults == []


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Any:
    report = yield
    if report.when == "call":
        item.failed = report.failed  # type: ignore[attr-defined]
    return report
