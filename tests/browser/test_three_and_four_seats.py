"""Whole games of three and four seats, from the link to the report."""

import pytest

from tests.browser.people import settle
from tests.support.table_page import Keyboard, Mouse, playing

pytestmark = pytest.mark.browser

QUIET = "Partners can't talk from the deal to the end of the count."


def start(host, *others):
    """All but the host are ready, and the host cuts the cards."""
    for person in others:
        person.press("I'm ready")
    host.until_asked()
    host.press("Cut the cards")
    for person in (host, *others):
        person.until(lambda look: look.dealer, "the cut")


def test_two_people_and_a_computer_player(people, site):
    ann, bob = people.come(Keyboard()), people.come(Mouse())
    ann.play_friend(site.url, "Ann", target=61)
    bob.sit_down(ann.invitation(), "Bob")
    ann.at_chair(3, "Add a computer player")
    for person in (ann, bob):
        person.until(lambda look: look.seated == ["Ann", "Bob", "Hazel", ""], "the third player")
    start(ann, bob)

    sizes, scores = set(), dict.fromkeys(("Ann", "Bob", "Hazel"), 0)
    for person in playing(ann, bob):
        look = person.look()
        if ", ".join(look.log).count("deals.") > 1:
            break
        if look.mode == "throw":
            sizes.add((len(look.hand), look.need))
        assert all(look.scores[name] >= scores[name] for name in scores), "a score fell"
        scores = look.scores
    assert sizes <= {(5, 1)}, "each has five cards and throws one"
    # what is between a first hand and a last one is more of the same
    people.arranger.play_on(ann.code, "the end is near")
    for _ in playing(ann, bob):
        pass

    ends = [person.look() for person in (ann, bob)]
    scores = ends[0].scores
    assert ends[1].scores == scores
    winner = max(scores, key=scores.get)
    others = [scores[name] for name in ("Ann", "Bob", "Hazel") if name != winner]
    assert scores[winner] == 61 > max(others)
    for name, end in zip(("Ann", "Bob"), ends, strict=True):
        who = "You win" if name == winner else f"{winner} wins"
        assert end.headline == f"{who}, 61 to {others[0]} : {others[1]}."


class PartnersTable:
    """Four people at one table, and what must hold in every phase of their game."""

    def __init__(self, four):
        self.four = four
        self.seen = set()

    def look_round(self):
        """In every phase once: all see the same scores, and nobody may talk, but between hands."""
        settle(*self.four)
        phase = self.phase()
        if phase in self.seen:
            return
        self.seen.add(phase)
        looks = [person.look() for person in self.four]
        assert all(look.scores.keys() == {"Ann + Cleo", "Bob + Dan"} for look in looks)
        assert len({tuple(look.scores.values()) for look in looks}) == 1
        fields = [
            person.page.get_by_role("group", name="Ready phrases").count() for person in self.four
        ]
        if phase == "deal":
            assert ([look.quiet for look in looks], fields) == ([""] * 4, [1] * 4)
        else:
            assert ([look.quiet for look in looks], fields) == ([QUIET] * 4, [0] * 4)

    def phase(self):
        sentence = self.four[0].look().sentence
        words = {"throw": "hrow", "play": "turn", "deal": "eal", "show": "ount"}
        return next(phase for phase, word in words.items() if word in sentence)


def test_four_people_in_two_partnerships(people, site):
    ann, bob, cleo, dan = four = [people.come() for _ in range(4)]
    ann.play_friend(site.url, "Ann", target=61)
    link = ann.invitation()
    cleo.sit_down(link, "Cleo", chair=3)
    dan.sit_down(link, "Dan", chair=4)
    bob.sit_down(link, "Bob", chair=2)
    for person in four:
        look = person.until(lambda look: all(look.seated), "the fourth player")
        assert look.seated == ["Ann", "Bob", "Cleo", "Dan"]
        across = [chair["across"] for chair in look.chairs]
        assert across == ["with Cleo", "with Dan", "with Ann", "with Bob"]
    assert ann.page.get_by_label("Send this link").count() == 0
    start(ann, bob, cleo, dan)
    for person, partner in ((ann, "Cleo"), (bob, "Dan"), (cleo, "Ann"), (dan, "Bob")):
        tagged = person.page.locator(".seat").filter(has=person.page.get_by_text("partner"))
        assert tagged.locator(".seat-name").all_inner_texts() == [partner]

    table = PartnersTable(four)
    table.look_round()
    for _ in playing(*four):
        table.look_round()
        if table.seen == {"deal", "throw", "play", "show"}:
            break
    # what is between a first hand and a last one is more of the same
    people.arranger.play_on(ann.code, "the end is near")
    for _ in playing(*four):
        pass

    ends = settle(*four) and [person.look() for person in four]
    scores = ends[0].scores
    assert all(end.scores == scores for end in ends)
    winner, loser = sorted(scores, key=scores.get, reverse=True)
    assert scores[winner] == 61 > scores[loser]
    for name, end in zip(("Ann", "Bob", "Cleo", "Dan"), ends, strict=True):
        who = "You win" if name in winner else f"{winner} win"
        assert end.headline == f"{who}, 61 to {scores[loser]}."
        assert end.quiet == ""
