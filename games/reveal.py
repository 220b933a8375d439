"""What everybody may know about the shuffle once a game is over, in the format that
`python -m games.cribbage verify` checks."""

from typing import Any

from games.cribbage import record, reveal
from games.models import Game, GameSeed


def deals(game: Game) -> dict[str, Any]:
    """Seed, contributions and every deck of a game that is over in any way.

    Raises ValueError for any other, and for one that never began.
    """
    if game.status not in (Game.Status.OVER, Game.Status.CLOSED) or game.state is None:
        raise ValueError("A running game reveals nothing.")
    state = record.state_from_json(game.state)
    revealed = reveal.reveal(
        game.key,
        bytes(GameSeed.objects.get(game=game).seed),
        [
            {"kind": seat.player.kind, "client_seed": seat.client_seed}
            for seat in game.seats.select_related("player")
        ],
        state.hand_no,
        None if state.cuts else state.first_dealer,
    )
    # The commitment that was shown before the game, not one made from the seed afterwards.
    return revealed | {"commitment": game.commitment}
