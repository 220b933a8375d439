"""Why the rules refuse something, by cause.

Every error carries a sentence a player can read and a ``code`` a program can
test. None of them ever names a card the player did not name first.
"""

from __future__ import annotations

from typing import ClassVar


class CribbageError(Exception):
    """Something the rules refuse; nothing has changed."""

    code: ClassVar[str] = "refused"

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


class Malformed(CribbageError):  # noqa: N818
    """It is not an action, a card, a deck or a saved game at all."""

    code = "malformed"


class NotYours(CribbageError):  # noqa: N818
    """Another seat is to decide this."""

    code = "not_yours"


class NotNow(CribbageError):  # noqa: N818
    """This is not what the game is waiting for at the moment."""

    code = "not_now"


class NotLegal(CribbageError):  # noqa: N818
    """The right seat at the right time, but the rules forbid it."""

    code = "not_legal"
