"""What somebody does with mail and a phone: confirm an address, and tell the code of the moment."""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
import struct
import time

from tests.browser.people import Person
from tests.support.site import ROOT

LINK = re.compile(r"https?://\S+(/accounts/confirm-email/\S+)")


def code(secret: str, later: int = 0) -> str:
    """The six digits of an app for this half minute, or for one `later` (RFC 6238)."""
    moment = struct.pack(">Q", int(time.time()) // 30 + later)
    digest = hmac.digest(base64.b32decode(secret), moment, hashlib.sha1)
    (number,) = struct.unpack_from(">I", digest, digest[-1] & 15)
    return f"{(number & 0x7FFFFFFF) % 10**6:06}"


def confirm_address(person: Person, site: str, email: str) -> None:
    """Open the link in the mail that has come to an address."""
    letters = sorted((ROOT / "var" / "mail").iterdir(), reverse=True)
    texts = (letter.read_text(encoding="utf-8") for letter in letters)
    text = next(text for text in texts if f"To: {email}\n" in text and LINK.search(text))
    found = LINK.search(text)
    assert found is not None
    person.page.goto(site.rstrip("/") + found[1])
    person.press("Yes, confirm it")
    person.page.get_by_text("is confirmed.").wait_for()


def open_set_up(person: Person, site: str, password: str) -> str:
    """Open the page on which the second step is set up; its secret."""
    person.page.goto(f"{site}account/")
    person.page.get_by_role("link", name="Set it up").click()
    person.page.get_by_role("link", name="Set it up").click()
    person.hands.write(person.page.get_by_label("Password"), password)
    person.press("Go on")
    return person.page.locator("#secret").inner_text()


def switch_on(person: Person, secret: str) -> None:
    """Type the code of the app into the page that is open."""
    person.hands.write(person.page.get_by_label("The six digits"), code(secret))
    person.press("Switch it on")
    person.page.get_by_role("heading", name="Your recovery codes").wait_for()
