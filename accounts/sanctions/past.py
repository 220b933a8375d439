"""What is over, said to the player: what it was, and when and how it ended."""

from django.utils.translation import gettext as _

from accounts.sanctions.models import TO_BE_READ, Kind, Sanction
from accounts.sanctions.standing import in_words


def sentence(sanction: Sanction) -> str:
    """What held, and why."""
    return f"{_what(sanction)} " + _("Reason: %(reason)s") % {"reason": sanction.reason}


def ending(sanction: Sanction) -> str:
    """When and how it ended."""
    over_by_itself = sanction.ended_at is None or sanction.ended_at == sanction.until
    at = sanction.until if over_by_itself else sanction.ended_at
    assert at is not None
    if over_by_itself:
        said = _("It ended by itself on %(at)s.")
    elif sanction.lifted_for:
        said = _("A moderator lifted it on %(at)s. Reason: %(why)s")
    elif _was_granted(sanction):
        said = _("It ended on %(at)s, because your appeal was granted.")
    elif sanction.kind in TO_BE_READ:
        said = _("You read it on %(at)s; with that it was over.")
    else:
        said = _("Another one took its place on %(at)s.")
    return said % {"at": in_words(at), "why": sanction.lifted_for}


def lifted(sanction: Sanction) -> str:
    """That a moderator has just lifted it, for a mail."""
    return _("A moderator has lifted this before its time: %(kind)s. Reason: %(why)s") % {
        "kind": sanction.get_kind_display(),
        "why": sanction.lifted_for,
    }


def _was_granted(sanction: Sanction) -> bool:
    appeal = getattr(sanction, "appeal", None)
    return appeal is not None and bool(appeal.granted)


def _what(sanction: Sanction) -> str:
    return {
        Kind.WARNING: _("The moderators warned you."),
        Kind.CHAT: _("You could not talk at tables."),
        Kind.RANKED: _("You could not play ranked games."),
        Kind.SUSPENSION: _("You were suspended."),
        Kind.BAN: _("You were banned from this site."),
        Kind.RENAME: _("The moderators took your name away."),
        Kind.BOARDS: _("You were not shown on the leaderboards."),
    }[Kind(sanction.kind)]
