"""Who is suspended or banned takes no part in any game."""

from django.db.models import Exists, OuterRef, Q, Subquery
from django.utils.translation import gettext as _

from accounts.models import Player
from accounts.sanctions.models import Kind, Sanction
from accounts.sanctions.standing import sentence
from games.models import Game, Seat
from games.refusals import Barred


def require_not_barred(player_id: int) -> None:
    """Raises Barred, with what is imposed on the player and why; also for who has left the site."""
    bar = Sanction.objects.barring().filter(player=OuterRef("pk")).values("pk")[:1]
    found = Player.objects.filter(pk=player_id).values_list("left_at", Subquery(bar)).first()
    if found is None or found[0] is not None:
        raise Barred(_("This account is deleted."))
    if found[1] is not None:
        raise Barred(sentence(Sanction.objects.get(pk=found[1])))


def at_tables() -> list[tuple[int, int]]:
    """Games and players who are there though they may not be: by a sanction that was imposed in
    the very moment in which they sat down or came back.
    """
    theirs = Sanction.objects.in_force().filter(player=OuterRef("player"))
    waiting = Q(game__status=Game.Status.WAITING)
    playing = Q(game__status=Game.Status.PLAYING) & ~Q(hold=Seat.Hold.LEFT)
    ranked = Q(game__table__ranked=True) & Q(Exists(theirs.filter(kind=Kind.RANKED)))
    found = Seat.objects.filter(
        (waiting | playing) & Q(Exists(theirs.barring())) | waiting & ranked
    )
    return list(found.values_list("game_id", "player_id").order_by("game_id"))
