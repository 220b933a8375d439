"""What would be refused is not offered, and the page to confirm it says so before any reason."""

import pytest
from django.core.exceptions import ValidationError

from accounts.anonymising import anonymise
from accounts.players import computer_players
from accounts.sanctions import imposing
from accounts.sanctions.models import Kind, LogEntry, Sanction
from games.models import Game, Table
from games.moderation import measures
from games.moderation.catalogue import ON_PLAYERS, Asked
from tests.support.playing import (
    account,
    finished_game,
    game_in,
    play_to,
    running_game,
    seat_of,
    waiting_game,
)
from tests.support.staff import admin, desk_of
from tests.support.strict import Strict, strict_rules

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.usefixtures("wires", "one_look", "quick_accounts"),
]

LEFT = "This player has left"


def gone(name="Ann"):
    player = account(name)
    anonymise(player)
    return player


def page_of(client, address, status=200):
    page = client.get(address)
    assert page.status_code == status
    strict_rules(page)
    text = page.content.decode()
    assert Strict(text).faults == []
    return page, text


def offered_against(client, player):
    page, text = page_of(client, f"/moderation/players/{player.pk}/")
    return [measure.name for measure in page.context["one"].measures], text


def offered_on(client, game):
    page, text = page_of(client, f"/moderation/games/{game.pk}/")
    return [measure.name for measure in page.context["shown"].measures], text


def refused_at_once(client, address, words):
    """Whether the page says so, with nothing to fill in."""
    _page, text = page_of(client, address)
    return words in text and "<textarea" not in text


def asked(actor):
    return Asked(actor=actor, reason="Because", report=None, key="")


# --- Players --------------------------------------------------------------------------------------


def test_against_somebody_who_has_left_there_is_a_note_alone(ada):
    ann = gone()
    offered, text = offered_against(desk_of(ada), ann)
    assert offered == ["note"]
    assert LEFT in text
    for name in set(ON_PLAYERS) - {"note"}:
        assert refused_at_once(desk_of(ada), f"/moderation/players/{ann.pk}/{name}/", LEFT)


def test_no_measure_is_taken_against_somebody_who_has_left(ada):
    ann = gone()
    name = ann.name
    for measure in ON_PLAYERS.values():
        if measure.name != "note":
            with pytest.raises(ValidationError, match=LEFT):
                measure.take(ann, asked(ada))
    ann.refresh_from_db()
    assert ann.name == name
    assert not Sanction.objects.exists()
    ON_PLAYERS["note"].take(ann, asked(ada))
    assert LogEntry.objects.get().action == "note"


def test_a_sanction_of_somebody_who_has_left_is_not_lifted_but_the_appeal_is_decided(mia, ada):
    ann = account("Ann")
    given = imposing.impose(ann, Kind.BAN, "A robot", mia)
    appeal = imposing.appeal(given, "No robot")
    anonymise(ann)
    client = desk_of(ada)
    address = f"/moderation/sanctions/{given.pk}/lift/"
    assert address not in offered_against(client, ann)[1]
    assert refused_at_once(client, address, LEFT)
    assert client.post(address, {"reason": "x"}).status_code == 422
    fields = {"decision": "refuse", "answer": "It stays"}
    assert client.post(f"/moderation/appeals/{appeal.pk}/", fields).status_code == 302


def test_against_a_computer_player_there_is_nothing(mia, desk):
    (hazel,) = computer_players(1)
    for name in ("note", "warning"):
        assert refused_at_once(
            desk, f"/moderation/players/{hazel.pk}/{name}/", "on a computer player"
        )
        with pytest.raises(ValidationError, match="computer player"):
            ON_PLAYERS[name].take(hazel, asked(mia))


def test_a_moderator_is_offered_nothing_against_an_administrator_or_oneself(mia, desk, ada):
    for player, words in (
        (ada.player, "Only an administrator decides about an administrator."),
        (mia.player, "This is you: another moderator decides about you."),
    ):
        offered, text = offered_against(desk, player)
        assert offered == []
        assert words in text
        for name in ("suspension-1-day", "note"):
            assert refused_at_once(desk, f"/moderation/players/{player.pk}/{name}/", words)
    assert "ban" in offered_against(desk_of(admin("eve")), ada.player)[0]


def test_an_administrator_s_sanction_and_appeal_are_no_moderator_s(desk, ada):
    given = imposing.impose(ada.player, Kind.WARNING, "Rude", admin("eve"))
    imposing.appeal(given, "I was not")
    address = f"/moderation/sanctions/{given.pk}/lift/"
    assert address not in offered_against(desk, ada.player)[1]
    assert refused_at_once(desk, address, "Only an administrator")
    _page, text = page_of(desk, "/moderation/appeals/")
    assert "Only an administrator decides about an administrator." in text
    assert "<textarea" not in text


def test_games_of_a_kind_that_nobody_played_are_not_taken_out(ada):
    game = finished_game(ranked=True)
    ann, client = seat_of(game, "Ann").player, desk_of(ada)
    offered, _text = offered_against(client, ann)
    assert [name for name in offered if name.startswith("replay")] == ["replay-2"]
    address = f"/moderation/players/{ann.pk}/replay-3/"
    assert refused_at_once(client, address, "No game of this player counts there.")


def test_taking_out_games_is_asked_with_the_name_and_how_many(ada):
    game = finished_game(ranked=True)
    ann = seat_of(game, "Ann").player
    _page, text = page_of(desk_of(ada), f"/moderation/players/{ann.pk}/replay-2/")
    assert "Take Ann&#x27;s games of two out of the ratings?" in text
    assert "It takes out 1 game." in text


# --- Games ----------------------------------------------------------------------------------------


def test_before_a_game_is_voided_it_is_shown_what_goes_back(desk):
    game = finished_game(ranked=True)
    page, text = page_of(desk, f"/moderation/games/{game.pk}/void/")
    assert "Take this game out of the ratings?" in text
    assert "Ann and Bob" in text
    rows = {row.name: row for row in page.context["touches"].moved}
    assert set(rows) == {"Ann", "Bob"}
    for row in rows.values():
        assert (row.before, row.without) == ("1500.00", "1500.00")
        assert row.change != row.back
        assert row.change.lstrip("+\N{MINUS SIGN}") == row.back.lstrip("+\N{MINUS SIGN}")
        assert row.back in text


def test_a_game_that_was_taken_out_says_so_and_is_not_offered_again(mia, desk):
    game = finished_game(ranked=True)
    offered, text = offered_on(desk, game)
    assert "void" in offered
    assert "<dt>Ratings</dt><dd>counted</dd>" in text
    measures.void(game.pk, "Played <b>together", mia, report=None)
    offered, text = offered_on(desk, game)
    assert "void" not in offered
    assert "taken out of the ratings on " in text
    assert "UTC by Mia: " in text
    assert "Played &lt;b&gt;together" in text
    address = f"/moderation/games/{game.pk}/void/"
    assert refused_at_once(desk, address, "taken out of the ratings already")


def test_a_game_taken_out_with_all_of_somebody_s_says_whose(ada):
    game = finished_game(ranked=True)
    ann, client = seat_of(game, "Ann").player, desk_of(ada)
    measures.remove_games(ann, 2, "A robot", ada, report=None)
    offered, text = offered_on(client, game)
    assert "void" not in offered
    assert "UTC by Ada, with all games of Ann: " in text
    address = f"/moderation/games/{game.pk}/void/"
    assert refused_at_once(client, address, "taken out of the ratings already")


def test_a_game_that_ended_void_says_so_and_is_not_offered(mia, desk):
    game = game_in("play", ranked=True)
    measures.annul(game.pk, "Because", mia, report=None)
    offered, text = offered_on(desk, game)
    assert "void" not in offered
    assert "did not count: the game was void" in text
    assert refused_at_once(desk, f"/moderation/games/{game.pk}/void/", "did not count")


def test_a_game_of_a_pair_that_plays_often_says_why_it_does_not_count(desk):
    game = running_game(ranked=True)
    Game.objects.filter(pk=game.pk).update(unrated=Game.Unrated.DAY)
    assert "will not count: three games of a pair in a day" in offered_on(desk, game)[1]
    play_to(game, "over")
    offered, text = offered_on(desk, game)
    assert "void" not in offered
    assert "did not count: three games of a pair in a day" in text


def test_of_a_game_that_is_not_ranked_nothing_is_said_of_ratings(desk):
    assert "<dt>Ratings</dt>" not in offered_on(desk, finished_game(target=61))[1]


def test_each_measure_on_a_game_says_who_plays(desk):
    game = game_in("play", 4)
    for name in ("draw", "award", "annul", "nudge", "close"):
        _page, text = page_of(desk, f"/moderation/games/{game.pk}/{name}/")
        assert "Ann and Cleo against Bob and Dan" in text
    _page, text = page_of(desk, f"/moderation/games/{waiting_game(seed=2).pk}/close/")
    assert "Ann" in text


def test_at_a_table_without_anybody_it_says_so(desk):
    table = Table.objects.create(code="empty")
    game = Game.objects.create(table=table, number=1, key="empty")
    _page, text = page_of(desk, f"/moderation/games/{game.pk}/close/")
    assert "nobody" in text


def test_what_a_game_does_not_allow_is_refused_at_once(desk):
    over, waiting = finished_game(target=61), waiting_game(seed=2)
    for name in ("draw", "award", "annul"):
        assert refused_at_once(desk, f"/moderation/games/{over.pk}/{name}/", "over already")
        assert refused_at_once(desk, f"/moderation/games/{waiting.pk}/{name}/", "has not begun")
    running = game_in("play", seed=3)
    assert refused_at_once(
        desk, f"/moderation/games/{running.pk}/void/", "Only a game that is over"
    )
    measures.close_table(waiting.table, "x", admin("eve"), report=None)
    assert refused_at_once(desk, f"/moderation/games/{waiting.pk}/close/", "closed already")


def test_of_a_game_of_one_s_own_nothing_is_offered(mia, desk):
    game = game_in("play", ranked=True)
    ann = seat_of(game, "Ann").player
    mia.player.delete()
    type(ann).objects.filter(pk=ann.pk).update(user=mia)
    assert offered_on(desk, game)[0] == []
    for name in ("award", "close"):
        assert refused_at_once(
            desk, f"/moderation/games/{game.pk}/{name}/", "You play in this game"
        )
