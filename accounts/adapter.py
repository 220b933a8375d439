"""How allauth makes and treats accounts here."""

import uuid

from allauth.account.adapter import DefaultAccountAdapter
from django.http import HttpRequest

from accounts.models import User


class AccountAdapter(DefaultAccountAdapter):
    """Accounts log in by e-mail; the name others see is the player's."""

    def populate_username(self, request: HttpRequest, user: User) -> None:
        """A name nobody sees or types; the default would be made from the e-mail address."""
        user.username = uuid.uuid4().hex
