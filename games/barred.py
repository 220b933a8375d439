"""Who is suspended or banned takes no part in any game."""

from accounts.sanctions.standing import bar_against, sentence
from games.refusals import Barred


def require_not_barred(player_id: int) -> None:
    """Raises Barred, with what is imposed on the player and why."""
    bar = bar_against(player_id)
    if bar is not None:
        raise Barred(sentence(bar))
