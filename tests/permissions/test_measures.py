"""Who may take which measure: each on the page that confirms it, filled in, for everybody.

The columns are ROLES; `>` it was taken, `x` understood and refused, and the letters of
test_addresses.
"""

from datetime import timedelta

import pytest
from django.db import transaction
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.moderation.catalogue import ON_GAMES, ON_PLAYERS
from tests.permissions.test_addresses import word
from tests.permissions.worlds import ROLES, world
from tests.support.playing import finished_game

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("one_look", "quick_accounts")]

NOBODY_ELSE = "LL---S"
ANY_STAFF, ADMINS, NOT_HERE = (NOBODY_ELSE + of for of in (">>", "->", "xx"))

# On Bob, who plays with Ann and has no rated game.
ON_BOB = {
    "note": ANY_STAFF,
    "warning": ANY_STAFF,
    "chat-15-minutes": ANY_STAFF,
    "chat-24-hours": ANY_STAFF,
    "chat-7-days": ANY_STAFF,
    "ranked-7-days": ANY_STAFF,
    "ranked-30-days": ANY_STAFF,
    "ranked-no-end": ANY_STAFF,
    "suspension-1-day": ANY_STAFF,
    "suspension-7-days": ANY_STAFF,
    "suspension-30-days": ANY_STAFF,
    "ban": ADMINS,
    "rename": ANY_STAFF,
    "boards": ADMINS,
    "replay-2": NOBODY_ELSE + "-x",
    "replay-3": NOBODY_ELSE + "-x",
    "replay-4": NOBODY_ELSE + "-x",
}
# On the game that runs, which is not ranked, and on a ranked one that is over.
ON_A_RUNNING_GAME = {
    "void": NOT_HERE,
    "draw": ANY_STAFF,
    "award": ANY_STAFF,
    "annul": ANY_STAFF,
    "nudge": ANY_STAFF,
    "close": ANY_STAFF,
}
ON_A_RANKED_GAME_THAT_IS_OVER = {
    "void": ANY_STAFF,
    "draw": NOT_HERE,
    "award": NOT_HERE,
    "annul": NOT_HERE,
    "nudge": ANY_STAFF,
    "close": ANY_STAFF,
}


def take(there, role, path, measure):
    """What that person gets for the filled form; afterwards all is as it was."""
    browser = Client(raise_request_exception=False)
    browser.cookies = there.browsers[role].cookies.copy()
    until = timezone.now() + (measure.lasts or timedelta())
    fields = {"key": "akey", "reason": "Because", "until": until.isoformat(), "winner": "0"}
    with transaction.atomic():
        answer = browser.post(path, fields)
        transaction.set_rollback(True)
    return "x" if answer.status_code == 422 else word(answer)


def answers(there, kind, target, measures, roles=ROLES):
    return {
        name: "".join(
            take(there, role, f"/moderation/{kind}/{target.pk}/{name}/", measure) for role in roles
        )
        for name, measure in measures.items()
    }


def test_measures_on_a_player():
    there = world()
    assert answers(there, "players", there.players["opponent"], ON_PLAYERS) == ON_BOB


# By the name of whom it is on: what the moderator gets and what the administrator gets.
ON_THOSE_WHO_WORK_HERE = {"mia": ("x", ">"), "ada": ("x", "x")}


@pytest.mark.parametrize("name", ON_THOSE_WHO_WORK_HERE)
def test_no_measure_on_oneself_nor_on_an_administrator_by_somebody_less(name):
    there = world()
    whom = User.objects.get(username=name).player
    found = answers(there, "players", whom, ON_PLAYERS, ROLES[6:])
    mia, ada = ON_THOSE_WHO_WORK_HERE[name]
    for each, row in ON_BOB.items():
        asked = mia if row[6] == ">" else row[6]
        assert found[each] == asked + (ada if row[7] == ">" else row[7]), each


def test_measures_on_a_running_game():
    there = world()
    assert answers(there, "games", there.game, ON_GAMES) == ON_A_RUNNING_GAME


def test_measures_on_a_ranked_game_that_is_over():
    there = world()
    over = finished_game(ranked=True, seed=6)
    assert answers(there, "games", over, ON_GAMES) == ON_A_RANKED_GAME_THAT_IS_OVER
