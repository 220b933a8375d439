"""Decks come from a game's seed, each time anew, so that a crash never deals again differently."""

import secrets
import uuid
from collections.abc import Sequence

from accounts.models import Player
from games.cribbage import rules, shuffle
from games.cribbage.actions import Action, Cut, Deal
from games.cribbage.cards import Card
from games.cribbage.state import Settings, State
from games.models import Game, GameSeed, Seat, Table


def new_secret(game: Game) -> GameSeed:
    """A fresh 32-byte seed for a game that has its key; sets the game's commitment.

    Neither is saved here.
    """
    seed = secrets.token_bytes(32)
    game.commitment = shuffle.commitment(game.key, seed)
    return GameSeed(game=game, seed=seed)


def new_game(
    table: Table,
    *,
    number: int,
    host_seat: int = 0,
    given_first_dealer: int | None = None,
    rematch: bool = False,
) -> Game:
    """A waiting game with its seed and commitment, saved."""
    game = Game(
        table=table,
        number=number,
        key=str(uuid.uuid4()),
        host_seat=host_seat,
        given_first_dealer=given_first_dealer,
        rematch=rematch,
    )
    secret = new_secret(game)
    game.save()
    secret.save(force_insert=True)
    return game


def next_game(game: Game, state: State) -> Game:
    """The game after one that is over, for the same people if they agree to it.

    It is there at once, so that its commitment can be shown before anybody is ready. A ranked one
    is cut for again.
    """
    following = new_game(
        game.table,
        number=game.number + 1,
        host_seat=game.host_seat,
        given_first_dealer=None if game.ranked else rules.rematch_first_dealer(state),
        rematch=True,
    )
    for seat in game.seats.select_related("player"):
        Seat.objects.create(
            game=following, number=seat.number, player=seat.player, ready=is_computer(seat)
        )
    return following


def contributions(seats: Sequence[Seat]) -> list[str]:
    """What each seat added to the shuffle, in seat order."""
    return [
        shuffle.contribution(seat.player.kind, seat.client_seed or None)
        for seat in sorted(seats, key=lambda seat: seat.number)
    ]


def opening(game: Game) -> State:
    """The state before a game's first move. Raises CribbageError if seats and settings don't fit.

    A game that has begun keeps the settings that it began with, whatever its table's are now.
    """
    table, begun = game.table, game.settings
    settings = Settings(
        seats=game.seats.count(),
        target=begun["target"] if begun else table.target,
        muggins=begun["muggins"] if begun else table.muggins,
        skunk=begun["skunk"] if begun else table.skunk,
        first_deal=begun["first_deal"] if begun else table.first_deal,
    )
    return rules.new_game(settings, host=game.host_seat, first_dealer=game.given_first_dealer)


def deck_for(game: Game, action: Action) -> tuple[Card, ...] | None:
    """The deck that an action needs; None for actions that need none."""
    match action:
        case Cut():
            return deck_of(game, 0)
        case Deal(hand_no=hand_no):
            return deck_of(game, hand_no)
    return None


def deck_of(game: Game, hand_no: int) -> tuple[Card, ...]:
    """The 52 cards of one hand in dealing order; hand 0 is the cut for the deal."""
    secret = GameSeed.objects.get(game=game)
    seats = list(game.seats.select_related("player"))
    return shuffle.deck(bytes(secret.seed), game.key, contributions(seats), hand_no)


def is_computer(seat: Seat) -> bool:
    """Whether a CPU owns the seat (one in an owner's place does not)."""
    return seat.player.kind == Player.Kind.CPU
