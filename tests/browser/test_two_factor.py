"""A second step to log in, and a device that is logged out from another one."""

import re
import secrets

import pytest

from tests.browser.second_step import code, confirm_address, open_set_up, switch_on
from tests.browser.test_accounts import PASSWORD, log_in, sign_up

pytestmark = pytest.mark.browser


def test_with_a_code_to_the_account_and_from_there_a_table_elsewhere_is_closed(people):
    site = people.site.url
    first, second = people.come(), people.come()
    first.page.goto(site)
    email = sign_up(first, f"Ann {secrets.token_hex(3)}")
    first.page.get_by_role("link", name="Log out").first.wait_for()
    confirm_address(first, site, email)
    secret = open_set_up(first, site, PASSWORD)
    picture = first.page.locator(".qr")
    assert picture.evaluate("image => image.decode().then(() => image.naturalWidth)") > 0
    switch_on(first, secret)
    first.play_friend(site, "", target=61)
    first.settle()

    second.page.goto(site)
    log_in(second, email)
    second.page.get_by_role("heading", name="Now the code").wait_for()
    second.hands.write(second.page.get_by_label("Code"), "no code")
    second.press("Log in")
    second.page.get_by_text("That code is not right.").wait_for()
    second.page.get_by_label("Code").fill(code(secret, later=1))
    second.press("Log in")
    second.page.get_by_role("link", name="Account").first.click()
    second.page.get_by_role("link", name="See them, log one out").click()
    second.page.get_by_role("button", name=re.compile("^Log Chrome on .* out, logged in")).click()
    second.page.get_by_text("is logged out.").wait_for()

    look = first.until(lambda look: look.line, "a word about it")
    assert look.line.startswith("Your visit has ended on this device")
    first.page.goto(f"{site}account/")
    first.page.get_by_role("heading", name="Log in").wait_for()
    second.page.reload()
    second.page.get_by_text("this device").wait_for()
