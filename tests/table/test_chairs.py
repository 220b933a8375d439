"""Four chairs before the deal: sit, move, leave, remove, CPUs, and who is whose partner."""

import pytest

from accounts.models import Player
from games import seating
from games.board import snapshot
from games.board.regions import contexts, look
from games.cribbage.state import side_of
from games.models import Game
from tests.support.playing import (
    WORDS,
    begin,
    chairs,
    fresh,
    game_in,
    guests,
    person,
    refused,
    revision_of,
    state_of,
    truth,
    waiting_game,
)

pytestmark = pytest.mark.django_db

NO_CHAIRS = [None, -1, 4, 5, 10**30, "1", 1.0, True, [], {}, "\x00"]


def newcomer(name="Eve"):
    return Player.objects.create(kind=Player.Kind.GUEST, name=name)


def move(game, name, chair):
    return seating.change_chair(game.pk, person(game, name), chair)


def leave(game, name):
    return seating.leave(game.pk, person(game, name))


def remove(game, chair, by="Ann", meant=None):
    """The host removes a player from a chair, by default who sits there."""
    seat = game.seats.filter(number=chair if type(chair) is int and 0 <= chair < 4 else 0).first()
    player = meant if meant is not None else seat.player_id
    return seating.remove(game.pk, person(game, by), chair, player)


def add_cpu(game, chair, by="Ann"):
    return seating.seat_computer(game.pk, person(game, by), chair)


def host(game):
    return chairs(game)[fresh(game).host_seat]


# --- Sitting down ---------------------------------------------------------------------------------


@pytest.mark.parametrize("chair", [1, 2, 3])
def test_a_chair_of_one_s_choice(chair):
    game = waiting_game(seated=1)
    seat = seating.sit_down(game.table, newcomer(), chair)
    assert chairs(game) == {0: "Ann", chair: "Eve"}
    assert (seat.ready, seat.ready_by is not None) == (False, True)


def test_the_next_free_chair_when_none_is_chosen():
    game = waiting_game(seated=1)
    seating.sit_down(game.table, newcomer("Eve"), 1)
    seating.sit_down(game.table, newcomer("Fay"), 3)
    seating.sit_down(game.table, newcomer("Gus"))
    assert chairs(game) == {0: "Ann", 1: "Eve", 2: "Gus", 3: "Fay"}


def test_a_taken_chair():
    game, eve = waiting_game(2, computers=1), newcomer()
    for chair in (0, 1):
        refused(game, "seat_taken", seating.sit_down, game.table, eve, chair)


def test_a_fifth_seat():
    game, eve = waiting_game(4, computers=2), newcomer()
    assert refused(game, "full", seating.sit_down, game.table, eve).startswith("Every seat")
    for chair in range(4):
        refused(game, "seat_taken", seating.sit_down, game.table, eve, chair)
    for chair in (4, 5, -1):
        refused(game, "malformed", seating.sit_down, game.table, eve, chair)


@pytest.mark.parametrize("chair", NO_CHAIRS[1:], ids=str)
def test_a_chair_that_is_not_there(chair):
    game = waiting_game(3)
    assert refused(game, "malformed", move, game, "Bob", chair) == "There is no such seat."
    refused(game, "malformed", remove, game, chair)
    refused(game, "malformed", add_cpu, game, chair)
    refused(game, "malformed", seating.sit_down, game.table, newcomer(), chair)


def test_joining_twice_is_joining_once():
    game, eve = waiting_game(), newcomer()
    seating.sit_down(game.table, eve, 2)
    before = truth(game)
    for chair in (None, 2, 3, 0):
        assert seating.sit_down(game.table, eve, chair).number == 2
    assert truth(game) == before


# --- Changing chairs ------------------------------------------------------------------------------


def test_somebody_moves_to_a_free_chair():
    game = waiting_game(3)
    revision = revision_of(game)
    assert move(game, "Bob", 3) == revision + 1
    assert chairs(game) == {0: "Ann", 2: "Cleo", 3: "Bob"}
    assert host(game) == "Ann"


def test_nobody_moves_to_a_taken_chair():
    game = waiting_game(3, computers=1)
    for chair in (0, 2):
        assert refused(game, "seat_taken", move, game, "Bob", chair) == "That seat is taken."


def test_moving_to_one_s_own_chair_changes_nothing():
    game = waiting_game()
    seating.ready(game.pk, person(game, "Bob"), WORDS[1])
    before = truth(game)
    move(game, "Bob", 1)
    assert truth(game) == before


def test_who_moves_is_asked_again_and_nobody_else():
    game = waiting_game(3)
    for name in ("Bob", "Cleo"):
        seating.ready(game.pk, person(game, name), "words")
    move(game, "Bob", 3)
    bob, cleo = game.seats.get(number=3), game.seats.get(number=2)
    assert (bob.ready, bob.client_seed, bob.ready_by is not None) == (False, "", True)
    assert (cleo.ready, cleo.client_seed) == (True, "words")


def test_the_host_moves_and_stays_host():
    game = waiting_game()
    move(game, "Ann", 3)
    assert chairs(game) == {1: "Bob", 3: "Ann"}
    assert host(game) == "Ann"
    assert game.seats.get(number=3).ready_by is None
    add_cpu(game, 0)


def test_strangers_move_nobody():
    game, eve = waiting_game(), newcomer()
    refused(game, "not_seated", seating.change_chair, game.pk, eve.pk, 3)
    refused(game, "not_seated", seating.leave, game.pk, eve.pk)
    refused(game, "not_seated", seating.remove, game.pk, eve.pk, 1, person(game, "Bob"))
    refused(game, "not_seated", seating.seat_computer, game.pk, eve.pk, 3)


# --- Leaving --------------------------------------------------------------------------------------


def test_who_leaves_gives_the_chair_back():
    game = waiting_game(3)
    revision = revision_of(game)
    bob = person(game, "Bob")
    assert leave(game, "Bob") == revision + 1
    assert chairs(game) == {0: "Ann", 2: "Cleo"}
    refused(game, "not_seated", seating.leave, game.pk, bob)
    seating.sit_down(game.table, Player.objects.get(pk=bob))
    assert chairs(game)[1] == "Bob"


@pytest.mark.parametrize(
    ("at", "heir"),
    [
        ({"Ann": 0, "Bob": 1, "Cleo": 2}, "Bob"),
        ({"Ann": 1, "Bob": 0, "Cleo": 3}, "Cleo"),
        ({"Ann": 2, "Bob": 1, "Cleo": 0}, "Cleo"),
        ({"Ann": 3, "Bob": 2, "Cleo": 1}, "Cleo"),
    ],
)
def test_the_host_s_place_goes_to_the_next_person_to_the_left(at, heir):
    game = waiting_game(3)
    game.seats.all().delete()
    for player in guests(3):
        game.seats.create(number=at[player.name], player=player)
    Game.objects.filter(pk=game.pk).update(host_seat=at["Ann"])
    leave(game, "Ann")
    assert host(game) == heir


def test_a_cpu_is_never_host():
    game = waiting_game(seated=1)
    add_cpu(game, 1)
    add_cpu(game, 2)
    seating.sit_down(game.table, newcomer(), 3)
    leave(game, "Ann")
    assert host(game) == "Eve"


def test_the_new_host_is_ready_by_starting_like_any_host():
    game = waiting_game(3)
    for name in ("Bob", "Cleo"):
        seating.ready(game.pk, person(game, name), "words")
    leave(game, "Ann")
    bob = game.seats.get(number=1)
    assert (bob.ready, bob.client_seed, bob.ready_by) == (False, "", None)
    refused(game, "not_host", seating.start, game.pk, person(game, "Cleo"), "x")
    seating.start(game.pk, bob.player_id, "x")
    assert fresh(game).status == Game.Status.PLAYING
    assert chairs(game) == {0: "Bob", 1: "Cleo"}


def test_with_the_last_person_the_table_is_closed():
    game = waiting_game(3, computers=1)
    leave(game, "Ann")
    assert fresh(game).status == Game.Status.WAITING
    leave(game, "Bob")
    game = fresh(game)
    assert (game.status, game.ended_at is not None) == (Game.Status.CLOSED, True)
    said = refused(game, "not_running", seating.sit_down, game.table, newcomer())
    assert said == "This table was closed."


@pytest.mark.parametrize("phase", ["deal", "throw", "play", "show", "over"])
def test_chairs_are_fixed_once_the_game_has_begun(phase):
    game = game_in(phase, 3, target=61)
    refused(game, "not_running", move, game, "Bob", 3)
    refused(game, "not_running", leave, game, "Bob")
    refused(game, "not_running", remove, game, 1)
    refused(game, "not_running", add_cpu, game, 3)
    refused(game, "not_running", seating.sit_down, game.table, newcomer(), 3)


# --- Removing, and CPUs ---------------------------------------------------------------------------


def test_the_host_removes_somebody():
    game = waiting_game(3)
    bob = person(game, "Bob")
    remove(game, 1)
    assert chairs(game) == {0: "Ann", 2: "Cleo"}
    refused(game, "not_seated", seating.ready, game.pk, bob, "words")


def test_only_the_host_removes():
    game = waiting_game(4, computers=1)
    for chair in range(4):
        refused(game, "not_host", remove, game, chair, "Bob")


def test_the_host_leaves_and_does_not_remove_itself():
    game = waiting_game()
    assert "leave" in refused(game, "malformed", remove, game, 0)


def test_removing_again_who_is_gone_changes_nothing():
    game = waiting_game()
    bob = person(game, "Bob")
    remove(game, 1)
    before = truth(game)
    assert remove(game, 1, meant=bob) == revision_of(game)
    assert truth(game) == before


def test_a_newcomer_is_not_removed_in_the_place_of_who_sat_there():
    game = waiting_game(3)
    bob = person(game, "Bob")
    leave(game, "Bob")
    seating.sit_down(game.table, newcomer(), 1)
    said = refused(game, "somebody_else", remove, game, 1, "Ann", bob)
    assert said == "Who you meant does not sit there any more, so nothing was changed."
    assert chairs(game) == {0: "Ann", 1: "Eve", 2: "Cleo"}


def test_a_newcomer_is_not_removed_in_the_place_of_a_cpu():
    game = waiting_game(seated=1)
    add_cpu(game, 2)
    computer = game.seats.get(number=2).player_id
    remove(game, 2)
    seating.sit_down(game.table, newcomer(), 2)
    refused(game, "somebody_else", remove, game, 2, "Ann", computer)


def test_who_has_moved_is_not_removed_from_the_chair_left_behind():
    game = waiting_game(3)
    bob = person(game, "Bob")
    move(game, "Bob", 3)
    refused(game, "somebody_else", remove, game, 1, "Ann", bob)
    move(game, "Cleo", 1)
    refused(game, "somebody_else", remove, game, 1, "Ann", bob)
    remove(game, 3, meant=bob)
    assert chairs(game) == {0: "Ann", 1: "Cleo"}


@pytest.mark.parametrize("player", [-1, 0, 1.0, True, "1", [], {}], ids=str)
def test_removing_a_player_that_can_not_be_one(player):
    game = waiting_game()
    assert refused(game, "malformed", remove, game, 1, "Ann", player) == "There is no such player."


@pytest.mark.usefixtures("one_look")
def test_the_page_names_who_is_to_be_removed():
    game = waiting_game(3, computers=1)
    seats = contexts(look(snapshot.load(game.table.code), person(game, "Ann")))["waiting"].seats
    assert [chair.player for chair in seats] == [
        *game.seats.values_list("player_id", flat=True), None
    ]  # fmt: skip


def test_the_host_adds_and_removes_cpus():
    game = waiting_game(seated=1)
    for chair in (2, 1, 3):
        add_cpu(game, chair)
    seats = list(game.seats.select_related("player")[1:])
    assert {seat.player.kind for seat in seats} == {Player.Kind.CPU}
    assert len({seat.player_id for seat in seats}) == 3
    assert all(seat.ready and seat.ready_by is None for seat in seats)
    remove(game, 1)
    assert set(chairs(game)) == {0, 2, 3}
    add_cpu(game, 1)
    assert len(set(chairs(game).values())) == 4


def test_only_the_host_adds_a_cpu_and_only_in_a_free_chair():
    game = waiting_game(3, computers=1)
    refused(game, "not_host", add_cpu, game, 3, "Bob")
    for chair in range(3):
        refused(game, "seat_taken", add_cpu, game, chair)
    add_cpu(game, 3)
    for chair in range(4):
        refused(game, "seat_taken", add_cpu, game, chair)


def test_against_cpus_alone_the_host_starts_at_once():
    game = waiting_game(seated=1)
    add_cpu(game, 2)
    seating.start(game.pk, person(game, "Ann"), "words")
    assert fresh(game).status == Game.Status.PLAYING
    assert state_of(game).settings.seats == 2


def test_dealing_alone():
    game = waiting_game(seated=1)
    said = refused(game, "not_ready", seating.start, game.pk, person(game, "Ann"), "words")
    assert said == "A game needs at least two seats: send the link, or add a CPU."


# --- Who sits where when it starts ----------------------------------------------------------------


def at(game, **where):
    """Seat Ann, Bob, Cleo and Dan in these chairs; Ann is host."""
    game.seats.all().delete()
    for player in guests(4):
        if player.name in where:
            game.seats.create(number=where[player.name], player=player)
    Game.objects.filter(pk=game.pk).update(host_seat=where["Ann"])
    return fresh(game)


@pytest.mark.parametrize(
    ("where", "order"),
    [
        ({"Ann": 0, "Bob": 2}, ["Ann", "Bob"]),
        ({"Ann": 3, "Bob": 1}, ["Bob", "Ann"]),
        ({"Ann": 2, "Bob": 3}, ["Ann", "Bob"]),
        ({"Ann": 3, "Bob": 0, "Cleo": 1}, ["Bob", "Cleo", "Ann"]),
        ({"Ann": 1, "Bob": 3, "Cleo": 2}, ["Ann", "Cleo", "Bob"]),
        ({"Ann": 2, "Bob": 0, "Cleo": 3, "Dan": 1}, ["Bob", "Dan", "Ann", "Cleo"]),
    ],
)
def test_gaps_are_closed_in_the_order_of_the_chairs(where, order):
    game = begin(at(waiting_game(seated=1), **where))
    assert list(chairs(game).items()) == list(enumerate(order))
    assert host(game) == "Ann"
    assert state_of(game).settings.seats == len(order)
    # The host deals the first hand, wherever it sits now.
    assert state_of(game).host == order.index("Ann")


def test_words_stay_with_who_gave_them():
    game = at(waiting_game(seated=1), Ann=3, Bob=0, Cleo=2)
    seating.ready(game.pk, person(game, "Cleo"), "of Cleo")
    seating.ready(game.pk, person(game, "Bob"), "of Bob")
    seating.start(game.pk, person(game, "Ann"), "of Ann")
    words = dict(game.seats.values_list("player__name", "client_seed"))
    assert words == {name: f"of {name}" for name in ("Ann", "Bob", "Cleo")}
    assert chairs(game) == {0: "Bob", 1: "Cleo", 2: "Ann"}


def test_partners_sit_across():
    game = waiting_game(4)
    # Ann would rather play with Bob: Cleo makes room, Bob takes the place across.
    leave(game, "Cleo")
    move(game, "Bob", 2)
    seating.sit_down(game.table, newcomer("Eve"), 1)
    game = begin(game)
    names = chairs(game)
    sides = {names[seat]: side_of(4, seat) for seat in names}
    assert sides["Ann"] == sides["Bob"] != sides["Eve"] == sides["Dan"]


@pytest.mark.usefixtures("one_look")
def test_the_page_says_who_will_sit_across_once_four_are_there():
    game = waiting_game(3)

    def across():
        region = contexts(look(snapshot.load(game.table.code), None))["waiting"]
        return [chair.across for chair in region.seats]

    assert across() == [""] * 4
    add_cpu(game, 3)
    assert across() == ["Cleo", "Hazel", "Ann", "Bob"]


@pytest.mark.usefixtures("one_look")
def test_the_page_offers_what_is_allowed_and_nothing_else():
    game = waiting_game(3, computers=1)
    shot = snapshot.load(game.table.code)

    def offers(player):
        return [
            (chair.can_sit, chair.can_move, chair.can_remove, chair.can_seat_computer)
            for chair in contexts(look(shot, player))["waiting"].seats
        ]

    no, yes = False, True
    assert offers(person(game, "Ann")) == [
        (no, no, no, no), (no, no, yes, no), (no, no, yes, no), (no, yes, no, yes),
    ]  # fmt: skip
    assert offers(person(game, "Bob")) == [(no, no, no, no)] * 3 + [(no, yes, no, no)]
    assert offers(None) == [(no, no, no, no)] * 3 + [(yes, no, no, no)]
    seating.close_waiting(game.pk)
    shot = snapshot.load(game.table.code)
    for player in (person(game, "Ann"), person(game, "Bob"), None):
        assert offers(player) == [(no, no, no, no)] * 4
