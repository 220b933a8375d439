"""Forms of the first page, of the lobby and of a table."""

from django import forms

from accounts.names import NameField
from games.models import Table
from games.seating import CHAIRS
from games.tables import RANKED_SIZES


class PlayForm(forms.Form):
    """Open a table: the name may be left empty."""

    name = NameField()
    target = forms.ChoiceField(choices=Table.Target.choices, required=False)

    def clean_target(self) -> int:
        """The points to play to; 121 where nothing was chosen."""
        return int(self.cleaned_data["target"] or Table.Target.FULL)


class OpenForm(PlayForm):
    """Open a table in the lobby."""

    joining = forms.ChoiceField(choices=Table.Joining.choices, required=False)
    ranked = forms.ChoiceField(choices=[(size, size) for size in RANKED_SIZES], required=False)

    def clean_joining(self) -> str:
        """Who may join; anyone where nothing was chosen."""
        return str(self.cleaned_data["joining"] or Table.Joining.ANYONE)

    def clean_ranked(self) -> int:
        """For how many players the table's games are ranked; 0 where they are not."""
        return int(self.cleaned_data["ranked"] or 0)


class SitForm(forms.Form):
    """Take a chair, or the next free one: the name may be left empty."""

    name = NameField()
    chair = forms.IntegerField(min_value=0, max_value=CHAIRS - 1, required=False)


def first_error(form: forms.Form) -> str:
    """The first thing that is wrong, as a sentence."""
    return str(next(iter(form.errors.values()))[0])
