"""What a moderator is not shown: who has reported them, and what others note about them."""

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from accounts.models import Report, User
from accounts.sanctions.models import LogEntry
from games.models import Game, Seat
from games.moderation.guards import why_not_decide


def reports_for(actor: User) -> QuerySet[Report]:
    """The reports that this moderator may read: about others, and not about a game, without a name,
    in which the moderator sits.
    """
    return Report.objects.exclude(_about(actor))


def is_kept_from(actor: User, report: Report) -> bool:
    """Whether the moderator may not read a report."""
    return Report.objects.filter(_about(actor), pk=report.pk).exists()


def log_for(actor: User) -> QuerySet[LogEntry]:
    """The lines of the log that this moderator may read: without those of such reports, and
    without notes about the moderator.
    """
    notes = Q(action=LogEntry.Action.NOTE, player__user=actor)
    return LogEntry.objects.exclude(report__in=Report.objects.filter(_about(actor))).exclude(
        pk__in=LogEntry.objects.filter(notes)
    )


def why_not_handle(actor: User, report: Report) -> str:
    """Why the moderator may not take or close a report, as a sentence; "" when that is free."""
    if report.about is not None and report.about.user_id == actor.pk:
        return _("This report is about you: another moderator handles it.")
    if report.reporter is not None and report.reporter.user_id == actor.pk:
        return _("This report is yours: another moderator handles it.")
    if Seat.objects.filter(game=report.game_id, player__user=actor).exists():
        return _("You play in this game: another moderator handles the report.")
    return why_not_decide(actor, report.about) if report.about is not None else ""


def _about(actor: User) -> Q:
    own_games = Game.objects.filter(seats__player__user=actor).values("pk")
    return Q(about__user=actor) | Q(about=None, game__in=own_games)
