"""The one write path: every move of every game goes through `decide`, `begin` or `resolve_due`.

The key of a move is (decision, seat): throws are simultaneous, so a version would not do. The same
answer again gets the same result again; anything else is refused and changes nothing. The game's
row is locked while its rules are applied, and the unique keys of Move stand behind the lock.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext as _

from games import clock, cpu, draws, publish, substitutes, waits
from games.clock import Moment
from games.cribbage import record, rules
from games.cribbage.actions import Action, Cut, Deal
from games.cribbage.errors import CribbageError
from games.cribbage.state import State
from games.cribbage.view import view
from games.database import without_detail
from games.dealing import deck_for, next_game, opening
from games.models import Act, Game, Move, Seat, Table
from games.ranked.endings import result_of, who_stayed_first
from games.refusals import (
    AlreadyAnswered,
    BrokenRule,
    Malformed,
    NotRunning,
    PlayedByComputer,
    Stale,
    TooLate,
)
from ratings import settlement
from ratings.caps import why_not_rated


@dataclass(frozen=True, slots=True)
class Outcome:
    """What an accepted answer led to: the table's revision, and whether it was in already."""

    revision: int
    repeated: bool = False


def locked_game(game_id: int, *, skip_locked: bool = False) -> tuple[Game, Moment]:
    """The game's row, locked until the transaction ends, and the clocks after locking.

    Raises Game.DoesNotExist; with `skip_locked` also when somebody else has the lock.
    """
    game = Game.objects.select_for_update(skip_locked=skip_locked).get(pk=game_id)
    # In a statement of its own: one that waited for the lock shows other tables, and the time,
    # as they were before the wait.
    table = Table.objects.annotate(
        real=clock.DatabaseClock(), now=clock.SiteNow(), proven=clock.SiteProven()
    ).get(pk=game.table_id)
    game.table = table
    return game, Moment(table.real, table.now, table.proven)


def seats_of(game: Game) -> list[Seat]:
    """The seats of a game with their players, in order."""
    return list(game.seats.select_related("player").order_by("number"))


def bump(table: Table) -> int:
    """Raise the table's revision for a visible change and wake its pages after the commit."""
    Table.objects.filter(pk=table.pk).update(revision=F("revision") + 1)
    table.refresh_from_db(fields=["revision"])
    code, revision = table.code, table.revision
    transaction.on_commit(lambda: publish.changed(code, revision))
    return table.revision


@without_detail
def decide(
    *, game_id: int, seat: int, decision: int, wanted: dict[str, Any], actor: Move.Actor
) -> Outcome:
    """Record one seat's answer to one decision, or refuse it.

    `wanted` is an action's JSON; a deal may leave out its hand number. What is due by then happens
    first, and stays even when the answer is refused because of it. Raises a Refused by cause.
    """
    with transaction.atomic():
        game, moment = locked_game(game_id)
        if actor != Move.Actor.PLAYER or not _resolve(game, moment):
            return _decide(game, seat, decision, wanted, actor, moment)
    with transaction.atomic():
        game, moment = locked_game(game_id)
        return _decide(game, seat, decision, wanted, actor, moment)


def _decide(
    game: Game,
    number: int,
    decision: int,
    wanted: dict[str, Any],
    actor: Move.Actor,
    moment: Moment,
) -> Outcome:
    answered = Move.objects.filter(game=game, decision=decision, seat=number).first()
    if answered is not None:
        if not _same_answer(answered.action, wanted):
            in_time = answered.actor in (Move.Actor.PLAYER, Move.Actor.CPU)
            raise AlreadyAnswered if in_time else TooLate
        return Outcome(game.table.revision, repeated=True)
    if game.status != Game.Status.PLAYING or game.state is None:
        raise NotRunning(
            _("The game has not begun.")
            if game.status == Game.Status.WAITING
            else _("The game is over.")
        )
    state = record.state_from_json(game.state)
    if decision != game.decision:
        raise Stale
    action = _parsed(wanted, state)
    seats = seats_of(game)
    seat = next((each for each in seats if each.number == number), None)
    if seat is not None:
        _require_voice(game, seats, seat, actor, moment)
    return Outcome(_append(game, state, seats, number, action, actor, moment))


def _require_voice(
    game: Game, seats: Sequence[Seat], seat: Seat, actor: Move.Actor, moment: Moment
) -> None:
    """Only the owner answers for a seat, or the CPU that holds it, whichever it is now."""
    if actor == Move.Actor.CPU:
        if waits.plays(seat) or game.paused_at is not None:
            raise Stale
        return
    if seat.hold:
        raise PlayedByComputer
    if seat.away_since is not None or game.paused_at is not None:
        substitutes.note_here(game, seats, seat, moment)
    substitutes.note_own_move(seat)


def begin(game: Game, moment: Moment) -> int:
    """Start a locked, waiting game: freeze what went into the shuffle, and cut if it is to be cut.

    The caller has checked that it may start. Returns the table's revision.
    """
    state = opening(game)
    game.settings = record.settings_to_json(state.settings)
    game.turn_limit = game.table.turn_limit
    game.ranked = game.table.ranked
    if game.ranked:
        players = [seat.player_id for seat in seats_of(game)]
        game.unrated = why_not_rated(players, moment.real)
    game.status, game.started_at = Game.Status.PLAYING, moment.real
    seats = seats_of(game)
    if state.phase == "cut":
        return _append(game, state, seats, game.host_seat, Cut(), Move.Actor.PLAYER, moment)
    return _store(game, state, seats, moment)


@without_detail
def resolve_due(game_id: int, *, skip_locked: bool = False) -> bool:
    """Let happen what is due, if anything is. Safe to call at any time."""
    with transaction.atomic():
        try:
            game, moment = locked_game(game_id, skip_locked=skip_locked)
        except Game.DoesNotExist:
            if not skip_locked:
                raise
            return False
        return _resolve(game, moment)


def _resolve(game: Game, moment: Moment) -> bool:
    resolved = False
    while game.status == Game.Status.PLAYING and moment.passed(game.deadline_at):
        state = record.state_from_json(game.state)
        seats = seats_of(game)
        due = next(iter(waits.dues(game, state, seats)), None)
        if due is None or not moment.passed(due.at):
            settle(game, state, seats, moment)
            break
        _happen(game, state, seats, due, moment)
        resolved = True
    return resolved


def _happen(
    game: Game, state: State, seats: Sequence[Seat], due: waits.Due, moment: Moment
) -> None:
    if _is_missed_first_throw(game, state, due):
        _void(game, state, seats, moment)
        return
    seat = next(seat for seat in seats if seat.number == due.seat)
    match due.cause:
        case waits.Cause.TABLE:
            number, own = waits.own_action(state)
            _append(game, state, seats, number, own, Move.Actor.TABLE, moment)
            claims = state.phase == "show" and state.settings.muggins
            if claims and waits.plays(seat) and game.status == Game.Status.PLAYING:
                substitutes.note_missed_claim(game, seat, moment)
        case waits.Cause.TURN:
            choice = cpu.choose(view(state, seat.number))
            _append(game, state, seats, seat.number, choice, Move.Actor.TIME, moment)
            if game.status == Game.Status.PLAYING:
                substitutes.note_missed_turn(game, seat, moment)
        case waits.Cause.AWAY:
            substitutes.hold(game, seat, Seat.Hold.AWAY, moment)
        case waits.Cause.IDLE:
            substitutes.hold(game, seat, Seat.Hold.IDLE, moment)
    if seat.hold:
        settle_held(game, seats, seat, moment)


def settle_held(game: Game, seats: Sequence[Seat], seat: Seat, moment: Moment) -> int:
    """A CPU has the seat now: it may owe the next answer, or that ends the game, because all the
    others want a draw, or because nobody plays a ranked game any more (RULES: a draw, too).

    Returns the table's revision.
    """
    state = record.state_from_json(game.state)
    if game.status != Game.Status.PLAYING:
        settle(game, state, seats, moment)
    elif game.ranked and all(each.hold for each in seats):
        return end(game, state, seats, Game.Ending.EMPTY, None, moment)
    elif not draw_if_agreed(game, state, seats, seat, moment):
        settle(game, state, seats, moment)
    return bump(game.table)


def draw_if_agreed(
    game: Game, state: State, seats: Sequence[Seat], seat: Seat, moment: Moment
) -> bool:
    """End the game if all who play have agreed to a draw, `seat` the last of them."""
    if not draws.everybody_agrees(game, state, seats):
        return False
    substitutes.record(game, Act.Kind.DRAW, seat.number)
    end(game, state, seats, Game.Ending.DRAW, None, moment)
    return True


def _is_missed_first_throw(game: Game, state: State, due: waits.Due) -> bool:
    first_throw = state.hand_no == 1 and state.phase == "throw"
    return game.ranked and first_throw and due.cause in (waits.Cause.TURN, waits.Cause.AWAY)


def _void(game: Game, state: State, seats: Sequence[Seat], moment: Moment) -> None:
    """RULES: a first throw that was missed voids a ranked game, and is held against its seat."""
    missed = {
        due.seat
        for due in waits.dues(game, state, seats)
        if _is_missed_first_throw(game, state, due) and moment.passed(due.at)
    }
    for seat in seats:
        if seat.number in missed:
            substitutes.record(game, Act.Kind.MISSED, seat.number, player=seat.player)
    end(game, state, seats, Game.Ending.VOID, None, moment)


def end(
    game: Game,
    state: State,
    seats: Sequence[Seat],
    ending: Game.Ending,
    winner: int | None,
    moment: Moment,
) -> int:
    """A locked game is over before its last point: `winner` is a side, None without one.

    Returns the table's revision.
    """
    _finish(game, state, seats, ending, winner, moment)
    settle(game, state, seats, moment)
    return bump(game.table)


def _finish(
    game: Game,
    state: State,
    seats: Sequence[Seat],
    ending: Game.Ending,
    winner: int | None,
    moment: Moment,
) -> None:
    game.status, game.ended_at = Game.Status.OVER, moment.real
    game.ending, game.winner = ending, winner
    result = result_of(game, state, seats)
    if result is not None:
        settlement.settle(result, moment.real)
    next_game(game, state)


def settle(game: Game, state: State, seats: Sequence[Seat], moment: Moment) -> None:
    """Set what happens next by itself, ask the CPUs that owe an answer, and save the game."""
    running = game.status == Game.Status.PLAYING
    due = next(iter(waits.dues(game, state, seats)), None) if running else None
    game.deadline_at = due.at if due is not None else None
    asked = rules.asked(state) if running else ()
    waits_for_cpu = game.paused_at is None and any(
        seat.number in asked and not waits.plays(seat) for seat in seats
    )
    game.cpu_asked_at = moment.now if waits_for_cpu else None
    game.save()
    if waits_for_cpu:
        game_id, decision = game.pk, game.decision
        transaction.on_commit(lambda: publish.cpu_asked(game_id, decision))


def _parsed(wanted: dict[str, Any], state: State) -> Action:
    if wanted.get("type") == "deal" and "hand_no" not in wanted:
        wanted = {**wanted, "hand_no": state.hand_no + 1}
    try:
        return record.action_from_json(wanted)
    except CribbageError as error:
        raise Malformed(str(error)) from None


def _same_answer(stored: dict[str, Any], wanted: dict[str, Any]) -> bool:
    if wanted.get("type") == "deal" and "hand_no" not in wanted:
        wanted = {**wanted, "hand_no": stored.get("hand_no", 1)}
    try:
        return record.action_to_json(record.action_from_json(wanted)) == stored
    except CribbageError as error:
        raise Malformed(str(error)) from None


def _append(
    game: Game,
    state: State,
    seats: Sequence[Seat],
    seat: int,
    action: Action,
    actor: Move.Actor,
    moment: Moment,
) -> int:
    try:
        after, events = rules.apply(state, seat, action, deck_for(game, action))
    except CribbageError as error:
        raise BrokenRule(error.code, str(error)) from None
    game.version += 1
    Move.objects.create(
        game=game,
        seq=game.version,
        decision=state.decision,
        seat=seat,
        actor=actor,
        action=record.action_to_json(action),
        events=[record.event_to_json(event) for event in events],
    )
    if isinstance(action, Deal):
        game.state = record.state_to_json(after)
        substitutes.give_back_after_deal(game, seats, moment)
    return _store(game, after, seats, moment)


def _store(game: Game, state: State, seats: Sequence[Seat], moment: Moment) -> int:
    """Save the state, and with it who must act and until when, in the decision's transaction."""
    if game.asked_at is None or state.decision != game.decision:
        game.asked_at = moment.now
    game.state = record.state_to_json(state)
    game.decision = state.decision
    if state.phase == "over":
        stayed = who_stayed_first(game, state, seats)
        if stayed is None:
            _finish(game, state, seats, Game.Ending.PLAYED, state.winner, moment)
        else:
            _finish(game, state, seats, Game.Ending.STAYED, stayed, moment)
    settle(game, state, seats, moment)
    return bump(game.table)
