"""What the site tells the moderators by itself: farming, leavers, shared addresses; each once."""

import uuid
from datetime import timedelta

import pytest
from django.conf import settings as site
from django.utils import timezone

from accounts.models import Report
from accounts.traces.models import Trace
from games import tasks
from games.models import Game, Seat, Table
from games.signals import farming, leavers, sharing
from ratings.results import Result, SeatResult
from ratings.settlement import settle
from tests.support.playing import accounts

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("wires")]


def game_of(players, *, winner=0, ending="resigned", left=(), moves=5, minutes=1, ranked=True):
    """A game that was over so many minutes ago; `left` are the seats whose owners were gone."""
    table = Table.objects.create(code=uuid.uuid4().hex)
    game = Game.objects.create(
        table=table,
        number=1,
        key=str(uuid.uuid4()),
        ranked=ranked,
        status=Game.Status.OVER,
        ending=ending,
        winner=winner,
        version=moves,
        state={},
        ended_at=timezone.now() - timedelta(minutes=minutes),
    )
    for number, player in enumerate(players):
        hold = Seat.Hold.LEFT if number in left else ""
        Seat.objects.create(game=game, number=number, player=player, hold=hold)
    return game


def quick_losses(winner, loser, count=3, **choices):
    return [game_of([winner, loser], left={1}, **choices) for _ in range(count)]


def signals(reason):
    return list(Report.objects.filter(reporter=None, reason=reason).order_by("pk"))


def close(report):
    report.state, report.closed_at = Report.State.CLOSED, timezone.now()
    report.save()


# --- Many quick losses to one player --------------------------------------------------------------


def test_three_quick_losses_to_one_player_are_a_signal_about_the_winner():
    ann, bob = accounts(2)
    games = quick_losses(ann, bob)
    tasks.look_for_signals()
    (report,) = signals("farming")
    assert report.about == ann
    assert report.moment["players"] == [ann.pk, bob.pk]
    assert report.moment["losses"] == {str(bob.pk): 3}
    assert report.moment["games"] == sorted(game.pk for game in games)


@pytest.mark.parametrize(
    "choices",
    [
        {"count": 2},
        {"moves": farming.FEW_MOVES + 1},
        {"minutes": 24 * 60 + 5},
        {"ranked": False},
        {"ending": "played"},
        {"ending": "void"},
        {"ending": "draw"},
    ],
    ids=str,
)
def test_fewer_longer_older_or_other_games_are_none(choices):
    ann, bob = accounts(2)
    quick_losses(ann, bob, **choices)
    tasks.look_for_signals()
    assert signals("farming") == []


def test_losses_on_both_sides_or_to_several_are_none():
    ann, bob, cleo = accounts(3)
    quick_losses(ann, bob, 2)
    quick_losses(bob, ann, 2)
    quick_losses(ann, cleo, 2)
    tasks.look_for_signals()
    assert signals("farming") == []


def test_partners_are_no_pair_and_opponents_are():
    ann, bob, cleo, dan = accounts(4)
    for _ in range(3):
        game_of([ann, bob, cleo, dan], ending="claimed", left={1, 2})
    tasks.look_for_signals()
    assert [(each.about, each.moment["players"]) for each in signals("farming")] == [
        (ann, [ann.pk, bob.pk])
    ]


# --- Leavers --------------------------------------------------------------------------------------


def games_of_a_leaver(ann, bob, left, stayed, **choices):
    for number in range(stayed):
        game_of([ann, bob], ending="played", moves=90, minutes=100 + number)
    for number in range(left):
        game_of([ann, bob], winner=1, left={0}, moves=40, minutes=1 + number, **choices)


def test_eight_of_the_last_twenty_left_are_a_signal():
    ann, bob = accounts(2)
    games_of_a_leaver(ann, bob, 8, 20)
    tasks.look_for_signals()
    (report,) = signals("leaver")
    assert report.about == ann
    assert (report.moment["left"], report.moment["looked_at"]) == (8, 20)
    assert len(report.moment["games"]) == 8


def test_seven_are_none_nor_are_those_before_the_last_twenty():
    ann, bob = accounts(2)
    games_of_a_leaver(ann, bob, 7, 20)
    for number in range(9):
        game_of([ann, bob], winner=1, left={0}, moves=40, minutes=500 + number)
    tasks.look_for_signals()
    assert signals("leaver") == []


@pytest.mark.parametrize("choices", [{"ranked": False}, {"ending": "empty"}, {"ending": "void"}])
def test_what_counts_as_left_by_nobody_is_none(choices):
    ann, bob = accounts(2)
    games_of_a_leaver(ann, bob, 9, 5, **choices)
    tasks.look_for_signals()
    assert signals("leaver") == []


# --- Shared addresses and devices -----------------------------------------------------------------


def trace(player, digest, kind="address", days=0):
    at = timezone.now() - timedelta(days=days)
    Trace.objects.create(player=player, kind=kind, digest=digest, first_at=at, last_at=at)


def met(*players):
    game = game_of(players, ending="played", moves=90)
    places = tuple(SeatResult(player.pk, 1 + seat) for seat, player in enumerate(players))
    settle(Result(game.pk, "played", places, first_dealer=0), timezone.now())
    return game


def test_two_who_share_and_have_met_in_a_ranked_game_are_a_signal_about_the_younger():
    ann, bob = accounts(2)
    trace(ann, "same", days=30)
    trace(bob, "same")
    trace(ann, "device", "device")
    trace(bob, "device", "device")
    game = met(bob, ann)
    tasks.look_for_signals()
    (report,) = signals("shared")
    assert report.about == bob
    assert report.moment["players"] == [bob.pk, ann.pk]
    assert report.moment["shared"] == ["address", "device"]
    assert report.moment["games"] == [game.pk]
    assert "same" not in str(report.moment)


def test_sharing_alone_or_meeting_alone_is_none():
    ann, bob, cleo = accounts(3)
    trace(ann, "same")
    trace(bob, "same")
    trace(cleo, "another")
    trace(cleo, "same", "device")
    met(ann, cleo)
    tasks.look_for_signals()
    assert signals("shared") == []


def test_an_address_of_very_many_says_nothing(monkeypatch):
    monkeypatch.setattr(sharing, "MOST_ACCOUNTS", 2)
    ann, bob, cleo = accounts(3)
    for player in (ann, bob, cleo):
        trace(player, "school")
    met(ann, bob)
    tasks.look_for_signals()
    assert signals("shared") == []


def test_a_pair_that_was_looked_at_is_not_told_again_but_another_one_is():
    ann, bob, cleo = accounts(3)
    for player in (ann, bob, cleo):
        trace(player, "same")
    met(ann, cleo)
    met(bob, cleo)
    tasks.look_for_signals()
    tasks.look_for_signals()
    (first,) = signals("shared")
    assert first.moment["players"] == [cleo.pk, ann.pk]
    close(first)
    tasks.look_for_signals()
    (_first, second) = signals("shared")
    assert second.moment["players"] == [cleo.pk, bob.pk]
    close(second)
    met(ann, cleo)
    tasks.look_for_signals()
    assert len(signals("shared")) == 2


# --- The task -------------------------------------------------------------------------------------


def test_again_tells_nothing_twice_and_what_was_closed_needs_new_games():
    ann, bob = accounts(2)
    quick_losses(ann, bob, 8)
    for _ in range(3):
        tasks.look_for_signals()
    (farmed,), (left,) = signals("farming"), signals("leaver")
    assert (farmed.about, left.about) == (ann, bob)
    for report in (farmed, left):
        close(report)
    tasks.look_for_signals()
    assert len(Report.objects.all()) == 2
    quick_losses(ann, bob, 3, minutes=-1)
    tasks.look_for_signals()
    assert len(signals("farming")) == 2
    assert len(signals("leaver")) == 1


def test_a_signal_that_fails_does_not_stop_the_others(monkeypatch):
    def fail(now):
        raise ValueError

    monkeypatch.setattr(tasks, "look_for_farming", fail)
    ann, bob = accounts(2)
    games_of_a_leaver(ann, bob, 8, 0)
    tasks.look_for_signals()
    assert len(signals("leaver")) == 1


def test_it_asks_few_questions_however_many_games(django_assert_max_num_queries):
    ann, bob, cleo, dan = accounts(4)
    for winner, loser in ((ann, bob), (bob, cleo), (cleo, dan), (dan, ann)):
        quick_losses(winner, loser, 8)
    with django_assert_max_num_queries(26):
        tasks.look_for_signals()
    assert len(signals("farming")) == len(signals("leaver")) == 4


def test_it_runs_every_ten_minutes_beside_the_sweep_and_expires():
    entry = site.CELERY_BEAT_SCHEDULE["signals"]
    assert entry["task"] == tasks.look_for_signals.name
    assert entry["schedule"] == 600
    assert entry["options"]["expires"] < 600
    assert site.CELERY_TASK_ROUTES[tasks.look_for_signals.name] == {"queue": "sweep"}
    assert leavers.LEFT < leavers.GAMES
