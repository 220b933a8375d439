"""Cards, counts and lists in words, translated."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.cribbage.cards import Card
from games.cribbage.show import Breakdown
from games.cribbage.speech import spoken

RANKS = (
    gettext_lazy("ace"),
    gettext_lazy("two"),
    gettext_lazy("three"),
    gettext_lazy("four"),
    gettext_lazy("five"),
    gettext_lazy("six"),
    gettext_lazy("seven"),
    gettext_lazy("eight"),
    gettext_lazy("nine"),
    gettext_lazy("ten"),
    gettext_lazy("jack"),
    gettext_lazy("queen"),
    gettext_lazy("king"),
)
SUITS = {
    "c": gettext_lazy("clubs"),
    "d": gettext_lazy("diamonds"),
    "h": gettext_lazy("hearts"),
    "s": gettext_lazy("spades"),
}


@dataclass(frozen=True, slots=True)
class Face:
    """A card that may be seen: its code in the sprite, its name, its colour."""

    code: str
    name: str
    red: bool


def card_name(card: Card) -> str:
    """Like "five of hearts"."""
    return _("%(rank)s of %(suit)s") % {"rank": RANKS[card.rank - 1], "suit": SUITS[card.suit]}


def face(card: Card) -> Face:
    """A card for a template."""
    return Face(code=card.code, name=card_name(card), red=card.suit in "dh")


def faces(cards: tuple[Card, ...]) -> tuple[Face, ...]:
    """Cards for a template, in the same order."""
    return tuple(face(card) for card in cards)


def said(breakdown: Breakdown) -> str:
    """A count as it is said; what players call a hand worth nothing is not known to everybody."""
    if not breakdown.total:
        return _("nineteen, which is nothing")
    return spoken(breakdown, _)


def listed(things: Iterable[str]) -> str:
    """Like "Ann, Bob and Cleo"."""
    *before, last = [str(thing) for thing in things] or [""]
    if not before:
        return last
    return _("%(before)s and %(last)s") % {"before": ", ".join(before), "last": last}
