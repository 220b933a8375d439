"""A device that is made to forget its player tells every page that still shows a table."""

import pytest

pytestmark = pytest.mark.browser


def test_the_other_tab_says_calmly_that_the_visit_has_ended(people):
    ann, bob = people.at("you play")
    tab = people.another_page(ann.page.context)
    tab.page.goto(people.site.url)
    hand = ann.settle() and ann.look().hand
    tab.press("Forget me here")
    tab.page.get_by_text("This device has forgotten you.").wait_for()

    look = ann.until(lambda look: look.line, "a word about it")
    assert look.line.startswith("Your visit has ended on this device")
    assert ann.page.get_by_role("status").filter(has_text="Your visit has ended").is_visible()
    assert look.hand == hand, "the page is left as it was"
    # it does not try again and again
    sockets = len(ann.watch.boards)
    ann.page.wait_for_timeout(2500)
    assert len(ann.watch.boards) == sockets
    assert bob.look().line == ""

    ann.page.get_by_role("link", name="Load the page again").click()
    ann.page.get_by_text("You are watching", exact=True).wait_for()
    assert ann.look().hand == []
