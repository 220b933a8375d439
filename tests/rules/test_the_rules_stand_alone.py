"""The rules need nothing but the standard library, and no time and no chance."""

import ast
import sys
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parents[2] / "games" / "cribbage"
FILES = sorted(PACKAGE.glob("*.py"))
CHANCE_AND_TIME = {"random", "secrets", "time", "datetime", "os", "uuid"}


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_only_the_standard_library_without_time_and_chance_is_imported(file):
    imported = set()
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.Import):
            imported |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0
            imported.add(node.module)
    outside = {name for name in imported if not name.startswith("games.cribbage")}
    tops = {name.partition(".")[0] for name in outside} - {"games"}
    assert tops <= sys.stdlib_module_names - CHANCE_AND_TIME
    assert "games" not in {name.partition(".")[0] for name in outside if name != "games.cribbage"}


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_a_file_has_one_subject_and_says_which(file):
    assert ast.get_docstring(ast.parse(file.read_text()))
    assert len(file.read_text().splitlines()) < 300
