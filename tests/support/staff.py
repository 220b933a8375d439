"""Moderators and administrators, logged in with their second step as their pages ask for it."""

import time

from allauth.account.authentication import AUTHENTICATION_METHODS_SESSION_KEY
from allauth.account.internal.flows import login as allauth_login
from allauth.mfa.models import Authenticator
from django.contrib.auth.models import Group, Permission
from django.test import Client

from accounts.models import Player, User
from accounts.players import SESSION_PLAYER
from accounts.sanctions.rights import ADMIN, GROUPS, MODERATOR

BACKEND = "django.contrib.auth.backends.ModelBackend"


def moderator(name="mia") -> User:
    """A user of the group of moderators."""
    return _staff(name, MODERATOR)


def admin(name="ada") -> User:
    """A user of the group of administrators."""
    return _staff(name, ADMIN)


def root(name="root") -> User:
    """A superuser."""
    return _with_player(User.objects.create_superuser(name, f"{name}@example.org"))


def _staff(name, group) -> User:
    user = User.objects.create(username=name, email=f"{name}@example.org", is_staff=True)
    user.groups.add(_group(group))
    return _with_player(user)


def _with_player(user) -> User:
    name = user.username.capitalize()
    Player.objects.create(kind=Player.Kind.ACCOUNT, name=name, user=user)
    return user


def _group(name) -> Group:
    """The group as its migration makes it; a test that commits may have emptied the tables."""
    group, new = Group.objects.get_or_create(name=name)
    if new:
        group.permissions.set(Permission.objects.filter(codename__in=GROUPS[name]))
    return group


def with_second_step(user) -> None:
    """The user has an app that shows codes."""
    Authenticator.objects.create(
        user=user, type="totp", data={"secret": "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"}
    )


def used_second_step(client, user) -> None:
    """The browser has given a code, as if the user had logged in with it just now."""
    session = client.session
    session.update(second_step_used(user))
    session.save()


def second_step_used(user) -> dict:
    """What allauth keeps in the session of somebody who has just given a code."""
    whose = allauth_login._AUTHENTICATION_METHODS_USER_SESSION_KEY
    return {
        AUTHENTICATION_METHODS_SESSION_KEY: [{"method": "mfa", "at": time.time()}],
        whose: allauth_login.user_id_to_str(user),
    }


def log_in_staff(client, user) -> None:
    """Log the user in on that browser, the second step included."""
    client.force_login(user, backend=BACKEND)
    if not Authenticator.objects.filter(user=user).exists():
        with_second_step(user)
    used_second_step(client, user)


def desk_of(user) -> Client:
    """A browser on which that moderator works."""
    client = Client()
    log_in_staff(client, user)
    session = client.session
    session[SESSION_PLAYER] = user.player.pk
    session.save()
    return client
