"""What has just happened that a player would not expect, said where everybody looks.

The log has all of it; this is the one sentence that explains the board: a time that was up, a claim
that was refused, points that went to somebody else, an offer that lapsed.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.board.log import told
from games.models import Act

if TYPE_CHECKING:
    from games.board.regions import Looker

# It stands there until so many moves have been made; what concerns the looker, until more have.
MOVES = 2
OWN_MOVES = 4


def happened(looker: Looker) -> str:
    """The newest of such sentences, "" when nothing of the kind has happened lately."""
    if not looker.running:
        return ""
    lately = list(_lately(looker))
    forfeited = any(event["type"] == "forfeited" for event in lately)
    for event in lately:
        if forfeited and event.get("why") == "muggins":
            # why the points were missed is what has to be said
            continue
        words = _say(looker, event)
        if words:
            return words
    return ""


def _lately(looker: Looker) -> Iterator[dict[str, Any]]:
    """The events of the last moves, the newest first."""
    moves = looker.table.moves
    newest = moves[-1].seq if moves else 0
    for seq, event in reversed(list(told(looker, newest - OWN_MOVES))):
        own = "seat" in event and looker.is_you(event["seat"])
        if seq > newest - (OWN_MOVES if own else MOVES):
            yield event


def _say(looker: Looker, event: dict[str, Any]) -> str:
    match event["type"]:
        case "out_of_time":
            return _out_of_time(looker, event)
        case "claim_refused" if not looker.is_you(event["seat"]):
            return _("%(name)s claimed more than that is worth and claims once more.") % {
                "name": looker.name(event["seat"])
            }
        case "forfeited":
            return _forfeited(looker, event)
        case "pegged" if event["why"] == "muggins":
            return _muggins(looker, event)
        case "dealt" if _offer_before(looker, event["hand_no"]):
            return _("The draw that was offered lapsed with the new deal.")
        case "act" if event["kind"] == Act.Kind.BACK and event["hold"]:
            if looker.is_you(event["seat"]):
                return _("The seat is yours again. The log says what the computer played for you.")
    return ""


def _out_of_time(looker: Looker, event: dict[str, Any]) -> str:
    own = looker.is_you(event["seat"])
    name = {"name": looker.name(event["seat"])}
    if event["claim"]:
        if own:
            return _("You did not claim in time: the table counted for you.")
        return _("%(name)s did not claim in time: the table counted.") % name
    if own and looker.hold:
        # that it took the seat is said already
        return ""
    if own:
        return _(
            "Your time was up: the computer made that move for you. Miss the next one too, and it "
            "takes your seat."
        )
    return _("%(name)s's time was up: the computer made that move.") % name


def _forfeited(looker: Looker, event: dict[str, Any]) -> str:
    if looker.is_you(event["seat"]):
        return _("You claimed too much again, so you pegged nothing for it.")
    return _("%(name)s claimed too much again and pegged nothing for it.") % {
        "name": looker.name(event["seat"])
    }


def _muggins(looker: Looker, event: dict[str, Any]) -> str:
    """Points that a hand was worth, and that went to the next opponent."""
    if looker.is_you(event["seat"]):
        words = ngettext(
            "Muggins: you peg %(points)s point that was missed.",
            "Muggins: you peg %(points)s points that were missed.",
            event["points"],
        )
    else:
        words = ngettext(
            "Muggins: %(points)s point was missed and goes to %(name)s.",
            "Muggins: %(points)s points were missed and go to %(name)s.",
            event["points"],
        )
    return words % {"points": event["points"], "name": looker.name(event["seat"])}


def _offer_before(looker: Looker, hand_no: int) -> bool:
    """Whether a draw was offered in the deal before that one."""
    return any(
        act.kind == Act.Kind.OFFER and act.hand_no == hand_no - 1 for act in looker.table.acts
    )
