"""The list as it is now, read once a process for each of its editions."""

from uuid import UUID

from accounts.words.finding import WordList
from accounts.words.models import Edition, ListedWord

_known: tuple[UUID | None, WordList] = (None, WordList(()))


def word_list(edition: UUID | None) -> WordList:
    """The list of that edition, which must be the newest one that the database shows now.

    None: there has never been a word.
    """
    global _known
    known, words = _known
    if known != edition:
        words = WordList(ListedWord.objects.values_list("word", flat=True))
        _known = (edition, words)
    return words


def current() -> WordList:
    """The newest list. One question to the database while it stays as it was."""
    return word_list(Edition.objects.values_list("name", flat=True).first())
