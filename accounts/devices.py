"""Where an account is logged in: its sessions, each on one device, and their end."""

import re
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from allauth.usersessions.models import UserSession
from django.http import HttpRequest
from django.utils.translation import gettext as _

from accounts.models import User

# In this order: each of them also says that it is the ones after it.
BROWSERS = (
    ("Edge", r"\bEdg(e|A|iOS)?/"),
    ("Opera", r"\bOPR/"),
    ("Samsung Internet", r"\bSamsungBrowser/"),
    ("Firefox", r"\b(Firefox|FxiOS)/"),
    ("Chrome", r"(Chrome|Chromium|CriOS)/"),
    ("Safari", r"\bSafari/"),
)
SYSTEMS = (
    ("Android", r"\bAndroid\b"),
    ("iPhone", r"\biPhone\b"),
    ("iPad", r"\biPad\b"),
    ("Windows", r"\bWindows\b"),
    ("macOS", r"\bMac OS X\b"),
    ("ChromeOS", r"\bCrOS\b"),
    ("Linux", r"\bLinux\b"),
)


@dataclass(frozen=True, slots=True)
class Device:
    """One session of an account."""

    pk: int
    name: str
    address: str
    since: datetime
    here: bool
    """Whether it is the one that is looking."""


def devices(request: HttpRequest) -> list[Device]:
    """The sessions of the account that looks: this one first, then the newest."""
    found = [
        Device(
            pk=session.pk,
            name=device_name(session.user_agent),
            address=session.ip,
            since=session.created_at,
            here=session.session_key == request.session.session_key,
        )
        for session in UserSession.objects.purge_and_list(request.user)
    ]
    return sorted(found, key=lambda device: (not device.here, -device.since.timestamp()))


def device_name(user_agent: str) -> str:
    """What a browser calls itself, in words: "Firefox on Linux"."""
    browser = next((name for name, mark in BROWSERS if re.search(mark, user_agent)), None)
    system = next((name for name, mark in SYSTEMS if re.search(mark, user_agent)), None)
    if browser and system:
        return _("%(browser)s on %(system)s") % {"browser": browser, "system": system}
    return browser or system or _("A browser that does not say what it is")


def end_sessions(request: HttpRequest, keys: Collection[int]) -> None:
    """Log these devices of the account out; their open pages are told within two seconds."""
    for session in UserSession.objects.filter(user=request.user, pk__in=keys):
        session.end()


def end_other_sessions(sender: type, request: HttpRequest, user: User, **kwargs: Any) -> None:
    """A new password logs every other device out.

    Django only stops knowing the user there; the session, and with it the player's seat on an
    open table page, would live on.
    """
    here = request.session.session_key
    for session in UserSession.objects.filter(user=user).exclude(session_key=here):
        session.end()


def end_all_sessions(user: User) -> None:
    """Log an account out everywhere."""
    for session in UserSession.objects.filter(user=user):
        session.end()


def end_when_barred(sender: type, instance: User, **kwargs: Any) -> None:
    """Who may not log in any more is not logged in, either. Django alone would only stop knowing
    the user, as with a new password."""
    if not instance.is_active:
        end_all_sessions(instance)


def end_when_deleted(sender: type, instance: User, **kwargs: Any) -> None:
    """The player outlives the account, but nobody is that player any more."""
    end_all_sessions(instance)
