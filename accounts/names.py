"""What a player may be called."""

import re
import secrets
import unicodedata

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

LONGEST = 24
# Letters, marks and a symbol that show nothing; the categories C* hold the rest.
BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0")
BLANK |= {chr(code) for code in (*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))}
# What keyboards put behind a sign to have it drawn in colour or not.
PRESENTATION = str.maketrans("", "", "\ufe0e\ufe0f")
# What players are called who have left: "deleted-17", "guest-17".
OF_THE_GONE = re.compile(r"deleted[\W_]*[\d]*|guest[^\w\s]+\d+", re.IGNORECASE)
# No language puts more of them on one letter.
MOST_MARKS = 3


def without_towers(text: str) -> str:
    """The text with three marks on a letter at most: a tower of them lies over other lines."""
    kept, marks = [], 0
    for character in text:
        marks = marks + 1 if unicodedata.category(character) in ("Mn", "Me") else 0
        if marks <= MOST_MARKS:
            kept.append(character)
    return "".join(kept)


def clean_name(raw: str) -> str:
    """A name as it is shown: NFKC, single spaces, 1 to 24 characters, each of them visible.

    Raises ValidationError with a sentence for the player.
    """
    name = " ".join(unicodedata.normalize("NFKC", raw).translate(PRESENTATION).split())
    if not name:
        raise ValidationError(_("Choose a name with at least one letter."))
    if len(name) > LONGEST:
        raise ValidationError(_("A name can have 24 characters at most."))
    if any(each in BLANK or unicodedata.category(each)[0] == "C" for each in name):
        raise ValidationError(_("A name can't contain invisible characters."))
    if without_towers(name) != name:
        raise ValidationError(_("A name can have three marks on a letter at most."))
    if not any(unicodedata.category(character)[0] in "LN" for character in name):
        raise ValidationError(_("Choose a name with at least one letter."))
    if OF_THE_GONE.fullmatch(name):
        raise ValidationError(_("That name is kept for players who have left. Choose another one."))
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
