"""Imposing a sanction and lifting it, each with its line in the log."""

from datetime import datetime
from typing import Any

from django.core.exceptions import ValidationError
from django.db import connection, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts import letters
from accounts.models import Player, Report, User
from accounts.names import guest_name
from accounts.sanctions import log
from accounts.sanctions.models import TO_BE_READ, Appeal, Kind, LogEntry, Sanction
from accounts.sanctions.past import lifted
from accounts.sanctions.standing import sentence
from accounts.signals import player_renamed, player_sanctioned

# Our number among the database's advisory locks.
SANCTIONS = 122


def impose(
    player: Player,
    kind: Kind,
    reason: str,
    actor: User | None,
    *,
    until: datetime | None = None,
    report: Report | None = None,
    key: str = "",
) -> Sanction:
    """Impose a sanction: it holds at once, at live tables too, and the player is told.

    `actor` is None for the site itself. The same kind again takes the place of what held before.
    `key` as in the log.
    Raises ValidationError for a CPU, for nobody's sake, without a reason, for a wrong end, and
    while an appeal against the same kind waits.
    """
    reason = reason.strip()
    if player.kind == Player.Kind.CPU:
        raise ValidationError(_("Nothing can be imposed on a computer player."))
    if actor is not None and player.user_id == actor.pk:
        raise ValidationError(_("Nobody decides on oneself."))
    if not reason:
        raise ValidationError(_("Give a reason: the player is told it."))
    if until is not None and until <= timezone.now():
        raise ValidationError(_("The end lies in the past."))
    if until is None and kind in (Kind.CHAT, Kind.SUSPENSION):
        raise ValidationError(_("Say until when."))
    with transaction.atomic():
        _one_at_a_time(player)
        before = _in_force(player, kind)
        if kind not in TO_BE_READ:
            _require_no_open_appeal(player, kind)
            Sanction.objects.in_force().filter(player=player, kind=kind).update(
                ended_at=timezone.now()
            )
        sanction = Sanction.objects.create(
            player=player, kind=kind, reason=reason, by=actor, until=until, report=report
        )
        if kind == Kind.RENAME:
            before["name"] = player.name
            _take_name(player)
        log.record(
            LogEntry.Action.IMPOSE,
            actor,
            player=player,
            report=report,
            reason=reason,
            before=before,
            after={**_facts(sanction), **({"name": player.name} if kind == Kind.RENAME else {})},
            key=key,
        )
        player_sanctioned.send(sender=Player, player=player, sanction=sanction)
        letters.write_to_player(player, "sanction_imposed", {"words": sentence(sanction)})
    return sanction


def lift(sanction: Sanction, reason: str, actor: User | None) -> None:
    """End a sanction before its time; the player is told the reason, and an appeal that waits is
    granted by it. One that is over already stays as it is.

    Raises ValidationError without a reason.
    """
    reason = reason.strip()
    if not reason:
        raise ValidationError(_("Give a reason: the player is told it."))
    with transaction.atomic():
        ended = _end(sanction, LogEntry.Action.LIFT, reason, actor, lifted_for=reason)
        if ended is not None:
            Appeal.objects.filter(sanction=ended, decided_at=None).update(
                decided_by=actor, decided_at=ended.ended_at, granted=True, answer=reason
            )
            letters.write_to_player(ended.player, "sanction_lifted", {"words": lifted(ended)})


def acknowledge(sanction: Sanction) -> None:
    """The player has read it; a warning and a taken name are over by that."""
    if sanction.kind in TO_BE_READ:
        _end(sanction, LogEntry.Action.ACKNOWLEDGE, "", None)


def _end(
    sanction: Sanction,
    action: LogEntry.Action,
    reason: str,
    actor: User | None,
    *,
    lifted_for: str = "",
) -> Sanction | None:
    """The sanction as it ended; None where it was over already."""
    with transaction.atomic():
        held = Sanction.objects.select_for_update().select_related("player").get(pk=sanction.pk)
        now = timezone.now()
        if not held.holds(now):
            return None
        before = _facts(held)
        held.ended_at, held.lifted_for = now, lifted_for
        held.save(update_fields=["ended_at", "lifted_for"])
        log.record(
            action,
            actor,
            player=held.player,
            report=held.report,
            reason=reason,
            before=before,
            after=_facts(held),
        )
        player_sanctioned.send(sender=Player, player=held.player, sanction=held)
    return held


def appeal(sanction: Sanction, text: str) -> Appeal:
    """Ask for another moderator's look; once for each sanction, while it holds.

    Raises ValidationError without words, for a second one, and against what is over.
    """
    text = text.strip()
    if not text:
        raise ValidationError(_("Say why it should be lifted."))
    with transaction.atomic():
        held = Sanction.objects.select_for_update().get(pk=sanction.pk)
        if Appeal.objects.filter(sanction=sanction).exists():
            raise ValidationError(_("You have appealed already. It is looked at once."))
        if not held.holds(timezone.now()):
            raise ValidationError(_("It is over: there is nothing left to appeal against."))
        made = Appeal.objects.create(sanction=sanction, text=text)
        log.record(LogEntry.Action.APPEAL, None, player=sanction.player, reason=text)
    return made


def decide_appeal(appeal: Appeal, *, granted: bool, answer: str, actor: User) -> None:
    """Decide an appeal; a granted one lifts the sanction.

    Raises ValidationError without an answer, for one's own sanction, and when it is decided.
    """
    answer = answer.strip()
    if not answer:
        raise ValidationError(_("Give an answer: the player is told it."))
    with transaction.atomic():
        held = (
            Appeal.objects.select_for_update(of=("self",))
            .select_related("sanction__player")
            .get(pk=appeal.pk)
        )
        if held.decided_at is not None:
            raise ValidationError(_("This appeal is decided already."))
        if held.sanction.by_id == actor.pk:
            raise ValidationError(_("Another moderator decides an appeal."))
        if held.sanction.player.user_id == actor.pk:
            raise ValidationError(_("Nobody decides on oneself."))
        held.decided_by, held.decided_at = actor, timezone.now()
        held.granted, held.answer = granted, answer
        held.save()
        player = held.sanction.player
        log.record(
            LogEntry.Action.DECIDE,
            actor,
            player=player,
            report=held.sanction.report,
            reason=answer,
            before=_facts(held.sanction),
            after={"granted": granted},
        )
        if granted:
            _end(held.sanction, LogEntry.Action.LIFT, answer, actor)
        what = held.sanction.get_kind_display()
        told = {"granted": granted, "what": what, "answer": answer}
        letters.write_to_player(player, "appeal_decided", told)


def _one_at_a_time(player: Player) -> None:
    """Nothing else is imposed on the player until the transaction ends.

    No lock on the player: whoever sits down holds a game's lock and then takes the player's.
    """
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s, %s)", [SANCTIONS, player.pk % 2**31])


def _require_no_open_appeal(player: Player, kind: Kind) -> None:
    waiting = Appeal.objects.filter(
        decided_at=None, sanction__in=Sanction.objects.in_force().filter(player=player, kind=kind)
    )
    if waiting.exists():
        raise ValidationError(
            _("An appeal against the one in force waits: it is decided first, or that one lifted.")
        )


def _take_name(player: Player) -> None:
    """Give the player a name that says nothing; another one can be chosen at once."""
    player.name = guest_name()
    while Player.objects.exclude(pk=player.pk).filter(name=player.name).exists():
        player.name = guest_name()
    player.save(update_fields=["name"])
    player_renamed.send(sender=Player, player=player)


def _in_force(player: Player, kind: Kind) -> dict[str, Any]:
    held = Sanction.objects.in_force().filter(player=player, kind=kind).first()
    return _facts(held) if held is not None else {}


def _facts(sanction: Sanction) -> dict[str, Any]:
    return {
        "sanction": sanction.pk,
        "kind": sanction.kind,
        "until": sanction.until.isoformat() if sanction.until else None,
        "ended": sanction.ended_at.isoformat() if sanction.ended_at else None,
    }
