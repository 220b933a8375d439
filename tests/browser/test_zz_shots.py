import json
import os

import pytest

from tests.support.table_page import DESKTOP, PHONE

pytestmark = pytest.mark.browser
LONG = [
    "Wilhelmina von der Heide",
    "Bartholomew-James Oakley",
    "Cleopatra van Amsterdam",
    "Maximilian of Montenegro",
]


def test_shots(people):
    for spec in json.loads(__import__("pathlib").Path("/work/tmp/shots.json").read_text()):
        name, situation, screen, choices, js = (
            (spec + [{}, ""])[:5] if len(spec) == 3 else (spec + [""])[:5]
        )
        seat = choices.pop("_seat", 0)
        if choices.pop("_long", False):
            choices["names"] = LONG[: choices.get("seats", 2)]
        table = people.arranger.table(situation, **choices)
        phone = {"has_touch": True, "is_mobile": True} if screen == "phone" else {}
        vp = PHONE if screen == "phone" else DESKTOP
        p = (
            people.look_on(table.code, viewport=vp, **phone)
            if seat is None
            else people.sit(table, seat, viewport=vp, **phone)
        )
        if js:
            print(name, p.page.evaluate(js))
        for scheme in os.environ.get("SCHEMES", "light").split(","):
            p.page.emulate_media(color_scheme=scheme)
            p.page.wait_for_timeout(200)
            p.page.screenshot(path=f"/work/tmp/{name}-{scheme}.png")
