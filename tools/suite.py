"""Run the tests in a sensible order: ``python tools/suite.py unit browser sites``.

``unit`` is everything that needs no whole site, on all the cores there are.  ``browser`` looks at
sites in Chromium, two at a time, each on a site of its own; ``sites`` starts whole sites and kills
parts of them, one after the other.  Both wait about as much as they work, so they run side by side.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import IO

ROOT = Path(__file__).resolve().parent.parent
NO_TESTS = 5  # pytest's status when nothing was collected
PARTS = {
    "unit": "not (browser or kill or live)",
    "browser": "browser",
    "sites": "(kill or live) and not browser",
}


def command(name: str) -> list[str]:
    """The command that runs one part of the suite."""
    if name not in PARTS:
        raise SystemExit(f"cribbage: no part of the suite is called {name!r}")
    pytest = [sys.executable, "-m", "pytest", "-m", PARTS[name], "--durations=5"]
    if name == "sites":
        return [*pytest, "-v"]
    workers = min(os.cpu_count() or 1, 8 if name == "unit" else 2)
    return [*pytest, "-n", str(workers), "--dist", "worksteal", "-q" if name == "unit" else "-v"]


def start(name: str, output: IO[bytes] | None) -> subprocess.Popen[bytes]:
    """Start one part; what it says goes to `output`, or straight out."""
    env = dict(os.environ)
    noted = ROOT / ".venv" / "browser"
    if not env.get("CRIB_CHROMIUM") and noted.is_file():
        env["CRIB_CHROMIUM"] = noted.read_text().strip()
    print(f"== {name}", flush=True)
    return subprocess.Popen(
        command(name), cwd=ROOT, env=env, stdin=subprocess.DEVNULL, stdout=output, stderr=output
    )


def run_side_by_side(names: list[str]) -> list[int]:
    """Run these parts at once; the first one speaks at once, the others when they have ended."""
    with tempfile.TemporaryDirectory() as folder:
        said = [None, *(Path(folder, name) for name in names[1:])]
        running = []
        for name, path in zip(names, said, strict=True):
            if path is None:
                running.append(start(name, None))
            else:
                with path.open("wb") as output:
                    running.append(start(name, output))
        statuses = []
        for name, path, part in zip(names, said, running, strict=True):
            statuses.append(part.wait())
            if path is not None:
                print(f"== {name}, which ran at the same time", flush=True)
                print(path.read_text(errors="replace"), flush=True)
        return statuses


def main(names: list[str]) -> int:
    """Run the named parts; the first failure is the status."""
    statuses = []
    if "unit" in names:
        statuses += run_side_by_side(["unit"])
    rest = [name for name in names if name != "unit"]
    if rest:
        statuses += run_side_by_side(rest)
    ran = [status for status in statuses if status != NO_TESTS]
    return next((status for status in ran if status), 0 if ran else NO_TESTS)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:] or list(PARTS)))
