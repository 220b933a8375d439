"""Forms of the first page and of a table's door."""

from django import forms

from accounts.names import NameField
from games.models import Table


class PlayForm(forms.Form):
    """Open a table: the name may be left empty."""

    name = NameField()
    target = forms.TypedChoiceField(
        choices=Table.Target.choices, coerce=int, required=False, empty_value=121
    )


class SitForm(forms.Form):
    """Take a seat: the name may be left empty."""

    name = NameField()
