"""Whom a moderator may measure, and that nothing is done twice."""

from collections.abc import Callable, Iterable

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from accounts.models import Player, User
from accounts.sanctions.models import LONGEST_REASON, LogEntry
from accounts.sanctions.rights import Right
from ratings.models import Meeting


def reason_of(text: str) -> str:
    """The reason as it is kept. Raises ValidationError without one, and for too long a one."""
    text = text.replace("\r\n", "\n").strip()
    if not text:
        raise ValidationError(_("Give a reason."))
    if len(text) > LONGEST_REASON:
        raise ValidationError(
            _("That is too long: up to %(most)s characters.") % {"most": LONGEST_REASON}
        )
    if "\0" in text:
        raise ValidationError(_("The reason has a character that can't be kept."))
    return text


def why_not_decide(actor: User, player: Player) -> str:
    """Why the moderator may decide nothing about a player, as a sentence; "" when that is free."""
    if player.kind == Player.Kind.CPU:
        return _("Nothing can be imposed on a computer player.")
    if player.user_id == actor.pk:
        return _("This is you: another moderator decides about you.")
    if player.user is not None and is_administrator(player.user) and not is_administrator(actor):
        return _("Only an administrator decides about an administrator.")
    return ""


def why_not_measure(actor: User, player: Player) -> str:
    """The same of measures: nothing is imposed on who has left, nor lifted."""
    if player.left_at is not None:
        return _("This player has left: there are no measures against them any more.")
    return why_not_decide(actor, player)


def why_not_in_game(actor: User, players: Iterable[Player]) -> str:
    """Why the moderator may not decide on a game of these players; "" when that is free."""
    if any(player.user_id == actor.pk for player in players):
        return _("You play in this game: another moderator decides on it.")
    return ""


def why_not_remove(actor: User, player: Player, mode: int) -> str:
    """Why the moderator may not take the player's games out of a rating: it would move their own;
    "" when that is free.
    """
    met = Meeting.objects.filter(player=player, opponent__user=actor, mode=mode, games__gt=0)
    if met.exists():
        return _("It would move your own rating: another administrator decides this.")
    return ""


def require_may_decide(actor: User, player: Player) -> None:
    """Raises ValidationError for a CPU, for oneself, and for an administrator by a moderator."""
    _require_none(why_not_decide(actor, player))


def require_may_measure(actor: User, player: Player) -> None:
    """Raises ValidationError for the same, and for somebody who has left."""
    _require_none(why_not_measure(actor, player))


def require_may_remove(actor: User, player: Player, mode: int) -> None:
    """Raises ValidationError where no measure is free, and where it would move one's own rating."""
    _require_none(why_not_measure(actor, player) or why_not_remove(actor, player, mode))


def require_no_own_game(actor: User, players: Iterable[Player]) -> None:
    """Raises ValidationError when the moderator plays there."""
    _require_none(why_not_in_game(actor, players))


def _require_none(refusal: str) -> None:
    if refusal:
        raise ValidationError(refusal)


def is_administrator(user: User) -> bool:
    """Whether the user has what only administrators have."""
    return user.is_active and user.is_staff and user.has_perm(Right.BAN.permission)


def once(key: str, work: Callable[[], object]) -> bool:
    """Do the work in a transaction, unless the log has its key. Says whether it was done now.

    Of two at once the database lets one through.
    """
    if _is_done(key):
        return False
    try:
        with transaction.atomic():
            work()
    except (IntegrityError, ValidationError):
        # Of a double click the second may also find that nothing is left to do.
        if _is_done(key):
            return False
        raise
    return True


def _is_done(key: str) -> bool:
    return bool(key) and LogEntry.objects.filter(key=key).exists()
