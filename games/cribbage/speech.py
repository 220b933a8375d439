"""A count as players say it: "fifteen two, fifteen four, and a run of three is seven"."""

from __future__ import annotations

from collections.abc import Callable

from games.cribbage.show import Breakdown, Combination

Translate = Callable[[str], str]

NUMBERS = (
    *("nought", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"),
    *("ten", "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen"),
    *("eighteen", "nineteen", "twenty", "twenty-one", "twenty-two", "twenty-three"),
    *("twenty-four", "twenty-five", "twenty-six", "twenty-seven", "twenty-eight", "twenty-nine"),
)
"""0 to 29 in words."""

NOTHING = "nineteen"
"""What a hand worth nothing is called, since no hand is worth nineteen."""

PHRASES = {
    ("fifteen", 2): "fifteen {total}",
    ("fifteen", 3): "fifteen {total}",
    ("fifteen", 4): "fifteen {total}",
    ("fifteen", 5): "fifteen {total}",
    ("pair", 2): "a pair is {total}",
    ("pair", 3): "three of a kind is {total}",
    ("pair", 4): "four of a kind is {total}",
    ("run", 3): "a run of three is {total}",
    ("run", 4): "a run of four is {total}",
    ("run", 5): "a run of five is {total}",
    ("flush", 4): "a flush of four is {total}",
    ("flush", 5): "a flush of five is {total}",
    ("nobs", 1): "his nobs is {total}",
}
"""What is said of a combination, by its kind and number of cards."""

AND = "{before}, and {last}"
"""How the last phrase is joined to those before it."""


def spoken(breakdown: Breakdown, translate: Translate = str) -> str:
    """The whole count in one breath, each phrase with the total it reaches.

    ``translate`` turns each English phrase (with its ``{total}``), number word
    and joint of this module into the reader's language.
    """
    said = phrases(breakdown, translate)
    if not said:
        return translate(NOTHING)
    return _joined(said, translate)


def phrases(breakdown: Breakdown, translate: Translate = str) -> list[str]:
    """What is said of each combination by itself, with the total it reaches."""
    return [_phrase(combination, total, translate) for combination, total in _running(breakdown)]


def steps(breakdown: Breakdown, translate: Translate = str) -> list[tuple[str, Combination, int]]:
    """The count combination by combination: (what has been said so far, the
    combination that was named last, the total it reaches)."""
    said: list[str] = []
    found = []
    running = _running(breakdown)
    for combination, total in running:
        said.append(_phrase(combination, total, translate))
        whole = len(said) == len(running)
        text = _joined(said, translate) if whole else ", ".join(said)
        found.append((text, combination, total))
    return found


def _running(breakdown: Breakdown) -> list[tuple[Combination, int]]:
    total, found = 0, []
    for combination in breakdown.combinations:
        total += combination.points
        found.append((combination, total))
    return found


def _phrase(combination: Combination, total: int, translate: Translate) -> str:
    phrase = PHRASES[combination.kind, len(combination.cards)]
    return translate(phrase).format(total=translate(NUMBERS[total]))


def _joined(phrases: list[str], translate: Translate) -> str:
    if len(phrases) == 1:
        return phrases[0]
    return translate(AND).format(before=", ".join(phrases[:-1]), last=phrases[-1])
