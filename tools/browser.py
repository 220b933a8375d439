"""Find a Chromium for the tests, or get one: ``python tools/browser.py`` prints its path.

In this order: CRIB_CHROMIUM, the one noted in .venv/browser, the machine's own, Debian's package
(as root), playwright's own, playwright's download.  None of it: one line, status 2.
Best is the headless shell, which is the same Chromium without its windows: the tests take a
quarter of the time with it.  Debian has it as a package of its own.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
NOTE = ROOT / ".venv" / "browser"
SHELL = "chromium-headless-shell"
NAMES = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome", "chrome")
MAC = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
)
LOG = ROOT / "var" / "log" / "browser.log"


def works(path: str | None) -> bool:
    """Whether it says its version."""
    if not path:
        return False
    try:
        done = subprocess.run([path, "--version"], capture_output=True, timeout=30, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0 and b"Chrom" in done.stdout


def playwrights_own() -> str | None:
    """Where playwright keeps its Chromium, whether or not it is there yet."""
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        return None
    with sync_playwright() as playwright:
        return str(playwright.chromium.executable_path)


def find() -> str | None:
    """A Chromium that is there already."""
    noted = NOTE.read_text().strip() if NOTE.is_file() else None
    for path in (os.environ.get("CRIB_CHROMIUM"), noted, shutil.which(SHELL)):
        if works(path):
            return path
    if can_install() and (path := installed(SHELL)):
        return path
    for path in (*map(shutil.which, NAMES), *MAC):
        if works(path):
            return path
    own = playwrights_own()
    return own if works(own) else None


def can_install() -> bool:
    """Whether Debian's packages can be had."""
    return shutil.which("apt-get") is not None and os.geteuid() == 0


def installed(package: str) -> str | None:
    """Install one of Debian's packages; the browser of that name, where it works then."""
    command = ["apt-get", "install", "-y", "--no-install-recommends", package, "fonts-dejavu-core"]
    run(["apt-get", "update"], "Looking up Debian's packages")
    run(command, f"Installing Debian's {package}")
    path = shutil.which(package)
    return path if works(path) else None


def run(command: list[str], what: str) -> bool:
    """Run an installer, with a sign of life every few seconds."""
    print(what, end="", flush=True)
    LOG.parent.mkdir(parents=True, exist_ok=True)
    with LOG.open("ab") as log:
        child = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=subprocess.STDOUT,
            env={**os.environ, "DEBIAN_FRONTEND": "noninteractive"},
        )
        began = time.monotonic()
        while child.poll() is None:
            time.sleep(0.2)
            if time.monotonic() - began > 3:
                began = time.monotonic()
                print(".", end="", flush=True)
    print(flush=True)
    return child.returncode == 0


def install() -> str | None:
    """Get a Chromium: Debian's when that is possible, else playwright's."""
    if can_install() and (path := installed("chromium")):
        return path
    run(
        [sys.executable, "-m", "playwright", "install", "chromium"],
        "Fetching playwright's chromium",
    )
    own = playwrights_own()
    return own if works(own) else None


def main() -> int:
    """Print the path of a browser that works."""
    path = find() or install()
    if path is None:
        print(
            "cribbage: no Chromium here and none to be had; install one (sudo apt-get install "
            "chromium) or name one: make test CRIB_CHROMIUM=/path/to/chromium "
            "(var/log/browser.log tells what was tried)",
            file=sys.stderr,
        )
        return 2
    NOTE.write_text(path + "\n")
    print(path)
    return 0


if __name__ == "__main__":
    sys.exit(main())
