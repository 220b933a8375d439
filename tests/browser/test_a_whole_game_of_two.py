"""Two people play a whole game, one with the mouse alone, one with the keyboard alone."""

import re
import subprocess
import sys

import pytest

from tests.support.site import ROOT, environment
from tests.support.table_page import Keyboard, Mouse, playing

pytestmark = pytest.mark.browser


def test_from_the_first_page_to_a_rematch(people, site):
    ann, bob = people.come(Mouse()), people.come(Keyboard())

    ann.play_friend(site.url, "Ann", target=61)
    assert ann.look().sentence == ("A game needs at least two seats: send the link, or add a CPU.")
    ann.press("Copy the link")
    bob.sit_down(ann.invitation(), "Bob")
    assert ann.until(lambda look: "Bob" in look.sentence).sentence == (
        "Waiting for Bob to be ready."
    )
    bob.press("I'm ready")
    ann.until_asked()
    ann.press("Cut the cards")
    first_dealer = {person: person.until(lambda look: look.dealer).dealer for person in (ann, bob)}
    assert first_dealer[ann] == first_dealer[bob]

    scores = {"Ann": 0, "Bob": 0}
    for person in playing(ann, bob):
        now = person.look().scores
        assert all(now[name] >= scores[name] for name in scores), "a score fell"
        scores = now

    ends = {person: person.look() for person in (ann, bob)}
    assert ends[ann].scores == ends[bob].scores == ann.look().scores
    winner, loser = sorted(ends[ann].scores, key=ends[ann].scores.get, reverse=True)
    assert ends[ann].scores[winner] == 61 > ends[ann].scores[loser]
    result = f"61 to {ends[ann].scores[loser]}."
    for name, person in {"Ann": ann, "Bob": bob}.items():
        who = "You win" if name == winner else f"{winner} wins"
        assert ends[person].headline == f"{who}, {result}"
        report = person.page.get_by_role("region", name=ends[person].headline)
        assert report.get_by_text("skunked").count() == (ends[ann].scores[loser] < 31)

    bob.press("Play again")
    ann.page.locator("#region-report").get_by_text("Bob would like to play again.").wait_for()
    ann.press("Play again")
    for person in (ann, bob):
        look = person.until(lambda look: not look.over and not look.waiting, "the rematch")
        assert look.scores == {"Ann": 0, "Bob": 0}
        assert re.search("[Dd]eal", look.sentence)
    for _, person in zip(range(6), playing(ann, bob), strict=False):
        assert person.look().dealer != first_dealer[ann], "the first deal passes to the left"

    check = [sys.executable, "manage.py", "verify_games"]
    subprocess.run(check, cwd=ROOT, env=environment(**site.environment()), check=True)
