"""A count is named point by point, with the cards lit, and can be looked at again."""

import pytest

from tests.support.table_page import Mouse

pytestmark = pytest.mark.browser

# Everything that was to be seen of a count, whenever it changed.
FOLLOW = """
() => {
  window.seen = [];
  new MutationObserver(() => {
    const lines = [...document.querySelectorAll("#show-lines li")];
    const said = lines.filter((line) => !line.classList.contains("unsaid"));
    const lit = [...document.querySelectorAll("#show-cards .lit")].map((card) => card.dataset.code);
    if (lines.length && lit.length) window.seen.push([said.length, lit.join(" ")]);
  }).observe(document.body, { childList: true, subtree: true, attributes: true });
}
"""

# Of each line what it says, its cards, and the total that it reaches.
LINES = """
() => [...document.querySelectorAll("#show-lines li")].map((line) => [
  line.querySelector(".line-text").textContent,
  line.dataset.cards.split(" ").sort().join(" "),
  line.querySelector(".line-total").textContent,
])
"""


def lines_of(person):
    return person.page.evaluate(LINES)


def test_every_line_names_one_part_and_lights_its_cards(people):
    table = people.arranger.table("you have much to count")
    ann = people.sit(table, 0, Mouse(), still=False)
    ann.page.evaluate(FOLLOW)
    ann.press("Count it")
    ann.until(lambda look: look.counted == "Your hand")
    lines = lines_of(ann)
    assert len(lines) > 2
    ann.page.wait_for_function(
        "() => !document.querySelector('#show-lines .unsaid, #show-cards .lit')"
    )
    seen = []
    for number, lit in ann.page.evaluate("() => window.seen"):
        if (number, lit) not in seen:
            seen.append((number, lit))
    lit = [(number, " ".join(sorted(codes.split()))) for number, codes in seen]
    shown = [(number, cards) for number, (_, cards, _) in enumerate(lines, 1)]
    assert [each for each in lit if each in shown] == shown, (
        "each line with its own cards, in order"
    )
    assert ann.look().points == lines[-1][2]
    # no line says again what the lines before it have said, and the whole is said below
    assert all("," not in text for text, _, _ in lines)
    spoken = ann.page.locator("#region-show .spoken").inner_text()
    for text, _, _ in lines:
        assert text in spoken


def test_without_movement_the_whole_count_is_there_at_once(people):
    ann = people.sit(people.arranger.table("you have much to count"), 0)
    ann.press("Count it")
    ann.until(lambda look: look.counted == "Your hand")
    assert ann.page.locator("#show-lines .unsaid").count() == 0
    assert ann.look().points == lines_of(ann)[-1][2]


def test_the_last_hand_can_be_looked_at_again_during_the_next(people):
    ann, bob = people.at("between hands")
    counted = [line for line in ann.look().log if "'s hand: " in line or "'s crib: " in line]
    dealer = ann if ann.look().button else bob
    dealer.press("Deal")
    ann.until(lambda look: look.mode == "throw", "the next hand")
    ann.page.get_by_text("Last hand (").click()
    last = ann.page.locator("#region-last")
    assert last.get_attribute("open") is not None
    for line in counted[-3:]:
        assert last.get_by_text(line.split(": ", 1)[1].rstrip("."), exact=True).first.is_visible()
