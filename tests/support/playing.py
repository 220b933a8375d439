"""Tables, players and whole games for tests, all through the site's own write path.

Everything random comes from a seed, so that a failing game can be played again.
"""

import random
import uuid
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.db.models import F

from accounts.models import Player, User
from accounts.players import computer_players
from games import clock, dealing, seating
from games.cribbage import record, rules, shuffle
from games.cribbage.actions import Action, Claim, Count, Cut, Deal, Play, Throw
from games.cribbage.play import legal
from games.cribbage.show import points
from games.cribbage.showing import cards_in_show
from games.cribbage.state import State
from games.models import Act, ChatLine, Game, GameSeed, Move, Page, Seat, SiteClock, Table
from games.refusals import Refused
from games.table import Outcome, decide

FOR_EVER = datetime(9999, 1, 1, tzinfo=UTC)
NAMES = ("Ann", "Bob", "Cleo", "Dan")
WORDS = ("one blue door", "two red hens", "three old men", "four tall trees")


def guests(count: int) -> list[Player]:
    """New guests, called Ann, Bob, Cleo and Dan."""
    return Player.objects.bulk_create(
        Player(kind=Player.Kind.GUEST, name=name) for name in NAMES[:count]
    )


def accounts(count: int, *, verified: bool = True) -> list[Player]:
    """New players with an account and a confirmed address, called Ann, Bob, Cleo and Dan."""
    return [account(name, verified=verified) for name in NAMES[:count]]


def account(name: str, *, verified: bool = True) -> Player:
    """A new player with an account."""
    address = f"{name.lower()}@example.org"
    user = User.objects.create(username=name.lower(), email=address)
    EmailAddress.objects.create(user=user, email=address, verified=verified, primary=True)
    return Player.objects.create(kind=Player.Kind.ACCOUNT, name=name, user=user)


def let_write(player: Player, games: int = 5) -> None:
    """Let the player have an account that has finished so many games: then it may write."""
    if player.kind != Player.Kind.ACCOUNT:
        user = User.objects.create(username=f"writer-{player.pk}")
        # of its name there may be one only
        namesakes = Player.objects.filter(kind=Player.Kind.ACCOUNT, name=player.name)
        namesakes.update(name=f"Earlier {player.pk}")
        player.kind, player.user = Player.Kind.ACCOUNT, user
        player.save()
    table = Table.objects.create(code=uuid.uuid4().hex)
    for number in range(1, games + 1):
        game = Game.objects.create(
            table=table,
            number=number,
            key=str(uuid.uuid4()),
            status=Game.Status.OVER,
            ending=Game.Ending.PLAYED,
            state={},
        )
        Seat.objects.create(game=game, number=0, player=player)


def waiting_game(
    seats: int = 2,
    *,
    seed: int = 1,
    computers: int = 0,
    seated: int | None = None,
    target: int = 121,
    muggins: bool = False,
    skunk: str = "all",
    first_deal: str = "cut",
    turn_limit: int = 0,
    ranked: bool = False,
) -> Game:
    """A table with its first game waiting; CPUs sit in the last seats, nobody is ready.

    Unlike `tables.open_table` it has more people than one, and a shuffle that `seed` decides.
    For a `ranked` game they have accounts, and thirty seconds for a turn.
    """
    chance = random.Random(seed)
    table = Table.objects.create(
        code=f"table-{uuid.UUID(int=chance.getrandbits(128)).hex[:20]}",
        target=target,
        muggins=muggins,
        skunk=skunk,
        first_deal=first_deal,
        turn_limit=turn_limit or (30 if ranked else 0),
        ranked=ranked,
        size=seats if ranked else None,
    )
    game = Game(table=table, number=1, key=str(uuid.UUID(int=chance.getrandbits(128), version=4)))
    secret = dealing.new_secret(game)
    secret.seed = chance.randbytes(32)
    game.commitment = shuffle.commitment(game.key, secret.seed)
    game.save()
    secret.save()
    people = accounts(seats) if ranked else guests(seats - computers)
    players = [*people, *computer_players(computers)][: seats if seated is None else seated]
    Seat.objects.bulk_create(
        Seat(game=game, number=number, player=player, ready=player.kind == Player.Kind.CPU)
        for number, player in enumerate(players)
    )
    for player in players:
        if player.kind != Player.Kind.CPU:
            open_page(game, player)
    return game


def open_page(game: Game, player: Player) -> None:
    """A page of the player shows the game's table, and stays open for ever."""
    Page.objects.create(
        page=uuid.uuid4(),
        table_id=game.table_id,
        player=player,
        seen_at=clock.SiteNow(),
        until=FOR_EVER,
    )


def close_pages(game: Game, *names: str) -> None:
    """No page of these people shows the table any more, since now."""
    pages = Page.objects.filter(table_id=game.table_id, player__name__in=names)
    assert pages.update(seen_at=clock.SiteNow(), until=clock.SiteNow())


def seat_of(game: Game, name: str) -> Seat:
    """The seat of the player of that name, as the database has it now."""
    return Seat.objects.select_related("player").get(game=game, player__name=name)


def acts(game: Game) -> list[tuple[str, int, str]]:
    """What has happened at the game besides its moves: the kind, the seat, the reason."""
    return list(Act.objects.filter(game=game).values_list("kind", "seat", "hold"))


def open_pages(game: Game, *names: str) -> None:
    """These people have the table's page open again."""
    for name in names:
        open_page(game, Player.objects.get(pk=person(game, name)))


def pass_time(seconds: float) -> None:
    """Let site time run on by that much, at once."""
    row, _new = SiteClock.objects.get_or_create(
        pk=1, defaults={"alive_at": FOR_EVER, "stopped": timedelta()}
    )
    row.stopped -= timedelta(seconds=seconds)
    row.save()


def begin(game: Game) -> Game:
    """Everybody is ready and the host starts; returns the game as it is then."""
    others = game.seats.filter(ready=False).exclude(number=game.host_seat)
    for number in others.values_list("number", flat=True):
        game.seats.filter(number=number).update(ready=True, client_seed=WORDS[number])
    host = game.seats.get(number=game.host_seat)
    seating.start(game.pk, host.player_id, WORDS[game.host_seat])
    return fresh(game)


def running_game(seats: int = 2, **choices: Any) -> Game:
    """A game that has just begun, as `waiting_game` makes it."""
    return begin(waiting_game(seats, **choices))


def fresh(game: Game) -> Game:
    """The game as the database has it now."""
    return Game.objects.select_related("table").get(pk=game.pk)


def state_of(game: Game) -> State:
    """The whole state of a game, hidden cards included."""
    return record.state_from_json(Game.objects.values_list("state", flat=True).get(pk=game.pk))


def revision_of(game: Game) -> int:
    """The revision of the game's table."""
    return Table.objects.values_list("revision", flat=True).get(pk=game.table_id)


def truth(game: Game) -> dict[str, Any]:
    """All that the database says about a game and its table, to compare before and after."""
    return {
        "table": Table.objects.filter(pk=game.table_id).values().get(),
        "games": list(Game.objects.filter(table_id=game.table_id).order_by("pk").values()),
        "seats": list(Seat.objects.filter(game__table_id=game.table_id).order_by("pk").values()),
        "acts": list(Act.objects.filter(game__table_id=game.table_id).order_by("pk").values()),
        "chat": list(ChatLine.objects.filter(table_id=game.table_id).order_by("pk").values()),
        "moves": list(Move.objects.filter(game__table_id=game.table_id).order_by("pk").values()),
        "seeds": [
            bytes(seed)
            for seed in GameSeed.objects.filter(game__table_id=game.table_id)
            .order_by("pk")
            .values_list("seed", flat=True)
        ],
    }


def chairs(game: Game) -> dict[int, str]:
    """The names of those who sit at the table, by chair."""
    return dict(game.seats.values_list("number", "player__name"))


def person(game: Game, name: str) -> int:
    """The primary key of the player of that name at the table."""
    return game.seats.values_list("player_id", flat=True).get(player__name=name)


def refused(game: Game, code: str, work: Callable[..., Any], *arguments: Any) -> str:
    """The reason why the work is refused, which must be by that code and change nothing."""
    before = truth(game)
    with pytest.raises(Refused) as refusal:
        work(*arguments)
    assert refusal.value.code == code, refusal.value.reason
    assert refusal.value.reason.endswith(".")
    assert truth(game) == before
    return refusal.value.reason


def let_readiness_lapse(game: Game, *names: str) -> None:
    """Let the time these people had to be ready be over."""
    seats = game.seats.filter(player__name__in=names)
    assert seats.update(ready_by=clock.DatabaseClock() - timedelta(seconds=1)) == len(names)


def some_action(state: State, seat: int, chance: random.Random) -> Action:
    """A legal answer of a seat that is asked. With muggins some claims are too low or too high."""
    match state.phase:
        case "cut":
            return Cut()
        case "deal":
            return Deal(state.hand_no + 1)
        case "throw":
            return Throw(tuple(chance.sample(state.hands[seat], state.settings.thrown_each)))
        case "play":
            return Play(chance.choice(legal(state.hands[seat], state.count)))
    if not state.settings.muggins:
        return Count()
    worth = points(cards_in_show(state), state.starter, state.crib_in_turn)
    return Claim(min(29, max(0, worth + chance.choice((0, 0, 0, -2, 3)))))


def answer(
    game: Game,
    seat: int,
    action: Action | dict[str, Any],
    *,
    decision: int | None = None,
    actor: Move.Actor = Move.Actor.PLAYER,
) -> Outcome:
    """One seat answers a decision, by default the one that is open."""
    return decide(
        game_id=game.pk,
        seat=seat,
        decision=fresh(game).decision if decision is None else decision,
        wanted=action if isinstance(action, dict) else record.action_to_json(action),
        actor=actor,
    )


def play_on(game: Game, *, seed: int = 1) -> Iterator[State]:
    """Random legal answers of whoever is asked, to the end; yields the state after each."""
    chance = random.Random(seed)
    actors = _actors(game)
    state = state_of(game)
    while state.phase != "over":
        seat = chance.choice(rules.asked(state))
        action = some_action(state, seat, chance)
        answer(game, seat, action, decision=state.decision, actor=actors[seat])
        state = state_of(game)
        yield state


def play_until(game: Game, until: Callable[[State], bool], *, seed: int = 1) -> Game:
    """The same answers as `play_on` makes, up to the first state for which `until` holds.

    It may hold at once. Only the last answer goes through the write path; the rows that the
    others would leave are written together, which is ten times as fast.
    """
    chance = random.Random(seed)
    actors = _actors(game)
    game = fresh(game)
    moves: list[Move] = []
    states = [state_of(game)]
    while not until(states[-1]):
        state = states[-1]
        assert state.phase != "over", "the game was over before it came to that"
        seat = chance.choice(rules.asked(state))
        action = some_action(state, seat, chance)
        after, events = rules.apply(state, seat, action, dealing.deck_for(game, action))
        moves.append(
            Move(
                game=game,
                seq=game.version + len(moves) + 1,
                decision=state.decision,
                seat=seat,
                actor=actors[seat],
                action=record.action_to_json(action),
                events=[record.event_to_json(event) for event in events],
            )
        )
        states.append(after)
    if not moves:
        return fresh(game)
    *early, last = moves
    Move.objects.bulk_create(early)
    Table.objects.filter(pk=game.table_id).update(revision=F("revision") + len(early))
    Game.objects.filter(pk=game.pk).update(
        version=last.seq - 1,
        decision=last.decision,
        asked_at=clock.SiteNow(),
        state=record.state_to_json(states[-2]),
        deadline_at=None,
    )
    answer(game, last.seat, last.action, decision=last.decision, actor=last.actor)
    return fresh(game)


def _actors(game: Game) -> dict[int, Move.Actor]:
    return {
        seat.number: Move.Actor.CPU if dealing.is_computer(seat) or seat.hold else Move.Actor.PLAYER
        for seat in game.seats.select_related("player")
    }


def play_to(game: Game, phase: str, *, seed: int = 1) -> Game:
    """Play on by random legal answers until the game is in this phase."""
    return play_until(game, lambda state: state.phase == phase, seed=seed)


def game_in(phase: str, seats: int = 2, *, seed: int = 1, **choices: Any) -> Game:
    """A running game in its first hand that has come to a phase."""
    return play_to(running_game(seats, seed=seed, **choices), phase, seed=seed)


def finished_game(seats: int = 2, *, seed: int = 1, **choices: Any) -> Game:
    """A game played to its end."""
    return game_in("over", seats, seed=seed, **choices)


def end_wait(game: Game, ago: timedelta = timedelta(milliseconds=1)) -> None:
    """Let the wait for the open decision be over since `ago` (below 0: in the future)."""
    now = clock.read().now
    deadline = Game.objects.values_list("deadline_at", flat=True).get(pk=game.pk) or now
    earlier = deadline - now + ago
    Game.objects.filter(pk=game.pk).update(
        deadline_at=F("deadline_at") - earlier, asked_at=F("asked_at") - earlier
    )


def lose_cpu_task(game: Game, ago: timedelta = timedelta(seconds=3)) -> None:
    """Let a CPU seat have been asked this long ago, without an answer."""
    Game.objects.filter(pk=game.pk).update(cpu_asked_at=clock.DatabaseClock() - ago)
