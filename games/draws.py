"""Draws by agreement: who has agreed, and whether that is everybody."""

from collections.abc import Iterable, Sequence

from django.utils.translation import gettext as _

from games import waits
from games.cribbage.state import State, side_of
from games.dealing import is_computer
from games.models import Act, Game, Seat

# RULES: a draw can be offered from the second deal on.
FIRST_DEAL_WITH_OFFERS = 2


def agreed_to_draw(acts: Iterable[Act], hand_no: int) -> set[int]:
    """The seats that have offered a draw in this deal or agreed to one."""
    kinds = (Act.Kind.OFFER, Act.Kind.AGREE)
    return {act.seat for act in acts if act.hand_no == hand_no and act.kind in kinds}


def no_offer(state: State, seats: Sequence[Seat]) -> str:
    """Why nobody can offer a draw now, as a sentence; "" when somebody can."""
    count = len(seats)
    people = [seat for seat in seats if waits.plays(seat)]
    if any(is_computer(seat) for seat in seats):
        return _("A game with computer players is played to its end.")
    if len({side_of(count, seat.number) for seat in people}) < 2:
        return _("There is nobody to agree to a draw.")
    if state.hand_no < FIRST_DEAL_WITH_OFFERS:
        return _("A draw can be offered from the second deal on.")
    return ""


def everybody_agrees(game: Game, state: State, seats: Sequence[Seat]) -> bool:
    """Whether all who play have agreed to a draw in this deal: who is held need not."""
    if no_offer(state, seats):
        return False
    agreed = agreed_to_draw(game.acts.all(), state.hand_no)
    return all(seat.number in agreed for seat in seats if waits.plays(seat))
