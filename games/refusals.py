"""Why the table said no. Each has a code for the page and one sentence for the player."""

from django.utils.translation import gettext as _


class Refused(Exception):  # noqa: N818
    """Nothing was changed. `code` is for programs, `reason` is a sentence for the player."""

    code = "refused"
    # The key of a frame that could not be read any further.
    key: str | None = None

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class BrokenRule(Refused):
    """The rules of cribbage refuse it; `code` is the rules' own."""

    def __init__(self, code: str, reason: str) -> None:
        super().__init__(reason)
        self.code = code


class Malformed(Refused):
    """Not something this table understands."""

    code = "malformed"


class Stale(Refused):
    """The answer belongs to a decision that is past."""

    code = "stale"

    def __init__(self) -> None:
        super().__init__(_("The game has moved on since then."))


class AlreadyAnswered(Refused):
    """The seat has answered this decision, with something else."""

    code = "already_answered"

    def __init__(self) -> None:
        super().__init__(_("You have already answered that."))


class TooLate(Refused):
    """The table has made the decision because the time was up."""

    code = "too_late"

    def __init__(self) -> None:
        super().__init__(_("The time was up, so the table did it for you."))


class PlayedByComputer(Refused):
    """A CPU holds the seat."""

    code = "held"

    def __init__(self) -> None:
        super().__init__(_("A computer plays for you now. Take your seat back first."))


class SeatKept(Refused):
    """The seat can't be taken back yet."""

    code = "kept"

    def __init__(self) -> None:
        super().__init__(_("The computer keeps your seat until the next deal is out."))


class NotNow(Refused):
    """It can be asked for in a game, but not at this moment."""

    code = "not_now"


class NotRunning(Refused):
    """The game has not begun, or is over."""

    code = "not_running"


class NotSeated(Refused):
    """The player has no seat in this game."""

    code = "not_seated"

    def __init__(self) -> None:
        super().__init__(_("You have no seat at this table."))


class NotHost(Refused):
    """Only the host may do this."""

    code = "not_host"

    def __init__(self) -> None:
        super().__init__(_("Only the host of this table can do that."))


class SeatTaken(Refused):
    """Somebody sits there."""

    code = "seat_taken"

    def __init__(self) -> None:
        super().__init__(_("That seat is taken."))


class NameHere(Refused):
    """Somebody at the table has the guest's name."""

    code = "name_here"

    def __init__(self, name: str) -> None:
        super().__init__(
            _("Somebody at the table is called %(name)s already. Choose another name.")
            % {"name": name}
        )


class Blocked(Refused):
    """The host has blocked the player."""

    code = "blocked"

    def __init__(self) -> None:
        super().__init__(
            _("The host of this table has blocked you. Another table may have a seat for you.")
        )


class Barred(Refused):
    """The player is suspended or banned."""

    code = "barred"


class SomebodyElse(Refused):
    """Who was meant does not sit there any more."""

    code = "somebody_else"

    def __init__(self) -> None:
        super().__init__(_("Who you meant does not sit there any more, so nothing was changed."))


class SeatsTaken(Refused):
    """No seat is free."""

    code = "full"

    def __init__(self) -> None:
        super().__init__(_("Every seat at this table is taken."))


class NotReady(Refused):
    """Something must happen before the game can start."""

    code = "not_ready"


class NotForRanked(Refused):
    """Something that ranked games don't allow, or that the player may not do at one."""

    code = "ranked"


class TooQuiet(Refused):
    """Talking is not allowed now."""

    code = "quiet"


class TooFast(Refused):
    """Too much in too short a time."""

    code = "too_fast"
