"""Play some games and keep pictures of every phase: ``python tools/screens.py [ADDRESS]``.

On a desktop two people play each other, on a phone one plays the computer; on both somebody sits
at a partners' table with muggins, which stands in the lobby before.  Of each phase there are four
pictures in docs/screens: desktop and phone, light and dark.  Without an address it starts a site of
its own and removes it again.
"""

from __future__ import annotations

import argparse
import base64
import struct
import sys
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.support.site import Site  # noqa: E402
from tests.support.table_page import (  # noqa: E402
    CHROMIUM_OPTIONS,
    DESKTOP,
    PHONE,
    THROW,
    Mouse,
    TablePage,
    Touch,
    best_throw,
)
from tools.browser import find  # noqa: E402

# An image of at most 256 colours: the colours as RGB bytes, and each pixel's number, in base64.
FEWER_COLOURS = """
async (source) => {
  const picture = await createImageBitmap(await (await fetch(source)).blob());
  const { width, height } = picture;
  const canvas = new OffscreenCanvas(width, height).getContext("2d");
  canvas.drawImage(picture, 0, 0);
  const pixels = canvas.getImageData(0, 0, width, height).data;
  // how often each colour is there
  const often = new Map();
  for (let at = 0; at < pixels.length; at += 4) {
    const colour = (pixels[at] << 16) | (pixels[at + 1] << 8) | pixels[at + 2];
    often.set(colour, (often.get(colour) ?? 0) + 1);
  }
  const part = (colour, channel) => (colour >> (16 - 8 * channel)) & 255;
  // boxes of colours; the one that differs most within is cut in two until there are enough
  const box = (colours) => {
    let weight = 0;
    for (const colour of colours) weight += often.get(colour);
    let widest = { channel: 0, spread: -1 };
    for (const channel of [0, 1, 2]) {
      let low = 255, high = 0;
      for (const colour of colours) {
        low = Math.min(low, part(colour, channel));
        high = Math.max(high, part(colour, channel));
      }
      if (high - low > widest.spread) widest = { channel, spread: high - low };
    }
    return { colours, weight, ...widest };
  };
  const boxes = [box([...often.keys()])];
  while (boxes.length < 256) {
    boxes.sort((a, b) => a.spread * Math.sqrt(a.weight) - b.spread * Math.sqrt(b.weight));
    const most = boxes.pop();
    if (most.colours.length < 2 || most.spread === 0) { boxes.push(most); break; }
    const { channel } = most;
    const sorted = most.colours.sort((a, b) => part(a, channel) - part(b, channel));
    let half = 0, cut = 0;
    while (cut < sorted.length - 1 && half < most.weight / 2) half += often.get(sorted[cut++]);
    boxes.push(box(sorted.slice(0, Math.max(1, cut))), box(sorted.slice(Math.max(1, cut))));
  }
  const number = new Map();
  const palette = new Uint8Array(boxes.length * 3);
  boxes.forEach(({ colours, weight }, at) => {
    for (const channel of [0, 1, 2]) {
      let sum = 0;
      for (const colour of colours) sum += part(colour, channel) * often.get(colour);
      palette[at * 3 + channel] = Math.round(sum / weight);
    }
    for (const colour of colours) number.set(colour, at);
  });
  const indexes = new Uint8Array(width * height);
  for (let at = 0; at < indexes.length; at += 1) {
    const [red, green, blue] = pixels.subarray(at * 4, at * 4 + 3);
    indexes[at] = number.get((red << 16) | (green << 8) | blue);
  }
  const text = (bytes) => {
    let out = "";
    for (let at = 0; at < bytes.length; at += 8192) {
      out += String.fromCharCode(...bytes.subarray(at, at + 8192));
    }
    return btoa(out);
  };
  return { width, height, palette: text(palette), indexes: text(indexes) };
}
"""


class Artist:
    """Takes the pictures; a blank page of the browser does the arithmetic."""

    def __init__(self, folder: Path, blank: Page) -> None:
        self.folder = folder
        self.blank = blank
        folder.mkdir(parents=True, exist_ok=True)

    def picture(self, page: Page, what: str, device: str) -> None:
        """Both pictures of the page as it is, light and dark."""
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            page.wait_for_timeout(150)
            path = self.folder / f"{what}-{device}-{scheme}.png"
            path.write_bytes(self.small(page.screenshot()))
            print(f"{path.name}: {path.stat().st_size / 1024:.0f} KB", flush=True)

    def small(self, png: bytes) -> bytes:
        """The same picture as a PNG of at most 256 colours."""
        source = f"data:image/png;base64,{base64.b64encode(png).decode()}"
        made = self.blank.evaluate(FEWER_COLOURS, source)
        width, height = made["width"], made["height"]
        indexes = base64.b64decode(made["indexes"])
        rows = b"".join(
            b"\0" + indexes[start : start + width] for start in range(0, width * height, width)
        )
        return b"\x89PNG\r\n\x1a\n" + b"".join(
            [
                chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)),
                chunk(b"PLTE", base64.b64decode(made["palette"])),
                chunk(b"IDAT", zlib.compress(rows, 9)),
                chunk(b"IEND", b""),
            ]
        )


def chunk(kind: bytes, data: bytes) -> bytes:
    """One chunk of a PNG file."""
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def on_a_desktop(browser: Browser, address: str, artist: Artist) -> None:
    """Two people, each with a browser of their own."""
    ann = TablePage(person(browser, viewport=DESKTOP), Mouse())
    bob = TablePage(person(browser, viewport=DESKTOP), Mouse())
    ann.page.goto(address)
    artist.picture(ann.page, "landing", "desktop")
    ann.play_friend(address, "Ann", target=61)
    artist.picture(ann.page, "waiting", "desktop")
    bob.sit_down(ann.invitation(), "Bob")
    bob.press("I'm ready")
    ann.until_asked()
    game(artist, "desktop", ann, bob)


def on_a_phone(browser: Browser, address: str, artist: Artist) -> None:
    """One person against the computer, by touch."""
    you = TablePage(person(browser, viewport=PHONE, has_touch=True, is_mobile=True), Touch())
    you.page.goto(address)
    artist.picture(you.page, "landing", "phone")
    you.play_computer(address, "Ann", target=61)
    artist.picture(you.page, "waiting", "phone")
    game(artist, "phone", you)


def with_four(browser: Browser, address: str, artist: Artist, device: str) -> None:
    """A partners' table with muggins: in the lobby, before the deal, in the play, at a claim."""
    phone = {"viewport": PHONE, "has_touch": True, "is_mobile": True}
    screen = phone if device == "phone" else {"viewport": DESKTOP}
    you = TablePage(person(browser, **screen), Touch() if device == "phone" else Mouse())
    you.play_friend(address, "Ann", target=61)
    for label, value in (("Muggins", "On"), ("Who may join", "Anyone")):
        you.page.get_by_label(label, exact=True).select_option(label=value)
    you.at_chair(2, "Add a computer player")
    stranger = person(browser, **screen)
    stranger.goto(f"{address}lobby/")
    stranger.get_by_text("Ann").first.wait_for()
    artist.picture(stranger, "lobby", device)
    for chair in (3, 4):
        you.at_chair(chair, "Add a computer player")
    you.until(lambda look: all(look.seated), "four at the table")
    artist.picture(you.page, "waiting-four", device)
    you.press("Cut the cards")
    wanted = {"play-four", "claim-four"}
    while wanted:
        look = you.look()
        if look.mode == "play" and len(look.sequence) > 1 and "play-four" in wanted:
            wanted.remove("play-four")
            artist.picture(you.page, "play-four", device)
        if look.claim and "claim-four" in wanted:
            wanted.remove("claim-four")
            artist.picture(you.page, "claim-four", device)
        if look.asked:
            you.answer()
        you.page.wait_for_timeout(30)


def person(browser: Browser, **device: object) -> Page:
    """A new visitor, without movement so that no picture is taken in the middle of one."""
    return browser.new_context(reduced_motion="reduce", **device).new_page()  # type: ignore[arg-type]


def game(artist: Artist, device: str, you: TablePage, *others: TablePage) -> None:
    """Play from the cut to the end, and keep one picture of each phase on the way."""
    kept: dict[str, int] = {}

    def keep(what: str, worth: int = 1) -> None:
        if worth > kept.get(what, 0):
            kept[what] = worth
            # what is still waiting to be looked at comes first
            you.page.wait_for_timeout(700)
            artist.picture(you.page, what, device)

    you.press("Cut the cards")
    you.until(lambda look: look.dealer, "the cut")
    keep("cut")
    while not (look := you.look()).over:
        if look.mode == "play":
            keep("play", 4 * bool(look.go) + min(len(look.sequence), 3))
        elif look.counted and "count" in look.sentence:
            keep("count", min(you.page.locator("#show-lines li").count(), 4))
        if look.asked and look.mode == "throw":
            keep("throw")
            cards = best_throw(look.hand, look.need)
            for card in cards:
                you.hands.press(you.card(card))
            you.until(lambda look, cards=cards: len(look.marked) == len(cards), "the marks")
            keep("marked")
            you.press(THROW)
            you.until(lambda look: look.mode != "throw", "the throw")
        elif look.asked:
            if look.button == "Deal" and look.counted:
                keep("between-hands")
            you.answer()
        elif look.button == "" and look.counted and "deal" in look.sentence:
            keep("between-hands")
        for other in others:
            other.answer()
        you.page.wait_for_timeout(30)
    keep("report")
    print(f"{device}: {look.headline}", flush=True)


@contextmanager
def running_site(address: str | None) -> Iterator[str]:
    """The site that was named, or one for this alone."""
    if address:
        yield address.rstrip("/") + "/"
        return
    with Site() as site:
        yield site.start().url


def main() -> int:
    """Play, and say what was kept."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("address", nargs="?", help="of a running site")
    parser.add_argument("--folder", type=Path, default=ROOT / "docs" / "screens")
    wanted = parser.parse_args()
    path = find()
    if path is None:
        print("cribbage: no Chromium here; run `make browser`", file=sys.stderr)
        return 2
    with running_site(wanted.address) as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=CHROMIUM_OPTIONS)
        artist = Artist(wanted.folder, browser.new_page())
        on_a_desktop(browser, address, artist)
        on_a_phone(browser, address, artist)
        with_four(browser, address, artist, "desktop")
        with_four(browser, address, artist, "phone")
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
