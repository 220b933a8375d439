"""Talking at the table: who may when, how much, and that text stays text."""

import json
from datetime import timedelta

import pytest

from accounts.models import Player
from games import chat, clock, frames, seating
from games.board import render, snapshot
from games.board.regions import contexts, look
from games.models import ChatLine, Table
from tests.support.playing import (
    finished_game,
    fresh,
    game_in,
    guests,
    person,
    play_until,
    refused,
    revision_of,
    running_game,
    truth,
    waiting_game,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("all_write")]


def stranger(name="Eve"):
    return Player.objects.create(kind=Player.Kind.GUEST, name=name).pk


def say(game, player_id, text=None, *, preset=None, key=None):
    key = key or f"key-{ChatLine.objects.count()}"
    return chat.say(game.table, player_id, key, preset, text)


def said(game):
    return list(game.table.chat.values_list("player__name", "preset", "text"))


def lines(game, player_id=None):
    shown = contexts(look(snapshot.load(game.table.code), player_id))["chat"]
    return [(line.name, line.text, line.yours) for line in shown.lines]


# --- What is said ---------------------------------------------------------------------------------


def test_words_are_said_and_are_news():
    game = waiting_game()
    revision = revision_of(game)
    assert say(game, person(game, "Ann"), "  Hello \t Bob\n ") == revision + 1
    assert said(game) == [("Ann", "", "Hello Bob")]


@pytest.mark.usefixtures("one_look")
def test_everybody_reads_it_and_knows_their_own():
    game = waiting_game()
    ann, bob = person(game, "Ann"), person(game, "Bob")
    say(game, ann, "one")
    say(game, bob, preset="good-luck")
    assert lines(game, ann) == [("Ann", "one", True), ("Bob", "Good luck!", False)]
    assert lines(game, bob) == [("Ann", "one", False), ("Bob", "Good luck!", True)]
    assert lines(game) == [("Ann", "one", False), ("Bob", "Good luck!", False)]


@pytest.mark.parametrize("preset", chat.PRESETS)
def test_every_ready_phrase(preset):
    game = waiting_game()
    say(game, person(game, "Ann"), preset=preset)
    assert said(game) == [("Ann", preset, "")]


@pytest.mark.parametrize("text", [None, "", "   ", "\t\n", "\x00", "\u200b\u202e", "\ud800"])
def test_nothing_is_not_said(text):
    game = waiting_game()
    refused(game, "malformed", say, game, person(game, "Ann"), text)


@pytest.mark.parametrize("text", [7, True, 1.5, [], ["a"], {}, {"text": "a"}, b"a"], ids=str)
def test_what_is_no_text_is_not_said(text):
    game = waiting_game()
    refused(game, "malformed", say, game, person(game, "Ann"), text)


@pytest.mark.parametrize(
    "preset", [7, True, [], {}, "HELLO", "hello ", "x" * 5000, "\x00"], ids=str
)
def test_a_phrase_that_is_not_there(preset):
    game = waiting_game()
    ann = person(game, "Ann")
    refused(game, "malformed", lambda: say(game, ann, preset=preset))


def test_a_phrase_and_words_at_once():
    game = waiting_game()
    ann = person(game, "Ann")
    refused(game, "malformed", lambda: say(game, ann, "words", preset="hello"))


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("x" * 200, "x" * 200),
        (" " * 300 + "x" * 200 + " " * 300, "x" * 200),
        ("a\x00b", "ab"),
        ("a\u202eb\u200bc", "abc"),
        ("a\ud800b", "ab"),
        ("x" + "\u0316" * 50 + "y", "x" + "\u0316" * 3 + "y"),
        ("żółć 🂡 李", "żółć 🂡 李"),
        ("'; DROP TABLE games_chatline; --", "'; DROP TABLE games_chatline; --"),
        ("%s %(name)s {0}", "%s %(name)s {0}"),
    ],
)
def test_text_is_kept_as_text(typed, kept):
    game = waiting_game()
    say(game, person(game, "Ann"), typed)
    assert said(game) == [("Ann", "", kept)]


@pytest.mark.parametrize("text", ["x" * 201, "x" * 801, "x" * 60_000, " x" * 150])
def test_two_hundred_characters_at_most(text):
    game = waiting_game()
    reason = refused(game, "malformed", say, game, person(game, "Ann"), text)
    assert reason == "A line can have 200 characters at most."


HOSTILE = [
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    '"><svg onload=alert(1)>',
    "</li></ol></section><div id=region-hand>",
    "{{ request }}{% debug %}",
    "&lt;b&gt;",
    "javascript:alert(1)",
    "<!--",
]


@pytest.mark.usefixtures("one_look")
@pytest.mark.parametrize("text", HOSTILE)
def test_the_region_escapes_what_was_said_and_who_said_it(text):
    game = waiting_game()
    Player.objects.filter(pk=person(game, "Ann")).update(name=text[:24])
    say(game, game.seats.get(number=0).player_id, text)
    looker = look(snapshot.load(game.table.code), person(game, "Bob"))
    html = render.page_regions(looker)["chat"]
    escaped = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    assert f'<span class="chat-text">{escaped.replace(chr(34), "&quot;")}</span>' in html
    for mark in ("<script", "<img", "<svg", "<!--", "<div id=region-hand"):
        assert mark not in html
    assert html.count("</section>") == html.count("<section") == 1


# --- Said once ------------------------------------------------------------------------------------


def test_a_resend_says_it_once():
    game = waiting_game()
    ann = person(game, "Ann")
    first = say(game, ann, "hello", key="k1")
    before = truth(game)
    assert say(game, ann, "hello", key="k1") == first
    assert truth(game) == before
    say(game, ann, "hello", key="k2")
    assert len(said(game)) == 2


def test_a_key_is_the_player_s_own():
    game = waiting_game()
    for name in ("Ann", "Bob"):
        say(game, person(game, name), "hello", key="k1")
    assert len(said(game)) == 2


def test_a_line_of_a_page_needs_a_key_that_can_be_one():
    game = waiting_game()
    ann = person(game, "Ann")

    class Place:
        code, game_id, game_number = game.table.code, game.pk, 1

    def send(**fields):
        text = json.dumps({"type": "say", "preset": None, "text": "hello"} | fields)
        return frames.obey(frames.parse(text), Place(), ann)

    for fields in ({}, {"key": None}, {"key": ""}, {"key": "k" * 65}, {"key": 7}, {"key": ["k"]}):
        refused(game, "malformed", lambda fields=fields: send(**fields))
    for key in ("\x00", "a\ud800", "a\nb", "\u202e"):
        refused(game, "malformed", lambda key=key: send(key=key))
    for fields in ({"more": 1}, {"player": 7}, {"seat": 1}):
        refused(game, "malformed", lambda fields=fields: send(key="k", **fields))
    send(key="k" * 64)
    assert said(game) == [("Ann", "", "hello")]


# --- How much -------------------------------------------------------------------------------------


def test_five_lines_in_ten_seconds():
    game, other = waiting_game(seed=1), waiting_game(seed=2)
    ann, bob = person(game, "Ann"), person(game, "Bob")
    for number in range(5):
        say(game, ann, f"line {number}")
    for arguments in ({"text": "more"}, {"preset": "hello"}):
        refused(game, "too_fast", lambda arguments=arguments: say(game, ann, **arguments))
    # At another table too; who else talks is not held up.
    refused(other, "too_fast", say, other, ann, "more")
    say(game, bob, "hello")
    ChatLine.objects.filter(text="line 0").update(at=clock.DatabaseClock() - timedelta(seconds=11))
    say(game, ann, "again")
    refused(game, "too_fast", say, game, ann, "more")


def test_a_resend_is_not_too_fast():
    game = waiting_game()
    ann = person(game, "Ann")
    for number in range(5):
        say(game, ann, "x", key=f"k{number}")
    before = truth(game)
    say(game, ann, "x", key="k4")
    assert truth(game) == before


@pytest.mark.usefixtures("one_look")
def test_the_page_shows_the_latest_fifty():
    game = waiting_game()
    ann = Player.objects.get(pk=person(game, "Ann"))
    ChatLine.objects.bulk_create(
        ChatLine(table=game.table, player=ann, key=f"k{number}", text=str(number))
        for number in range(60)
    )
    assert [text for _name, text, _yours in lines(game)] == [
        str(number) for number in range(10, 60)
    ]


# --- Who may talk when ----------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("phase", ["deal", "throw", "play", "show", "over"])
def test_two_and_three_may_talk_at_any_time(seats, phase):
    game = game_in(phase, seats, target=61)
    for name in ("Ann", "Bob"):
        say(game, person(game, name), "hello")
        say(game, person(game, name), preset="nice-hand")
    assert len(said(game)) == 4


@pytest.mark.parametrize("phase", ["throw", "play", "show"])
def test_partners_are_silent_from_the_deal_to_the_end_of_the_show(phase):
    game = game_in(phase, 4, target=61)
    for name in ("Ann", "Bob", "Cleo", "Dan"):
        player = person(game, name)
        assert refused(game, "quiet", say, game, player, "I hold fives").startswith(
            "Partners can't"
        )
        refused(game, "quiet", lambda player=player: say(game, player, preset="nice-hand"))


def test_partners_are_silent_through_a_whole_hand_and_free_between_two():
    game = running_game(4, target=61)
    ann = person(game, "Ann")
    for until, free in (
        (lambda state: state.phase == "deal" and state.hand_no == 0, True),
        (lambda state: state.phase == "throw" and any(state.throws), False),
        (lambda state: state.phase == "show" and len(state.shown) == 3, False),
        (lambda state: state.phase == "show" and len(state.shown) == 4, False),
        (lambda state: state.phase == "deal" and state.hand_no == 1, True),
        (lambda state: state.phase == "throw" and state.hand_no == 2, False),
        (lambda state: state.phase == "over", True),
    ):
        game = play_until(game, until)
        if free:
            say(game, ann, "hello")
        else:
            refused(game, "quiet", say, game, ann, "hello")


def test_a_partner_with_cpus_is_silent_too():
    game = game_in("play", 4, computers=2)
    refused(game, "quiet", say, game, person(game, "Ann"), "hello")


def test_a_refused_line_is_not_said_later():
    game = game_in("play", 4, target=61)
    refused(game, "quiet", say, game, person(game, "Ann"), "I hold fives")
    game = play_until(game, lambda state: state.phase == "deal")
    assert said(game) == []


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("phase", ["deal", "throw", "play", "show"])
def test_spectators_are_silent_while_a_game_runs(seats, phase):
    game, eve = game_in(phase, seats), stranger()
    assert refused(game, "quiet", say, game, eve, "hello").startswith("Only those at the table")
    refused(game, "quiet", lambda: say(game, eve, preset="hello"))


def test_spectators_may_talk_while_no_game_runs():
    for game in (waiting_game(4), finished_game(4, target=61, seed=2)):
        say(game, stranger(), "hello")
        assert len(said(game)) == 1


def test_nobody_talks_at_a_closed_table():
    game = waiting_game()
    seating.close_waiting(game.pk)
    assert refused(game, "quiet", say, game, person(game, "Ann"), "hello").endswith("closed.")


def test_who_lost_the_seat_talks_like_any_spectator():
    game = waiting_game(3)
    cleo = person(game, "Cleo")
    seating.leave(game.pk, cleo)
    say(game, cleo, "bye")
    for name in ("Bob",):
        seating.ready(game.pk, person(game, name), "words")
    seating.start(game.pk, person(game, "Ann"), "words")
    refused(game, "quiet", say, game, cleo, "hello")


@pytest.mark.usefixtures("one_look")
@pytest.mark.parametrize(
    ("seats", "phase", "seated", "free"),
    [
        (4, "deal", True, True),
        (4, "throw", True, False),
        (4, "play", True, False),
        (4, "show", True, False),
        (4, "over", True, True),
        (3, "play", True, True),
        (3, "play", False, False),
        (2, "over", False, True),
    ],
)
def test_the_page_offers_to_talk_exactly_when_it_is_allowed(seats, phase, seated, free):
    game = game_in(phase, seats, target=61)
    player = person(game, "Ann") if seated else stranger()
    shown = contexts(look(snapshot.load(game.table.code), player))["chat"]
    assert shown.can_talk == bool(shown.presets) == free == (not shown.quiet)
    html = render.region_html("chat", shown)
    assert ("<form" in html) == free
    if free:
        say(game, player, "hello")
    else:
        assert refused(game, "quiet", say, game, player, "hello") == shown.quiet


@pytest.mark.usefixtures("one_look")
def test_who_has_never_taken_a_seat_anywhere_can_not_talk():
    game = waiting_game()
    shown = contexts(look(snapshot.load(game.table.code), None))["chat"]
    assert not shown.can_talk
    assert shown.presets == ()


def test_a_line_stays_with_its_table():
    game, other = waiting_game(seed=1), waiting_game(seed=2)
    say(game, person(game, "Ann"), "hello")
    assert said(other) == []
    assert Table.objects.get(pk=other.table_id).revision == other.table.revision
    assert guests(1)[0].pk
    assert fresh(game).status == "waiting"
