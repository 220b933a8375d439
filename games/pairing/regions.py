"""The part of the queue's page that changes, as HTML."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from django.template.loader import get_template
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.pairing.readings import Hindrance, RankedSeat, Reading
from games.tables import RANKED_SIZES

NONE = Hindrance()
IDLE, SEARCHING, SEATED = "idle", "searching", "seated"


@dataclass(frozen=True, slots=True)
class Choice:
    """A number of seats; `waiting` people look for it. `chosen` is what is being looked for."""

    size: int
    label: str
    waiting: int
    chosen: bool


@dataclass(frozen=True, slots=True)
class Look:
    """What one page shows. `new`: the table at `url` is where the player was brought together
    with others."""

    kind: str
    choices: tuple[Choice, ...]
    hindrance: Hindrance = NONE
    url: str = ""
    new: bool = False

    @property
    def chosen(self) -> Choice | None:
        return next((choice for choice in self.choices if choice.chosen), None)


def look(reading: Reading, player_id: int | None, hindered: Hindrance) -> Look:
    """What the page of this player shows; `hindered` counts while nothing is looked for."""
    search = None if player_id is None else reading.searches.get(player_id)
    seat = None if player_id is None else reading.seats.get(player_id)
    if seat is not None:
        return _seated(reading.counts, seat)
    if search is not None:
        return Look(SEARCHING, _choices(reading.counts, search.size))
    return Look(IDLE, _choices(reading.counts), hindered)


def _seated(counts: Mapping[int, int], seat: RankedSeat) -> Look:
    return Look(SEATED, _choices(counts), url=reverse("table", args=[seat.code]), new=seat.new)


def _choices(counts: Mapping[int, int], chosen: int = 0) -> tuple[Choice, ...]:
    labels = {2: _("Two players"), 3: _("Three players"), 4: _("Four players")}
    return tuple(
        # oneself is one of them, even before the page's line is open
        Choice(size, labels[size], max(counts.get(size, 0), int(size == chosen)), size == chosen)
        for size in RANKED_SIZES
    )


@lru_cache(maxsize=512)
def region_html(shown: Look) -> SafeString:
    """The region as its element. Most pages of a process show one of a few."""
    region = get_template("pairing/search.html").render({"region": shown})
    # The template has escaped what is in it.
    return SafeString(region.strip())  # nosec B703
