"""The commands for outsiders: no services, no Django, clear answers."""

import copy
import json
import subprocess
import sys
from pathlib import Path

import pytest

from .tables import ORACLES

ROOT = Path(__file__).resolve().parents[2]


def run(*arguments):
    # -I -S: nothing but the standard library can be imported, and this repository.
    code = (
        "import sys, runpy; sys.path.insert(0, sys.argv.pop(1)); "
        "runpy.run_module('games.cribbage', run_name='__main__', alter_sys=True)"
    )
    return subprocess.run(
        [sys.executable, "-I", "-S", "-c", code, str(ROOT), *map(str, arguments)],
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )


def test_it_runs_as_a_module():
    done = subprocess.run(
        [sys.executable, "-m", "games.cribbage", "count", "5H", "5S", "5C", "JD", "5D"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stdout.splitlines()[-1]) == (0, "29")


def test_count_says_the_count_and_the_points():
    done = run("count", "3H", "4D", "5S", "KC", "10H")
    assert done.stdout == "fifteen two, fifteen four, and a run of three is seven\n7\n"
    assert (done.returncode, done.stderr) == (0, "")


def test_count_takes_a_crib():
    assert run("count", "3C", "7C", "AC", "KC", "JD").stdout.splitlines()[-1] == "4"
    assert run("count", "3C", "7C", "AC", "KC", "JD", "--crib").stdout == "nineteen\n0\n"
    assert run("count", "--crib", "3C", "7C", "AC", "KC", "JD").stdout == "nineteen\n0\n"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["count", "5H", "5S", "5C", "JD", "5X"], "'5X' is not a card"),
        (["count", "5H", "5S", "5C", "JD", "\u0665H"], "is not a card"),
        (["count", "5H", "5S", "5C", "JD", "5h"], "the five of hearts is there twice"),
        (["count", "5H", "5S", "5C", "JD"], "not 4"),
        (["count", "5H", "5S", "5C", "JD", "5D", "6D"], "not 6"),
        (["count"], "CARD"),
        (["count", "5H", "5S", "5C", "JD", "5D", "--cribs"], "--cribs"),
        (["check", "no/such/file.jsonl"], "no/such/file.jsonl: No such file"),
        (["verify", "no/such/file.json"], "no/such/file.json: No such file"),
        (["check", ORACLES], "Is a directory"),
        (["check"], "FILE.jsonl"),
        (["shuffle"], "shuffle"),
        ([], "count|check|verify"),
    ],
)
def test_what_cannot_be_understood_is_one_clear_line(arguments, said):
    done = run(*arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("command", ["check", "verify"])
@pytest.mark.parametrize(
    "content", [b"{", b"\xff\xfe", b"nonsense\n", b"[" * 100_000, b"5", b"[]", b'"x"']
)
def test_a_file_that_cannot_be_understood_is_one_clear_line(command, content, tmp_path):
    file = tmp_path / "file"
    file.write_bytes(content)
    done = run(command, file)
    assert done.returncode == 2
    assert str(file) in done.stderr
    assert done.stderr.count("\n") == 1


def test_check_passes_all_known_cases():
    done = run("check", ORACLES / "cases.jsonl")
    assert (done.returncode, done.stdout) == (0, "68 passed, 0 failed\n")


def test_check_prints_each_mismatch_and_the_numbers_last(tmp_path):
    cases = [json.loads(line) for line in (ORACLES / "cases.jsonl").read_text().splitlines()]
    cases[3]["expect"]["total"] = 30
    cases[5]["expect"]["pairs"] = 6
    cases[5]["expect"]["total"] = 22
    file = tmp_path / "cases.jsonl"
    file.write_text("\n\n".join(json.dumps(case) for case in cases))
    done = run("check", file)
    assert done.returncode == 1
    assert done.stdout.splitlines() == [
        "show-29: total: expected 30, got 29",
        "show-28-no-nobs: pairs: expected 6, got 12",
        "show-28-no-nobs: total: expected 22, got 28",
        "66 passed, 2 failed",
    ]


def test_check_fails_a_case_it_cannot_run_and_goes_on(tmp_path):
    file = tmp_path / "cases.jsonl"
    file.write_text('{"id": "odd \\ud800", "kind": "odd"}\n{"kind": "show"}\n')
    done = run("check", file)
    assert done.returncode == 1
    assert done.stdout.splitlines()[-1] == "0 passed, 2 failed"
    assert done.stderr == ""


def test_verify_finds_the_revealed_games_right():
    done = run("verify", ORACLES / "fair_vector.json")
    assert done.returncode == 0
    assert done.stdout.splitlines()[-1] == "3 verified, 0 wrong"


def test_verify_takes_a_single_game(tmp_path):
    games = json.loads((ORACLES / "fair_vector.json").read_text())["vectors"]
    file = tmp_path / "deals.json"
    file.write_text(json.dumps(games[2]))
    done = run("verify", file)
    assert done.returncode == 0
    assert done.stdout.splitlines() == ["g-0003: verified, 4 decks", "1 verified, 0 wrong"]


def test_verify_names_what_was_tampered_with(tmp_path):
    data = json.loads((ORACLES / "fair_vector.json").read_text())
    bad = copy.deepcopy(data)
    bad["vectors"][0]["hands"][0]["dealer_seat"] = 0
    bad["vectors"][1]["hands"][2]["starter"] = "Ah"
    file = tmp_path / "deals.json"
    file.write_text(json.dumps(bad))
    done = run("verify", file)
    right = data["vectors"][1]["hands"][2]["starter"]
    assert done.returncode == 1
    assert done.stdout.splitlines() == [
        "g-0001: hand 0: dealer_seat: is 0, should be 1",
        f"g-0002: hand 2: starter: is 'Ah', should be '{right}'",
        "g-0003: verified, 4 decks",
        "1 verified, 2 wrong",
    ]
