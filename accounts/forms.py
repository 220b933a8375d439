"""What a sign-up asks beside the e-mail and the password."""

from django import forms
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.names import NameField
from accounts.players import require_free_name


class SignupForm(forms.Form):
    """The name at the table; left empty, a guest keeps the one of this device."""

    name = NameField()
    name.label = _("Your name at the table")

    def clean_name(self) -> str:
        """Raises ValidationError when an account has that name already."""
        name: str = self.cleaned_data["name"]
        if name:
            require_free_name(name)
        return name

    def signup(self, request: HttpRequest, user: User) -> None:
        """Called by allauth; `joining.adopt` takes the name when the user is logged in."""
        user.wanted_name = self.cleaned_data["name"]  # type: ignore[attr-defined]
