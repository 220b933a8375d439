"""What regions show of clocks, of who is away or played by a CPU, of draws and other endings."""

from dataclasses import replace
from datetime import timedelta

import pytest

from games import histories, leaving, settling
from games.board import render, snapshot
from games.board.log import news
from games.board.regions import contexts, look
from games.board.render import Shown
from games.board.snapshot import ActFacts
from games.lobby.listing import Filters, open_tables, running_tables
from games.models import Act, Game, Move, Seat, Table
from tests.support.playing import (
    fresh,
    game_in,
    person,
    play_until,
    running_game,
    state_of,
    waiting_game,
)
from tests.support.strict import Strict

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("wires", "one_look")]


def table_of(game):
    return snapshot.load(game.table.code)


def shown(game, name=None, **facts):
    """The regions of a player at the game, or of somebody who looks on."""
    player = person(game, name) if name else None
    return contexts(look(replace(table_of(game), **facts), player))


def with_seat(game, number, **facts):
    """The facts of all seats, some of one of them changed."""
    return {
        "seats": tuple(
            replace(seat, **facts) if seat.number == number else seat
            for seat in table_of(game).seats
        )
    }


def lines(game):
    return [line.text for line in shown(game)["log"].lines]


def in_play(seats=2, to_play=0, **choices):
    return play_until(
        running_game(seats, **choices),
        lambda state: state.phase == "play" and state.to_play == to_play and len(state.played) > 1,
    )


def second_deal(seats=2):
    return play_until(running_game(seats), lambda state: state.hand_no == 2)


# --- Settings and lists --------------------------------------------------------------------------


def test_the_host_chooses_a_time_limit_and_the_others_read_it():
    game = waiting_game()
    Table.objects.update(turn_limit=30)
    for name in ("Ann", "Bob"):
        region = shown(game, name)["waiting"]
        (row,) = [row for row in region.settings if row.name == "turn_limit"]
        assert (row.value, [choice.value for choice in row.choices]) == (
            "30 seconds",
            ["0", "30", "60"],
        )
    assert 'data-setting="turn_limit"' in render.region_html(
        "waiting", shown(game, "Ann")["waiting"]
    )


def test_the_lobby_says_a_time_limit_where_there_is_one():
    limited, free = waiting_game(seated=1, seed=1), waiting_game(seated=1, seed=2)
    Table.objects.filter(pk=limited.table_id).update(turn_limit=60)
    said = {table.url: table.settings for table in open_tables(Filters()).tables}
    assert "Turn time limit: 60 seconds" in said[f"/t/{limited.table.code}/"]
    assert not any("limit" in setting for setting in said[f"/t/{free.table.code}/"])
    running = running_game(seed=3)
    Game.objects.filter(pk=running.pk).update(turn_limit=30)
    (listed,) = running_tables(Filters()).tables
    assert listed.turn_limit == 30


def test_the_lobby_has_no_closed_game():
    game = in_play()
    Game.objects.filter(pk=game.pk).update(status=Game.Status.CLOSED)
    assert running_tables(Filters()).tables == ()
    assert open_tables(Filters()).tables == ()


# --- The seats -----------------------------------------------------------------------------------


def test_a_seat_shows_who_is_away_until_a_computer_takes_it():
    game = in_play()
    at = table_of(game).read_at + timedelta(seconds=40)
    for looks in ("Ann", None):
        region = shown(game, looks, **with_seat(game, 1, away=True, taken_at=at))["seats"]
        bob = next(seat for seat in region.seats if seat.number == 1)
        assert (bob.away, bob.held, bob.taken_at) == (True, False, round(at.timestamp() * 1000))
        html = render.region_html("seats", region)
        assert f'data-ends="{bob.taken_at}"' in html
        assert "away; after a minute a computer plays" in html


@pytest.mark.parametrize("why", Seat.Hold.values)
def test_a_seat_shows_for_whom_a_computer_plays_and_why(why):
    game = in_play()
    region = shown(game, "Ann", **with_seat(game, 1, hold=why, away=True))["seats"]
    bob = next(seat for seat in region.seats if seat.number == 1)
    assert bob.held and bob.why_held and not bob.away
    assert "CPU for Bob" in render.region_html("seats", region)


def test_nothing_of_it_is_shown_once_the_game_is_over():
    game = in_play()
    facts = with_seat(game, 1, hold="left")
    region = shown(game, "Ann", status=Game.Status.OVER, ending="draw", **facts)["seats"]
    for seat in region.seats:
        assert not (seat.held or seat.away or seat.turn or seat.go or seat.backs)


def test_the_clock_of_a_turn_runs_at_the_seat_for_all_and_at_the_own_prompt():
    game = in_play()
    at = table_of(game).read_at + timedelta(seconds=20)
    ends = round(at.timestamp() * 1000)
    facts = with_seat(game, 0, turn_ends_at=at)
    for name, clocks in (("Ann", 1), ("Bob", 0), (None, 0)):
        region = shown(game, name, turn_limit=30, **facts)
        ann = next(seat for seat in region["seats"].seats if seat.number == 0)
        assert ann.turn_ends_at == ends
        html = render.region_html("prompt", region["prompt"])
        assert html.count(f'data-ends="{ends}"') == clocks
        assert html.count("You have 30 seconds for it.") == clocks


def test_every_board_frame_tells_the_site_time():
    game = in_play()
    table = table_of(game)
    frame = render.frame(table, None, "", Shown(), full=True)
    assert frame["clock"] >= table.read_at.timestamp() * 1000


# --- The prompt ----------------------------------------------------------------------------------


@pytest.mark.parametrize("why", Seat.Hold.values)
def test_who_is_played_for_reads_why_and_may_come_back(why):
    game = in_play()
    region = shown(game, "Ann", **with_seat(game, 0, hold=why))
    prompt = region["prompt"]
    assert prompt.sentence.endswith(".") and "computer plays for you" in prompt.sentence
    if why == Seat.Hold.CLAIMS:
        assert "until the next deal" in prompt.sentence
        assert prompt.button is None
    else:
        assert prompt.button.frame == {"type": "back"}
    assert region["hand"].mode == "wait"
    assert region["hand"].cards
    assert not any(held.playable for held in region["hand"].cards)


def test_somebody_played_for_is_not_told_that_it_is_their_turn():
    game = in_play()
    looker = look(replace(table_of(game), **with_seat(game, 0, hold="idle")), person(game, "Ann"))
    assert not looker.asked
    assert render.title(looker, contexts(looker)["prompt"]) == "Cribbage"
    assert look(table_of(game), person(game, "Ann")).asked


def test_a_claim_is_not_asked_of_somebody_played_for():
    game = play_until(
        running_game(muggins=True), lambda state: state.phase == "show" and not state.shown
    )
    seat = (state_of(game).dealer + 1) % 2
    name = ("Ann", "Bob")[seat]
    assert shown(game, name)["show"].turn.claim
    assert not shown(game, name, **with_seat(game, seat, hold="claims"))["show"].turn.claim


def test_who_looks_on_reads_that_nobody_is_here():
    game = in_play()
    assert shown(game, paused=True)["prompt"].sentence == "The table waits: nobody is here."
    assert "Your turn" in shown(game, "Ann", paused=True)["prompt"].sentence
    left = shown(game, "Ann", paused=True, **with_seat(game, 0, hold="left"))["prompt"]
    assert left.sentence == "You left: the game waits until you are back."


def test_a_draw_that_is_offered_stands_at_the_prompt():
    game = second_deal()
    settling.offer_draw(game.pk, person(game, "Ann"), "a")
    own, other, looker_on = (shown(game, name)["prompt"].offer for name in ("Ann", "Bob", None))
    assert (own.sentence, own.can_agree) == ("You would like a draw; waiting for Bob.", False)
    assert (other.sentence, other.can_agree) == ("Ann offers a draw.", True)
    assert (looker_on.sentence, looker_on.can_agree) == ("Ann offers a draw.", False)
    assert 'data-send="draw"' in render.region_html("prompt", shown(game, "Bob")["prompt"])


def test_the_win_can_be_claimed_only_by_the_one_who_stayed():
    game = in_play()
    at = table_of(game).read_at
    facts = with_seat(game, 0, claim_from=at)
    assert shown(game, "Ann", **facts)["prompt"].win.sentence == "A computer plays for Bob."
    assert shown(game, "Ann", **facts)["prompt"].win.opens_at > at.timestamp() * 1000
    assert shown(game, "Bob", **facts)["prompt"].win is None
    assert shown(game, None, **facts)["prompt"].win is None


# --- The menu ------------------------------------------------------------------------------------


def test_the_menu_is_for_seats_of_a_running_game():
    waiting, over = waiting_game(seed=1), game_in("over", seed=2, target=61)
    assert not shown(waiting, "Ann")["menu"].visible
    assert not shown(over, "Ann")["menu"].visible
    game = in_play(seed=3)
    assert shown(game, "Ann")["menu"].visible
    assert not shown(game)["menu"].visible


def test_the_menu_says_why_no_draw_can_be_offered():
    game = in_play()
    assert shown(game, "Ann")["menu"].no_draw == "A draw can be offered from the second deal on."
    game = play_until(game, lambda state: state.hand_no == 2)
    assert shown(game, "Ann")["menu"].no_draw == ""
    settling.offer_draw(game.pk, person(game, "Bob"), "a")
    assert (
        shown(game, "Ann")["menu"].no_draw
        == "A draw is offered already: it stands under the cards."
    )
    held = shown(game, "Ann", **with_seat(game, 0, hold="idle"))["menu"]
    assert held.no_draw.startswith("Take your seat back first")


def test_the_menu_says_what_leaving_costs():
    solo, together = running_game(computers=1, seed=1), running_game(seed=2)
    assert "waits until you are back" in shown(solo, "Ann")["menu"].cost
    assert not shown(solo, "Ann")["menu"].draws
    assert "plays on for you at once" in shown(together, "Ann")["menu"].cost
    leaving.leave_running(together.pk, person(together, "Ann"), "a")
    assert not shown(together, "Ann")["menu"].can_leave


# --- Endings -------------------------------------------------------------------------------------


def calm(region):
    """Nothing asks for anything, and no card can be played."""
    assert not region["hand"].visible
    assert not region["play"].visible and not region["crib"].visible and not region["show"].visible
    prompt = region["prompt"]
    assert (prompt.button, prompt.yours, prompt.clock, prompt.offer, prompt.win) == (
        None, False, None, None, None,
    )  # fmt: skip
    assert not region["menu"].visible
    for name, context in region.items():
        assert Strict(render.region_html(name, context)).faults == []
    return True


def test_a_drawn_game_has_its_report():
    game = second_deal()
    for name in ("Ann", "Bob"):
        settling.offer_draw(game.pk, person(game, name), name)
    game = fresh(game)
    for name in ("Ann", None):
        region = shown(game, name)
        assert calm(region)
        report = region["report"].result
        assert report.headline == "The game is drawn."
        assert tuple(side.score for side in report.sides) == state_of(game).scores
        assert not any(side.label or side.is_winner for side in report.sides)
        assert report.seed and report.verify_url
    assert shown(game, "Ann")["report"].rematch.button_label == "Play again"
    assert lines(game)[-3:] == [
        "Ann offers a draw.",
        "Bob agrees to the draw.",
        "The game is drawn.",
    ]


def test_a_claimed_game_has_its_report():
    game = in_play()
    leaving.leave_running(game.pk, person(game, "Bob"), "b")
    longer_ago = Seat.objects.get(game=game, number=1).held_at - timedelta(minutes=2)
    Seat.objects.filter(game=game, number=1).update(held_at=longer_ago)
    settling.claim_win(game.pk, person(game, "Ann"), "a")
    for name, headline in (("Ann", "You win."), ("Bob", "Ann wins."), (None, "Ann wins.")):
        region = shown(game, name)
        assert calm(region)
        report = region["report"].result
        assert report.headline == headline
        assert [side.is_winner for side in report.sides] == [True, False]
        assert not any(side.label for side in report.sides)
    assert lines(game)[-2:] == [
        "Bob leaves the table.",
        "Ann claims the win: everybody else had left.",
    ]


def closed(game):
    long_ago = table_of(game).read_at - timedelta(days=40)
    Game.objects.filter(pk=game.pk).update(paused_at=long_ago)
    assert settling.close_empty(game.pk)
    return fresh(game)


def test_a_game_that_was_closed_has_a_report_without_a_result():
    game = closed(in_play())
    for name in ("Ann", None):
        region = shown(game, name)
        assert calm(region)
        report = region["report"].result
        assert report.headline == "This game was closed."
        assert region["report"].closed and region["report"].rematch is None
        assert report.seed
        assert not any(side.label or side.is_winner for side in report.sides)
        assert "/lobby/" in render.region_html("report", region["report"])
    assert lines(game)[-1] == "The game was closed: nobody was here."


def test_a_closed_rematch_is_shown_itself():
    first = game_in("over", target=61)
    second = Game.objects.get(table=first.table_id, number=2)
    Game.objects.filter(pk=second.pk).update(
        status=Game.Status.CLOSED, state=first.state, settings=first.settings
    )
    assert table_of(first).game_number == 2


@pytest.mark.parametrize(
    ("ending", "winner", "said"),
    [
        ("draw", None, ("Drawn, ", "")),
        ("claimed", 0, ("Won, ", " (claimed)")),
        ("claimed", 1, ("Lost, ", " (claimed)")),
        ("played", 0, ("Won, ", "")),
    ],
)
def test_the_list_of_games_says_how_each_ended(ending, winner, said):
    game = in_play()
    Game.objects.filter(pk=game.pk).update(
        status=Game.Status.OVER, ending=ending, winner=winner, ended_at=game.started_at
    )
    (listed,), _more = histories.finished(game.seats.get(number=0).player)
    own, other = state_of(game).scores
    assert listed.result == f"{said[0]}{own} : {other}{said[1]}"


def test_a_closed_game_is_no_result():
    game = closed(in_play())
    ann = game.seats.get(number=0).player
    assert histories.finished(ann) == ([], False)
    assert histories.unfinished(ann) == []


# --- The log -------------------------------------------------------------------------------------


def test_the_log_has_acts_and_moves_in_their_order():
    game = in_play()
    table = table_of(game)
    (before, last) = table.moves[-2:]
    acts = (
        ActFacts(1, before.seq, 1, Act.Kind.AWAY, ""),
        ActFacts(2, before.seq, 1, Act.Kind.HELD, "away"),
        ActFacts(3, last.seq, 1, Act.Kind.BACK, "away"),
        ActFacts(4, last.seq, 0, Act.Kind.BACK, ""),
    )
    looker = look(replace(table, acts=acts), None)
    said = [line.text for line in contexts(looker)["log"].lines]
    away = said.index("Bob is away.")
    assert said[away + 1] == "A computer plays for Bob: gone for a minute."
    assert said[-2:] == ["Bob takes the seat back.", "Ann is back."]
    assert away + 2 < len(said) - 2
    fresh_news = [event["text"] for event in news(looker, before.seq, 1)]
    assert fresh_news[0] == "A computer plays for Bob: gone for a minute."
    assert fresh_news[-1] == "Ann is back."


def test_acts_older_than_the_moves_that_are_shown_are_left_out():
    table = table_of(second_deal())
    assert table.moves[0].seq > 0
    late = table.moves[5:]
    acts = (ActFacts(1, 1, 1, Act.Kind.AWAY, ""),)
    said = [event["text"] for event in news(look(replace(table, moves=late, acts=acts), None), 0)]
    assert "Bob is away." not in said


def test_a_move_that_the_clock_made_is_told_as_such():
    game = in_play()
    table = table_of(game)
    last = replace(table.moves[-1], actor=Move.Actor.TIME, seat=1)
    said = [
        event["text"] for event in news(look(replace(table, moves=(last,)), None), last.seq - 1)
    ]
    assert said[0] == "Bob's time was up: the computer played for Bob."
    assert len(said) > 1


def test_news_of_acts_come_once():
    game = second_deal()
    page = Shown()
    player = person(game, "Bob")
    assert render.frame(table_of(game), player, "", page, full=True)
    settling.offer_draw(game.pk, person(game, "Ann"), "a")
    frame = render.frame(table_of(game), player, "", page, full=False)
    assert [event["text"] for event in frame["events"]] == ["Ann offers a draw."]
    settling.offer_draw(game.pk, player, "b")
    frame = render.frame(table_of(game), player, "", page, full=False)
    assert [event["text"] for event in frame["events"]] == [
        "Bob agrees to the draw.",
        "The game is drawn.",
    ]
