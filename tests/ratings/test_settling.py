"""A game is settled once, by the formula, and never changed again."""

import threading

import pytest
from django.db import DatabaseError, connection, transaction
from django.db.models import ProtectedError

from ratings.audit import audit
from ratings.errors import AlreadyVoided, NotSettled
from ratings.models import Entry, Meeting, Rating, Settlement
from ratings.settlement import settle, void
from tests.ratings.ledgers import (
    BEGAN,
    changes,
    ledger,
    many,
    new_game,
    people,
    result,
    settled,
    values,
)

pytestmark = pytest.mark.django_db


def test_a_first_game_moves_ten_points():
    ann, bob = people(2)
    assert changes(settled([ann, bob], (1, 2))) == [1000, -1000]
    assert values() == {"Player 1": 151_000, "Player 2": 149_000}


def test_each_number_of_seats_has_its_own_rating():
    players = people(4)
    settled(players[:2], (1, 2))
    settled(players[:3], (1, 2, 3))
    settled(players, (1, 2, 1, 2))
    assert values(2)["Player 1"] == values(3)["Player 1"] == 151_000
    assert values(4)["Player 1"] == 150_500


def test_the_house_takes_what_the_rule_about_leavers_leaves_over():
    assert changes(settled(people(4), (2, 1, 2, 1), left={0})) == [-500, 500, 0, 500, -500]


def test_the_same_game_is_settled_once():
    told = result(people(2), (1, 2))
    first = settle(told, BEGAN)
    before = ledger(), values()
    assert settle(told, BEGAN) == first
    assert (ledger(), values()) == before


@pytest.mark.django_db(transaction=True)
def test_two_at_once_settle_a_game_once():
    told = result(people(2), (1, 2))
    go = threading.Barrier(4)

    def work():
        go.wait()
        settle(told, BEGAN)
        connection.close()

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert Settlement.objects.count() == 1
    assert values() == {"Player 1": 151_000, "Player 2": 149_000}


@pytest.mark.django_db(transaction=True)
def test_first_games_that_cross_do_not_wait_for_each_other_in_a_circle(monkeypatch):
    players = people(2)
    make, failures = Rating.objects.bulk_create, []
    early_comes, late_comes, early_made = (threading.Event() for _ in range(3))

    def in_turns(rows, **options):
        if threading.current_thread().name == "early":
            early_comes.set()
            late_comes.wait(30)
            made = make(rows, **options)
            early_made.set()
            return made
        late_comes.set()
        early_made.wait(30)
        return make(rows, **options)

    def work():
        try:
            settled(players, (1, 2))
        except DatabaseError as error:
            failures.append(error)
        finally:
            connection.close()

    early, late = (threading.Thread(target=work, name=name) for name in ("early", "late"))
    monkeypatch.setattr(Rating.objects, "bulk_create", in_turns)
    early.start()
    assert early_comes.wait(30)
    Rating.objects.create(player=players[0], mode=2)
    late.start()
    for thread in (early, late):
        thread.join(60)
    assert failures == []
    assert Settlement.objects.count() == 2
    assert audit(2).problems == []


@pytest.mark.parametrize(
    "change",
    [
        lambda: Entry.objects.update(change=5),
        lambda: Settlement.objects.update(reason="because"),
        lambda: Entry.objects.all()._raw_delete("default"),
        lambda: Settlement.objects.all()._raw_delete("default"),
    ],
)
def test_the_database_refuses_to_change_the_ledger(change):
    settled(people(2), (1, 2))
    before = ledger()
    with pytest.raises(DatabaseError, match="never changed"), transaction.atomic():
        change()
    assert ledger() == before


@pytest.mark.usefixtures("never_emptied")
@pytest.mark.parametrize("table", ["ratings_entry", "ratings_settlement", "games_game"])
def test_nor_to_empty_it(table):
    settled(people(2), (1, 2))
    before = ledger()
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
    with pytest.raises(DatabaseError, match="never changed"), transaction.atomic():
        connection.cursor().execute(f"TRUNCATE {table} CASCADE")
    assert ledger() == before


def test_a_player_with_games_in_the_ledger_is_not_deleted():
    ann, bob = people(2)
    settled([ann, bob], (1, 2))
    with pytest.raises(ProtectedError):
        ann.delete()
    assert values() == {"Player 1": 151_000, "Player 2": 149_000}


def test_what_is_counted_follows_the_games():
    ann, bob, cleo = people(3)
    settled([ann, bob], (1, 2), day=1)
    settled([cleo, ann], (2, 1), day=2)
    settled([ann, bob], (1, 1), day=3)
    settled([bob, ann], (1, 2), day=4)
    row = Rating.objects.get(player=ann, mode=2)
    assert (row.games, row.wins, row.draws, row.losses) == (4, 2, 1, 1)
    assert (row.opponents, row.streak, row.longest_wins) == (2, -1, 2)
    assert row.last_at is not None and row.last_at.day == 5
    assert row.best > row.value and row.best_at is not None and row.best_at.day in (3, 4)
    met = Meeting.objects.get(player=ann, opponent=bob, mode=2)
    assert (met.games, met.wins, met.draws, met.losses) == (3, 1, 1, 1)
    back = Meeting.objects.get(player=bob, opponent=ann, mode=2)
    assert (back.games, back.wins, back.draws, back.losses) == (3, 1, 1, 1)


def test_partners_are_no_opponents():
    settled(people(4), (1, 2, 1, 2))
    assert set(Meeting.objects.values_list("player__name", "opponent__name")) == {
        (f"Player {one}", f"Player {other}")
        for one, other in [(1, 2), (1, 4), (3, 2), (3, 4), (2, 1), (2, 3), (4, 1), (4, 3)]
    }


def test_voiding_takes_back_what_the_game_moved():
    ann, bob, cleo = people(3)
    first = settled([ann, bob], (1, 2))
    settled([ann, cleo], (1, 2), day=1)
    before = values()
    back = void(first.game_id, "played by one person", BEGAN)
    assert values() == {
        **before,
        "Player 1": before["Player 1"] - 1000,
        "Player 2": before["Player 2"] + 1000,
    }
    assert back.reason == "played by one person"
    row = Rating.objects.get(player=ann, mode=2)
    assert (row.games, row.wins, row.opponents) == (1, 1, 1)
    assert not Meeting.objects.filter(player=bob).exists()
    assert audit(2).problems == []


def test_voiding_gives_back_what_the_house_took():
    game = settled(people(4), (2, 1, 2, 1), left={0})
    void(game.game_id, "", BEGAN)
    assert set(values(4).values()) == {150_000}
    assert sum(Entry.objects.filter(player=None).values_list("change", flat=True)) == 0


def test_a_void_of_a_void_is_refused():
    game = settled(people(2), (1, 2))
    void(game.game_id, "", BEGAN)
    before = ledger(), values()
    with pytest.raises(AlreadyVoided):
        void(game.game_id, "", BEGAN)
    assert (ledger(), values()) == before


def test_a_game_that_moved_nothing_is_not_voided():
    with pytest.raises(NotSettled):
        void(new_game().pk, "", BEGAN)
    assert ledger() == ([], [])


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_after_many_games_and_voids_the_ledger_is_whole(seats):
    players = people(7)
    games = many(players, seats, 40)
    for settlement in games[::7]:
        void(settlement.game_id, "", BEGAN)
    many(players, seats, 20, seed=2)
    found = audit(seats)
    assert found.problems == []
    assert found.games == 60
