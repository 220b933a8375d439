"""What holds against a player now, and how it is said."""

from collections.abc import Collection, Iterable
from datetime import datetime

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from accounts.sanctions.models import (
    BARRING,
    SILENCING,
    TOLD_AT_TABLES,
    TOLD_EVERYWHERE,
    Kind,
    Sanction,
)


def bar_against(player_id: int) -> Sanction | None:
    """The suspension or ban with which the player may not play now; None when there is none."""
    return Sanction.objects.barring().filter(player=player_id).first()


def barred(players: Collection[int]) -> set[int]:
    """Those of these players who may not play now."""
    found = Sanction.objects.barring().filter(player__in=players)
    return set(found.values_list("player", flat=True))


def why_not_ranked(player_id: int) -> str:
    """Why the player may play no ranked games, as a sentence; "" when nothing is against it."""
    held = Sanction.objects.in_force().filter(player=player_id)
    found = held.filter(kind__in=[Kind.BAN, Kind.SUSPENSION, Kind.RANKED]).first()
    return sentence(found) if found is not None else ""


def in_force(player_id: int) -> tuple[Sanction, ...]:
    """What is imposed on the player now, the newest first."""
    return tuple(Sanction.objects.in_force().filter(player=player_id))


def silence(sanctions: Iterable[Sanction]) -> str:
    """That somebody with these sanctions may not talk, as a sentence; "" when they may."""
    quiet = next((each for each in sanctions if each.kind in SILENCING), None)
    return what(quiet) if quiet is not None else ""


def bars(sanctions: Iterable[Sanction]) -> bool:
    """Whether somebody with these sanctions may not play."""
    return any(each.kind in BARRING for each in sanctions)


def notice(sanctions: Iterable[Sanction]) -> str:
    """What somebody with these sanctions must be told on any page; "" when nothing."""
    return _told(sanctions, TOLD_EVERYWHERE)


def notice_at_table(sanctions: Iterable[Sanction]) -> str:
    """The same at a table, where the chat itself tells that somebody may not talk."""
    return _told(sanctions, TOLD_AT_TABLES)


def _told(sanctions: Iterable[Sanction], kinds: Collection[str]) -> str:
    """The newest of these kinds; a time-out in chat only where there is nothing else."""
    found = [each for each in sanctions if each.kind in kinds]
    first = min(found, key=lambda each: each.kind == Kind.CHAT, default=None)
    return sentence(first) if first is not None else ""


def sentence(sanction: Sanction) -> str:
    """What holds, until when, and why, said to the player."""
    return f"{what(sanction)} " + _("Reason: %(reason)s") % {"reason": sanction.reason}


def what(sanction: Sanction) -> str:
    """What holds, and until when, said to the player."""
    said = {
        Kind.WARNING: _("The moderators warn you."),
        Kind.CHAT: _("You can't talk at tables until %(until)s."),
        Kind.RANKED: _("You can't play ranked games until %(until)s.")
        if sanction.until
        else _("You can't play ranked games any more."),
        Kind.SUSPENSION: _("You are suspended until %(until)s."),
        Kind.BAN: _("You are banned from this site."),
        Kind.RENAME: _("The moderators have taken your name away. Choose another one."),
        Kind.BOARDS: _("You are not shown on the leaderboards."),
    }[Kind(sanction.kind)]
    return said % {"until": moment(sanction)} if sanction.until is not None else said


def moment(sanction: Sanction) -> str:
    """When it ends, as a date and a time of the site's zone."""
    assert sanction.until is not None
    return in_words(sanction.until)


def in_words(at: datetime) -> str:
    """A date and a time of the site's zone."""
    return date_format(localtime(at), "DATETIME_FORMAT") + " UTC"
