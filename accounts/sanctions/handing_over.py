"""What is imposed on a guest stays imposed when the guest logs in to an account."""

from typing import Any

from accounts.models import Player
from accounts.sanctions.models import Sanction


def hand_over(sender: type, guest: Player, player: Player, **kwargs: Any) -> None:
    """The guest's sanctions are the account's from now on; the log still tells on whom they were
    imposed. Before the seats go over: nobody who may not play gets one.
    """
    Sanction.objects.filter(player=guest).update(player=player)
