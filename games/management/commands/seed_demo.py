"""manage.py seed_demo: a site to look at, with people and half a year of ranked games."""

import argparse
import random
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from datetime import time as clock
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import transaction
from django.utils import timezone

from accounts.models import Player
from games.demo import people
from games.demo.moderation import reports, sanctions
from games.demo.plan import Plan, plan
from games.demo.season import Season
from games.models import Game

REPORTS = 16


@dataclass
class Demo:
    """What the parts of the demo are made from, and what they have made."""

    seed: str
    plan: Plan
    password: str | None
    say: Callable[[str], None]
    players: list[Player] = field(default_factory=list)


def accounts(demo: Demo) -> None:
    demo.players = people.make(demo.plan.people, demo.password)
    demo.say(f"{len(demo.players)} people, from {people.address(0)} on")


def ranked_games(demo: Demo) -> None:
    season = Season(demo.seed, demo.plan, demo.players, demo.say)
    season.run()
    demo.say(
        f"{season.settled:,} games rated, {season.unrated} beyond what counts for a pair, "
        f"{season.voided} voided, one player's games of two taken out"
    )


def moderation(demo: Demo) -> None:
    chance = random.Random(f"{demo.seed} moderation")
    played = list(
        Game.objects.filter(ended_at__isnull=False).select_related("table").order_by("pk")
    )
    count = min(REPORTS, len(played))
    until = demo.plan.games[-1].end
    made = reports(chance, played, until, count)
    sanctions(made, demo.players[demo.plan.cheat], timezone.now())
    demo.say(f"{count} reports, a suspension and a ban")


# In this order; each finds what the ones before it have made.
PARTS: tuple[Callable[[Demo], None], ...] = (accounts, ranked_games, moderation)


class Command(BaseCommand):
    help = "Fill a site with people and ranked games to look at. Once: again adds nothing."

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("--players", type=int, default=60)
        parser.add_argument("--games", type=int, default=4000)
        parser.add_argument("--seed", default="demo", help="the same one makes the same site")
        parser.add_argument(
            "--until", help="it ends when this day begins, YYYY-MM-DD; today if not given"
        )
        parser.add_argument("--password", help="of all the accounts; without it nobody can log in")
        parser.add_argument(
            "--yes", action="store_true", help="even where other people have played already"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Raises CommandError where it may not, and changes nothing then."""
        if people.are_here():
            self.stdout.write("The demo is here already. Nothing was added.")
            return
        if Game.objects.exists() and not options["yes"]:
            raise CommandError("Other people have played on this site. Add --yes if it is yours.")
        if options["players"] < 6 or options["games"] < 1:
            raise CommandError("It takes six players and a game at least.")
        began = time.monotonic()
        names = people.free_names(options["players"])
        chance = random.Random(f"{options['seed']} plan")
        demo = Demo(
            options["seed"],
            plan(chance, names, options["games"], _until(options["until"])),
            options["password"],
            self._say,
        )
        with transaction.atomic():
            for part in PARTS:
                part(demo)
        took = time.monotonic() - began
        rate = len(demo.plan.games) / took
        self.stdout.write(f"Done in {took:.0f} s, {rate:.0f} games a second.")

    def _say(self, line: str) -> None:
        self.stdout.write(line)
        self.stdout.flush()


def _until(day: str | None) -> datetime:
    """When that day begins (UTC), or today."""
    if day is None:
        return datetime.combine(timezone.now().date(), clock(), UTC)
    try:
        return datetime.combine(datetime.fromisoformat(day).date(), clock(), UTC)
    except ValueError:
        raise CommandError(f"{day} is no day.") from None
