"""What is wrong with a page as it is seen: too wide, too small, covered, or against axe's rules."""

from __future__ import annotations

from typing import Any

from axe_playwright_python.sync_playwright import Axe

from tests.browser.people import Person
from tests.support.table_page import DESKTOP, PHONE

SCREENS = {"desktop": DESKTOP, "phone": PHONE}
NARROW = {"width": 320, "height": 640}
axe = Axe()

# What of the prompt, the hand and the board is not wholly inside the window, or lies under
# something else.
OUTSIDE = """
() => {
  const wrong = [];
  const over = document.querySelector("#region-report.report");
  const names = [
    "#region-prompt", "#prompt-sentence", "#prompt-button", "#rematch", "#region-hand",
    ".hand-card", ".score-number", ".board", "#count", "#sequence .card", "#starter-card",
    "#crib .card", "#claim-points", "#claim-button",
  ];
  for (const name of names) for (const element of document.querySelectorAll(name)) {
    if (!element.getClientRects().length) continue;
    // once a game is over its report says all that is to be done
    if (over && element.closest("#region-prompt")) continue;
    const { left, top, right, bottom } = element.getBoundingClientRect();
    const place = [left, top, right, bottom].map(Math.round);
    const where = `${name} ${element.dataset.code ?? ""} ${place}`;
    if (left < -0.5 || top < -0.5 || right > innerWidth + 0.5 || bottom > innerHeight + 0.5) {
      wrong.push(`outside: ${where}`);
    } else if (element.matches("button, #prompt-sentence, .score-number, #count")) {
      const found = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      if (!element.contains(found) && !found?.contains(element)) {
        wrong.push(`covered: ${where} by ${found?.outerHTML.slice(0, 80)}`);
      }
    }
  }
  return wrong;
}
"""

# Targets smaller than WCAG 2.2 asks for; links within a sentence are let off there.
SMALL = """
() => {
  const wrong = [];
  const shown = (element) =>
    element.getClientRects().length && !element.closest(".visually-hidden, .skip");
  for (const element of document.querySelectorAll("a[href], button, input, summary, select")) {
    if (!shown(element) || element.type === "hidden") continue;
    const { width, height } = (element.closest("label") ?? element).getBoundingClientRect();
    const alone = [...element.parentNode.childNodes].every(
      (node) => node === element || node.nodeType !== Node.TEXT_NODE || !node.textContent.trim());
    const inline = element.tagName === "A" && getComputedStyle(element).display === "inline";
    if ((width < 24 || height < 24) && !(inline && (!alone || element.closest("p")))) {
      wrong.push(`${Math.round(width)}x${Math.round(height)} ${element.outerHTML.slice(0, 100)}`);
    }
  }
  for (const card of document.querySelectorAll(".hand-card")) {
    const { offsetWidth: width, offsetHeight: height } = card;
    if (width < 44 || height < 60) wrong.push(`${width}x${height} ${card.id}`);
  }
  return wrong;
}
"""

# How much wider than the window the page is, and what sticks out.
TOO_WIDE = """
() => {
  const over = document.documentElement.scrollWidth - innerWidth;
  if (over <= 0) return [];
  const out = [...document.querySelectorAll("body *")].filter(
    (element) => element.getBoundingClientRect().right > innerWidth + 1);
  return [over, ...out.map((element) => element.outerHTML.slice(0, 80))];
}
"""


def device(screen: str) -> dict[str, Any]:
    """How a browser is opened for a screen of that name."""
    phone = {"has_touch": True, "is_mobile": True} if screen == "phone" else {}
    return {"viewport": SCREENS[screen], **phone}


def complaints(person: Person) -> list[str]:
    """What axe says about the page as it is; in the dark only the colours are others."""
    found = []
    for scheme, rules in (("light", {}), ("dark", {"runOnly": ["color-contrast"]})):
        person.page.emulate_media(color_scheme=scheme)
        # all that passes would be told as well, element by element
        options = {"resultTypes": ["violations"], **rules}
        for rule in axe.run(person.page, options=options).response["violations"]:
            places = [node["html"][:120] for node in rule["nodes"]]
            found.append(f"{scheme}: {rule['id']}: {rule['help']}: {places}")
    return found


def too_wide_or_small(person: Person, *widths: int) -> list[str]:
    """What is too wide for the window or too small to hit, at each of these widths."""
    wrong = []
    for width in widths:
        person.page.set_viewport_size({"width": width, "height": 640})
        for fault in (TOO_WIDE, SMALL):
            wrong += [f"at {width} px: {one}" for one in person.page.evaluate(fault)]
    return wrong


def not_to_be_seen(person: Person, screen: str) -> list[str]:
    """What of a table is outside the window, covered or too small; on a phone at 320 px as well."""
    wrong = [one for fault in (OUTSIDE, TOO_WIDE, SMALL) for one in person.page.evaluate(fault)]
    if screen == "phone":
        wrong += too_wide_or_small(person, NARROW["width"])
        person.page.set_viewport_size(PHONE)
    return wrong


def nothing_wrong(person: Person) -> None:
    """No complaint, on a phone neither, and nothing too wide or too small there."""
    wrong = [*complaints(person), *too_wide_or_small(person, 360, 320)]
    assert wrong == [], person.page.url
    person.page.set_viewport_size(DESKTOP)
