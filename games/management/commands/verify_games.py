"""Replay every game from its moves and compare."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import transaction

from games.models import Game
from games.replay import faults


class Command(BaseCommand):
    help = "Replays every game from its moves and compares. Prints each fault; exit 1 on any."

    def handle(self, *args: Any, **options: Any) -> None:
        checked = wrong = 0
        for game in Game.objects.select_related("table").order_by("pk").iterator(chunk_size=200):
            checked += 1
            found = list(faults(game)) and _faults_at_rest(game.pk)
            wrong += bool(found)
            for fault in found:
                self.stdout.write(f"game {game.pk} at table {game.table.code}: {fault}")
        self.stdout.write(f"{checked} games checked, {wrong} wrong")
        if wrong:
            raise CommandError("Some games do not follow from their moves.")


def _faults_at_rest(game_id: int) -> list[str]:
    """Look again while nobody can move: a running game may have gone on between two readings."""
    with transaction.atomic():
        return list(faults(Game.objects.select_for_update().get(pk=game_id)))
