"""What this part of the site keeps of somebody, for the export."""

from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession

from accounts.departure import Departure
from accounts.models import Block, Mute, Player, Report, User
from accounts.mutes import hides_chat
from accounts.sanctions.models import Appeal, Sanction


def account(user: User | None, player: Player | None) -> dict[str, Any] | None:
    """The log-in: addresses, devices, what was agreed to. None for a guest."""
    if user is None:
        return None
    departure = Departure.objects.filter(user=user).first()
    return {
        "since": user.date_joined,
        "last_login": user.last_login,
        "agreed_to_terms_and_age": user.agreed,
        "deleted_on": departure and departure.due_at,
        "addresses": list(
            EmailAddress.objects.filter(user=user).values("email", "verified", "primary")
        ),
        "second_step": list(
            Authenticator.objects.filter(user=user).values("type", "created_at", "last_used_at")
        ),
        "devices": list(
            UserSession.objects.filter(user=user)
            .order_by("created_at")
            .values("created_at", "last_seen_at", "ip", "user_agent")
        ),
    }


def who(user: User | None, player: Player | None) -> dict[str, Any] | None:
    """The player: what others see of it."""
    if player is None:
        return None
    return {
        "number": player.pk,
        "kind": player.kind,
        "name": player.name,
        "since": player.created_at,
        # Noted once a day at most, so it may have been up to a day later.
        "seen_noted_once_a_day": player.seen_at,
    }


def preferences(user: User | None, player: Player | None) -> dict[str, Any]:
    """What can be set and is kept here. How a page looks is kept by the browser alone."""
    if player is None:
        return {}
    muted = Mute.objects.filter(player=player, muted__isnull=False).select_related("muted")
    return {
        "chat_hidden": hides_chat(player),
        "muted": [
            {"player": each.muted_id, "name": str(each.muted), "since": each.at}
            for each in muted.order_by("pk")
        ],
    }


def blocks(user: User | None, player: Player | None) -> list[dict[str, Any]]:
    """Whom the player blocks."""
    mine = Block.objects.filter(player=player).select_related("blocked").order_by("pk")
    return [
        {"player": each.blocked_id, "name": each.blocked.name, "since": each.at} for each in mine
    ]


def reports(user: User | None, player: Player | None) -> list[dict[str, Any]]:
    """What the player has told the moderators, and their answers; not what others have told of the
    player."""
    mine = Report.objects.filter(reporter=player).select_related("about").order_by("pk")
    return [
        {
            "at": each.at,
            "about": each.about and each.about.name,
            "game": each.game_id,
            "reason": each.reason,
            "text": each.text,
            "state": each.state,
            "answer": each.answer,
            "answered_at": each.closed_at,
            "answer_read_at": each.told_at,
        }
        for each in mine
    ]


def sanctions(user: User | None, player: Player | None) -> list[dict[str, Any]]:
    """What the moderators have imposed on the player, and what came of the appeals."""
    mine = Sanction.objects.filter(player=player).select_related("appeal").order_by("pk")
    return [
        {
            "kind": each.kind,
            "reason": each.reason,
            "at": each.at,
            "until": each.until,
            "ended": each.ended_at,
            "lifted_for": each.lifted_for,
            "appeal": _appeal(getattr(each, "appeal", None)),
        }
        for each in mine
    ]


def _appeal(appeal: Appeal | None) -> dict[str, Any] | None:
    if appeal is None:
        return None
    return {
        "text": appeal.text,
        "at": appeal.at,
        "decided_at": appeal.decided_at,
        "granted": appeal.granted,
        "answer": appeal.answer,
    }
