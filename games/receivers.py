"""What tables do when a player changes."""

from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import F, Q

from accounts.models import Player
from accounts.sanctions.models import BARRING, Kind, Sanction
from accounts.sanctions.standing import bar_against
from games import leaving, publish
from games.models import Game, Page, Seat, Table
from games.pairing import queue
from games.presence import alive
from games.refusals import NameHere
from games.seating import require_own_names
from games.table import bump, locked_game

TABLES_AT_ONCE = 200


def show_new_name(sender: type, player: Player, **kwargs: Any) -> None:
    """Every unfinished table of the player shows the new name.

    Raises ValidationError when somebody there has the name already.
    """
    try:
        require_own_names(player)
    except NameHere as refusal:
        raise ValidationError(refusal.reason) from None
    unfinished = Table.objects.filter(
        games__seats__player=player, games__status__in=[Game.Status.WAITING, Game.Status.PLAYING]
    )
    for table in unfinished.distinct().order_by("pk"):
        bump(table)


def hand_over_seats(sender: type, guest: Player, player: Player, **kwargs: Any) -> None:
    """The guest's seats go to the account's player, except where that one sits already; to a
    computer, where the player may not play.

    Nothing else happens at their games meanwhile: nobody leaves, sits down or runs out of time.
    """
    is_barred = bar_against(player.pk) is not None
    games = Seat.objects.filter(player=guest).values_list("game_id", flat=True)
    for game_id in sorted(games):
        game, _moment = locked_game(game_id)
        if not game.seats.filter(player=player).exists() and game.seats.filter(player=guest).update(
            player=player
        ):
            bump(game.table)
            if is_barred:
                leaving.bar(game_id, player.pk)


def obey_sanction(sender: type, player: Player, sanction: Sanction, **kwargs: Any) -> None:
    """What is imposed on a player holds at every table at once; so does its end.

    Suspended: a CPU plays, and seats that wait are free. Out of ranked games: those that wait are.
    Whatever it is, the pages of all tables where the player is tell it.
    """
    unfinished = Game.objects.filter(
        seats__player=player, status__in=[Game.Status.WAITING, Game.Status.PLAYING]
    )
    in_force = sanction.ended_at is None
    leaves: list[int] = []
    if in_force and sanction.kind in BARRING:
        leaves = list(unfinished.values_list("pk", flat=True))
    elif in_force and sanction.kind == Kind.RANKED:
        waiting = unfinished.filter(status=Game.Status.WAITING, table__ranked=True)
        leaves = list(waiting.values_list("pk", flat=True))
    if in_force and sanction.kind in (*BARRING, Kind.RANKED):
        queue.stop(player.pk)
    for game_id in sorted(leaves):
        leaving.bar(game_id, player.pk)
    looks_on = Page.objects.filter(player=player).values("table")
    shown = Table.objects.filter(Q(games__in=unfinished) | Q(pk__in=looks_on))
    for table in shown.distinct().order_by("pk"):
        bump(table)


def show_to_own_pages(sender: type, player: Player, **kwargs: Any) -> None:
    """Every open page of the player shows what the player wants to hear now."""
    tables = Table.objects.filter(pk__in=Page.objects.filter(player=player).values("table"))
    for table in tables.order_by("pk"):
        bump(table)


def show_new_words(sender: type, **kwargs: Any) -> None:
    """All open tables hide what is listed now. After the commit, and never many of them in one
    transaction: games go on meanwhile.
    """
    transaction.on_commit(_bump_open_tables)


def _bump_open_tables() -> None:
    shown = Page.objects.filter(alive()).order_by("table").values_list("table", flat=True)
    tables = list(shown.distinct())
    for first in range(0, len(tables), TABLES_AT_ONCE):
        some = Table.objects.filter(pk__in=tables[first : first + TABLES_AT_ONCE])
        with transaction.atomic():
            list(some.select_for_update().order_by("pk").values_list("pk"))
            some.update(revision=F("revision") + 1)
            changed = list(some.values_list("code", "revision"))
        for code, revision in changed:
            publish.changed(code, revision)
