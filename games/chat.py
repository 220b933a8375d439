"""Talking at the table. What is said is text: it is escaped where it is shown."""

import unicodedata
from datetime import timedelta

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.names import without_towers
from accounts.sanctions import standing
from games import free_text
from games.clock import DatabaseClock
from games.cribbage import record
from games.database import without_detail
from games.models import ChatLine, Game, Table
from games.refusals import Malformed, TooFast, TooQuiet
from games.table import bump
from games.tables import latest_game

LONGEST = 200
# Lines of one player in that time.
LINES, SPAN = 5, timedelta(seconds=10)
PRESETS = {
    "hello": gettext_lazy("Hello!"),
    "good-luck": gettext_lazy("Good luck!"),
    "nice-hand": gettext_lazy("Nice hand!"),
    "well-played": gettext_lazy("Well played!"),
    "thanks": gettext_lazy("Thank you!"),
    "good-game": gettext_lazy("Good game!"),
    "sorry": gettext_lazy("Sorry, I must go."),
}


def silence(phase: str | None, seats: int, seated: bool) -> str:
    """Why somebody may not talk now, as a sentence; "" when they may.

    `phase` is the running game's, None while none runs. From the deal to the end of the show
    nobody seated at a four-handed table talks: partners can't consult. Spectators never talk
    while a game runs.
    """
    if phase is None:
        return ""
    if not seated:
        return _("Only those at the table can talk while a game is on.")
    if seats == 4 and phase in ("throw", "play", "show"):
        return _("Partners can't talk from the deal to the end of the count.")
    return ""


@without_detail
def say(table: Table, player_id: int, key: str, preset: object, text: object) -> int:
    """Say a ready phrase, or words of one's own if they are allowed (free_text.py); returns the
    table's revision.

    Raises Malformed, TooQuiet when talking is not allowed now, TooFast.
    """
    phrase, words = _phrase(preset), _words(text)
    if bool(phrase) == bool(words):
        raise Malformed(_("Say something first."))
    with transaction.atomic():
        game = latest_game(table)
        _require_voice(game, player_id)
        if words and not free_text.may_write(player_id):
            raise TooQuiet(free_text.why_not())
        mine = ChatLine.objects.filter(player_id=player_id)
        if mine.filter(key=key).exists():
            return table.revision
        if mine.filter(at__gt=DatabaseClock() - SPAN).count() >= LINES:
            raise TooFast(_("That was a lot at once. Wait a few seconds."))
        try:
            with transaction.atomic():
                ChatLine.objects.create(
                    table=table, player_id=player_id, key=key, preset=phrase, text=words
                )
        except IntegrityError:
            return table.revision
        return bump(table)


def _require_voice(game: Game, player_id: int) -> None:
    if game.status == Game.Status.CLOSED:
        raise TooQuiet(_("This table was closed."))
    phase = None
    if game.status == Game.Status.PLAYING and game.state is not None:
        phase = record.state_from_json(game.state).phase
    seated = game.seats.filter(player_id=player_id).exists()
    reason = standing.silence(standing.in_force(player_id))
    reason = reason or silence(phase, game.seats.count(), seated)
    if reason:
        raise TooQuiet(reason)


def _phrase(preset: object) -> str:
    if preset is None or preset == "":
        return ""
    if not isinstance(preset, str) or preset not in PRESETS:
        raise Malformed(_("There is no such phrase."))
    return preset


def _words(text: object) -> str:
    if text is None:
        return ""
    if not isinstance(text, str) or len(text) > 4 * LONGEST:
        raise Malformed(_("A line can have 200 characters at most."))
    shown = "".join(
        character
        for character in text
        if unicodedata.category(character)[0] != "C" or character in "\t\n"
    )
    words = " ".join(without_towers(shown).split())
    if len(words) > LONGEST:
        raise Malformed(_("A line can have 200 characters at most."))
    return words
