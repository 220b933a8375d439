"""What everybody may know about the shuffle once a game is over, in the format that
`python -m games.cribbage verify` checks."""

from typing import Any

from games.cribbage import record, shuffle
from games.cribbage.cards import Card
from games.cribbage.dealing import deal_out
from games.cribbage.state import State
from games.dealing import contributions
from games.models import Game, GameSeed

FIRST_WORDS = 4


def deals(game: Game) -> dict[str, Any]:
    """Seed, contributions and every deck of a finished game. Only for a game that is over."""
    if game.status != Game.Status.OVER:
        raise ValueError("A running game reveals nothing.")
    state = record.state_from_json(game.state)
    seats = list(game.seats.select_related("player"))
    seed = bytes(GameSeed.objects.get(game=game).seed)
    added = contributions(seats)
    return {
        "version": shuffle.VERSION,
        "game_id": game.key,
        "commitment": game.commitment,
        "server_seed": seed.hex(),
        "seats": [
            {"kind": seat.player.kind}
            | ({"client_seed": seat.client_seed} if seat.client_seed else {})
            for seat in seats
        ],
        "contributions": added,
        "hands": [
            _hand(game, seed, added, hand_no, state)
            for hand_no in range(0 if state.cuts else 1, state.hand_no + 1)
        ],
    }


def _hand(game: Game, seed: bytes, added: list[str], hand_no: int, state: State) -> dict[str, Any]:
    key = shuffle.hand_key(seed, game.key, added, hand_no)
    stream = shuffle.words(key)
    deck = shuffle.deck(seed, game.key, added, hand_no)
    facts: dict[str, Any] = {
        "hand_no": hand_no,
        "hand_key": key.hex(),
        "first_words": [f"{next(stream):08x}" for _ in range(FIRST_WORDS)],
        "deck": [_code(card) for card in deck],
    }
    first = state.first_dealer or 0
    if hand_no == 0:
        facts["cuts"] = [[[seat, _code(card)] for seat, card in cut] for cut in state.cuts]
        facts["dealer_seat"] = first
        return facts
    dealer = (first + hand_no - 1) % state.settings.seats
    dealt = deal_out(deck, state.settings, dealer)
    facts["dealer_seat"] = dealer
    facts["dealt"] = {
        str(seat): [_code(card) for card in hand] for seat, hand in enumerate(dealt.hands)
    }
    facts["crib_from_deck"] = [_code(card) for card in dealt.crib_from_deck]
    facts["starter"] = _code(dealt.stock[0])
    return facts


def _code(card: Card) -> str:
    return card.code[0] + card.suit
