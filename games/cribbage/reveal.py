"""A finished game's deals, laid open so that anyone can check them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import islice
from typing import Any

from games.cribbage import shuffle
from games.cribbage.cards import Card
from games.cribbage.dealing import deal_out
from games.cribbage.state import Settings

CARD_ORDER = "index i: rank 'A23456789TJQK'[i%13], suit 'cdhs'[i//13]; deck[0] is dealt first"
FIRST_WORDS = 4
"""How many words of a hand's stream are shown, to help whoever checks by hand."""

Json = dict[str, Any]


def reveal(
    game_id: str,
    seed: bytes,
    seats: Sequence[Mapping[str, Any]],
    hands: int,
    first_dealer: int | None = None,
) -> Json:
    """All there is to check about a game of which ``hands`` hands were dealt.

    ``seats``: by seat, its ``kind`` and, if it gave one, its ``client_seed``.
    ``first_dealer`` is None if he was cut for, which adds the cut as hand 0.
    """
    shares = [shuffle.contribution(seat["kind"], seat.get("client_seed")) for seat in seats]
    return {
        "version": shuffle.VERSION,
        "game_id": game_id,
        "commitment": shuffle.commitment(game_id, seed),
        "server_seed": seed.hex(),
        "seats": [_seat(seat) for seat in seats],
        "contributions": shares,
        "hands": reveal_hands(game_id, seed, shares, hands, first_dealer),
    }


def reveal_hands(
    game_id: str,
    seed: bytes,
    contributions: Sequence[str],
    hands: int,
    first_dealer: int | None = None,
) -> list[Json]:
    """The keys, decks and dealt cards of hands 1 to ``hands``, after the cut if there was one."""
    shown: list[Json] = []
    seats = len(contributions)
    if first_dealer is None:
        opened, deck = _open(game_id, seed, contributions, 0)
        rounds, first_dealer = shuffle.cut_for_deal(deck, seats)
        opened["cuts"] = [[[seat, _text(card)] for seat, card in each] for each in rounds]
        shown.append({**opened, "dealer_seat": first_dealer})
    for hand_no in range(1, hands + 1):
        dealer = (first_dealer + hand_no - 1) % seats
        opened, deck = _open(game_id, seed, contributions, hand_no)
        dealt = deal_out(deck, Settings(seats), dealer)
        shown.append(
            {
                **opened,
                "dealer_seat": dealer,
                "dealt": {str(seat): _texts(cards) for seat, cards in enumerate(dealt.hands)},
                "crib_from_deck": _texts(dealt.crib_from_deck),
                "starter": _text(dealt.stock[0]),
            }
        )
    return shown


def _open(
    game_id: str, seed: bytes, contributions: Sequence[str], hand_no: int
) -> tuple[Json, tuple[Card, ...]]:
    key = shuffle.hand_key(seed, game_id, contributions, hand_no)
    deck = shuffle.deck(seed, game_id, contributions, hand_no)
    opened = {
        "hand_no": hand_no,
        "hand_key": key.hex(),
        "first_words": [f"{word:08x}" for word in islice(shuffle.words(key), FIRST_WORDS)],
        "deck": _texts(deck),
    }
    return opened, deck


def _seat(seat: Mapping[str, Any]) -> Json:
    shown = {"kind": seat["kind"]}
    if seat.get("client_seed"):
        shown["client_seed"] = seat["client_seed"]
    return shown


def _text(card: Card) -> str:
    return card.code[0] + card.suit


def _texts(cards: Iterable[Card]) -> list[str]:
    return [_text(card) for card in cards]
