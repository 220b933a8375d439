"""Games of the demo as the rows that the site would have written."""

import base64
import json
import random
import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import connection

from accounts.models import Player
from games.cribbage import record, shuffle
from games.cribbage.state import side_of
from games.demo.plan import Fate, Person, Planned
from games.demo.playing import PlayedGame, Shuffled, play
from games.models import Act, Game, GameSeed, Move, Seat, Table

COLUMNS = ("game_id", "seq", "decision", "seat", "actor", "action", "events", "at")


@dataclass(slots=True)
class Written:
    """A game that was played and written down."""

    planned: Planned
    game: Game
    seats: list[Seat]
    played: PlayedGame


def write(
    seed: str, planned: Sequence[Planned], people: Sequence[Person], players: Sequence[Player]
) -> list[Written]:
    """Play these games and write their tables, seats, seeds, moves and acts."""
    made = [_played(random.Random(f"{seed} game {each.number}"), each, people) for each in planned]
    for each, (written, _secret) in zip(planned, made, strict=True):
        for seat, number in zip(written.seats, each.players, strict=True):
            seat.player = players[number]
    all_of_them = [written for written, _ in made]
    games = [written.game for written in all_of_them]
    Table.objects.bulk_create(game.table for game in games)
    for game in games:
        game.table = game.table
    Game.objects.bulk_create(games)
    _backdate(games)
    secrets = []
    for written, secret in made:
        secret.game = written.game
        secrets.append(secret)
        for seat in written.seats:
            seat.game = written.game
    GameSeed.objects.bulk_create(secrets)
    Seat.objects.bulk_create(seat for written in all_of_them for seat in written.seats)
    _copy_moves(all_of_them)
    acts = [act for written in all_of_them for act in _acts(written)]
    for act, at in zip(
        Act.objects.bulk_create(act for act, _ in acts), [at for _, at in acts], strict=True
    ):
        act.at = at
    if acts:
        Act.objects.bulk_update([act for act, _ in acts], ["at"])
    return all_of_them


def _played(
    chance: random.Random, planned: Planned, people: Sequence[Person]
) -> tuple[Written, GameSeed]:
    seats = len(planned.players)
    key = str(uuid.UUID(int=chance.getrandbits(128), version=4))
    seed = chance.randbytes(32)
    words = [chance.randbytes(16).hex() for _ in range(seats)]
    shuffled = Shuffled(
        seed, key, tuple(shuffle.contribution(Player.Kind.ACCOUNT, word) for word in words)
    )
    skills = [people[number].skill for number in planned.players]
    played = play(chance, skills, shuffled, planned.fate, planned.who, planned.hand)
    table = Table(
        code=base64.urlsafe_b64encode(chance.randbytes(9)).decode(),
        turn_limit=planned.turn_limit,
        ranked=True,
        size=seats,
    )
    state, moves = played.state, len(played.moves)
    game = Game(
        table=table,
        number=1,
        key=key,
        commitment=shuffle.commitment(key, seed),
        ranked=True,
        status=Game.Status.OVER,
        version=moves,
        decision=state.decision,
        ending=_ending(played, seats),
        winner=_winner(played, planned, seats),
        settings=record.settings_to_json(state.settings),
        turn_limit=planned.turn_limit,
        state=record.state_to_json(state),
        asked_at=planned.end,
        started_at=planned.start,
        ended_at=planned.end,
    )
    rows = [Seat(number=number, ready=True, client_seed=word) for number, word in enumerate(words)]
    if played.fate == Fate.LEFT:
        leaver = rows[planned.who]
        leaver.hold = Seat.Hold.LEFT
        leaver.held_at = _time(planned, played, played.left_after)
    return Written(planned, game, rows, played), GameSeed(game=game, seed=seed)


def _ending(played: PlayedGame, seats: int) -> Game.Ending:
    match played.fate:
        case Fate.DRAWN:
            return Game.Ending.DRAW
        case Fate.MISSED:
            return Game.Ending.VOID
        case Fate.LEFT if seats == 2:
            return Game.Ending.RESIGNED
    return Game.Ending.PLAYED


def _winner(played: PlayedGame, planned: Planned, seats: int) -> int | None:
    if played.fate == Fate.LEFT and seats == 2:
        return side_of(2, 1 - planned.who)
    return played.state.winner


def _time(planned: Planned, played: PlayedGame, seq: int) -> datetime:
    """When move `seq` was made: evenly over the game."""
    return planned.start + (planned.end - planned.start) * (seq / max(1, len(played.moves)))


def _backdate(games: Sequence[Game]) -> None:
    """Tables and games are as old as they seem; they are stamped with the time when inserted."""
    for game in games:
        game.created_at = game.table.created_at = game.started_at or game.created_at
    Game.objects.bulk_update(games, ["created_at"])
    Table.objects.bulk_update([game.table for game in games], ["created_at"])


def _copy_moves(written: Sequence[Written]) -> None:
    names = ", ".join(COLUMNS)
    with (
        connection.cursor() as cursor,
        cursor.copy(f"COPY {Move._meta.db_table} ({names}) FROM STDIN") as copy,
    ):
        for each in written:
            for seq, move in enumerate(each.played.moves, 1):
                copy.write_row(
                    (
                        each.game.pk,
                        seq,
                        move.decision,
                        move.seat,
                        str(move.actor),
                        json.dumps(move.action),
                        json.dumps(move.events),
                        _time(each.planned, each.played, seq),
                    )
                )


def _acts(written: Written) -> list[tuple[Act, datetime]]:
    """What happened beside the moves, and when."""
    planned, played = written.planned, written.played
    who, others = planned.who, [n for n in range(len(written.seats)) if n != planned.who]
    match played.fate:
        case Fate.LEFT:
            kinds = [(Act.Kind.HELD, who)]
        case Fate.DRAWN:
            kinds = [(Act.Kind.OFFER, who), *((Act.Kind.AGREE, each) for each in others)]
            kinds.append((Act.Kind.DRAW, others[-1]))
        case Fate.MISSED:
            kinds = [(Act.Kind.MISSED, who)]
        case _:
            return []
    at = _time(planned, played, played.left_after)
    return [
        (
            Act(
                game=written.game,
                seat=seat,
                player=written.seats[seat].player if kind == Act.Kind.MISSED else None,
                kind=kind,
                hold=Seat.Hold.LEFT if kind == Act.Kind.HELD else "",
                hand_no=planned.hand if played.fate != Fate.MISSED else 1,
                after=played.left_after,
            ),
            at,
        )
        for kind, seat in kinds
    ]
