"""What must stay hidden: dealt anew among the places a seat can't see, and looked for in text."""

import json
import random
import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import chain, pairwise
from typing import TYPE_CHECKING

from games.cribbage.cards import Card
from games.cribbage.state import State

if TYPE_CHECKING:
    from games.models import Game


def hidden_from(state: State, seat: int | None) -> frozenset[Card]:
    """The cards that a seat (None: somebody who only looks on) can't know, by RULES."""
    shown_crib = _crib_is_shown(state)
    unseen = set(state.stock)
    for other in range(len(state.hands)):
        if other != seat:
            unseen.update(state.hands[other])
            if not shown_crib:
                unseen.update(state.throws[other])
    if not shown_crib:
        unseen.update(state.crib_from_deck)
    return frozenset(unseen)


def shuffled(state: State, seat: int | None, chance: random.Random) -> State:
    """Another state that this seat could not tell from the given one.

    The others' hands and throws, the deck's card for the crib and the stock are dealt anew among
    themselves. Once the crib is shown, only who threw which of its cards is.
    """
    others = [other for other in range(len(state.hands)) if other != seat]
    pool = [*state.stock, *chain(*(state.hands[other] for other in others))]
    crib = [*state.crib_from_deck, *chain(*(state.throws[other] for other in others))]
    if not _crib_is_shown(state):
        pool += crib
        crib = pool
    chance.shuffle(pool)
    chance.shuffle(crib)

    def again(cards: Sequence[Card], source: list[Card]) -> tuple[Card, ...]:
        return tuple(source.pop() for _ in cards)

    hands, throws = list(state.hands), list(state.throws)
    for other in others:
        hands[other] = again(hands[other], pool)
        throws[other] = again(throws[other], crib)
    return replace(
        state,
        hands=tuple(hands),
        throws=tuple(throws),
        crib_from_deck=again(state.crib_from_deck, crib),
        stock=again(state.stock, pool),
    )


def _crib_is_shown(state: State) -> bool:
    # From the moment it is to be counted, and until the next deal clears it away.
    return state.crib_in_turn or any(each.crib for each in state.shown)


def secrets_of(game: "Game") -> list[str]:
    """Pieces of text that would give a game's seed or state away, wherever they turn up."""
    # Here, so that the rest can be used without Django.
    from games.models import Game, GameSeed

    seed = bytes(GameSeed.objects.get(game=game).seed)
    state = Game.objects.values_list("state", flat=True).get(pk=game.pk)
    pieces = [seed.hex(), repr(seed)[2:-1], seed.decode("latin1")]
    if state is not None:
        pieces += ["crib_from_deck", "stock", json.dumps(state["stock"])]
        for cards in (*state["hands"], *state["throws"], state["stock"]):
            for one, other in pairwise(cards):
                pieces += [f"{one}{between}{other}" for between in (", ", ",", "', '", '", "', " ")]
    return pieces


def cards_in(text: str) -> set[str]:
    """The codes of cards, as states and events have them, that are words of their own in a text."""
    return set(re.findall(r"(?<![A-Za-z0-9])[A2-9TJQK][CDHS](?![A-Za-z0-9])", text))
