"""What a player may be called."""

import secrets
import unicodedata

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

LONGEST = 24


def clean_name(raw: str) -> str:
    """A name as it is shown: NFKC, single spaces, 1 to 24 characters, each of them visible.

    Raises ValidationError with a sentence for the player.
    """
    name = " ".join(unicodedata.normalize("NFKC", raw).split())
    if not name:
        raise ValidationError(_("Choose a name with at least one letter."))
    if len(name) > LONGEST:
        raise ValidationError(_("A name can have 24 characters at most."))
    if any(unicodedata.category(character)[0] == "C" for character in name):
        raise ValidationError(_("A name can't contain invisible characters."))
    if not any(unicodedata.category(character)[0] in "LN" for character in name):
        raise ValidationError(_("Choose a name with at least one letter."))
    return name


def guest_name() -> str:
    """A name for a guest who chose none."""
    return f"Guest {secrets.randbelow(9000) + 1000}"


class NameField(forms.CharField):
    """A name that may be left empty: then the player keeps the one they have."""

    # Longer than a name may be, so that our own sentence is shown, yet bounded.
    LONGEST_TYPED = 200

    def __init__(self) -> None:
        super().__init__(required=False, max_length=self.LONGEST_TYPED, strip=True)

    def clean(self, value: str | None) -> str:
        raw = super().clean(value)
        return clean_name(raw) if raw else ""


class NameForm(forms.Form):
    """Choose a name."""

    name = NameField()
