"""Which right a sanction takes, to impose it and to lift it."""

from accounts.sanctions.models import Kind, Sanction
from accounts.sanctions.rights import Right

BY_KIND = {
    Kind.WARNING: Right.WARN,
    Kind.CHAT: Right.SILENCE,
    Kind.RANKED: Right.RANKED,
    Kind.SUSPENSION: Right.SUSPEND,
    Kind.BAN: Right.BAN,
    Kind.RENAME: Right.RENAME,
    Kind.BOARDS: Right.BOARDS,
}


def right_to_lift(sanction: Sanction) -> Right:
    """Who may impose it may lift it."""
    return BY_KIND[Kind(sanction.kind)]
