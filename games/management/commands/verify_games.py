"""Replay every game from its moves and compare."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.models import Game
from games.replay import faults


class Command(BaseCommand):
    help = "Replays every game from its moves and compares. Prints each fault; exit 1 on any."

    def handle(self, *args: Any, **options: Any) -> None:
        checked = wrong = 0
        for game in Game.objects.select_related("table").order_by("pk").iterator(chunk_size=200):
            checked += 1
            found = list(faults(game))
            wrong += bool(found)
            for fault in found:
                self.stdout.write(f"game {game.pk} at table {game.table.code}: {fault}")
        self.stdout.write(f"{checked} games checked, {wrong} wrong")
        if wrong:
            raise CommandError("Some games do not follow from their moves.")
