"""Which player a browser is. A guest lives in the session of the device that took the seat."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models.functions import Now
from django.http import HttpRequest
from django.utils.translation import gettext as _

from accounts.models import Player
from accounts.names import guest_name
from accounts.renaming import allowed
from accounts.renaming.taken_away import is_taken_away
from accounts.sessions import SessionStore
from accounts.signals import player_renamed
from accounts.words import listed

SESSION_PLAYER = "player"
# CPU players, by seat order at a table.
COMPUTER_NAMES = ("Hazel", "Rowan", "Linden", "Alder")
# Theirs before they have ever played, too.
RESERVED = frozenset(name.lower() for name in COMPUTER_NAMES)


def current_player(request: HttpRequest) -> Player | None:
    """The player of this browser, if it has one yet."""
    if not hasattr(request, "_player"):
        pk = request.session.get(SESSION_PLAYER)
        here = Player.objects.filter(left_at=None)
        request._player = here.filter(pk=pk).first() if pk else None  # type: ignore[attr-defined]
    player: Player | None = request._player  # type: ignore[attr-defined]
    return player


def set_player(request: HttpRequest, player: Player) -> None:
    """From now on in this request the browser is that player."""
    request._player = player  # type: ignore[attr-defined]


def require_free_name(name: str, player: Player | None = None) -> None:
    """Raises ValidationError when an account or a CPU of another player has that name, for one with
    a listed word, and for one that moderators have taken away.

    Guests may share a name: nothing but their device tells them apart.
    """
    if listed.current().has(name):
        raise ValidationError(_("That name has a word that is not welcome here. Choose another."))
    if is_taken_away(name):
        raise ValidationError(_("The moderators have taken that name away. Choose another one."))
    if name.lower() in RESERVED:
        raise ValidationError(_("That name is taken. Choose another one."))
    others = Player.objects.exclude(kind=Player.Kind.GUEST).filter(name__iexact=name)
    if player is not None:
        others = others.exclude(pk=player.pk)
    if others.exists():
        raise ValidationError(_("That name is taken. Choose another one."))


def take_player(request: HttpRequest, name: str = "") -> Player:
    """The player of this browser, made now if it is new; renamed when `name` is given.

    Only for a POST: it writes to the database and sets the long-lived session. Raises
    ValidationError when the name belongs to somebody else, and when the player has to keep the one
    that it has.
    """
    player = current_player(request)
    if name and (player is None or name != player.name):
        require_free_name(name, player)
    if player is None:
        player = Player.objects.create(kind=Player.Kind.GUEST, name=name or guest_name())
        request.session[SESSION_PLAYER] = player.pk
        set_player(request, player)
        return player
    note_sight(player.pk)
    if name and name != player.name:
        before = player.name
        try:
            with transaction.atomic():
                allowed.note(player)
                player.name = name
                player.save(update_fields=["name"])
                player_renamed.send(sender=Player, player=player)
        except IntegrityError:
            # Another account took it in the same moment.
            player.name = before
            raise ValidationError(_("That name is taken. Choose another one.")) from None
        except ValidationError:
            player.name = before
            raise
    return player


@contextmanager
def all_or_nothing(request: HttpRequest) -> Iterator[None]:
    """A transaction for `take_player` and what the player is taken for.

    If that fails nobody has become a player, or got another name, for nothing.
    """
    known = current_player(request) is not None
    try:
        with transaction.atomic():
            yield
    except Exception:
        if not known:
            request.session.pop(SESSION_PLAYER, None)
        if hasattr(request, "_player"):
            del request._player
        raise


def player_of_session(session_key: str | None) -> int | None:
    """The player's primary key behind a session cookie; None if the session is over or empty."""
    if not session_key:
        return None
    pk = SessionStore(session_key).load().get(SESSION_PLAYER)
    if not isinstance(pk, int) or not Player.objects.filter(pk=pk, left_at=None).exists():
        return None
    return pk


def note_sight(player_id: int) -> None:
    """The player is doing something now. Written once a day at most."""
    now = Now()
    seen_before = Player.objects.filter(pk=player_id, seen_at__lt=now - timedelta(days=1))
    seen_before.update(seen_at=now)


def computer_players(count: int) -> list[Player]:
    """The first `count` CPU players."""
    return [
        Player.objects.get_or_create(kind=Player.Kind.CPU, name=name)[0]
        for name in COMPUTER_NAMES[:count]
    ]
