"""Which measures are on offer, and why one is not: what would be refused is not offered."""

from django.utils.translation import gettext as _

from accounts.models import Player, User
from accounts.sanctions.rights import Right
from games.models import Game
from games.moderation.catalogue import ON_GAMES, ON_PLAYERS, Measure
from games.moderation.guards import (
    why_not_decide,
    why_not_in_game,
    why_not_measure,
    why_not_remove,
)
from games.moderation.rated import rated
from games.table import seats_of
from ratings.errors import AlreadyVoided, NothingToRemove, NotSettled
from ratings.models import Rating
from ratings.taken_out import taken_out


def for_player(actor: User, player: Player) -> list[Measure]:
    """The measures that this moderator may take against the player."""
    return [
        each
        for each in ON_PLAYERS.values()
        if actor.has_perm(each.right.permission) and not why_not_against(actor, player, each)
    ]


def for_game(actor: User, game: Game, newest: Game) -> list[Measure]:
    """The measures that fit how the game stands; its table's go with the newest game there."""
    return [
        each
        for each in ON_GAMES.values()
        if actor.has_perm(each.right.permission) and not why_not_on(actor, game, newest, each)
    ]


def why_not_against(actor: User, player: Player, measure: Measure) -> str:
    """Why the measure can't be taken against the player, as a sentence; "" when it can."""
    if measure.right == Right.NOTE:
        return why_not_decide(actor, player)
    refusal = why_not_measure(actor, player)
    if refusal or measure.mode is None:
        return refusal
    counting = Rating.objects.filter(player=player, mode=measure.mode, games__gt=0)
    if not counting.exists():
        return NothingToRemove().reason
    return why_not_remove(actor, player, measure.mode)


def why_not_on(actor: User, game: Game, newest: Game, measure: Measure) -> str:
    """The same of a game, or of its table with the newest game there."""
    if measure.right == Right.TABLES:
        if newest.status == Game.Status.CLOSED:
            return _("This table is closed already.")
        return _in_own(actor, newest)
    if measure.name == "void":
        return _not_voided(game) or _in_own(actor, game)
    if game.status == Game.Status.WAITING:
        return _("This game has not begun.")
    if game.status != Game.Status.PLAYING:
        return _("This game is over already.")
    return _in_own(actor, game)


def _not_voided(game: Game) -> str:
    if game.status != Game.Status.OVER:
        return _("Only a game that is over can be taken out of the ratings.")
    stands = rated(game)
    if stands is not None and stands.counts:
        return ""
    return (AlreadyVoided if taken_out([game.pk]) else NotSettled)().reason


def _in_own(actor: User, game: Game) -> str:
    return why_not_in_game(actor, [seat.player for seat in seats_of(game)])
