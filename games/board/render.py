"""Regions as HTML, and the frame that brings a page from what it shows to what is true."""

from dataclasses import dataclass, field
from typing import Any

from django.template.loader import get_template
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.board.log import news
from games.board.prompt import Prompt
from games.board.regions import Looker, contexts, look
from games.board.snapshot import Snapshot


@dataclass(slots=True)
class Shown:
    """What one page shows already. The revision -1 stands for nothing.

    `seq` is the last move of the game whose events it knows, `act` the last act."""

    revision: int = -1
    game_id: int = 0
    seq: int = 0
    act: int = 0
    contexts: dict[str, Any] = field(default_factory=dict)


def region_html(name: str, context: Any) -> SafeString:
    """One region's element."""
    template = get_template(f"table/regions/{name}.html")
    # The template has escaped what is in it.
    return SafeString(template.render({"region": context}).strip())  # nosec B703


def page_regions(looker: Looker) -> dict[str, SafeString]:
    """Every region's element, for the first load of the page."""
    return {name: region_html(name, context) for name, context in contexts(looker).items()}


def title(looker: Looker, prompt: Prompt) -> str:
    """What the browser's tab says."""
    if looker.asked:
        return _("Your turn · Cribbage")
    waited_for = looker.view is None and prompt.yours
    return _("Waiting for you · Cribbage") if waited_for else _("Cribbage")


def call(looker: Looker, prompt: Prompt) -> str:
    """What is told aloud when it is for the looker to do something; "" when it is not."""
    if looker.view is None:
        return prompt.sentence if prompt.yours else ""
    if not looker.asked:
        return ""
    claims = looker.view.muggins and looker.view.phase == "show"
    return prompt.sentence if claims else _("Your turn.")


def frame(
    table: Snapshot, player_id: int | None, origin: str, shown: Shown, *, full: bool
) -> dict[str, Any] | None:
    """The frame with every region that `shown` does not show yet, and bring `shown` up to date.

    None when there is nothing new. A full frame has all regions and no events.
    """
    if not full and table.revision <= shown.revision:
        return None
    looker = look(table, player_id, origin)
    now = contexts(looker)
    changed = {
        name: context
        for name, context in now.items()
        if full or shown.contexts.get(name) != context
    }
    same_game = shown.game_id == table.game_id
    since = (shown.seq, shown.act) if same_game else (0, 0)
    events = [] if full else news(looker, *since)
    shown.revision = table.revision
    shown.game_id = table.game_id
    shown.seq = table.moves[-1].seq if table.moves else 0
    shown.act = table.acts[-1].number if table.acts else 0
    shown.contexts = now
    return {
        "type": "board",
        "revision": table.revision,
        "clock": table.now().timestamp() * 1000,
        "full": full,
        "html": "".join(region_html(name, context) for name, context in changed.items()),
        "events": events,
        "call": call(looker, now["prompt"]),
        "title": title(looker, now["prompt"]),
    }
