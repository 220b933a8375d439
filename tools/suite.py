"""Run the tests in a sensible order: ``python tools/suite.py unit browser``.

``unit`` is everything that needs no whole site, side by side on the cores there
are.  ``browser`` is the rest, one after the other: it starts whole sites, and kills parts of them.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
NO_TESTS = 5  # pytest's status when nothing was collected
APART = "browser or kill or live"


def runs(name: str) -> list[str]:
    """pytest's arguments for one part of the suite."""
    if name == "unit":
        cores = min(os.cpu_count() or 1, 8)
        return ["-m", f"not ({APART})", "-n", str(cores), "--dist", "worksteal", "-q"]
    if name == "browser":
        return ["-m", APART, "-v"]
    raise SystemExit(f"cribbage: no part of the suite is called {name!r}")


def main(names: list[str]) -> int:
    """Run the named parts; the first failure is the status."""
    env = dict(os.environ)
    noted = ROOT / ".venv" / "browser"
    if not env.get("CRIB_CHROMIUM") and noted.is_file():
        env["CRIB_CHROMIUM"] = noted.read_text().strip()
    status, ran = 0, False
    for name in names:
        print(f"== {name}", flush=True)
        done = subprocess.run(
            [sys.executable, "-m", "pytest", *runs(name)],
            cwd=ROOT,
            env=env,
            stdin=subprocess.DEVNULL,
            check=False,
        )
        if done.returncode != NO_TESTS:
            ran = True
            status = status or done.returncode
    return status if ran else NO_TESTS


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:] or ["unit", "browser"]))
