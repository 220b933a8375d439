"""The one write path: every move of every game goes through `decide` or `begin`.

The key of a move is (decision, seat): throws are simultaneous, so a version would not do. The same
answer again gets the same result again; anything else is refused and changes nothing. The game's
row is locked while its rules are applied, and the unique keys of Move stand behind the lock.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext as _

from games import clock, publish
from games.cribbage import record, rules
from games.cribbage.actions import Action, Cut
from games.cribbage.errors import CribbageError
from games.cribbage.state import State
from games.database import without_detail
from games.dealing import deck_for, is_computer, next_game, opening
from games.models import Game, Move, Table
from games.refusals import AlreadyAnswered, BrokenRule, Malformed, NotRunning, Stale, TooLate


@dataclass(frozen=True, slots=True)
class Outcome:
    """What an accepted answer led to: the table's revision, and whether it was in already."""

    revision: int
    repeated: bool = False


def locked_game(game_id: int) -> tuple[Game, datetime]:
    """The game's row, locked until the transaction ends, and the database's time after locking.

    Raises Game.DoesNotExist.
    """
    game = Game.objects.select_for_update().get(pk=game_id)
    # In a statement of its own: one that waited for the lock shows other tables, and the time,
    # as they were before the wait.
    table = Table.objects.annotate(read_at=clock.DatabaseClock()).get(pk=game.table_id)
    game.table = table
    return game, table.read_at


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

    `wanted` is an action's JSON; a deal may leave out its hand number. Raises a Refused by cause.
    """
    late = False
    with transaction.atomic():
        game, now = locked_game(game_id)
        answered = Move.objects.filter(game=game, decision=decision, seat=seat).first()
        if answered is not None:
            if not _same_answer(answered.action, wanted):
                by_table = answered.actor == Move.Actor.TABLE
                raise TooLate if by_table else AlreadyAnswered
            return Outcome(game.table.revision, repeated=True)
        if game.status != Game.Status.PLAYING or game.state is None:
            raise NotRunning(
                _("The game is over.")
                if game.status == Game.Status.OVER
                else _("The game has not begun.")
            )
        state = record.state_from_json(game.state)
        if decision != game.decision:
            raise Stale
        action = _parsed(wanted, state)
        if actor == Move.Actor.PLAYER and game.deadline_at and game.deadline_at <= now:
            own_seat, own = clock.own_action(state)
            late = (own_seat, type(own)) != (seat, type(action))
            seat, action, actor = own_seat, own, Move.Actor.TABLE
        revision = _append(game, state, seat, action, actor, now)
    if late:
        raise TooLate
    return Outcome(revision)


def begin(game: Game, now: datetime) -> int:
    """Start a locked, waiting game: freeze what went into the shuffle, and cut if it is to be cut.

    The caller has checked that it may start. Returns the table's revision.
    """
    state = opening(game)
    game.settings = record.settings_to_json(state.settings)
    game.status, game.started_at = Game.Status.PLAYING, now
    if state.phase == "cut":
        return _append(game, state, game.host_seat, Cut(), Move.Actor.PLAYER, now)
    _store(game, state, now)
    return bump(game.table)


@without_detail
def resolve_due(game_id: int) -> bool:
    """Make the decision whose wait is over, if there is one. Safe to call at any time."""
    with transaction.atomic():
        game, now = locked_game(game_id)
        if game.status != Game.Status.PLAYING or not game.deadline_at or game.deadline_at > now:
            return False
        state = record.state_from_json(game.state)
        seat, action = clock.own_action(state)
        _append(game, state, seat, action, Move.Actor.TABLE, now)
    return True


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
    game: Game, state: State, seat: int, action: Action, actor: Move.Actor, now: datetime
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
    _store(game, after, now)
    return bump(game.table)


def _store(game: Game, state: State, now: datetime) -> None:
    """Save the state, and with it who must act and until when, in the decision's transaction."""
    game.state = record.state_to_json(state)
    game.decision = state.decision
    game.deadline_at = clock.deadline(state, now)
    if state.phase == "over":
        game.status, game.ended_at = Game.Status.OVER, now
        next_game(game, state)
    computers = {seat.number for seat in game.seats.select_related("player") if is_computer(seat)}
    waits_for_cpu = bool(computers.intersection(rules.asked(state)))
    game.cpu_asked_at = now if waits_for_cpu else None
    game.save()
    if waits_for_cpu:
        game_id, decision = game.pk, game.decision
        transaction.on_commit(lambda: publish.cpu_asked(game_id, decision))
