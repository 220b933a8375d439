"""Why the ledger said no. Each has one sentence for the person who asked."""

from django.utils.translation import gettext as _


class NotDone(Exception):  # noqa: N818
    """Nothing was changed; `reason` is a sentence for a person."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class NotSettled(NotDone):
    """The game moved no rating."""

    def __init__(self) -> None:
        super().__init__(_("This game did not count for a rating."))


class AlreadyVoided(NotDone):
    """What the game moved has been taken back."""

    def __init__(self) -> None:
        super().__init__(_("This game was taken out of the ratings already."))


class NothingToRemove(NotDone):
    """No game of the player counts in that mode."""

    def __init__(self) -> None:
        super().__init__(_("No game of this player counts there."))
