"""Accounts whose e-mail address is confirmed."""

from allauth.account.models import EmailAddress

from accounts.models import Player


def has_verified_email(player: Player) -> bool:
    """Whether an address of the player's account has been confirmed; a guest has none."""
    if player.user_id is None:
        return False
    return EmailAddress.objects.filter(user=player.user_id, verified=True).exists()
