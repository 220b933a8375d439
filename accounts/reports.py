"""Telling the moderators of a player or of a game."""

from datetime import timedelta
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.core.validators import ProhibitNullCharactersValidator
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from accounts.models import Player, Report

A_DAY, DAY = 10, timedelta(hours=24)


class TextField(forms.CharField):
    """Some lines of text. A browser sends two characters for the end of a line: they count once."""

    widget = forms.Textarea(attrs={"rows": 6})
    default_validators = [
        ProhibitNullCharactersValidator(
            gettext_lazy("The text has a character that can't be kept.")
        )
    ]

    def to_python(self, value: Any) -> str:
        return (super().to_python(value) or "").replace("\r\n", "\n")

    def validate(self, value: str) -> None:
        super().validate(value)
        over = len(value) - Report.LONGEST
        if over > 0:
            raise ValidationError(
                ngettext(
                    "That is one character too long: 1000 at most.",
                    "That is %(over)s characters too long: 1000 at most.",
                    over,
                )
                % {"over": over}
            )


class ReportForm(forms.Form):
    """Why, and what happened. At a table also whom it is about, or the game itself."""

    THE_GAME = "game"

    about = forms.ChoiceField(
        label=gettext_lazy("Whom is it about?"),
        widget=forms.RadioSelect,
        error_messages={
            "required": gettext_lazy("Choose whom it is about."),
            "invalid_choice": gettext_lazy("Choose one of those at this table."),
        },
    )
    reason = forms.ChoiceField(
        label=gettext_lazy("What is it?"),
        choices=[choice for choice in Report.Reason.choices if choice[0] not in Report.NOTICED],
        widget=forms.RadioSelect,
        error_messages={
            "required": gettext_lazy("Choose what it is."),
            "invalid_choice": gettext_lazy("Choose one of these."),
        },
    )
    text = TextField(
        label=gettext_lazy("What happened?"),
        help_text=gettext_lazy("Up to 1000 characters."),
        required=False,
    )

    def __init__(self, people: list[Player] | None, data: Any = None) -> None:
        """`people` are those whom it can be about; None where the page says whom."""
        super().__init__(data)
        if people is None:
            del self.fields["about"]
        else:
            self.fields["about"].choices = [  # type: ignore[attr-defined]
                *((str(player.pk), player.name) for player in people),
                (self.THE_GAME, _("Nobody in particular: the game itself")),
            ]
            self.fields["about"].initial = None if people else self.THE_GAME

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if cleaned.get("reason") == Report.Reason.OTHER and cleaned.get("text") == "":
            self.add_error("text", _("Say in a few words what it is."))
        return cleaned


def file_report(
    reporter: Player,
    reason: str,
    text: str,
    *,
    about: Player | None = None,
    game_id: int | None = None,
    moment: dict[str, Any] | None = None,
) -> Report:
    """Keep a report for the moderators. The same one again within a day is the one there is.

    Raises ValidationError for a CPU, for oneself, and for the eleventh of a day.
    """
    if about is not None and about.kind == Player.Kind.CPU:
        raise ValidationError(_("A computer player can't be reported: report the game."))
    if about == reporter:
        raise ValidationError(_("You can't report yourself."))
    with transaction.atomic():
        # So that two at once don't both count as the tenth.
        Player.objects.select_for_update().get(pk=reporter.pk)
        today = Report.objects.filter(reporter=reporter, at__gt=timezone.now() - DAY)
        same = today.filter(about=about, game=game_id, reason=reason, text=text).first()
        if same is not None:
            return same
        if today.count() >= A_DAY:
            raise ValidationError(
                _("You have sent ten reports within a day. Keep this text and send it tomorrow.")
            )
        return Report.objects.create(
            reporter=reporter,
            about=about,
            game_id=game_id,
            reason=reason,
            text=text,
            moment=moment or {},
        )


def hand_over(sender: type, guest: Player, player: Player, **kwargs: Any) -> None:
    """Reports by and about a guest who logs in are the account's, but for those about itself."""
    Report.objects.filter(reporter=guest).exclude(about=player).update(reporter=player)
    Report.objects.filter(about=guest).exclude(reporter=player).update(about=player)
