"""`make bench` runs every bench, and nothing that is none."""

import subprocess

from tests.support.site import ROOT


def test_only_real_benches_are_run() -> None:
    asked = ["make", "--dry-run", "--no-print-directory", "bench"]
    said = subprocess.run(asked, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    run = {word.rstrip(";") for word in said.split() if word.startswith("bench/")}
    benches = {path for path in (ROOT / "bench").glob("*.py") if "__main__" in path.read_text()}
    assert run == {str(path.relative_to(ROOT)) for path in benches}
    assert len(run) >= 3
