"""The audit finds what is wrong with the ledger, and nothing else."""

from io import StringIO
from math import log

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from ratings.audit import audit
from ratings.models import Entry, Meeting, Rating
from tests.ratings.ledgers import many, people, settled

pytestmark = pytest.mark.django_db


def change_entry(**values):
    """What the trigger refuses, as somebody with the database in hand could do it."""
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute("ALTER TABLE ratings_entry DISABLE TRIGGER entries_stay")
        Entry.objects.filter(pk=Entry.objects.filter(seat=0).latest("pk").pk).update(**values)
        cursor.execute("ALTER TABLE ratings_entry ENABLE TRIGGER entries_stay")


@pytest.mark.parametrize("wrong", [{"change": 77}, {"before": 1}, {"games_before": 500}])
def test_a_row_that_was_changed_is_found(wrong):
    many(people(5), 2, 20)
    assert audit(2).problems == []
    change_entry(**wrong)
    assert audit(2).problems


@pytest.mark.parametrize(
    "wrong", [{"value": 1}, {"wins": 0, "games": 0, "draws": 0, "losses": 0}, {"streak": 99}]
)
def test_a_rating_that_the_ledger_does_not_give_is_found(wrong):
    ann, bob = people(2)
    settled([ann, bob], (1, 2))
    Rating.objects.filter(player=ann).update(**wrong)
    assert len(audit(2).problems) == len(wrong) if "value" in wrong else audit(2).problems


@pytest.mark.parametrize("wrong", [{"games": 7}, {"wins": 0, "losses": 1}])
def test_so_is_a_count_of_two_against_each_other(wrong):
    ann, bob = people(2)
    settled([ann, bob], (1, 2))
    Meeting.objects.filter(player=ann).update(**wrong)
    assert len(audit(2).problems) == len(wrong)


def test_and_one_that_is_missing_or_too_many():
    ann, bob, cleo = people(3)
    settled([ann, bob], (1, 2))
    Meeting.objects.filter(player=ann).update(opponent=cleo)
    assert len(audit(2).problems) == 3


def test_the_ratings_are_compared_with_a_coin():
    ann, bob = people(2)
    assert audit(2).loss is None
    settled([ann, bob], (1, 2))
    assert audit(2).loss == pytest.approx(log(2))
    for day in range(200):
        settled([ann, bob], (1, 2), day=day)
    assert audit(2).loss < log(2)


def test_the_command_says_what_it_found_and_fails_when_something_is_wrong():
    many(people(5), 3, 20)
    said = StringIO()
    call_command("rating_audit", stdout=said)
    assert "three players: 20 games, 0 problems, log-loss 0." in said.getvalue()
    change_entry(change=77)
    with pytest.raises(CommandError):
        call_command("rating_audit", stdout=StringIO(), stderr=StringIO())
