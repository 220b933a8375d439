"""Replaying a game from its moves: the moves are the truth, everything else must follow."""

from collections.abc import Iterator

from games.cribbage import record, rules, shuffle
from games.cribbage.errors import CribbageError
from games.dealing import deck_for, opening
from games.models import Game, GameSeed

TO_THE_LAST_POINT = (Game.Ending.PLAYED, Game.Ending.STAYED)


def faults(game: Game) -> Iterator[str]:
    """What is wrong with a game, a sentence each without cards; nothing when all is right."""
    secret = GameSeed.objects.filter(game=game).first()
    if secret is None:
        yield "it has no seed"
        return
    if shuffle.commitment(game.key, bytes(secret.seed)) != game.commitment:
        yield "its seed does not match its commitment"
    moves = list(game.moves.order_by("seq"))
    # A table that was closed before its game began may have any number of seats, or none.
    closed_before = game.status == Game.Status.CLOSED and game.started_at is None
    if game.status == Game.Status.WAITING or closed_before:
        if moves or game.state is not None:
            yield "it has moves before it began"
        return
    if [move.seq for move in moves] != list(range(1, len(moves) + 1)):
        yield "its moves are not numbered without gaps"
    if game.version != len(moves):
        yield "its version is not the number of its moves"
    try:
        state = opening(game)
    except CribbageError:
        yield "its seats and settings are none of a game"
        return
    for move in moves:
        if move.decision != state.decision:
            yield f"move {move.seq} answers another decision"
            return
        try:
            action = record.action_from_json(move.action)
            state, events = rules.apply(state, move.seat, action, deck_for(game, action))
        except CribbageError as error:
            yield f"move {move.seq} is refused by the rules: {error.code}"
            return
        if [record.event_to_json(event) for event in events] != move.events:
            yield f"move {move.seq} has other events"
    if record.state_to_json(state) != game.state:
        yield "its state does not follow from its moves"
    if state.decision != game.decision:
        yield "its decision does not follow from its moves"
    played_out = game.status == Game.Status.OVER and game.ending in TO_THE_LAST_POINT
    if (state.phase == "over") != played_out:
        yield "its status does not follow from its moves"
