"""Games brought to a situation by the site's own write path, for pages to be opened in it.

Runs as a program of its own beside the site, because Playwright's sync API and Django's database
do not go together in one process. One line of JSON in, one out.
"""

from __future__ import annotations

import json
import os
import secrets
import subprocess
import sys
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tests.support.site import ROOT, environment

if TYPE_CHECKING:
    from games.cribbage.cards import Card
    from games.cribbage.state import State


@dataclass(frozen=True, slots=True)
class Arranged:
    """A table in a situation: Ann, Bob, Cleo and Dan sit in that order; their session cookies."""

    code: str
    seed: int
    sessions: tuple[str, ...]


class Arranger:
    """The other end of the program."""

    def __init__(self, servers: Mapping[str, str]) -> None:
        self.writers = False
        self.program = subprocess.Popen(
            [sys.executable, "-m", "tests.browser.arranging"],
            cwd=ROOT,
            env=environment(**servers, PYTHONPATH=str(ROOT)),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def ask(self, **wanted: Any) -> dict[str, Any]:
        assert self.program.stdin is not None
        assert self.program.stdout is not None
        print(json.dumps(wanted), file=self.program.stdin, flush=True)
        answer = self.program.stdout.readline()
        made: dict[str, Any] = json.loads(answer)
        assert "trouble" not in made, f"{wanted}: {made['trouble']}"
        return made

    def table(self, situation: str, **choices: Any) -> Arranged:
        """A new table, played by random legal moves to a situation (below).

        Of Ann and Bob, or of as many as `seats` says.
        """
        made = self.ask(do="arrange", situation=situation, choices=choices)
        return Arranged(made["code"], made["seed"], tuple(made["sessions"]))

    def play_on(self, code: str, situation: str) -> None:
        """Play on at a table until it is in a situation."""
        self.ask(do="play_on", code=code, situation=situation)

    def answer(self, code: str, seat: int, action: dict[str, Any]) -> None:
        """Let a seat answer the decision that is open."""
        self.ask(do="answer", code=code, seat=seat, action=action)

    def end_wait(self, code: str) -> None:
        """Let the table's wait for the decision that is open be over now."""
        self.ask(do="end_wait", code=code)

    def away(self, code: str, seat: int, seconds: float = 0) -> None:
        """Let the owner of a seat have had no page open for that long."""
        self.ask(do="away", code=code, seat=seat, seconds=seconds)

    def own_pages_only(self, code: str) -> None:
        """Let those be there who have a page open, and nobody else."""
        self.ask(do="own_pages_only", code=code)

    def pass_time(self, seconds: float) -> None:
        """Let the site's time run on by so much at once, for all tables."""
        self.ask(do="pass_time", seconds=seconds)

    def hold(self, code: str, seat: int, why: str, seconds: float = 0) -> None:
        """Let a CPU have played in an owner's place for that long; `why` as in Seat.Hold."""
        self.ask(do="hold", code=code, seat=seat, why=why, seconds=seconds)

    def end_turn_in(self, code: str, seconds: float) -> None:
        """At a table with a time limit: let the turn that is open end in so many seconds."""
        self.ask(do="end_turn_in", code=code, seconds=seconds)

    def offer_draw(self, code: str, seat: int) -> None:
        """Let a seat offer a draw, or agree to one."""
        self.ask(do="offer_draw", code=code, seat=seat)

    def claim_win(self, code: str, seat: int) -> None:
        """Let a seat claim the win."""
        self.ask(do="claim_win", code=code, seat=seat)

    def close_table(self, code: str) -> None:
        """Let the game be closed because nobody has been there for too long."""
        self.ask(do="close_table", code=code)

    def hidden(self, code: str, seat: int | None = None) -> list[str]:
        """The cards that a seat, or somebody without one, can't know now."""
        return list(self.ask(do="hidden", code=code, seat=seat)["cards"])

    def player(self, code: str, seat: int) -> int:
        """The number of the player in a seat, as in the address of the profile."""
        return int(self.ask(do="player", code=code, seat=seat)["player"])

    def account(self, name: str) -> str:
        """The session cookie of a new account with a confirmed address; `name` is one word."""
        return str(self.ask(do="account", name=name)["session"])

    def let_write(self, code: str) -> None:
        """Let all who sit there have finished games enough to write words of their own."""
        self.ask(do="let_write", code=code)
        self.writers = True

    def rename_writers(self) -> None:
        """Free the names of those who may write: a guest may not be called like an account."""
        if self.writers:
            self.ask(do="rename_writers")
            self.writers = False

    def list_word(self, word: str) -> None:
        """Put a word on the list of those that are hidden from others."""
        self.ask(do="list_word", word=word)

    def moderator(self, name: str) -> str:
        """The session cookie of a new moderator who has given a code of the second step."""
        return str(self.ask(do="moderator", name=name)["session"])

    def talk(self, code: str, lines: list[str]) -> None:
        """Let lines have been said at a table, by seat 0."""
        self.ask(do="talk", code=code, lines=lines)

    def touch(self, code: str) -> None:
        """Raise a table's revision, as any visible change does."""
        self.ask(do="touch", code=code)

    def moves(self, code: str) -> list[dict[str, Any]]:
        """The moves of a table's latest game: seat, decision, action."""
        return list(self.ask(do="moves", code=code)["moves"])

    def close(self) -> None:
        assert self.program.stdin is not None
        assert self.program.stdout is not None
        self.program.stdin.close()
        self.program.wait(20)
        self.program.stdout.close()


def _asked_to_play(state: State) -> bool:
    return state.phase == "play" and state.to_play == 0


def _legal(state: State) -> Sequence[Card]:
    """What Ann may play now."""
    from games.cribbage.play import legal

    return legal(state.hands[0], state.count)


def _some_illegal(state: State) -> bool:
    return _asked_to_play(state) and 0 < len(_legal(state)) < len(state.hands[0])


def _in_turn(state: State) -> int:
    """What the hand that is to be counted now is worth."""
    from games.cribbage.show import points
    from games.cribbage.showing import cards_in_show

    assert state.starter is not None
    return points(cards_in_show(state), state.starter, state.crib_in_turn)


def _worth(state: State) -> int:
    """What the hand that was counted first is worth."""
    from games.cribbage.show import points

    assert state.starter is not None
    return points(state.shown[0].cards, state.starter)


def _yours_to_count(state: State) -> bool:
    return state.phase == "show" and state.hand_no == 1 and _first_to_count(state) == 0


def _first_to_count(state: State) -> int | None:
    if state.dealer is None or state.shown or state.refused:
        return None
    return (state.dealer + 1) % state.settings.seats


def _in_turn_to_count(state: State) -> int:
    from games.cribbage.rules import asked

    return asked(state)[0]


def _parts(state: State, cards: tuple[Card, ...], crib: bool) -> int:
    """How many lines the count of a hand has."""
    from games.cribbage.show import count_hand

    assert state.starter is not None
    return len(count_hand(cards, state.starter, crib).combinations)


# What the situations are called; "you" is Ann.
SITUATIONS: dict[str, Callable[[State], bool]] = {
    "cut": lambda state: state.phase == "deal" and state.hand_no == 0,
    "throw": lambda state: state.phase == "throw" and not any(state.throws),
    "the other has still to throw": lambda state: (
        state.phase == "throw" and bool(state.throws[0]) and not state.throws[1]
    ),
    "the other has thrown": lambda state: (
        state.phase == "throw" and bool(state.throws[1]) and not state.throws[0]
    ),
    "you lead": lambda state: _asked_to_play(state) and not state.played,
    "you play": lambda state: (
        _asked_to_play(state) and len(state.sequence) == 1 and len(_legal(state)) > 1
    ),
    "the other plays": lambda state: (
        state.phase == "play" and state.to_play == 1 and len(state.sequence) == 2
    ),
    "the other plays in the second hand": lambda state: (
        state.phase == "play"
        and state.to_play == 1
        and state.hand_no == 2
        and not state.passed
        and 1 <= len(state.played) <= 4
    ),
    "a card too high": _some_illegal,
    "the other said go": lambda state: _asked_to_play(state) and 1 in state.passed,
    "two said go": lambda state: _asked_to_play(state) and len(state.passed) >= 2,
    "a long play": lambda state: _asked_to_play(state) and len(state.played) >= 6,
    "you count": lambda state: state.phase == "show" and not state.shown and state.dealer == 1,
    "you have much to count": lambda state: (
        state.phase == "show"
        and not state.shown
        and state.dealer == 1
        and _parts(state, state.kept(0), crib=False) > 2
    ),
    "you count first": _yours_to_count,
    "you have points to claim": lambda state: _yours_to_count(state) and 3 <= _in_turn(state) <= 20,
    "you claim after a long count": lambda state: (
        state.phase == "show"
        and 0 < len(state.shown) < state.settings.seats
        and (state.dealer or 0) != 0
        and _in_turn_to_count(state) == 0
        and not state.refused
        and _parts(state, state.shown[-1].cards, state.shown[-1].crib) > 4
    ),
    "you missed points": lambda state: (
        state.phase == "show"
        and len(state.shown) == 1
        and state.shown[0].seat == 0
        and 0 < _worth(state) - state.shown[0].pegged
    ),
    "you count second": lambda state: (
        state.phase == "show" and len(state.shown) == 1 and state.dealer == 0
    ),
    "your crib": lambda state: (
        state.phase == "show" and len(state.shown) == 2 and state.dealer == 0
    ),
    "a long count": lambda state: (
        state.phase == "show"
        and len(state.shown) == 2
        and _parts(state, state.shown[-1].cards, state.shown[-1].crib) > 5
    ),
    "between hands": lambda state: state.phase == "deal" and state.hand_no > 0,
    "second hand": lambda state: state.phase == "throw" and state.hand_no == 2,
    "third hand": lambda state: state.phase == "throw" and state.hand_no == 3,
    # no move pegs more than 29, so every game comes to it
    "the end is near": lambda state: (
        state.phase != "over" and max(state.scores) >= state.settings.target - 30
    ),
    "over": lambda state: state.phase == "over",
    "you have lost": lambda state: state.phase == "over" and state.winner == 1,
}


def main() -> None:
    """Answer one line after the other until there are no more."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "cribsite.settings"
    import django

    django.setup()
    works = {
        "arrange": _arrange,
        "play_on": _play_on,
        "answer": _answer,
        "end_wait": _end_wait,
        "away": _away,
        "own_pages_only": _own_pages_only,
        "pass_time": _pass_time,
        "hold": _hold,
        "end_turn_in": _end_turn_in,
        "offer_draw": _offer_draw,
        "claim_win": _claim_win,
        "close_table": _close_table,
        "hidden": _hidden,
        "player": _player,
        "account": _account,
        "moderator": _moderator,
        "let_write": _let_write,
        "rename_writers": _rename_writers,
        "list_word": _list_word,
        "talk": _talk,
        "touch": _touch,
        "moves": _moves,
    }
    for number, line in enumerate(sys.stdin):
        wanted = json.loads(line)
        try:
            made = works[wanted.pop("do")](number=number, **wanted)
        except Exception:  # noqa: BLE001
            made = {"trouble": traceback.format_exc()}
        print(json.dumps(made), flush=True)


def _arrange(number: int, situation: str, choices: dict[str, Any]) -> dict[str, Any]:
    from tests.support.playing import begin, waiting_game

    choices = {"target": 61, **choices}
    names = choices.pop("names", None)
    for seed in range(1000 * number, 1000 * number + 200):
        if situation == "a free seat":
            return _made(waiting_game(seed=seed, **{"seated": 1, **choices}), seed, names)
        game = waiting_game(seed=seed, **choices)
        if situation == "nobody is ready":
            return _made(game, seed, names)
        try:
            _until(begin(game), situation, seed)
        except AssertionError:
            continue
        return _made(game, seed, names)
    raise AssertionError(f"it never came to {situation!r}")


def _until(game: Any, situation: str, seed: int) -> None:
    from datetime import timedelta

    from games.waits import wait_for
    from tests.support.playing import end_wait, play_until, state_of

    game = play_until(game, SITUATIONS[situation], seed=seed)
    if wait_for(state_of(game)) is not None:
        # nothing moves on by itself while a test looks at it
        end_wait(game, -timedelta(hours=1))


def _made(game: Any, seed: int, names: list[str] | None) -> dict[str, Any]:
    from django.contrib.sessions.backends.db import SessionStore

    from accounts.players import SESSION_PLAYER
    from games.models import Table

    code = secrets.token_urlsafe(9)
    Table.objects.filter(pk=game.table_id).update(code=code)
    sessions = []
    for seat in game.seats.select_related("player").order_by("number"):
        if names:
            seat.player.name = names[seat.number]
            seat.player.save()
        session = SessionStore()
        session[SESSION_PLAYER] = seat.player_id
        session.create()
        sessions.append(session.session_key)
    return {"code": code, "seed": seed, "sessions": sessions}


def _latest(code: str) -> Any:
    from games.models import Game

    return Game.objects.select_related("table").filter(table__code=code).latest("number")


def _play_on(number: int, code: str, situation: str) -> dict[str, Any]:
    _until(_latest(code), situation, number)
    return {}


def _answer(number: int, code: str, seat: int, action: dict[str, Any]) -> dict[str, Any]:
    from tests.support.playing import answer

    answer(_latest(code), seat, action)
    return {}


def _end_wait(number: int, code: str) -> dict[str, Any]:
    from tests.support.playing import end_wait

    end_wait(_latest(code))
    return {}


@contextmanager
def _changing(code: str) -> Iterator[tuple[Any, Any, list[Any]]]:
    """A running game, the time and its seats, to be changed as the site itself does it."""
    from django.db import transaction

    from games.cribbage import record
    from games.table import bump, locked_game, seats_of, settle

    with transaction.atomic():
        game, moment = locked_game(_latest(code).pk)
        seats = seats_of(game)
        yield game, moment, seats
        settle(game, record.state_from_json(game.state), seats, moment)
        bump(game.table)


def _away(number: int, code: str, seat: int, seconds: float) -> dict[str, Any]:
    from datetime import timedelta

    from games import substitutes
    from games.models import Page

    with _changing(code) as (game, moment, seats):
        Page.objects.filter(table=game.table_id, player=seats[seat].player_id).delete()
        game.asked_at = min(game.asked_at, moment.now - timedelta(seconds=seconds))
        substitutes.note_gone(game, seats[seat], moment.now - timedelta(seconds=seconds))
        substitutes.stand_or_go_on(game, seats, moment)
    return {}


def _own_pages_only(number: int, code: str) -> dict[str, Any]:
    from games.models import Page
    from tests.support.playing import FOR_EVER

    Page.objects.filter(table__code=code, until=FOR_EVER).delete()
    return {}


def _pass_time(number: int, seconds: float) -> dict[str, Any]:
    from datetime import timedelta

    from django.db.models import F

    from games.models import SiteClock

    SiteClock.objects.update(stopped=F("stopped") - timedelta(seconds=seconds))
    return {}


def _hold(number: int, code: str, seat: int, why: str, seconds: float) -> dict[str, Any]:
    from dataclasses import replace
    from datetime import timedelta

    from games import substitutes

    with _changing(code) as (game, moment, seats):
        earlier = replace(moment, now=moment.now - timedelta(seconds=seconds))
        substitutes.hold(game, seats[seat], why, earlier)
        substitutes.stand_or_go_on(game, seats, moment)
    return {}


def _end_turn_in(number: int, code: str, seconds: float) -> dict[str, Any]:
    from datetime import timedelta

    with _changing(code) as (game, moment, _seats):
        game.asked_at = moment.now - timedelta(seconds=game.turn_limit - seconds)
    return {}


def _offer_draw(number: int, code: str, seat: int) -> dict[str, Any]:
    from games import settling

    game = _latest(code)
    settling.offer_draw(game.pk, game.seats.get(number=seat).player_id, f"offer-{number}")
    return {}


def _claim_win(number: int, code: str, seat: int) -> dict[str, Any]:
    from games import settling

    game = _latest(code)
    settling.claim_win(game.pk, game.seats.get(number=seat).player_id, f"claim-{number}")
    return {}


def _close_table(number: int, code: str) -> dict[str, Any]:
    from datetime import timedelta

    from games import clock, settling

    with _changing(code) as (game, moment, _seats):
        game.paused_at = moment.now - clock.SOLO_WAIT - timedelta(minutes=1)
    assert settling.close_empty(game.pk)
    return {}


def _hidden(number: int, code: str, seat: int | None) -> dict[str, Any]:
    from tests.support.hidden import hidden_from
    from tests.support.playing import state_of

    return {"cards": [card.code for card in hidden_from(state_of(_latest(code)), seat)]}


def _player(number: int, code: str, seat: int) -> dict[str, Any]:
    return {"player": _latest(code).seats.get(number=seat).player_id}


def _account(number: int, name: str) -> dict[str, Any]:
    from accounts.players import SESSION_PLAYER
    from tests.support.playing import account

    player = account(name)
    return {"session": _logged_in(player.user, {SESSION_PLAYER: player.pk})}


def _moderator(number: int, name: str) -> dict[str, Any]:
    from tests.support.staff import moderator, second_step_used, with_second_step

    user = moderator(name)
    with_second_step(user)
    return {"session": _logged_in(user, second_step_used(user))}


def _logged_in(user: Any, more: dict[str, Any]) -> str:
    """The key of a new session of that user, with more in it."""
    from django.conf import settings
    from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
    from django.contrib.sessions.backends.db import SessionStore

    session = SessionStore()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[-1]
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.update(more)
    session.create()
    return str(session.session_key)


def _let_write(number: int, code: str) -> dict[str, Any]:
    from tests.support.playing import let_write

    for seat in _latest(code).seats.select_related("player"):
        let_write(seat.player)
    return {}


def _list_word(number: int, word: str) -> dict[str, Any]:
    from accounts.words import changing
    from accounts.words.models import ListedWord

    changing.save(ListedWord(word=word), None)
    return {}


def _rename_writers(number: int) -> dict[str, Any]:
    from accounts.models import Player

    for player in Player.objects.filter(user__username__startswith="writer-"):
        Player.objects.filter(pk=player.pk).update(name=f"Earlier {player.pk}")
    return {}


def _talk(number: int, code: str, lines: list[str]) -> dict[str, Any]:
    from games.models import ChatLine

    game = _latest(code)
    player = game.seats.get(number=0).player
    ChatLine.objects.bulk_create(
        ChatLine(table=game.table, player=player, text=line, key=f"{number}-{place}")
        for place, line in enumerate(lines)
    )
    return {}


def _touch(number: int, code: str) -> dict[str, Any]:
    from django.db import transaction

    from games.table import bump

    with transaction.atomic():
        bump(_latest(code).table)
    return {}


def _moves(number: int, code: str) -> dict[str, Any]:
    moves = _latest(code).moves.order_by("seq")
    return {"moves": list(moves.values("seat", "decision", "action", "actor"))}


if __name__ == "__main__":
    main()
