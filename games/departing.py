"""What tables do when a player goes for good: seats are given up, and what was said is taken away.

Games stay as they were for the others, and are verified like any other.
"""

from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Exists, OuterRef, Q

from accounts.anonymising import StillHere
from accounts.models import Player
from games import leaving
from games.models import Act, ChatLine, Game, GameSeed, Move, Page, QueuePage, Seat, Table
from games.pairing import queue
from games.refusals import Refused
from games.table import bump

# A ranked game that is resigned is followed by one that is left, too; more is never to be left.
ROUNDS = 3


def give_up(sender: type, player: Player, **kwargs: Any) -> None:
    """Leave the queue and every table as the player would have, and empty the player's lines."""
    queue.stop(player.pk)
    QueuePage.objects.filter(player=player).delete()
    for _round in range(ROUNDS):
        held = list(_unfinished(player).values_list("game_id", flat=True).order_by("game_id"))
        for game_id in held:
            try:
                with transaction.atomic():
                    leaving.leave(game_id, player.pk, "")
            except Refused:
                # It was over, or the seat was gone, in the same moment.
                continue
        if not held:
            break
    ChatLine.objects.filter(player=player).update(text="", preset="")
    Page.objects.filter(player=player).delete()
    _show_again(player)


def delete_alone(sender: type, player: Player, idle_since: datetime, **kwargs: Any) -> None:
    """Delete the tables that a guest has had to itself.

    Raises StillHere where the guest has been seen since; other tables stay, and keep the guest.
    """
    if _seen(player, idle_since):
        raise StillHere
    others = Seat.objects.exclude(player=player).exclude(player__kind=Player.Kind.CPU)
    talked = ChatLine.objects.exclude(player=player)
    acted = Act.objects.filter(player__isnull=False).exclude(player=player)
    alone = Table.objects.filter(
        ~Exists(others.filter(game__table=OuterRef("pk"))),
        ~Exists(talked.filter(table=OuterRef("pk"))),
        ~Exists(acted.filter(game__table=OuterRef("pk"))),
        Exists(Seat.objects.filter(game__table=OuterRef("pk"), player=player))
        | Exists(ChatLine.objects.filter(table=OuterRef("pk"), player=player))
        | Exists(Act.objects.filter(game__table=OuterRef("pk"), player=player)),
    )
    tables = list(alone.values_list("pk", flat=True))
    games = Game.objects.filter(table__in=tables)
    for rows in (Move, Act, GameSeed, Seat):
        rows.objects.filter(game__in=games).delete()
    ChatLine.objects.filter(table__in=tables).delete()
    games.delete()
    Table.objects.filter(pk__in=tables).delete()


def _unfinished(player: Player) -> Any:
    """Seats that are to be given up: in games that wait, and that run without having been left."""
    waiting = Q(game__status=Game.Status.WAITING)
    running = Q(game__status=Game.Status.PLAYING) & ~Q(hold=Seat.Hold.LEFT)
    return Seat.objects.filter(waiting | running, player=player)


def _show_again(player: Player) -> None:
    """Tables that somebody looks at show the new name, and the lines without their words."""
    shown = Table.objects.filter(
        Exists(Page.objects.filter(table=OuterRef("pk"))),
        Exists(Seat.objects.filter(game__table=OuterRef("pk"), player=player))
        | Exists(ChatLine.objects.filter(table=OuterRef("pk"), player=player)),
    )
    for table in shown.order_by("pk"):
        bump(table)


def _seen(player: Player, since: datetime) -> bool:
    seats = Seat.objects.filter(player=player)
    return (
        _unfinished(player).exists()
        or seats.filter(Q(game__created_at__gt=since) | Q(game__ended_at__gt=since)).exists()
        or Page.objects.filter(player=player).exists()
        or ChatLine.objects.filter(player=player, at__gt=since).exists()
    )
