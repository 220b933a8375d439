"""Taking a report, giving it back, and closing it with an answer."""

from datetime import timedelta
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts import letters
from accounts.models import Report, User
from accounts.sanctions import log
from accounts.sanctions.models import LogEntry
from games.moderation.kept_from import why_not_handle

# Who took a report and is gone for so long has forgotten it: anybody may give it back.
FORGOTTEN = timedelta(hours=24)


def claim(pk: int, actor: User) -> Report:
    """Take a report to work on it. Again by the same moderator: nothing happens.

    Raises ValidationError when another has it, when it is closed, and for one about oneself, by
    oneself, or about a game of one's own.
    """
    with transaction.atomic():
        report = _locked(pk, actor)
        if report.state == Report.State.CLAIMED and report.claimed_by_id == actor.pk:
            return report
        _require_free(report, actor)
        _take(report, actor)
        log.record(LogEntry.Action.CLAIM, actor, **_of(report))
    return report


def release(pk: int, actor: User) -> Report:
    """Give a report back, so that somebody else can take it. An open one stays as it is.

    Raises ValidationError when another has taken it within a day, and when it is closed.
    """
    with transaction.atomic():
        report = _locked(pk, actor)
        if report.state == Report.State.OPEN:
            return report
        if not is_forgotten(report):
            _require_free(report, actor)
        before = {"claimed_by": _name(report)}
        report.state, report.claimed_by, report.claimed_at = Report.State.OPEN, None, None
        report.save(update_fields=["state", "claimed_by", "claimed_at"])
        log.record(LogEntry.Action.RELEASE, actor, before=before, **_of(report))
    return report


def close(pk: int, answer: str, actor: User) -> Report:
    """Close a report; the reporter is told the answer, by mail too where there is an address.

    Raises ValidationError without an answer, when another has taken it, and when it is closed.
    """
    answer = answer.strip()
    if not answer:
        raise ValidationError(_("Give an answer: it says what came of it."))
    if len(answer) > Report.LONGEST_ANSWER or "\0" in answer:
        raise ValidationError(_("Up to 500 characters, please."))
    with transaction.atomic():
        report = _locked(pk, actor)
        _require_free(report, actor)
        if report.state == Report.State.OPEN:
            _take(report, actor)
        report.state, report.closed_at = Report.State.CLOSED, timezone.now()
        report.answer = answer
        report.save(update_fields=["state", "closed_at", "answer"])
        log.record(LogEntry.Action.CLOSE, actor, reason=answer, **_of(report))
        about = report.about.name if report.about else ""
        told = {"about": about, "answer": answer}
        letters.write_to_player(report.reporter, "report_answered", told)
    return report


def is_forgotten(report: Report) -> bool:
    """Whether somebody took it more than a day ago and has not closed it."""
    if report.state != Report.State.CLAIMED:
        return False
    return report.claimed_at is None or report.claimed_at < timezone.now() - FORGOTTEN


def _locked(pk: int, actor: User) -> Report:
    # Nobody else's row with it: joined to a row that was waited for, it would be as it was before.
    found = Report.objects.select_for_update().get(pk=pk)
    refusal = why_not_handle(actor, found)
    if refusal:
        raise ValidationError(refusal)
    return found


def _require_free(report: Report, actor: User) -> None:
    if report.state == Report.State.CLOSED:
        raise ValidationError(_("This report is closed already."))
    if report.state == Report.State.CLAIMED and report.claimed_by_id != actor.pk:
        raise ValidationError(_("%(name)s has taken this report.") % {"name": _name(report)})


def _take(report: Report, actor: User) -> None:
    report.state, report.claimed_by = Report.State.CLAIMED, actor
    report.claimed_at = timezone.now()
    report.save(update_fields=["state", "claimed_by", "claimed_at"])


def _name(report: Report) -> str:
    return report.claimed_by.known_as if report.claimed_by else _("Somebody who has gone")


def _of(report: Report) -> dict[str, Any]:
    return {"report": report, "player": report.about, "game_id": report.game_id}
