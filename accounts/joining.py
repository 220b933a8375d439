"""From guest to account: who signs up or logs in keeps seats and history."""

from typing import Any

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.http import HttpRequest

from accounts.models import Player, User
from accounts.names import clean_name, guest_name
from accounts.players import SESSION_PLAYER, current_player, require_free_name, set_player
from accounts.signals import player_merged, player_renamed


def adopt(sender: Any, request: HttpRequest, user: User, **kwargs: Any) -> None:
    """This browser now belongs to `user`.

    A first log-in makes the guest of this device the account's player. A later one hands the
    guest's seats over to the player that the account has already.
    """
    guest = current_player(request)
    with transaction.atomic():
        # Not the key: whoever holds a game's lock may be writing who acts there.
        own = Player.objects.select_for_update(no_key=True).filter(user=user).first()
        if own is None:
            own = _become(guest, user)
        elif guest is not None and guest.kind == Player.Kind.GUEST:
            player_merged.send(sender=Player, guest=guest, player=own)
    request.session[SESSION_PLAYER] = own.pk
    set_player(request, own)


def _name_of_log_in(user: User) -> str:
    """The name that somebody typed who made the log-in by hand; "" where it can be no player's.

    Whoever signs up is given one by the site, too long to be a name.
    """
    try:
        name = clean_name(user.get_username())
        require_free_name(name)
    except ValidationError:
        return ""
    return name


def _become(guest: Player | None, user: User) -> Player:
    if guest is None or guest.kind != Player.Kind.GUEST:
        guest = Player(name=guest_name())
    guest.kind, guest.user = Player.Kind.ACCOUNT, user
    wanted = getattr(user, "wanted_name", "") or _name_of_log_in(user) or guest.name
    renamed = guest.pk is not None and wanted != guest.name
    for name in (wanted, guest_name(), guest_name()):
        guest.name = name
        try:
            with transaction.atomic():
                guest.save()
        except IntegrityError:
            # An account of that name came first: the player may choose another one later.
            renamed = guest.pk is not None
            continue
        break
    if renamed:
        player_renamed.send(sender=Player, player=guest)
    return guest
