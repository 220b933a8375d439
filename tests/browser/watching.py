"""What must never happen on any page, watched while a test does something else."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import ConsoleMessage, Page, Request, WebSocket

# Tells a break of the content security policy, and a focus that an update has taken away, on the
# console, where everything else that is wrong is found too.
WATCH = """
(() => {
  const tell = (words) => console.error(`watch: ${words}`);
  addEventListener("securitypolicyviolation", (event) =>
    tell(`${event.violatedDirective} does not allow ${event.blockedURI}`));
  let inTable = false;
  const look = () => { inTable = Boolean(document.activeElement?.closest?.("#main.table")); };
  const check = () => {
    if (inTable && (!document.activeElement || document.activeElement === document.body)) {
      inTable = false;
      tell("an update has taken the focus away");
    }
  };
  addEventListener("focusin", look, true);
  // what a person does may take the focus out of the table
  addEventListener("mousedown", () => setTimeout(look), true);
  addEventListener("keydown", (event) => { if (event.key === "Tab") setTimeout(look); }, true);
  addEventListener("DOMContentLoaded", () => new MutationObserver(() => {
    check();
    requestAnimationFrame(() => requestAnimationFrame(check));
  }).observe(document.body, { childList: true, subtree: true, attributes: true }));
  // everything that the live regions are given to say
  const said = (window.said = { say: [], alert: [] });
  addEventListener("DOMContentLoaded", () => {
    for (const name of ["say", "alert"]) {
      const region = document.getElementById(name);
      if (region) new MutationObserver((changes) => {
        for (const change of changes) for (const node of change.addedNodes) {
          if (node.textContent) said[name].push(node.textContent);
        }
      }).observe(region, { childList: true });
    }
  });
})();
"""


@dataclass
class Watch:
    """One page's faults, and the frames of its sockets."""

    page: Page
    site: str
    faults: list[str] = field(default_factory=list)
    received: list[dict[str, Any]] = field(default_factory=list)
    sent: list[dict[str, Any]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.page.add_init_script(WATCH)
        self.page.on("console", self._console)
        self.page.on("pageerror", lambda error: self.faults.append(f"error: {error}"))
        self.page.on("request", self._request)
        self.page.on("websocket", self._socket)

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.faults.append(f"{message.type}: {message.text}")

    def _request(self, request: Request) -> None:
        address = urlsplit(request.url)
        if address.scheme in ("http", "https") and address.netloc != urlsplit(self.site).netloc:
            self.faults.append(f"asked somebody else: {request.url}")

    def _socket(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda text: self.received.append(json.loads(text)))
        socket.on("framesent", lambda text: self.sent.append(json.loads(text)))

    @property
    def moves_sent(self) -> list[dict[str, Any]]:
        """The frames that went up, pings left out."""
        return [frame for frame in self.sent if frame["type"] != "ping"]

    @property
    def boards(self) -> list[dict[str, Any]]:
        """The frames that brought something to show."""
        return [frame for frame in self.received if frame["type"] == "board"]

    @property
    def revision(self) -> int:
        """Of the table, as far as this page knows."""
        return max((frame["revision"] for frame in self.boards), default=-1)

    def events(self) -> list[str]:
        """What the frames had to tell, in order."""
        return [
            event["text"]
            for frame in self.boards
            if not frame["full"]
            for event in frame["events"]
            if event["text"]
        ]

    def said(self, region: str = "say") -> list[str]:
        """What a live region of the page has been given to say since it was loaded."""
        said: list[str] = self.page.evaluate("region => window.said[region]", region)
        return said
