"""The CPU player is made of the rules and the standard library, without chance and clock."""

import ast
import sys
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parents[2] / "games" / "cpu"
FILES = sorted(PACKAGE.rglob("*.py"))
CHANCE_AND_TIME = {"random", "secrets", "time", "datetime", "os", "uuid"}


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_it_imports_only_the_rules_and_the_standard_library(file):
    imported = set()
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.Import):
            imported |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0
            imported.add(node.module)
    outside = {name for name in imported if not name.startswith(("games.cribbage", "games.cpu"))}
    assert {name.partition(".")[0] for name in outside} <= sys.stdlib_module_names - CHANCE_AND_TIME


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_it_never_names_the_whole_state(file):
    tree = ast.parse(file.read_text())
    named = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    named |= {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    named |= {
        name.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom)
        for name in node.names
    }
    assert "State" not in named
