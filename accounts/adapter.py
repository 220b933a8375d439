"""How allauth makes and treats accounts here."""

import uuid

from allauth.account.adapter import DefaultAccountAdapter
from allauth.mfa.adapter import DefaultMFAAdapter
from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.http import HttpRequest
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.staff import leads_to_staff
from cribsite import visitor_address


class AccountAdapter(DefaultAccountAdapter):
    """Accounts log in by e-mail; the name others see is the player's."""

    # the site says "e-mail" everywhere
    error_messages = {
        **DefaultAccountAdapter.error_messages,
        "cannot_remove_primary_email": _("You can't remove the e-mail address used for mail."),
        "duplicate_email": _("This e-mail address is yours already."),
        "email_password_mismatch": _("The e-mail address or the password is not right."),
        "email_taken": _("This e-mail address can't be used."),
        "max_email_addresses": _("You can't add more than %d e-mail addresses."),
        "unknown_email": _("No account has this e-mail address."),
        "unverified_primary_email": _("Confirm your e-mail address first."),
    }

    def populate_username(self, request: HttpRequest, user: User) -> None:
        """A name nobody sees or types; the default would be made from the e-mail address."""
        user.username = uuid.uuid4().hex

    def get_reauthentication_methods(
        self, user: AbstractBaseUser | AnonymousUser
    ) -> list[dict[str, str]]:
        """On the way to the pages of staff a password opens nothing: only the code is asked for."""
        methods: list[dict[str, str]] = super().get_reauthentication_methods(user)
        if self.request is None or not leads_to_staff(self.request):
            return methods
        return [each for each in methods if each["id"] == "mfa_reauthenticate"] or methods

    def get_client_ip(self, request: HttpRequest) -> str:
        """Whom limits are counted for, and what the list of devices shows."""
        # a server on a Unix socket knows no address
        return visitor_address.of_request(request) or "0.0.0.0"  # nosec B104: nothing is bound


class SecondStepAdapter(DefaultMFAAdapter):
    """The second step of a log-in: a code of an app on the player's phone."""

    error_messages = {
        **DefaultMFAAdapter.error_messages,
        "incorrect_code": _(
            "That code is not right. Codes change every half minute: try the next."
        ),
    }

    def get_totp_issuer(self) -> str:
        """What the app calls this site; it takes no colon, so no port."""
        host = self._get_site_name().partition(":")[0]
        return gettext("Cribbage at %(host)s") % {"host": host}
