"""Commands for anybody who wants to check this site's cribbage.

    python -m games.cribbage count 5H 5S 5C JD 5D [--crib]
    python -m games.cribbage check CASES.jsonl
    python -m games.cribbage verify DEALS.json

They need nothing but Python. Exit status: 0 all is right, 1 something differs,
2 the command or its input cannot be understood.
"""

from __future__ import annotations

import argparse
import io
import json
import sys
from pathlib import Path
from typing import Any

from games.cribbage.cards import Card
from games.cribbage.check import check_case
from games.cribbage.errors import Malformed
from games.cribbage.show import count_hand
from games.cribbage.speech import spoken
from games.cribbage.verify import check_game, check_order, games_in


class _InputError(Exception):
    """What to tell somebody whose input cannot be used."""


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> Any:
        raise _InputError(message)


def main(arguments: list[str] | None = None) -> int:
    """Run one command; returns its exit status."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    try:
        chosen = _parser().parse_args(arguments)
        if chosen.command == "count":
            return _count(chosen.cards, chosen.crib)
        if chosen.command == "check":
            return _check(Path(chosen.file))
        return _verify(Path(chosen.file))
    except _InputError as error:
        print(f"games.cribbage: {error}", file=sys.stderr)
        return 2


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="python -m games.cribbage", description="Check this site's cribbage.")
    commands = parser.add_subparsers(dest="command", required=True, metavar="count|check|verify")
    count = commands.add_parser("count", help="count a hand of four cards and the starter")
    count.add_argument("cards", nargs="+", metavar="CARD", help="5H 10S AD …; the starter last")
    count.add_argument("--crib", action="store_true", help="count it as a crib")
    check = commands.add_parser("check", help="run cases, one JSON object a line")
    check.add_argument("file", metavar="FILE.jsonl")
    verify = commands.add_parser("verify", help="check the revealed deals of finished games")
    verify.add_argument("file", metavar="FILE.json")
    return parser


def _count(texts: list[str], crib: bool) -> int:
    cards = []
    for text in texts:
        try:
            cards.append(Card.parse(text))
        except Malformed:
            raise _InputError(
                f"{text!a} is not a card; write rank and suit, like 5H or 10S"
            ) from None
    if len(cards) != 5:
        raise _InputError(f"four cards and the starter are needed, not {len(cards)}")
    for place, card in enumerate(cards):
        if card in cards[:place]:
            raise _InputError(f"the {card.name} is there twice")
    breakdown = count_hand(cards[:4], cards[4], crib)
    print(spoken(breakdown))
    print(breakdown.total)
    return 0


def _check(path: Path) -> int:
    passed = failed = 0
    for number, line in enumerate(_read(path).split("\n"), 1):
        if not line.strip():
            continue
        case = _json(line, f"{path}: line {number}")
        if not isinstance(case, dict):
            raise _InputError(f"{path}: line {number} is not a case")
        mismatches = check_case(case)
        for mismatch in mismatches:
            print(f"{case.get('id', f'line {number}')}: {mismatch}")
        passed, failed = passed + (not mismatches), failed + bool(mismatches)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


def _verify(path: Path) -> int:
    data = _json(_read(path), str(path))
    try:
        games = games_in(data)
    except Malformed:
        raise _InputError(f"{path}: there is no revealed game in it") from None
    order = check_order(data)
    for problem in order:
        print(problem)
    bad = 0
    for number, game in enumerate(games, 1):
        name = game.get("game_id") if isinstance(game, dict) else None
        problems = check_game(game)
        for problem in problems:
            print(f"{name or f'game {number}'}: {problem}")
        if not problems:
            print(f"{name}: verified, {len(game['hands'])} decks")
        bad += bool(problems)
    print(f"{len(games) - bad} verified, {bad} wrong")
    return 1 if bad or order else 0


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "not a text file"
        raise _InputError(f"{path}: {reason}") from None


def _json(text: str, where: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        raise _InputError(f"{where} is not JSON") from None


if __name__ == "__main__":
    sys.exit(main())
