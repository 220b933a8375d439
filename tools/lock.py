"""Lock requirements/*.in with hashes, for every platform at once: ``make lock``.

Needs network; brings its own uv in a throw-away environment.  The lock files name no index.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def main() -> None:
    """Write requirements/run.txt, on top of it requirements/test.txt, and audit.txt."""
    with tempfile.TemporaryDirectory() as folder:
        venv.create(folder, with_pip=True)
        python = str(Path(folder) / "bin" / "python")
        subprocess.run([python, "-m", "pip", "install", "-q", "uv"], check=True)
        uv = [python, "-m", "uv", "pip", "compile", "--quiet", "--universal"]
        uv += ["--python-version", "3.11", "--generate-hashes", "--no-emit-index-url"]
        uv += ["--no-header", "--upgrade"]
        sets = (("run", []), ("test", ["-c", "requirements/run.txt"]), ("audit", []))
        for name, more in sets:
            paths = [f"requirements/{name}.in", "-o", f"requirements/{name}.txt"]
            subprocess.run([*uv, *more, *paths], check=True, cwd=ROOT)
            print(f"requirements/{name}.txt")


if __name__ == "__main__":
    sys.exit(main())
