"""What a strict browser would refuse: for tests of pages."""

from html.parser import HTMLParser
from typing import Any

ADDRESSES = ("src", "href", "xlink:href", "action", "formaction", "data", "srcset")


class Strict(HTMLParser):
    """Collects what the content security policy forbids, and what comes from elsewhere."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.faults: list[str] = []
        self._in_script = False
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = dict(attrs)
        for name, value in attributes.items():
            address = (value or "").strip().lower()
            if name == "style" or name.startswith(("on", "hx-on")):
                self.faults.append(f"{tag} has {name}")
            here = address.startswith(("/", "#", "?")) and not address.startswith("//")
            if name in ADDRESSES and not here:
                self.faults.append(f"{tag} {name} leads to {value}")
        if tag in ("style", "base", "object", "embed", "iframe"):
            self.faults.append(f"a {tag} element")
        if tag == "script" and not attributes.get("src"):
            self.faults.append("a script without src")
        self._in_script = tag == "script"

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        self._in_script = False

    def handle_endtag(self, tag: str) -> None:
        self._in_script = False

    def handle_data(self, data: str) -> None:
        if self._in_script and data.strip():
            self.faults.append("a script with text")


def strict_rules(response: Any) -> None:
    """The headers that every answer carries."""
    policy = {
        words[0]: words[1:]
        for words in (part.split() for part in response["Content-Security-Policy"].split(";"))
        if words
    }
    assert policy["default-src"] == ["'none'"]
    assert policy["frame-ancestors"] == ["'none'"]
    assert policy["base-uri"] == ["'none'"]
    for words in policy.values():
        assert set(words) <= {"'self'", "'none'"}, policy
    for name in ("script-src", "style-src", "img-src", "connect-src", "form-action"):
        assert policy[name] == ["'self'"]
    assert response["X-Content-Type-Options"] == "nosniff"
    assert response["X-Frame-Options"] == "DENY"
    assert response["Referrer-Policy"] == "same-origin"
    assert response["Cross-Origin-Opener-Policy"] == "same-origin"
