"""Public events and acts in words, for the log and the live region. One without words is ""."""

from collections.abc import Callable
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.board.attendance import why_held
from games.board.words import card_name, listed, said
from games.cribbage.cards import Card
from games.cribbage.show import count_hand
from games.models import Act, Seat

Event = dict[str, Any]
Names = Callable[[int], str]


def sentence(event: Event, name: Names) -> str:
    """What one event's JSON says, with the players' names."""
    words = _WORDS.get(event["type"])
    return words(event, name) if words else ""


def _card(code: str) -> str:
    return card_name(Card.parse(code))


def _cut(event: Event, name: Names) -> str:
    drawn = listed(
        _("%(name)s the %(card)s") % {"name": name(seat), "card": _card(code)}
        for seat, code in event["cards"]
    )
    if event["round"] == 1:
        return _("The cut: %(drawn)s.") % {"drawn": drawn}
    return _("Level, so cut again: %(drawn)s.") % {"drawn": drawn}


def _first_dealer(event: Event, name: Names) -> str:
    return _("%(name)s has the lowest card and the first crib.") % {"name": name(event["seat"])}


def _dealt(event: Event, name: Names) -> str:
    return _("Hand %(number)s: %(name)s deals.") % {
        "number": event["hand_no"],
        "name": name(event["dealer"]),
    }


def _thrown(event: Event, name: Names) -> str:
    return ngettext(
        "%(name)s throws a card to the crib.",
        "%(name)s throws %(cards)s cards to the crib.",
        event["cards"],
    ) % {"name": name(event["seat"]), "cards": event["cards"]}


def _starter(event: Event, name: Names) -> str:
    return _("The starter is the %(card)s.") % {"card": _card(event["card"])}


def _played(event: Event, name: Names) -> str:
    facts = {
        "name": name(event["seat"]),
        "card": _card(event["card"]),
        "count": event["count"],
        "scored": _scored(event["parts"]),
    }
    if event["parts"]:
        return _("%(name)s plays the %(card)s, %(count)s: %(scored)s.") % facts
    return _("%(name)s plays the %(card)s, %(count)s.") % facts


def _scored(parts: dict[str, int]) -> str:
    scored = []
    if "fifteen" in parts:
        scored.append(_("fifteen for two"))
    if "thirtyone" in parts:
        scored.append(_("thirty-one for two"))
    if "pair" in parts:
        scored.append(
            {2: _("a pair for two"), 6: _("three alike for six"), 12: _("four alike for twelve")}[
                parts["pair"]
            ]
        )
    if "run" in parts:
        scored.append(_("a run of %(length)s") % {"length": parts["run"]})
    return listed(scored)


def _passed(event: Event, name: Names) -> str:
    return _("%(name)s says go.") % {"name": name(event["seat"])}


def _pegged(event: Event, name: Names) -> str:
    facts = {"name": name(event["seat"]), "points": event["points"]}
    match event["why"]:
        case "heels":
            return _("%(name)s pegs two for his heels.") % facts
        case "go":
            return _("A go for one to %(name)s.") % facts
        case "last":
            return _("Last card for one to %(name)s.") % facts
        case "muggins":
            return (
                ngettext(
                    "Muggins: %(name)s pegs the point that was missed.",
                    "Muggins: %(name)s pegs the %(points)s points that were missed.",
                    event["points"],
                )
                % facts
            )
    # Points of the play, a hand or a crib are said with the card or the count.
    return ""


def _reset(event: Event, name: Names) -> str:
    if event["leader"] is None:
        return ""
    return _("The count starts again; %(name)s leads.") % {"name": name(event["leader"])}


def _counted(event: Event, name: Names) -> str:
    breakdown = count_hand(
        [Card.parse(code) for code in event["cards"]],
        Card.parse(event["starter"]),
        event["crib"],
    )
    facts = {"name": name(event["seat"]), "said": said(breakdown)}
    if event["by"] == "table":
        if event["crib"]:
            return _("The table counts %(name)s's crib: %(said)s.") % facts
        return _("The table counts %(name)s's hand: %(said)s.") % facts
    if event["crib"]:
        return _("%(name)s's crib: %(said)s.") % facts
    return _("%(name)s's hand: %(said)s.") % facts


def _claimed(event: Event, name: Names) -> str:
    return _("%(name)s claims %(points)s.") % {
        "name": name(event["seat"]),
        "points": event["points"],
    }


def _claim_refused(event: Event, name: Names) -> str:
    return _("%(name)s claims more than that is worth and must claim again.") % {
        "name": name(event["seat"])
    }


def _forfeited(event: Event, name: Names) -> str:
    return _("%(name)s claims too much again and pegs nothing for it.") % {
        "name": name(event["seat"])
    }


def _out_of_time(event: Event, name: Names) -> str:
    who = {"name": name(event["seat"])}
    if event["claim"]:
        return _("%(name)s did not claim in time.") % who
    return _("%(name)s's time was up: the computer played for %(name)s.") % who


def _act(event: Event, name: Names) -> str:
    # before a game nobody sits there any more
    who = {"name": event["name"] if "name" in event else name(event["seat"])}
    match event["kind"]:
        case Act.Kind.LATE:
            return _("%(name)s was not ready in time: the seat is free.") % who
        case Act.Kind.REMOVED:
            return _("The host removed %(name)s.") % who
        case Act.Kind.GONE:
            return _("%(name)s leaves the table.") % who
        case Act.Kind.AWAY:
            return _("%(name)s is away.") % who
        case Act.Kind.HELD if event["hold"] == Seat.Hold.LEFT:
            return _("%(name)s leaves the table.") % who
        case Act.Kind.HELD:
            why = {**who, "why": why_held(event["hold"])}
            return _("A computer plays for %(name)s: %(why)s.") % why
        case Act.Kind.BACK if event["hold"]:
            return _("%(name)s takes the seat back.") % who
        case Act.Kind.BACK:
            return _("%(name)s is back.") % who
        case Act.Kind.OFFER:
            return _("%(name)s offers a draw.") % who
        case Act.Kind.AGREE:
            return _("%(name)s agrees to the draw.") % who
        case Act.Kind.DRAW:
            return _("The game is drawn.")
        case Act.Kind.MISSED:
            return _("%(name)s did not throw in time: the game is void.") % who
        case Act.Kind.RULED:
            return _("A moderator has ended the game.")
        case Act.Kind.CLAIM:
            return _("%(name)s claims the win: everybody else had left.") % who
    return _("The game was closed: nobody was here.")


def _over(event: Event, name: Names) -> str:
    return _("The game is over: %(scores)s.") % {
        "scores": " : ".join(str(score) for score in event["scores"])
    }


_WORDS: dict[str, Callable[[Event, Names], str]] = {
    "cut": _cut,
    "first_dealer": _first_dealer,
    "dealt": _dealt,
    "thrown": _thrown,
    "starter": _starter,
    "played": _played,
    "passed": _passed,
    "pegged": _pegged,
    "reset": _reset,
    "counted": _counted,
    "claimed": _claimed,
    "claim_refused": _claim_refused,
    "forfeited": _forfeited,
    "over": _over,
    "out_of_time": _out_of_time,
    "act": _act,
}
