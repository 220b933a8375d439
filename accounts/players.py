"""Which player a browser is. A guest lives in the session of the device that took the seat."""

from django.http import HttpRequest

from accounts.models import Player
from accounts.names import guest_name
from accounts.sessions import SessionStore
from accounts.signals import player_renamed

SESSION_PLAYER = "player"
# CPU players, by seat order at a table.
COMPUTER_NAMES = ("Hazel", "Rowan", "Linden", "Alder")


def current_player(request: HttpRequest) -> Player | None:
    """The player of this browser, if it has one yet."""
    if not hasattr(request, "_player"):
        pk = request.session.get(SESSION_PLAYER)
        request._player = Player.objects.filter(pk=pk).first() if pk else None  # type: ignore[attr-defined]
    player: Player | None = request._player  # type: ignore[attr-defined]
    return player


def take_player(request: HttpRequest, name: str = "") -> Player:
    """The player of this browser, made now if it is new; renamed when `name` is given.

    Only for a POST: it writes to the database and sets the long-lived session.
    """
    player = current_player(request)
    if player is None:
        player = Player.objects.create(kind=Player.Kind.GUEST, name=name or guest_name())
        request.session[SESSION_PLAYER] = player.pk
        request._player = player  # type: ignore[attr-defined]
    elif name and name != player.name:
        player.name = name
        player.save(update_fields=["name"])
        player_renamed.send(sender=Player, player=player)
    return player


def player_of_session(session_key: str | None) -> int | None:
    """The player's primary key behind a session cookie; None if the session is over or empty."""
    if not session_key:
        return None
    pk = SessionStore(session_key).load().get(SESSION_PLAYER)
    return pk if isinstance(pk, int) else None


def computer_players(count: int) -> list[Player]:
    """The first `count` CPU players."""
    return [
        Player.objects.get_or_create(kind=Player.Kind.CPU, name=name)[0]
        for name in COMPUTER_NAMES[:count]
    ]
