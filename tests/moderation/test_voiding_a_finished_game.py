"""A finished game is taken out of the ratings, once; its table says so."""

import pytest
from django.core.exceptions import ValidationError

from accounts.sanctions.models import LogEntry
from games.board import snapshot
from games.board.regions import contexts, look
from games.moderation import measures
from ratings import elo
from ratings.audit import audit
from ratings.models import Rating, Settlement
from tests.support.playing import finished_game, game_in, person, revision_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("wires", "one_look")]


def void(game, actor, key=""):
    measures.void(game.pk, "They played together", actor, report=None, key=key)


def test_what_it_moved_is_moved_back_and_logged(mia):
    game = finished_game(ranked=True)
    moved = dict(Rating.objects.values_list("player_id", "value"))
    before = revision_of(game)
    void(game, mia)
    assert set(Rating.objects.values_list("value", flat=True)) == {elo.START}
    assert revision_of(game) > before
    entry = LogEntry.objects.get()
    assert (entry.action, entry.game_id, entry.reason) == ("void", game.pk, "They played together")
    assert entry.before["ratings"] == {str(player): value for player, value in moved.items()}
    assert set(entry.after["ratings"].values()) == {elo.START}
    assert audit(2).problems == []
    result = contexts(look(snapshot.load(game.table.code), person(game, "Ann")))["report"].result
    assert "taken this game out of the ratings" in result.why


def test_a_void_of_a_void_is_refused(mia):
    game = finished_game(ranked=True)
    void(game, mia)
    with pytest.raises(ValidationError, match="taken out of the ratings already"):
        void(game, mia)
    assert Settlement.objects.filter(kind="void").count() == 1
    assert LogEntry.objects.count() == 1


def test_a_game_that_moved_nothing_or_still_runs_is_refused(mia):
    with pytest.raises(ValidationError, match="did not count"):
        void(finished_game(target=61), mia)
    with pytest.raises(ValidationError, match="Only a game that is over"):
        void(game_in("play", ranked=True, seed=2), mia)
