"""Forms of the first page and of a table's door."""

from django import forms

from accounts.names import NameField
from games.models import Table


class PlayForm(forms.Form):
    """Open a table: the name may be left empty."""

    name = NameField()
    target = forms.ChoiceField(choices=Table.Target.choices, required=False)

    def clean_target(self) -> int:
        """The points to play to; 121 where nothing was chosen."""
        return int(self.cleaned_data["target"] or Table.Target.FULL)


class SitForm(forms.Form):
    """Take a seat: the name may be left empty."""

    name = NameField()
