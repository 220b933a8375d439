"""Before the deal several people do things at once: each order gives a table that makes sense."""

import threading

import pytest
from django.db import DatabaseError, connection, transaction

from accounts.models import Player
from games import rematch, seating, tables, tasks
from games.models import Game, Seat
from games.refusals import (
    NotHost,
    NotReady,
    NotRunning,
    NotSeated,
    Refused,
    SeatTaken,
    SomebodyElse,
)
from games.replay import faults
from games.table import bump
from tests.support.playing import (
    WORDS,
    chairs,
    finished_game,
    fresh,
    guests,
    let_readiness_lapse,
    person,
    state_of,
    waiting_game,
)
from tests.support.racing import at_once
from tests.support.site import wait_until

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("wires")]


def ready_game(people):
    """Everybody but the host is ready."""
    game = waiting_game(people)
    for seat in game.seats.all()[1:]:
        seating.ready(game.pk, seat.player_id, WORDS[seat.number])
    return game


def starting(game, name="Ann"):
    player = person(game, name)
    return lambda: seating.start(game.pk, player, WORDS[0])


def makes_sense(game):
    """Every rule about seats and games holds, whatever came first."""
    game = fresh(game)
    seats = list(game.seats.select_related("player"))
    assert len({seat.number for seat in seats}) == len(seats) <= 4
    if game.status == Game.Status.PLAYING:
        assert [seat.number for seat in seats] == list(range(len(seats)))
        assert all(seat.ready for seat in seats)
        assert all(seat.client_seed for seat in seats if seat.player.kind != Player.Kind.CPU)
        assert state_of(game).settings.seats == len(seats) >= 2
        assert state_of(game).host == game.host_seat
    else:
        assert game.status == Game.Status.WAITING
        assert not game.moves.exists()
        assert game.host_seat in {
            seat.number for seat in seats if seat.player.kind != Player.Kind.CPU
        }
    assert list(faults(game)) == []
    return game


def test_two_people_take_one_chair_at_once():
    game = waiting_game(seated=1)
    bob, cleo = guests(3)[1:]
    results = at_once(
        game,
        *(lambda who=who: seating.sit_down(game.table, who, 2) for who in (bob, cleo)),
    )
    assert {type(result) for result in results} == {Seat, SeatTaken}
    (won,) = [result for result in results if isinstance(result, Seat)]
    assert game.seats.get(number=2).player_id == won.player_id
    assert makes_sense(game).seats.count() == 2


def test_a_person_and_a_cpu_take_one_chair_at_once():
    game = waiting_game(seated=1)
    bob, ann = guests(2)[1], person(game, "Ann")
    results = at_once(
        game,
        lambda: seating.sit_down(game.table, bob, 1),
        lambda: seating.seat_computer(game.pk, ann, 1),
    )
    assert sum(isinstance(result, SeatTaken) for result in results) == 1
    assert makes_sense(game).seats.count() == 2


def test_two_people_move_to_one_chair_at_once():
    game = waiting_game(3)
    bob, cleo = person(game, "Bob"), person(game, "Cleo")
    results = at_once(
        game, *(lambda who=who: seating.change_chair(game.pk, who, 3) for who in (bob, cleo))
    )
    assert sum(isinstance(result, SeatTaken) for result in results) == 1
    assert makes_sense(game).seats.count() == 3


def test_the_host_moves_while_somebody_takes_that_chair():
    game = waiting_game(seated=1)
    bob, ann = guests(2)[1], person(game, "Ann")
    at_once(
        game,
        lambda: seating.sit_down(game.table, bob, 3),
        lambda: seating.change_chair(game.pk, ann, 3),
    )
    game = makes_sense(game)
    assert chairs(game)[game.host_seat] == "Ann"


@pytest.mark.parametrize("people", [2, 3])
def test_the_host_starts_while_somebody_leaves(people):
    game = ready_game(people)
    bob = person(game, "Bob")
    started, left = at_once(game, starting(game), lambda: seating.leave(game.pk, bob))
    game = makes_sense(game)
    if isinstance(left, Refused):
        assert isinstance(left, NotRunning)
        assert game.seats.count() == people
    else:
        assert "Bob" not in chairs(game).values()
        assert isinstance(started, NotReady) == (people == 2)


def test_the_host_starts_while_somebody_moves():
    game = ready_game(3)
    bob = person(game, "Bob")
    started, moved = at_once(game, starting(game), lambda: seating.change_chair(game.pk, bob, 3))
    game = makes_sense(game)
    # Whoever has moved is asked again, so the two never both succeed.
    if isinstance(started, int):
        assert isinstance(moved, NotRunning)
        assert chairs(game) == {0: "Ann", 1: "Bob", 2: "Cleo"}
    else:
        assert isinstance(started, NotReady)
        assert chairs(game) == {0: "Ann", 2: "Cleo", 3: "Bob"}


def test_the_host_starts_while_somebody_sits_down():
    game = ready_game(2)
    cleo = guests(3)[2]
    started, sat = at_once(game, starting(game), lambda: seating.sit_down(game.table, cleo, 3))
    makes_sense(game)
    assert {type(started), type(sat)} in ({int, NotRunning}, {NotReady, Seat})


def test_the_host_starts_and_leaves_at_once():
    game = ready_game(3)
    ann = person(game, "Ann")
    started, left = at_once(game, starting(game), lambda: seating.leave(game.pk, ann))
    game = makes_sense(game)
    if isinstance(left, Refused):
        assert game.status == Game.Status.PLAYING
    else:
        assert isinstance(started, NotSeated)
        assert chairs(game)[game.host_seat] == "Bob"


def test_everybody_leaves_at_once():
    game = waiting_game(4, computers=1)
    people = [person(game, name) for name in ("Ann", "Bob", "Cleo")]
    results = at_once(game, *(lambda who=who: seating.leave(game.pk, who) for who in people))
    assert all(isinstance(result, int) for result in results)
    assert fresh(game).status == Game.Status.CLOSED


def test_a_setting_is_changed_while_somebody_gets_ready():
    game = waiting_game()
    ann, bob = person(game, "Ann"), person(game, "Bob")
    changed, readied = at_once(
        game,
        lambda: tables.change_setting(game.pk, ann, "target", 61),
        lambda: seating.ready(game.pk, bob, WORDS[1]),
    )
    game = makes_sense(game)
    assert game.table.target == 61
    # Ready before the change: asked again. After it: ready for what is set now.
    seat = game.seats.get(number=1)
    assert seat.ready == (readied > changed)
    assert bool(seat.client_seed) == seat.ready


def test_a_setting_is_changed_while_the_host_s_other_tab_starts():
    game = ready_game(2)
    ann = person(game, "Ann")
    started, changed = at_once(
        game, starting(game), lambda: tables.change_setting(game.pk, ann, "target", 61)
    )
    game = makes_sense(game)
    if isinstance(started, int):
        assert isinstance(changed, NotRunning)
        assert state_of(game).settings.target == game.table.target == 121
    else:
        assert isinstance(started, NotReady)
        assert game.table.target == 61


def test_the_host_removes_somebody_who_gets_ready():
    game = waiting_game()
    ann, bob = person(game, "Ann"), person(game, "Bob")
    removed, readied = at_once(
        game,
        lambda: seating.remove(game.pk, ann, 1, bob),
        lambda: seating.ready(game.pk, bob, WORDS[1]),
    )
    assert isinstance(removed, int)
    assert isinstance(readied, (int, NotSeated))
    assert chairs(makes_sense(game)) == {0: "Ann"}


def test_somebody_leaves_and_another_sits_down_while_the_host_removes():
    game = waiting_game()
    ann, bob = person(game, "Ann"), person(game, "Bob")
    cleo = guests(3)[2]

    def change():
        seating.leave(game.pk, bob)
        seating.sit_down(game.table, cleo, 1)

    swapped, removed = at_once(game, change, lambda: seating.remove(game.pk, ann, 1, bob))
    # Whichever came first: nobody but Bob was removed.
    assert isinstance(removed, (int, SomebodyElse))
    sat = not isinstance(swapped, NotSeated)
    assert chairs(makes_sense(game)) == ({0: "Ann", 1: "Cleo"} if sat else {0: "Ann"})


def test_a_cpu_is_removed_while_a_person_waits_for_its_chair():
    game = waiting_game(2, computers=1)
    ann, computer = person(game, "Ann"), game.seats.get(number=1).player_id
    cleo = guests(3)[2]
    results = at_once(
        game,
        lambda: seating.remove(game.pk, ann, 1, computer),
        lambda: seating.remove(game.pk, ann, 1, computer),
        lambda: seating.sit_down(game.table, cleo, 1),
    )
    assert all(isinstance(each, (int, SomebodyElse)) for each in results[:2])
    sat = isinstance(results[2], Seat)
    assert ("Cleo" in chairs(makes_sense(game)).values()) == sat


def test_the_host_leaves_while_it_removes_and_the_heir_removes():
    game = waiting_game(3)
    ann, bob, cleo = (person(game, name) for name in ("Ann", "Bob", "Cleo"))
    left, removed = at_once(
        game,
        lambda: seating.leave(game.pk, ann),
        lambda: seating.remove(game.pk, bob, 2, cleo),
    )
    assert isinstance(left, int)
    game = makes_sense(game)
    assert isinstance(removed, NotHost) == ("Cleo" in chairs(game).values())


def test_somebody_gets_ready_while_the_minute_ends():
    game = waiting_game()
    bob = person(game, "Bob")
    let_readiness_lapse(game, "Bob")
    freed, readied = at_once(
        game,
        lambda: seating.free_late_seats(game.pk),
        lambda: seating.ready(game.pk, bob, WORDS[1]),
    )
    makes_sense(game)
    assert freed == isinstance(readied, NotSeated) == ("Bob" not in chairs(game).values())


def test_the_last_one_agrees_to_a_rematch_while_the_minute_ends():
    game = finished_game(3, target=61)
    people = [person(game, name) for name in ("Ann", "Bob", "Cleo")]
    for who in people[:2]:
        rematch.rematch(game.pk, who, "words")
    again = Game.objects.get(table=game.table, number=2)
    let_readiness_lapse(again, "Cleo")
    agreed, _swept = at_once(
        again, lambda: rematch.rematch(game.pk, people[2], "words"), tasks.sweep
    )
    again = makes_sense(again)
    if isinstance(agreed, NotSeated):
        assert chairs(again) == {0: "Ann", 1: "Bob"}
        assert again.status == Game.Status.WAITING
    else:
        assert again.status == Game.Status.PLAYING


def test_the_last_one_agrees_to_a_rematch_while_another_leaves():
    game = finished_game(3, target=61)
    ann, bob, cleo = (person(game, name) for name in ("Ann", "Bob", "Cleo"))
    for who in (ann, bob):
        rematch.rematch(game.pk, who, "words")
    left, agreed = at_once(
        game,
        lambda: rematch.leave(game.pk, bob),
        lambda: rematch.rematch(game.pk, cleo, "words"),
    )
    again = makes_sense(Game.objects.get(table=game.table, number=2))
    assert isinstance(agreed, int)
    if isinstance(left, NotRunning):
        assert again.status == Game.Status.PLAYING
        assert chairs(again) == {0: "Ann", 1: "Bob", 2: "Cleo"}
    else:
        assert again.status == Game.Status.WAITING
        assert chairs(again) == {0: "Ann", 2: "Cleo"}


def test_everybody_leaves_the_report_at_once():
    game = finished_game(3, target=61)
    people = [person(game, name) for name in ("Ann", "Bob", "Cleo")]
    results = at_once(game, *(lambda who=who: rematch.leave(game.pk, who) for who in people))
    assert all(isinstance(result, int) for result in results)
    assert Game.objects.get(table=game.table, number=2).status == Game.Status.CLOSED


def test_somebody_leaves_a_ranked_rematch_while_another_takes_a_new_name():
    game = finished_game(2, ranked=True)
    again = Game.objects.get(table=game.table, number=2)
    bob = person(game, "Bob")
    answers = []

    def leaving():
        try:
            answers.append(rematch.leave(game.pk, bob))
        except DatabaseError as error:
            answers.append(error)
        finally:
            connection.close()

    leaver = threading.Thread(target=leaving)
    with transaction.atomic():
        Player.objects.filter(name="Ann").update(name="Anna")
        leaver.start()
        wait_until(lambda: transactions_that_wait() or not leaver.is_alive(), what="that they meet")
        bump(fresh(game).table)
    leaver.join(60)
    assert answers == [fresh(game).table.revision]
    assert chairs(again) == {0: "Anna"}


def transactions_that_wait():
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_locks WHERE NOT granted AND locktype = 'transactionid'"
        )
        return cursor.fetchone()[0]
