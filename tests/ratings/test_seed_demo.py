"""A demo site: its games are games by the rules, its ratings stand, and it is made once."""

from io import StringIO

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth.hashers import check_password
from django.core.management import CommandError, call_command
from django.db import transaction
from django.test import Client

from accounts.models import Player, Report, User
from accounts.names import clean_name
from accounts.sanctions.models import Sanction
from games import reveal
from games.cribbage.verify import check_game
from games.demo import plan
from games.demo.names import NAMES, name
from games.models import Act, Game, Move, Table
from ratings import caps
from ratings.audit import audit
from ratings.models import Entry, Mode, Settlement
from tests.ratings.ledgers import new_game

pytestmark = pytest.mark.django_db

SMALL = {"players": 8, "games": 40, "until": "2026-06-01"}


def seed(**options):
    said = StringIO()
    call_command("seed_demo", stdout=said, **{**SMALL, **options})
    return said.getvalue()


def contents():
    """What two sites of the same seed have in common."""
    return (
        list(Table.objects.order_by("pk").values_list("code", "size", "created_at")),
        list(Game.objects.order_by("pk").values_list("key", "commitment", "ending", "ended_at")),
        list(Move.objects.order_by("pk").values_list("seat", "action", "at")),
        list(Entry.objects.order_by("pk").values_list("player__name", "before", "change")),
        list(Player.objects.order_by("pk").values_list("name", "created_at")),
    )


def test_everything_about_it_is_in_order(client):
    said = seed()
    assert "games a second" in said
    call_command("verify_games", stdout=StringIO())
    assert {Settlement.Kind.GAME, Settlement.Kind.REPLAY} <= set(
        Settlement.objects.values_list("kind", flat=True)
    )
    for mode in Mode:
        found = audit(mode)
        assert found.problems == []
        assert found.games
    assert set(Report.objects.values_list("state", flat=True)) == {"open", "closed"}
    assert {each.kind for each in Sanction.objects.in_force()} == {"ban", "suspension"}
    for game in Game.objects.order_by("pk")[:5]:
        assert check_game(reveal.deals(game)) == []
    for pk in Player.objects.values_list("pk", flat=True)[:2]:
        for path in (f"/players/{pk}/", f"/players/{pk}/ratings/2/", "/leaderboard/2/"):
            assert client.get(path).status_code == 200
    table = Table.objects.order_by("pk").first()
    assert Client().get(f"/t/{table.code}/1/deals.json").status_code == 200
    before = contents()
    assert "Nothing was added" in seed(seed="another")
    assert contents() == before


def test_no_pair_has_more_games_than_count():
    seed(players=6, games=40)
    unrated = Game.objects.exclude(unrated="")
    assert not Settlement.objects.filter(game__in=unrated).exists()
    for settlement in Settlement.objects.filter(kind="game", mode=2):
        one, other = settlement.entries.order_by("seat").values_list("player", flat=True)
        times = [at for at in caps.games_of_pair(one, other, settlement.game.started_at - caps.WEEK)
                 if at <= settlement.game.started_at]  # fmt: skip
        assert len(times) < caps.GAMES_A_WEEK


def test_the_same_seed_makes_the_same_site():
    found = []
    for _ in range(2):
        with transaction.atomic():
            seed(players=6, games=8)
            found.append(contents())
            transaction.set_rollback(True)
    assert found[0] == found[1]
    assert len(found[0][1]) >= 7


def test_nobody_can_log_in_unless_a_password_is_given():
    seed(players=6, games=1)
    user = User.objects.get(email="demo01@example.org")
    assert not user.has_usable_password()
    assert EmailAddress.objects.filter(verified=True).count() == 6


def test_the_password_that_is_given_is_everybody_s():
    seed(players=6, games=1, password="seven green bottles")
    for user in User.objects.all()[:1]:
        assert check_password("seven green bottles", user.password)


def test_it_keeps_off_a_site_where_others_have_played():
    game = new_game()
    Player.objects.create(kind=Player.Kind.ACCOUNT, name=NAMES[0].upper())
    with pytest.raises(CommandError, match="Other people have played"):
        seed()
    assert list(Game.objects.all()) == [game]
    seed(games=3, yes=True)
    assert Game.objects.count() > 1
    assert Player.objects.filter(name__iexact=NAMES[0]).count() == 1


@pytest.mark.parametrize("wrong", [{"players": 5}, {"games": 0}, {"until": "soon"}])
def test_what_makes_no_site_is_refused(wrong):
    with pytest.raises(CommandError):
        seed(**wrong)
    assert not Player.objects.exists()


def test_names_are_names_that_people_can_choose():
    assert len({name(number).casefold() for number in range(500)}) == 500
    for number in range(500):
        assert clean_name(name(number)) == name(number)


@pytest.mark.parametrize("fate", ["drawn", "left", "missed"])
def test_games_that_end_otherwise_follow_from_their_moves(fate, monkeypatch):
    monkeypatch.setattr(plan, "FATES", {plan.Fate(fate): 1000})
    seed(games=10)
    call_command("verify_games", stdout=StringIO())
    endings = set(Game.objects.values_list("ending", flat=True))
    kinds = set(Act.objects.values_list("kind", flat=True))
    assert {
        "drawn": ("draw", "draw"),
        "left": ("resigned", "held"),
        "missed": ("void", "missed"),
    }[fate] in {(ending, kind) for ending in endings for kind in kinds}
    for mode in Mode:
        assert audit(mode).problems == []
