"""A browser without a screen: cookies, pages, and the forms that are really on them."""

from __future__ import annotations

import json
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from http.cookiejar import CookieJar
from typing import Any

from tests.support.markup import Element, parse

SESSION = "sessionid"


@dataclass(frozen=True)
class Page:
    """What came back, after all redirects."""

    status: int
    url: str
    headers: Mapping[str, str]
    body: bytes

    @property
    def path(self) -> str:
        return urllib.parse.urlsplit(self.url).path

    @property
    def text(self) -> str:
        return self.body.decode()

    @cached_property
    def html(self) -> Element:
        return parse(self.text)

    def json(self) -> Any:
        return json.loads(self.body)


class _Statuses(urllib.request.HTTPErrorProcessor):
    """4xx and 5xx are answers as well."""

    def http_response(self, request: Any, response: Any) -> Any:
        if 300 <= response.status < 400:
            return super().http_response(request, response)
        return response


class Visitor:
    """One device. `address` says where the site is just now, with a slash at the end."""

    def __init__(self, address: Callable[[], str]) -> None:
        self.address = address
        self.jar = CookieJar()
        self._opener = urllib.request.build_opener(
            urllib.request.ProxyHandler({}),
            urllib.request.HTTPCookieProcessor(self.jar),
            _Statuses,
        )

    @property
    def origin(self) -> str:
        return self.address().rstrip("/")

    @property
    def cookies(self) -> dict[str, str]:
        return {cookie.name: cookie.value or "" for cookie in self.jar}

    @property
    def session(self) -> str:
        """The key of this device's session; "" before the first seat."""
        return self.cookies.get(SESSION, "")

    def request(
        self,
        method: str,
        path: str,
        body: bytes | Mapping[str, str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Page:
        """Ask for a path of the site. Raises OSError when nobody answers."""
        if isinstance(body, Mapping):
            body = urllib.parse.urlencode(body).encode()
        request = urllib.request.Request(
            urllib.parse.urljoin(self.address(), path),
            data=body,
            headers=dict(headers or {}),
            method=method,
        )
        with self._opener.open(request, timeout=60) as reply:
            return Page(reply.status, reply.url, dict(reply.headers.items()), reply.read())

    def get(self, path: str) -> Page:
        return self.request("GET", path)

    def post(self, path: str, **fields: str) -> Page:
        """Send fields from one of our pages: with its token and its Origin."""
        token = self.get("/").html.first("input", name="csrfmiddlewaretoken")
        assert token is not None
        fields.setdefault("csrfmiddlewaretoken", token["value"])
        return self.request("POST", path, fields, {"Origin": self.origin})

    def press(self, page: Page, button_id: str, **fields: str) -> Page:
        """Fill in the form around a button of a page and press the button."""
        button = page.html.by_id(button_id)
        assert button is not None, f"{page.path} has no button {button_id}"
        form = button.closest("form") or page.html.by_id(button.get("form"))
        assert form is not None
        filled = {button["name"]: button["value"]} if button.has("name") else {}
        for one in form.all("input"):
            if one.get("type") != "radio" or one.has("checked"):
                filled[one["name"]] = one.get("value")
        unknown = set(fields) - set(filled)
        assert not unknown, f"{page.path} has no field {unknown}"
        return self.request(
            "POST",
            button.get("formaction") or form["action"],
            filled | fields,
            {"Origin": self.origin, "Referer": page.url},
        )
