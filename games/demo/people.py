"""The accounts of the demo."""

from collections.abc import Sequence

from allauth.account.models import EmailAddress
from django.contrib.auth.hashers import make_password

from accounts.models import Player, User
from games.demo.names import name
from games.demo.plan import Person


def address(number: int) -> str:
    """Of one of the people, counted from 0: demo01@example.org, demo02 …"""
    return f"demo{number + 1:02}@example.org"


def are_here() -> bool:
    """Whether the demo has been made already."""
    return User.objects.filter(email=address(0)).exists()


def free_names(wanted: int) -> list[str]:
    """So many names that nobody on this site has."""
    taken = set(Player.objects.values_list("name", flat=True))
    taken = {each.casefold() for each in taken}
    found: list[str] = []
    number = 0
    while len(found) < wanted:
        if name(number).casefold() not in taken:
            found.append(name(number))
        number += 1
    return found


def make(people: Sequence[Person], password: str | None) -> list[Player]:
    """Accounts with confirmed addresses; without a password nobody can log in to them."""
    hashed = make_password(password)
    users = User.objects.bulk_create(
        User(
            username=address(number).split("@")[0],
            email=address(number),
            password=hashed,
            date_joined=each.joined,
        )
        for number, each in enumerate(people)
    )
    EmailAddress.objects.bulk_create(
        EmailAddress(user=user, email=user.email, primary=True, verified=True) for user in users
    )
    players = Player.objects.bulk_create(
        Player(kind=Player.Kind.ACCOUNT, name=each.name, user=user)
        for each, user in zip(people, users, strict=True)
    )
    for each, player in zip(people, players, strict=True):
        player.created_at = each.joined
    Player.objects.bulk_update(players, ["created_at"])
    return players
