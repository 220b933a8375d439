"""Names that moderators have taken away: kept with their sanction, and refused to everybody."""

from typing import Any

from accounts.models import Player
from accounts.renaming.models import NameTakenAway
from accounts.sanctions.models import Kind, LogEntry, Sanction
from accounts.words.finding import bare


def note(sender: type, player: Player, sanction: Sanction, **kwargs: Any) -> None:
    """A sanction began or is over: a name that it took is kept, or free again when it was lifted.

    Which name that was stands in the moderators' log alone.
    """
    if sanction.kind != Kind.RENAME:
        return
    log = LogEntry.objects.filter(player=player, after__sanction=sanction.pk)
    if sanction.ended_at is None:
        line = log.filter(action=LogEntry.Action.IMPOSE).first()
        if line is not None and "name" in line.before:
            NameTakenAway.objects.create(
                sanction=sanction,
                letters=letters_of(line.before["name"]),
                instead=line.after["name"],
            )
    elif log.filter(action=LogEntry.Action.LIFT).exists():
        NameTakenAway.objects.filter(sanction=sanction).delete()


def is_taken_away(name: str) -> bool:
    """Whether nobody may have the name, in any spelling; a granted appeal gives it back."""
    kept = NameTakenAway.objects.filter(letters=letters_of(name))
    return kept.exclude(sanction__appeal__granted=True).exists()


def has_to_choose(player: Player) -> bool:
    """Whether the player is still called as the moderators have called it."""
    given = NameTakenAway.objects.filter(sanction__player=player, instead=player.name)
    return given.exists()


def letters_of(name: str) -> str:
    """A name as it is compared: its letters, as in the list of words; where it has none, all."""
    return bare(name) or name.casefold()
