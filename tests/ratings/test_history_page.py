"""A player's ratings: numbers, games, corrections, head to head; strangers break nothing."""

import re
from datetime import timedelta
from itertools import pairwise

import pytest
from django.test import Client

from accounts.models import Player
from ratings import history, meetings
from ratings.career import career
from ratings.models import Meeting, Rating
from ratings.pages import Pages
from ratings.removal import remove
from ratings.settlement import settle, void
from tests.ratings.ledgers import BEGAN, many, new_game, people, result, settled
from tests.support.strict import Strict, strict_rules
from tests.support.visitors import browser_of

pytestmark = pytest.mark.django_db

LATER = BEGAN + timedelta(days=400)


ALL = Pages(1, 1_000, 1_000)


def first_deals(player, mode):
    return career(player, Rating.objects.get(player=player, mode=mode)).dealt


def page(player, mode=2, **asked):
    """The page as a stranger gets it: (response, text)."""
    return fetch(f"/players/{player.pk}/ratings/{mode}/", **asked)


def fetch(path, **asked):
    response = Client().get(path, asked)
    assert response.status_code == 200
    text = response.content.decode()
    assert Strict(text).faults == []
    strict_rules(response)
    return response, text


def cells(text):
    """The rows of the list of games, as the texts of their cells."""
    body = text[text.index('class="facts ledger"') :]
    rows = re.findall(r"<tr[^>]*>(.*?)</tr>", body[: body.index("</table>")], re.DOTALL)
    return [
        [
            " ".join(re.sub(r"<[^>]+>", " ", cell).split())
            for cell in re.findall(r"<td[^>]*>(.*?)</td>", row, re.DOTALL)
        ]
        for row in rows[1:]
    ]


def test_two_new_players_and_a_win():
    ann, bob = people(2)
    game = settled([ann, bob], (1, 2))
    _, text = page(ann)
    assert cells(text) == [
        ["Player 2 Won · The game of 1 January 2026", "Won", "+10.00", "1510.00"]
    ]
    assert f'href="/t/{game.game.table.code}/{game.game.number}/"' in text
    assert f'href="/players/{bob.pk}/"' in text
    _, text = page(bob)
    assert cells(text)[0][1:] == ["Lost", "−10.00", "1490.00"]
    assert "<b>1490</b>" in text
    assert "fewer than 30 games" in text


def test_three_players_and_their_places():
    players = people(3)
    settled(players, (1, 2, 3))
    said = [cells(page(player, 3)[1])[0][1:] for player in players]
    assert said == [
        ["Won", "+10.00", "1510.00"],
        ["Second", "0.00", "1500.00"],
        ["Third", "−10.00", "1490.00"],
    ]


def test_partners_are_told_from_opponents():
    players = people(4)
    settled(players, (1, 2, 1, 2))
    (line,) = page(players[0], 4)[0].context["lines"]
    assert [each.name for each in line.opponents] == ["Player 2", "Player 4"]
    assert line.partner.name == "Player 3"
    assert (line.change, line.after) == (500, 150_500)


@pytest.mark.parametrize(
    ("places", "left", "ending", "said"),
    [
        ((1, 1), (), "draw", "Drawn by agreement"),
        ((1, 1), (), "empty", "Drawn nobody was there"),
        ((1, 2), (1,), "claimed", "Won claimed"),
        ((1, 2), (1,), "resigned", "Won resigned"),
        ((2, 1), (0,), "resigned", "Lost left the table"),
        ((2, 1), (), "ruled", "Lost by a moderator"),
    ],
)
def test_how_a_game_was_over(places, left, ending, said):
    players = people(2)
    settle(result(players, places, left, ending), BEGAN)
    assert cells(page(players[0])[1])[0][1] == said


def test_who_left_a_table_of_four_has_lost_though_the_side_has_won():
    players = people(4)
    settled(players, (1, 2, 1, 2), left={0})
    assert cells(page(players[0], 4)[1])[0][1] == "Lost left the table"
    assert cells(page(players[2], 4)[1])[0][1] == "Won"


def test_a_voided_game_and_its_correction_are_both_there():
    ann, bob = people(2)
    game = settled([ann, bob], (1, 2))
    settled([ann, bob], (1, 2), day=1)
    void(game.game_id, "played by <one> person", LATER)
    response, text = page(ann)
    kinds = [(line.kind, line.taken_back, line.change) for line in response.context["lines"]]
    assert kinds[0] == ("void", "", -1000)
    assert [each[:2] for each in kinds[1:]] == [("game", ""), ("game", "void")]
    assert text.count("played by &lt;one&gt; person") == 2
    assert "A game was voided:" in text
    assert response.context["lines"][0].after == response.context["row"].value


def test_a_removal_is_a_line_for_all_whom_it_moved():
    ann, bob, cleo = people(3)
    settled([ann, bob], (1, 2))
    settled([bob, cleo], (1, 2), day=1)
    remove(ann.pk, 2, "a computer's help", LATER)
    response, text = page(bob)
    assert [(line.kind, line.taken_back) for line in response.context["lines"]] == [
        ("replay", ""),
        ("game", ""),
        ("game", "replay"),
    ]
    assert "Games taken out:" in text
    assert "a computer&#x27;s help" in text
    assert response.context["lines"][0].after == 151_000
    response, _ = page(ann)
    assert [line.taken_back for line in response.context["lines"]] == ["", "replay"]
    assert response.context["row"].games == 0


@pytest.mark.parametrize("mode", [2, 3, 4])
def test_every_line_leads_to_the_next_rating(mode):
    players = people(6)
    games = many(players, mode, 60)
    void(games[5].game_id, "", LATER)
    remove(players[1].pk, mode, "", LATER)
    void(next(
        game.game_id for game in games[20:] if not game.entries.filter(player=players[1]).exists()
    ), "", LATER)  # fmt: skip
    for player in players:
        found = history.lines(history.entries(player, mode), player, ALL)
        for newer, older in pairwise(found):
            assert newer.after - newer.change == older.after
        row = Rating.objects.get(player=player, mode=mode)
        assert found[0].after == row.value
        counting = [line for line in found if line.kind == "game" and not line.taken_back]
        assert len(counting) == row.games
        assert sum(line.result == "Won" for line in counting) == row.wins
        dealt = first_deals(player, mode)
        assert sum(each.games for each in dealt) == row.games
        assert sum(each.wins for each in dealt) == row.wins


def test_results_by_the_first_deal():
    ann, bob = people(2)
    settled([ann, bob], (1, 2))
    settled([ann, bob], (1, 2), day=1)
    settled([ann, bob], (1, 1), day=2)
    settled([bob, ann], (1, 2), day=3)
    own, other = first_deals(ann, 2)
    assert (own.games, own.wins, own.share) == (3, 2, 67)
    assert (other.games, other.wins, other.share) == (1, 0, 0)
    own, other = first_deals(bob, 2)
    assert (own.games, own.wins) == (1, 1)
    assert (other.games, other.wins) == (3, 0)


@pytest.mark.parametrize(("seat", "first"), [(0, True), (1, False), (2, True), (3, False)])
def test_with_partners_the_first_deal_is_the_side_s(seat, first):
    players = people(4)
    settled(players, (1, 2, 1, 2))
    own, other = first_deals(players[seat], 4)
    assert (own.games, other.games) == ((1, 0) if first else (0, 1))


@pytest.mark.parametrize(
    ("results", "said"),
    [
        ([1, 1], "2 wins in a row"),
        ([1], "won the last game"),
        ([0], "lost the last game"),
        ([1, 0, 0, 0], "3 losses in a row"),
        ([1, 0.5], "drew the last game"),
    ],
)
def test_runs_are_said(results, said):
    ann, bob = people(2)
    for day, s in enumerate(results):
        settled([ann, bob], {1: (1, 2), 0: (2, 1), 0.5: (1, 1)}[s], day=day)
    assert said in page(ann)[1]


def test_fifty_a_page_and_the_summary_on_the_first():
    ann, bob = people(2)
    for day in range(history.PAGE + 3):
        settled([ann, bob], (1 + day % 2, 2 - day % 2), day=day)
    sizes = []
    for number in ("1", "2", "3"):
        response, text = page(ann, page=number)
        sizes.append((len(response.context["lines"]), "Over time" in text))
    assert sizes == [(50, True), (3, False), (0, False)]
    assert 'href="?page=2"' in page(ann)[1]
    assert 'href="?page=2"' in page(ann, page="999")[1]


def test_the_drawing_has_words_and_a_table():
    players = people(4)
    many(players, 2, 120)
    _, text = page(players[0])
    assert re.search(r'<svg[^>]* role="img" aria-label="Rating from \d+ January 2026 to', text)
    assert "<polygon" in text
    assert "The same as a table" in text
    assert "January 2026" in text


def test_a_drawing_of_one_day_says_its_date_once():
    ann, bob = people(2)
    settle(result([ann, bob], (1, 2)), BEGAN)
    settle(result([ann, bob], (1, 2)), BEGAN + timedelta(hours=1))
    _, text = page(ann)
    dates = re.search(r'class="chart-dates"[^>]*>(.*?)</div>', text)[1]
    assert dates == "<span>1 January 2026</span><span></span><span></span>"


def test_somebody_without_rated_games():
    (ann,) = people(1)
    response, text = page(ann)
    assert "No rated game of this kind yet." in text
    assert (
        "You have not played"
        in browser_of(ann).get(f"/players/{ann.pk}/ratings/2/").content.decode()
    )
    assert response.context["row"] is None


# --- Head to head ---------------------------------------------------------------------------------


def test_two_against_each_other():
    ann, bob = people(2)
    settled([ann, bob], (1, 2))
    settled([bob, ann], (2, 1), day=1)
    settled([ann, bob], (1, 1), day=2)
    response, text = fetch(f"/players/{ann.pk}/against/{bob.pk}/")
    (record,) = response.context["records"]
    assert (record.games, record.wins, record.draws, record.losses) == (3, 2, 1, 0)
    assert record.share == 83
    assert [line.result for line in response.context["lines"]] == ["Drawn", "Won", "Won"]
    assert "51 : 49" in text
    response, _ = fetch(f"/players/{bob.pk}/against/{ann.pk}/")
    assert [line.result for line in response.context["lines"]] == ["Drawn", "Lost", "Lost"]


def test_with_three_it_is_between_the_two_alone():
    ann, bob, cleo = people(3)
    settled([ann, bob, cleo], (3, 2, 1))
    response, _ = fetch(f"/players/{bob.pk}/against/{ann.pk}/")
    assert [line.result for line in response.context["lines"]] == ["Won"]


def test_partners_have_not_met():
    players = people(4)
    settled(players, (1, 2, 1, 2))
    response, text = fetch(f"/players/{players[0].pk}/against/{players[2].pk}/")
    assert response.context["lines"] == []
    assert "have not met" in text
    assert len(fetch(f"/players/{players[0].pk}/against/{players[3].pk}/")[0].context["lines"]) == 1


@pytest.mark.parametrize("mode", [2, 3, 4])
def test_the_list_of_two_says_what_was_counted(mode):
    players = people(5)
    many(players, mode, 50)
    ann, bob = players[:2]
    found = history.lines(history.games_between(ann, bob), ann, ALL, bob)
    met = Meeting.objects.get(player=ann, opponent=bob, mode=mode)
    assert len(found) == met.games
    assert sum(line.result == "Won" for line in found) == met.wins
    assert sum(line.result == "Drawn" for line in found) == met.draws


def test_everybody_who_was_met_fifty_a_page():
    ann, *others = people(meetings.PAGE + 3)
    for other in others:
        settled([ann, other], (1, 2))
    response, text = page(ann)
    assert len(response.context["met"]) == meetings.MOST_MET
    where = f"/players/{ann.pk}/ratings/2/opponents/"
    assert where in text
    sizes = [len(fetch(where, page=number)[0].context["met"]) for number in (1, 2, 3)]
    assert sizes == [50, 2, 0]


# --- The profile, and strangers -------------------------------------------------------------------


def test_the_profile_and_the_own_games_lead_to_every_rating():
    ann, bob, cleo = people(3)
    settled([ann, bob], (1, 2))
    settled([ann, bob, cleo], (2, 1, 3), day=2)
    ask = browser_of(ann)
    for text in (fetch(f"/players/{ann.pk}/")[1], ask.get("/games/").content.decode()):
        assert f'href="/players/{ann.pk}/ratings/2/"' in text
        assert f'href="/players/{ann.pk}/ratings/3/"' in text
        assert f'href="/players/{ann.pk}/ratings/4/"' not in text
        assert "1 game since 1 January 2026" in text
        assert "1 game since 3 January 2026" in text


def test_the_profile_of_somebody_one_has_met_leads_to_those_games():
    ann, bob, cleo = people(3)
    settled([ann, bob], (1, 2))
    settled([bob, cleo], (1, 2), day=1)
    ask = browser_of(ann)
    against = f'href="/players/{ann.pk}/against/{bob.pk}/"'
    assert against in ask.get(f"/players/{bob.pk}/").content.decode()
    assert "against" not in ask.get(f"/players/{cleo.pk}/").content.decode()
    assert "against" not in fetch(f"/players/{bob.pk}/")[1]


NOWHERE = [
    "ratings/5/",
    "ratings/0/",
    "ratings/1/",
    "ratings/x/",
    "ratings/99999999999999999999/",
    "ratings/5/opponents/",
    "against/999999/",
    "against/99999999999999999999999/",
]


@pytest.mark.parametrize("path", NOWHERE)
def test_addresses_that_lead_nowhere(path):
    (ann,) = people(1)
    assert Client().get(f"/players/{ann.pk}/{path}").status_code == 404


def test_nobody_plays_against_oneself():
    (ann,) = people(1)
    assert Client().get(f"/players/{ann.pk}/against/{ann.pk}/").status_code == 404


@pytest.mark.parametrize("pk", ["0", "999999", "9" * 18, "9" * 30])
def test_players_who_are_not_there(pk):
    for path in ("ratings/2/", "ratings/2/opponents/", "against/1/"):
        assert Client().get(f"/players/{pk}/{path}").status_code == 404


def test_a_computer_player_has_no_rating():
    (ann,) = people(1)
    cpu = Player.objects.create(kind=Player.Kind.CPU, name="Hazel")
    for path in (f"{cpu.pk}/ratings/2/", f"{cpu.pk}/against/{ann.pk}/",
                 f"{ann.pk}/against/{cpu.pk}/"):  # fmt: skip
        assert Client().get(f"/players/{path}").status_code == 404


@pytest.mark.parametrize(
    "number", ["", "0", "-1", "1.5", "x", "²", "١", "9" * 6, "9" * 5000, "\x00", "1 OR 1=1", "<b>"],
    ids=lambda number: number[:12],
)  # fmt: skip
def test_a_page_that_can_not_be_one(number):
    ann, bob = people(2)
    settled([ann, bob], (1, 2))
    for path in (f"{ann.pk}/ratings/2/", f"{ann.pk}/ratings/2/opponents/",
                 f"{ann.pk}/against/{bob.pk}/"):  # fmt: skip
        _, text = fetch(f"/players/{path}", page=number)
        assert "<b>&" not in text


def test_they_are_only_looked_at():
    ann, bob = people(2)
    settled([ann, bob], (1, 2))
    for path in (f"{ann.pk}/ratings/2/", f"{ann.pk}/against/{bob.pk}/"):
        assert Client().post(f"/players/{path}").status_code == 405
        assert Client().head(f"/players/{path}").status_code == 200


def test_a_name_is_escaped():
    ann, bob = people(2)
    Player.objects.filter(pk=bob.pk).update(name="<script>alert(1)")
    settled([ann, bob], (1, 2))
    for path in (f"{ann.pk}/ratings/2/", f"{bob.pk}/ratings/2/", f"{ann.pk}/against/{bob.pk}/"):
        assert "<script>alert" not in fetch(f"/players/{path}")[1]


def test_the_number_of_questions_does_not_grow(django_assert_max_num_queries):
    players = people(8)
    games = many(players, 3, 90)
    void(games[-1].game_id, "", LATER)
    remove(players[7].pk, 3, "", LATER)
    ann, bob = players[:2]
    client = Client()
    for path, most in [
        (f"/players/{ann.pk}/ratings/3/", 12),
        (f"/players/{ann.pk}/ratings/3/?page=2", 8),
        (f"/players/{ann.pk}/ratings/3/opponents/", 5),
        (f"/players/{ann.pk}/against/{bob.pk}/", 9),
        (f"/players/{ann.pk}/", 5),
    ]:
        with django_assert_max_num_queries(most):
            assert client.get(path).status_code == 200


def test_a_game_at_a_table_is_linked_whatever_its_number():
    ann, bob = people(2)
    game = new_game()
    settle(result([ann, bob], (1, 2), game=game), BEGAN)
    assert page(ann)[0].context["lines"][0].code == game.table.code
