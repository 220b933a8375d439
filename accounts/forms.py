"""What a sign-up asks beside the e-mail and the password."""

from typing import Any

from allauth.core import context
from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.names import NameField
from accounts.players import current_player, require_free_name
from accounts.renaming import allowed


class SignupForm(forms.Form):
    """The name at the table, and whether one is old enough.

    Left empty, a guest keeps the name of this device.
    """

    name = NameField()
    name.label = _("Your name at the table")
    agreed = forms.BooleanField()

    def __init__(self, *arguments: Any, **more: Any) -> None:
        super().__init__(*arguments, **more)
        age = {"age": settings.MINIMUM_AGE}
        self.fields["agreed"].label = (
            _("I am at least %(age)s years old, and I accept the terms.") % age
        )
        self.fields["agreed"].error_messages["required"] = (
            _("Tick this box to sign up: accounts are for people of %(age)s years or more.") % age
        )

    def clean_name(self) -> str:
        """Raises ValidationError when an account has that name already, and when the guest of this
        device has to keep the one that it has.
        """
        name: str = self.cleaned_data["name"]
        if name:
            require_free_name(name)
            guest = current_player(context.request)
            kept = allowed.why_not(guest) if guest is not None and guest.name != name else ""
            if kept:
                raise ValidationError(kept)
        return name

    def signup(self, request: HttpRequest, user: User) -> None:
        """Called by allauth; `joining.adopt` takes the name when the user is logged in."""
        user.wanted_name = self.cleaned_data["name"]  # type: ignore[attr-defined]
        user.agreed = self.cleaned_data["agreed"]
        user.save(update_fields=["agreed"])
