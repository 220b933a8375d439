"""The people of the matrix, each with a browser, and the things they ask for."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import timedelta

from django.test import Client
from django.utils import timezone

from accounts.models import Player, Report
from accounts.sanctions import imposing
from accounts.sanctions.models import Appeal, Kind, Sanction
from games.models import Game
from tests.support.playing import account, play_until, running_game
from tests.support.staff import admin, desk_of, moderator
from tests.support.visitors import browser_of

# A part of an address that is given as a regular expression.
PATTERN = re.compile(r"\(\?P<(\w+)>[^)]*\)")
ROLES = ("nobody", "guest", "player", "opponent", "other", "suspended", "moderator", "admin")


@dataclass
class World:
    """Ann and Bob play; Gus is a guest, Cleo has an account, Dan is suspended."""

    browsers: dict[str, Client]
    players: dict[str, Player]
    game: Game
    report: Report
    sanction: Sanction
    appeal: Appeal

    def path(self, route: str) -> str:
        """The address with Bob, the running game or the report in it, whatever it is about."""
        about = self.players["opponent"].pk
        if "moderation/reports/" in route:
            about = self.report.pk
        elif "moderation/games/" in route:
            about = self.game.pk
        elif "appeals/" in route:
            about = self.appeal.pk
        elif "standing/" in route or "sanctions/" in route:
            about = self.sanction.pk
        parts = {
            "code": self.game.table.code,
            "number": self.game.number,
            "other": self.players["other"].pk,
            "mode": 2,
            "pk": about,
            "name": "nudge" if "games/" in route else "warning",
            "key": "unknown",
            "uidb36": "1",
        }
        plain = re.sub(
            r"<(?:\w+:)?(\w+)>", lambda part: str(parts[part[1]]), PATTERN.sub(r"<\1>", route)
        )
        return "/" + plain.strip("^$").replace("/^", "/").replace("$", "")


def world() -> World:
    """Everybody, new."""
    game = play_until(running_game(), lambda state: state.phase == "play" and state.to_play == 0)
    accounts = [account(name) for name in ("Anna", "Robert")]
    for number, player in enumerate(accounts):
        game.seats.filter(number=number).update(player=player)
    players = {
        "guest": Player.objects.create(kind=Player.Kind.GUEST, name="Gus"),
        "player": accounts[0],
        "opponent": accounts[1],
        "other": account("Cleopatra"),
        "suspended": account("Daniel"),
    }
    given = imposing.impose(
        players["suspended"],
        Kind.SUSPENSION,
        "Cheating",
        None,
        until=timezone.now() + timedelta(days=1),
    )
    appeal = imposing.appeal(given, "It was somebody else.")
    report = Report.objects.create(
        reporter=players["other"], about=players["opponent"], game=game, reason="chat"
    )
    browsers = {"nobody": Client()}
    for role, player in players.items():
        browsers[role] = browser_of(player)
        if player.user is not None:
            log_in(browsers[role], player)
    browsers["moderator"] = desk_of(moderator())
    browsers["admin"] = desk_of(admin())
    return World(browsers, players, game, report, given, appeal)


def log_in(browser: Client, player: Player) -> None:
    """Log the player's account in on a browser that knows the player already."""
    key = browser.session["player"]
    browser.force_login(player.user, backend="django.contrib.auth.backends.ModelBackend")
    session = browser.session
    session["player"] = key
    session.save()
