"""The card sprite: every card once, the back, small, and safe under a strict policy."""

import re
import runpy
from pathlib import Path
from xml.etree import ElementTree

ROOT = Path(__file__).resolve().parent.parent.parent
SPRITE = ROOT / "static" / "cards.svg"
SVG = "{http://www.w3.org/2000/svg}"
CODES = [rank + suit for suit in "CDHS" for rank in "A23456789TJQK"]


def symbols() -> dict[str, ElementTree.Element]:
    root = ElementTree.fromstring(SPRITE.read_text(encoding="utf-8"))
    return {child.attrib["id"]: child for child in root}


def test_there_are_fifty_two_cards_and_a_back() -> None:
    root = ElementTree.fromstring(SPRITE.read_text(encoding="utf-8"))
    ids = [child.attrib["id"] for child in root]
    assert sorted(ids) == sorted([*CODES, "back"])
    assert all(child.tag == f"{SVG}symbol" for child in root)
    assert {child.attrib["viewBox"] for child in root} == {"0 0 100 140"}


def test_number_cards_have_as_many_marks_as_their_rank() -> None:
    table = runpy.run_path(str(ROOT / "tools" / "make_cards.py"))["COLUMNS"]
    assert {rank: len(places) for rank, places in table.items()} == {
        **{str(n): n for n in range(2, 10)},
        "T": 10,
    }
    assert all(len(set(places)) == len(places) for places in table.values())


def test_no_two_cards_look_alike() -> None:
    drawn = {ElementTree.tostring(symbol).split(b">", 1)[1] for symbol in symbols().values()}
    assert len(drawn) == 53


def test_suits_differ_by_shape_and_not_only_by_colour() -> None:
    pip = runpy.run_path(str(ROOT / "tools" / "make_cards.py"))["pip"]
    assert len({pip(suit, 50, 70, 10) for suit in "CDHS"}) == 4


def test_the_sprite_is_small_and_holds_only_drawing() -> None:
    text = SPRITE.read_text(encoding="utf-8")
    assert len(text.encode()) < 100_000
    assert not re.search(r"<(script|style|image|text|a|foreignObject)\b|\bon\w+=|style=|href", text)


def test_the_committed_sprite_is_the_drawn_one() -> None:
    draw = runpy.run_path(str(ROOT / "tools" / "make_cards.py"))["sprite"]
    assert SPRITE.read_text(encoding="utf-8") == draw()
