"""Every known case goes through the rules as the `check` command does it."""

import json

import pytest

from games.cribbage.check import check_case

from .tables import ORACLES

CASES = [json.loads(line) for line in (ORACLES / "cases.jsonl").read_text().splitlines()]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_the_rules_agree_with_the_case(case):
    assert check_case(case) == []


def test_all_cases_are_there():
    assert len(CASES) == 68


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_a_case_with_any_wrong_expectation_is_noticed(case):
    for key, value in case["expect"].items():
        wrong = {**case, "expect": {**case["expect"], key: _other(value)}}
        assert any(line.startswith(f"{key}: ") for line in check_case(wrong)), key


def test_an_expectation_that_nothing_answers_is_noticed():
    assert check_case({**CASES[0], "expect": {"colour": "red"}}) == [
        "colour: expected red, got nothing"
    ]


@pytest.mark.parametrize(
    "case",
    [
        {},
        {"kind": "show"},
        {"kind": "chess", "expect": {}},
        {"kind": "game", "expect": {}},
        {"kind": "show", "hand": ["5H", "5H", "6C", "7C"], "starter": "8C", "expect": {}},
        {"kind": "show", "hand": ["5X", "5H", "6C", "7C"], "starter": "8C", "expect": {}},
        {"kind": "show", "hand": 5, "starter": "8C", "expect": {}},
        {"kind": "pegging", "form": "sequence", "seq": ["KS", "KD", "KC", "KH"], "expect": {}},
    ],
)
def test_a_case_that_cannot_be_run_fails(case):
    assert len(check_case(case)) == 1


def _other(value):
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    if isinstance(value, list):
        return [*value, "more"]
    if isinstance(value, dict):
        return {**value, "more": 1}
    return "something else"
