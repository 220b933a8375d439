"""The pages keep to the strict policy, and the scripts find their texts."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
PAGES = sorted((ROOT / "templates").rglob("*.html"))
# text("sent"), and both of text(done ? "copied" : "copyFailed")
TEXT = re.compile(r"""\btext\((?:[^"()]+\? )?"(\w+)"(?: : "(\w+)")?""")
SCRIPTS = ("chat", "clock", "drag", "hand", "notices")


def name(path: Path) -> str:
    return str(path.relative_to(ROOT / "templates"))


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_a_page_has_no_script_and_no_style_of_its_own(page: Path) -> None:
    html = page.read_text(encoding="utf-8")
    assert not re.search(r"<script(?![^>]*\ssrc=)", html)
    assert not re.search(r"<style|\sstyle=|\son[a-z]+=|javascript:|hx-on", html)


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_a_page_loads_nothing_from_elsewhere(page: Path) -> None:
    assert "//" not in page.read_text(encoding="utf-8").replace("://www.w3.org", "")


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_no_name_is_spoken_with_a_space_before_its_comma(page: Path) -> None:
    """Hidden words are a box of their own, which browsers set apart from the words before it."""
    html = page.read_text(encoding="utf-8")
    assert not re.search(r"visually-hidden\">\s*(\{% blocktranslate[^%]*%\}\s*)?[,.;:!?)]", html)


def texts_wanted(scripts: list[str]) -> set[str]:
    code = "".join((ROOT / "static" / script).read_text(encoding="utf-8") for script in scripts)
    return {word for words in TEXT.findall(code) for word in words if word}


def texts_given(page: str) -> set[str]:
    html = (ROOT / "templates" / page).read_text(encoding="utf-8")
    names = re.findall(r"data-([a-z-]+)=\"\{% (?:translate|url) ", html[html.index('id="texts"') :])
    return {re.sub(r"-(\w)", lambda found: found[1].upper(), given) for given in names}


@pytest.mark.parametrize(
    ("page", "scripts"),
    [
        ("table/table.html", ["table.js", *(f"table/{n}.js" for n in SCRIPTS)]),
        ("lobby/lobby.html", ["lobby.js"]),
    ],
)
def test_every_text_of_a_script_is_in_its_page(page: str, scripts: list[str]) -> None:
    wanted = texts_wanted(scripts)
    assert len(wanted) >= 4
    assert wanted <= texts_given(page)
