"""Browsers of people who sign up, log in and follow the links in their mail."""

import re

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client

from accounts.models import Player, User
from accounts.players import SESSION_PLAYER

PASSWORD = "seven green bottles on a wall"
LINK = re.compile(r"https?://testserver(/\S+)")


@pytest.fixture
def quick_accounts(settings):
    """No rate limits left over from other tests, and passwords hashed in no time."""
    settings.CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    from django.core.cache import cache

    cache.clear()


def sign_up(client, email="ann@example.org", name="", password=PASSWORD, **more):
    """Send the form of the sign-up page."""
    data = {"email": email, "password1": password, "name": name, "agreed": "on"} | more
    return client.post("/accounts/signup/", data)


def log_in(client, email="ann@example.org", password=PASSWORD, **more):
    """Send the form of the log-in page."""
    return client.post("/accounts/login/", {"login": email, "password": password} | more)


def account(name="Ann", email="ann@example.org", verified=True):
    """An account that has been there for a while, with its player."""
    user = User.objects.create_user(email.split("@")[0], email, PASSWORD)
    EmailAddress.objects.create(user=user, email=email, primary=True, verified=verified)
    return Player.objects.create(kind=Player.Kind.ACCOUNT, name=name, user=user)


def link_in_mail(number=-1):
    """The path of the link in a mail that was sent."""
    (path,) = LINK.findall(mail.outbox[number].body)
    return path


def player_of(client):
    """Who the browser is, None for nobody."""
    return Player.objects.filter(pk=client.session.get(SESSION_PLAYER)).first()


def browser_of(player):
    """The browser on which somebody has become that player."""
    client = Client()
    session = client.session
    session[SESSION_PLAYER] = player if isinstance(player, int) else player.pk
    session.save()
    return client
