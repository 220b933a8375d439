"""A report from a table, answered in another browser; whom it is about sees it at once."""

import re
import secrets

import pytest

from tests.browser.looking import nothing_wrong

pytestmark = pytest.mark.browser

# The line may be closed before the moderators' own words have come down it: the page's own, then.
SUSPENDED = re.compile("You are suspended|You may not play here now")


def moderator(people):
    """A moderator on the page of the queue."""
    mia = people.come()
    people.work_here(mia, f"mia{secrets.token_hex(4)}")
    mia.page.goto(f"{people.site.url}moderation/")
    return mia


def report_bob(people, ann):
    ann.page.goto(f"{people.address(ann.code)}report/")
    ann.page.get_by_label("Bob").check()
    ann.page.get_by_label("What was said, or a name").check()
    words = f"Rude {secrets.token_hex(4)}"
    ann.page.get_by_label("What happened?").fill(words)
    ann.press("Send the report")
    ann.page.get_by_role("heading", name="What happens next").wait_for()
    return words


def test_a_time_out_after_a_report_is_seen_at_the_table_at_once(people):
    ann, bob = people.at("you play")
    code = ann.code
    assert bob.page.get_by_role("group", name="Ready phrases").is_visible()
    words = report_bob(people, ann)

    mia = moderator(people)
    nothing_wrong(mia)
    mia.page.get_by_role("listitem").filter(has_text=words).get_by_role("link").first.click()
    mia.page.get_by_role("blockquote").get_by_text(words).wait_for()
    mia.press("Take it")
    mia.page.get_by_text("in work").first.wait_for()
    nothing_wrong(mia)
    mia.page.get_by_role("link", name="No chat, 15 minutes").first.click()
    mia.page.locator("#end").get_by_text("It ends on").wait_for()
    nothing_wrong(mia)
    mia.page.get_by_label("Reason").fill("Insults at the table.")
    mia.press("Confirm: No chat, 15 minutes")

    # nobody has loaded Bob's page again
    bob.page.locator("#chat-quiet").get_by_text("You can't talk at tables until").wait_for()
    mia.page.get_by_text("Close it", exact=True).click()
    mia.page.get_by_label("The answer to the person who reported it").fill("They are quiet now.")
    mia.press("Close the report")
    mia.page.get_by_text("The report is closed.").wait_for()
    mia.page.goto(f"{people.site.url}moderation/log/")
    mia.page.get_by_text("Insults at the table.").first.wait_for()
    nothing_wrong(mia)

    ann.page.goto(f"{people.site.url}account/reports/")
    ann.page.get_by_text("They are quiet now.").wait_for()
    bob.page.goto(f"{people.site.url}account/standing/")
    bob.page.get_by_text("Insults at the table.").wait_for()
    nothing_wrong(bob)
    assert bob.page.goto(people.address(code)).status == 200


def test_who_is_suspended_leaves_the_table_at_once(people):
    ann, bob = people.at("you play")
    report_bob(people, ann)
    people.open(ann, bob.code)
    mia = moderator(people)
    number = people.arranger.player(bob.code, 1)
    mia.page.goto(f"{people.site.url}moderation/players/{number}/suspension-1-day/")
    mia.page.get_by_label("Reason").fill("Insults, again.")
    mia.press("Confirm: Suspension, 1 day")
    bob.page.get_by_text(SUSPENDED).first.wait_for()
    ann.until(lambda look: ann.page.locator(".mark").count(), "the computer at Bob's seat")
    assert "CPU for Bob" in ann.page.locator(".mark").first.inner_text().replace("\n", " ")
    bob.page.get_by_role("link", name=re.compile("Read it and answer|Read why")).first.click()
    bob.page.get_by_text("Insults, again.").wait_for()
    bob.page.get_by_text("Appeal", exact=True).click()
    bob.page.get_by_label("Why should it be lifted?").fill("It was my brother.")
    bob.press("Send the appeal")
    bob.page.get_by_text("Another moderator will look at it.").wait_for()
    nothing_wrong(bob)


def test_a_table_that_is_open_comes_back_when_a_suspension_is_lifted(people):
    ann, bob = people.at("you play")
    bob.page.clock.install()
    bob.come_back()
    mia = moderator(people)
    number = people.arranger.player(bob.code, 1)
    mia.page.goto(f"{people.site.url}moderation/players/{number}/suspension-1-day/")
    mia.page.get_by_label("Reason").fill("Insults.")
    mia.press("Confirm: Suspension, 1 day")
    bob.page.get_by_text(SUSPENDED).first.wait_for()
    mia.page.get_by_role("link", name="Lift it").click()
    mia.page.get_by_label("Reason").fill("It was somebody else.")
    mia.page.get_by_role("button", name="Lift it").click()
    mia.page.get_by_text("It is lifted.").wait_for()
    bob.page.clock.fast_forward(31_000)
    bob.page.get_by_role("button", name="I'm back").wait_for()
    assert bob.page.get_by_text(SUSPENDED).filter(visible=True).count() == 0
    bob.press("I'm back")
    ann.until(lambda look: not ann.page.locator(".mark").count(), "Bob in his seat again")


def test_the_navigation_is_one_line_on_a_phone_and_filters_one_on_a_desktop(people):
    mia = moderator(people)
    mia.page.goto(f"{people.site.url}moderation/log/")
    nothing_wrong(mia)
    fields = [mia.page.get_by_label(name, exact=True) for name in ("Player", "By", "What")]
    middles = {_middle(mia.page.locator(f"label[for={of.get_attribute('id')}]")) for of in fields}
    assert max(middles) - min(middles) < 3
    assert all(abs(_middle(field) - min(middles)) < 3 for field in fields)
    mia.page.set_viewport_size({"width": 360, "height": 640})
    tabs = mia.page.get_by_role("navigation", name="Moderation").get_by_role("link").all()
    assert len(tabs) == 4
    assert len({_middle(tab) for tab in tabs}) == 1


def _middle(found):
    """How far down the middle of what is found lies."""
    box = found.bounding_box()
    return round(box["y"] + box["height"] / 2)
