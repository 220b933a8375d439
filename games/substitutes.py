"""CPUs in the place of owners, and games that stand still because nobody is there.

Everything here works on a locked game and its seats, and saves the seats; the caller saves the
game and sets its next deadline (`table.settle`).
"""

from collections.abc import Sequence
from datetime import datetime

from accounts.models import Player
from games import waits
from games.clock import Moment
from games.dealing import is_computer
from games.models import Act, Game, Seat

# RULES: as many turns in a row, or in one game, cost the seat; so do as many claims in one game.
MISSED_RUNNING, MISSED_IN_ALL, MISSED_CLAIMS = 2, 4, 2


def record(
    game: Game,
    kind: Act.Kind,
    seat: int,
    *,
    hold: str = "",
    key: str = "",
    player: Player | None = None,
) -> None:
    """Write down what happened between two moves; `player` where it is held against one."""
    Act.objects.create(
        game=game,
        seat=seat,
        player=player,
        kind=kind,
        hold=hold,
        hand_no=game.state["hand_no"] if game.state else 0,
        after=game.version,
        key=key,
    )


def hold(game: Game, seat: Seat, why: Seat.Hold, moment: Moment, key: str = "") -> None:
    """A CPU plays for the seat from now on."""
    seat.hold, seat.held_at = why, moment.now
    seat.save(update_fields=["hold", "held_at"])
    record(game, Act.Kind.HELD, seat.number, hold=why, key=key)


def give_back(game: Game, seat: Seat, moment: Moment, key: str = "") -> None:
    """The owner plays again, with the full time for what is asked now, but once for each.

    Else a turn would never end for who leaves and is back before the CPU has looked.
    """
    record(game, Act.Kind.BACK, seat.number, hold=seat.hold, key=key)
    if seat.back_at is None or game.asked_at is None or seat.back_at < game.asked_at:
        seat.back_at = moment.now
    seat.hold, seat.held_at, seat.missed_running = "", None, 0
    seat.save(update_fields=["hold", "held_at", "back_at", "missed_running"])


def kept_until_next_deal(game: Game, seat: Seat) -> bool:
    """Whether a CPU took the seat in this deal because its owner did not claim."""
    acts = game.acts.filter(kind=Act.Kind.HELD, hold=Seat.Hold.CLAIMS, seat=seat.number)
    return game.state is not None and acts.filter(hand_no=game.state["hand_no"]).exists()


def note_missed_turn(game: Game, seat: Seat, moment: Moment) -> None:
    """The seat's time was up: twice in a row, or four times in one game, cost it the seat."""
    seat.missed += 1
    seat.missed_running += 1
    seat.save(update_fields=["missed", "missed_running"])
    if seat.missed_running >= MISSED_RUNNING or seat.missed >= MISSED_IN_ALL:
        hold(game, seat, Seat.Hold.MISSED, moment)


def note_missed_claim(game: Game, seat: Seat, moment: Moment) -> None:
    """Nobody claimed for the hand: the second time a CPU takes over, so that it never pays."""
    seat.missed_claims += 1
    seat.save(update_fields=["missed_claims"])
    if seat.missed_claims >= MISSED_CLAIMS:
        hold(game, seat, Seat.Hold.CLAIMS, moment)


def note_own_move(seat: Seat) -> None:
    """The owner has answered in time."""
    if seat.missed_running:
        seat.missed_running = 0
        seat.save(update_fields=["missed_running"])


def give_back_after_deal(game: Game, seats: Sequence[Seat], moment: Moment) -> None:
    """The next deal is out: whoever did not claim plays again."""
    for seat in seats:
        if seat.hold == Seat.Hold.CLAIMS:
            give_back(game, seat, moment)


def note_gone(game: Game, seat: Seat, since: datetime) -> None:
    """No page of the owner has been open since then."""
    seat.away_since = since
    seat.save(update_fields=["away_since"])
    record(game, Act.Kind.AWAY, seat.number)


def note_here(game: Game, seats: Sequence[Seat], seat: Seat, moment: Moment) -> None:
    """A page of the owner is open again: that alone takes the seat back after a disconnection."""
    was_away = seat.away_since is not None
    seat.away_since = None
    seat.save(update_fields=["away_since"])
    if was_away and seat.hold in (Seat.Hold.AWAY, Seat.Hold.MISSED, Seat.Hold.IDLE):
        give_back(game, seat, moment)
    elif was_away:
        record(game, Act.Kind.BACK, seat.number)
    stand_or_go_on(game, seats, moment)


def stand_or_go_on(game: Game, seats: Sequence[Seat], moment: Moment) -> None:
    """Let the game stand still while no owner is there, and go on where it stood.

    Its clocks lose the time between.
    """
    people = [seat for seat in seats if not is_computer(seat)]
    somebody = any(waits.is_there(seat) for seat in people)
    if not somebody and game.paused_at is None:
        gone = [seat.away_since for seat in people if seat.away_since]
        game.paused_at = max(gone, default=moment.now)
    elif somebody and game.paused_at is not None:
        stood = moment.now - game.paused_at
        if game.asked_at:
            game.asked_at += stood
        for seat in people:
            for name in ("away_since", "back_at", "held_at"):
                at = getattr(seat, name)
                # What came to be after the pause began has not stood still.
                if at is not None and at <= game.paused_at:
                    setattr(seat, name, at + stood)
            seat.save(update_fields=["away_since", "back_at", "held_at"])
        game.paused_at = None
