"""Who may add words of one's own to the shuffle.

All read them when the game is over, and as they are: with stars nobody could check the deals.
"""

import re

from django.utils.translation import gettext as _

from accounts.sanctions import standing
from accounts.words import listed
from games import free_text
from games.refusals import Malformed, TooQuiet
from games.seating import clean_client_seed

# What a page makes by itself.
MADE = re.compile(r"[0-9a-f]{32}")


def require_allowed(player_id: int, words: object) -> None:
    """Raises TooQuiet when the player may only send what its page makes, Malformed for a listed
    word, and for what can't be words at all.
    """
    text = clean_client_seed(words)
    if MADE.fullmatch(text):
        return
    reason = standing.silence(standing.in_force(player_id))
    if not reason and not free_text.may_write(player_id):
        reason = free_text.why_not()
    if reason:
        raise TooQuiet(reason)
    if listed.current().has(text):
        raise Malformed(_("Your words for the shuffle have one that is not welcome here."))
