"""Seats before the first deal: sitting down, changing seats, leaving, being ready.

A table has four chairs. The game is played by who sits there when the host starts it: two to four
seats, numbered anew without the gaps. Every write locks the game's row.
"""

import unicodedata

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.blocks import has_blocked
from accounts.models import Player
from accounts.players import computer_players
from games.barred import require_not_barred
from games.clock import READY_WAIT, Moment
from games.database import without_detail
from games.dealing import is_computer
from games.models import Act, Game, Seat, Table
from games.ranked.eligibility import has_gone_on, require_eligible
from games.refusals import (
    Blocked,
    Malformed,
    NameHere,
    NotForRanked,
    NotReady,
    NotRunning,
    NotSeated,
    SeatsTaken,
    SeatTaken,
    SomebodyElse,
)
from games.table import begin, bump, locked_game
from games.tables import latest_game, require_host, require_waiting

CHAIRS = 4
FEWEST = 2
LONGEST_CLIENT_SEED = 128


@without_detail
def sit_down(table: Table, player: Player, chair: int | None = None) -> Seat:
    """Take a chair, or the next free one; who already sits here keeps the seat.

    Raises SeatTaken, SeatsTaken, Malformed, NotRunning when the game has begun without the player,
    NameHere for a guest who is called like somebody here, NotForRanked, Blocked by the host,
    Barred for who is suspended.
    """
    with transaction.atomic():
        game, moment = locked_game(latest_game(table).pk)
        seats = {seat.number: seat for seat in game.seats.select_related("player")}
        for seat in seats.values():
            if seat.player_id == player.pk:
                return seat
        number = _free_chair(game, set(seats), chair)
        require_not_barred(player.pk)
        if has_blocked(seats[game.host_seat].player_id, player.pk):
            raise Blocked
        if table.ranked:
            require_eligible(player, moment.real, table.pk)
        if player.kind == Player.Kind.GUEST:
            _require_own_name(game, player)
        seat = Seat.objects.create(
            game=game, number=number, player=player, ready_by=moment.now + READY_WAIT
        )
        _changed(game)
    return seat


def require_own_names(player: Player) -> None:
    """Raises NameHere when a guest is called like somebody at a table where the guest sits.

    Locks these tables' games, so that nobody of that name sits down in the same moment.
    """
    if player.kind != Player.Kind.GUEST:
        return
    for game_id in _unfinished(player):
        game, _moment = locked_game(game_id)
        _require_own_name(game, player)


def lock_for_new_name(table: Table, player: Player) -> None:
    """Lock the games of a player who may be renamed while sitting down at one more table.

    All of them by their age, as everybody locks several games: two who came to each other's
    tables with new names would wait for each other.
    """
    for game_id in sorted({*_unfinished(player), latest_game(table).pk}):
        locked_game(game_id)


def _unfinished(player: Player) -> list[int]:
    games = Game.objects.filter(
        seats__player=player, status__in=[Game.Status.WAITING, Game.Status.PLAYING]
    )
    return list(games.order_by("pk").values_list("pk", flat=True))


def _require_own_name(game: Game, player: Player) -> None:
    others = game.seats.exclude(player=player).values_list("player__name", flat=True)
    if player.name.casefold() in {other.casefold() for other in others}:
        raise NameHere(player.name)


def _free_chair(game: Game, taken: set[int], chair: int | None) -> int:
    """That chair, or the next one, if it is free at a table that waits for people."""
    require_waiting(game)
    if game.rematch:
        raise NotRunning(_("They may play again with the same people. Wait a moment."))
    if chair is None:
        free = [number for number in range(chairs_of(game.table)) if number not in taken]
        if not free:
            raise SeatsTaken
        return free[0]
    _require_chair(game.table, chair)
    if chair in taken:
        raise SeatTaken
    return chair


@without_detail
def change_chair(game_id: int, player_id: int, chair: object) -> int:
    """Move to a free chair, and so to another partner. Returns the table's revision."""
    with transaction.atomic():
        game, moment = locked_game(game_id)
        seat = own_seat(game, player_id)
        require_waiting(game)
        number = _require_chair(game.table, chair)
        if seat.number == number:
            return game.table.revision
        if game.seats.filter(number=number).exists():
            raise SeatTaken
        was_host = seat.number == game.host_seat
        seat.number = number
        seat.save(update_fields=["number"])
        if was_host:
            game.host_seat = number
        else:
            _ask_again(seat, moment)
        return _changed(game)


@without_detail
def leave(game_id: int, player_id: int) -> int:
    """Give the seat back before the deal. The host's place goes to the next person to the left.

    With the last person the table is closed. Returns the table's revision.
    """
    with transaction.atomic():
        game, moment = locked_game(game_id)
        seat = own_seat(game, player_id)
        require_waiting(game)
        return _take_seat_back(game, seat, Act.Kind.GONE, moment)


@without_detail
def remove(game_id: int, player_id: int, chair: object, other: object) -> int:
    """The host removes somebody, or a CPU, before the deal. Returns the table's revision.

    `other` is the player who is meant: someone else may have sat down on that chair meanwhile.
    Raises SomebodyElse then, and Malformed; nobody there any more is what was asked for.
    """
    with transaction.atomic():
        game, moment = locked_game(game_id)
        require_host(game, player_id)
        require_waiting(game)
        number, meant = _require_chair(game.table, chair), _require_player(other)
        seats = {seat.number: seat for seat in game.seats.select_related("player")}
        seat = seats.get(number)
        if seat is None and all(each.player_id != meant for each in seats.values()):
            return game.table.revision
        if seat is None or seat.player_id != meant:
            raise SomebodyElse
        if seat.number == game.host_seat:
            raise Malformed(_("To go yourself, leave the table."))
        return _take_seat_back(game, seat, Act.Kind.REMOVED, moment)


@without_detail
def seat_computer(game_id: int, player_id: int, chair: object) -> int:
    """The host puts a CPU in a free chair. Returns the table's revision."""
    with transaction.atomic():
        game, _moment = locked_game(game_id)
        require_host(game, player_id)
        require_waiting(game)
        if game.table.ranked:
            raise NotForRanked(_("Ranked games are for people: no computer sits down."))
        number = _require_chair(game.table, chair)
        seats = list(game.seats.select_related("player"))
        if any(seat.number == number for seat in seats):
            raise SeatTaken
        names = {seat.player.name.casefold() for seat in seats}
        computers = computer_players(CHAIRS)
        computer = next(each for each in computers if each.name.casefold() not in names)
        Seat.objects.create(game=game, number=number, player=computer, ready=True)
        return _changed(game)


@without_detail
def ready(game_id: int, player_id: int, client_seed: object) -> int:
    """The player is ready and adds words of its own to the shuffle. Returns the revision.

    A rematch begins with the last one to be ready. Again with the same game: nothing happens.
    Raises Malformed, NotSeated.
    """
    words = clean_client_seed(client_seed)
    with transaction.atomic():
        game, moment = locked_game(game_id)
        seat = own_seat(game, player_id)
        if game.status != Game.Status.WAITING or seat.ready:
            return game.table.revision
        if game.table.ranked:
            require_eligible(seat.player, moment.real, game.table_id)
        seat.ready, seat.client_seed, seat.ready_by = True, words, None
        seat.save(update_fields=["ready", "client_seed", "ready_by"])
        everybody = not game.seats.filter(ready=False).exists()
        if everybody and (game.rematch or game.table.quick):
            return begin(game, moment)
        return bump(game.table)


@without_detail
def start(game_id: int, player_id: int, client_seed: object) -> int:
    """The host starts the game: who is host is ready by this. Returns the revision.

    Raises Malformed, NotSeated, NotHost, NotReady.
    """
    words = clean_client_seed(client_seed)
    with transaction.atomic():
        game, moment = locked_game(game_id)
        seat = own_seat(game, player_id)
        if game.status != Game.Status.WAITING:
            return game.table.revision
        require_host(game, player_id)
        seats = list(game.seats.select_related("player"))
        if len(seats) < FEWEST:
            raise NotReady(_("A game needs at least two seats: send the link, or add a CPU."))
        if game.table.size and len(seats) != game.table.size:
            raise NotReady(_("This table is for %(size)s players.") % {"size": game.table.size})
        if not all(other.ready for other in seats if other.number != game.host_seat):
            raise NotReady(_("Not everybody is ready yet."))
        if game.table.ranked:
            require_eligible(seat.player, moment.real, game.table_id)
        seat.ready, seat.client_seed, seat.ready_by = True, words, None
        seat.save(update_fields=["ready", "client_seed", "ready_by"])
        _close_the_gaps(game)
        return begin(game, moment)


def free_late_seats(game_id: int) -> bool:
    """Take the seats of those who were not ready in time. Says whether there was one."""
    with transaction.atomic():
        game, moment = locked_game(game_id)
        if game.status != Game.Status.WAITING:
            return False
        late = list(
            game.seats.filter(ready=False, ready_by__lte=moment.proven).select_related("player")
        )
        for seat in late:
            # the first one may have taken others along
            if game.seats.filter(pk=seat.pk).exists():
                _take_seat_back(game, seat, Act.Kind.LATE, moment)
    return bool(late)


def close_waiting(game_id: int) -> None:
    """Close a table that never started. A game that has begun meanwhile is left alone."""
    with transaction.atomic():
        game, moment = locked_game(game_id)
        if game.status == Game.Status.WAITING:
            _close(game, moment)
            bump(game.table)


def own_seat(game: Game, player_id: int) -> Seat:
    """The player's seat. Raises NotSeated."""
    seat = game.seats.filter(player_id=player_id).select_related("player").first()
    if seat is None:
        raise NotSeated
    return seat


def clean_client_seed(raw: object) -> str:
    """Words for the shuffle: 1 to 128 visible characters. Raises Malformed."""
    if not isinstance(raw, str):
        raise Malformed(_("The words for the shuffle must be text."))
    words = raw.strip()
    if not 1 <= len(words) <= LONGEST_CLIENT_SEED or any(
        unicodedata.category(character)[0] == "C" for character in words
    ):
        raise Malformed(_("Give 1 to 128 visible characters for the shuffle."))
    return words


def chairs_of(table: Table) -> int:
    """How many chairs a table has."""
    return table.size or CHAIRS


def _require_chair(table: Table, chair: object) -> int:
    if type(chair) is not int or not 0 <= chair < chairs_of(table):
        raise Malformed(_("There is no such seat."))
    return chair


def _require_player(player: object) -> int:
    if type(player) is not int or player < 1:
        raise Malformed(_("There is no such player."))
    return player


def _ask_again(seat: Seat, moment: Moment) -> None:
    seat.ready, seat.client_seed, seat.ready_by = False, "", moment.now + READY_WAIT
    seat.save(update_fields=["ready", "client_seed", "ready_by"])


def _take_seat_back(game: Game, seat: Seat, why: Act.Kind, moment: Moment) -> int:
    was_rematch = game.rematch
    if not is_computer(seat):
        Act.objects.create(
            game=game, seat=seat.number, player=seat.player, kind=why, hand_no=0, after=0
        )
    seat.delete()
    # a quick table closes: its seats are in nobody's way then
    asked = was_rematch and game.table.ranked and not game.table.quick
    gone_on = _gone_on(game) if asked else []
    people = [
        other.number for other in game.seats.select_related("player") if not is_computer(other)
    ]
    if not people or game.table.quick:
        # The site brought these people together: nobody else would find the table.
        _close(game, moment)
    elif seat.number == game.host_seat:
        to_the_left = [(number - game.host_seat) % CHAIRS for number in people]
        game.host_seat = (game.host_seat + min(to_the_left)) % CHAIRS
        game.seats.filter(number=game.host_seat).update(ready=False, client_seed="", ready_by=None)
    if was_rematch:
        _wait_like_any_table(game, moment)
    revision = _changed(game)
    for other in gone_on:
        revision = _take_seat_back(game, other, Act.Kind.GONE, moment)
    return revision


def _gone_on(game: Game) -> list[Seat]:
    """Who has not agreed to the rematch, and sits at another ranked game or looks for one by now.

    As a seat of a rematch it was in nobody's way; as any other it would be a second one. To be
    asked before the table's row is written: who takes a new name holds the player before that.
    """
    # in one order, so that two who do this at once never wait for each other
    unready = game.seats.filter(ready=False).select_related("player").order_by("player")
    return [seat for seat in unready if has_gone_on(seat.player, game.table_id)]


def _wait_like_any_table(game: Game, moment: Moment) -> None:
    """No rematch any more: the host is ready by starting, the others have a minute from now."""
    late = game.seats.filter(ready=False)
    late.filter(number=game.host_seat).update(ready_by=None)
    late.filter(ready_by=None).exclude(number=game.host_seat).update(
        ready_by=moment.now + READY_WAIT
    )


def _changed(game: Game) -> int:
    """Save who is host; a rematch with other people is cut for like any first game."""
    game.given_first_dealer, game.rematch = None, False
    game.save(update_fields=["host_seat", "given_first_dealer", "rematch", "status", "ended_at"])
    return bump(game.table)


def _close(game: Game, moment: Moment) -> None:
    game.status, game.ended_at = Game.Status.CLOSED, moment.real
    game.save(update_fields=["status", "ended_at"])


def _close_the_gaps(game: Game) -> None:
    """Number the taken chairs 0, 1, 2 … in their order; the game is played by these numbers."""
    for number, seat in enumerate(game.seats.order_by("number")):
        if seat.number == number:
            continue
        if seat.number == game.host_seat:
            game.host_seat = number
        seat.number = number
        seat.save(update_fields=["number"])
