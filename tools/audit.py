"""Ask whether a known hole is in what we use, and whether our code has a usual one: ``make audit``.

Needs network, for the tools and for the advisory service; the tools get an environment of their
own under var/. Not a part of `make test`, which has to answer the same tomorrow and offline.
"""

from __future__ import annotations

import subprocess
import sys
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TOOLS = ROOT / "var" / "audit"
# What is delivered; tests and figures say `assert` and start programs.
CODE = ["accounts", "cribsite", "games", "ratings", "manage.py"]


def main() -> int:
    """Both answers; 1 when either has found something."""
    python = TOOLS / "bin" / "python"
    if not python.exists():
        venv.create(TOOLS, with_pip=True)
    install = [python, "-m", "pip", "install", "-q", "--disable-pip-version-check"]
    subprocess.run(
        [*install, "--require-hashes", "-r", ROOT / "requirements" / "audit.txt"], check=True
    )
    advisories = [python, "-m", "pip_audit", "--disable-pip", "--require-hashes", "--strict"]
    asked = subprocess.run(
        [*advisories, "-r", ROOT / "requirements" / "run.txt"], cwd=ROOT, check=False
    )
    bandit = [python, "-m", "bandit", "-q", "-c", ROOT / "pyproject.toml", "-r", *CODE]
    looked = subprocess.run(bandit, cwd=ROOT, check=False)
    return int(bool(asked.returncode or looked.returncode))


if __name__ == "__main__":
    sys.exit(main())
