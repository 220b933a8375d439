"""Changing the list, each time with a line in the log, and shown at open tables at once."""

import uuid

from django.db import transaction

from accounts.models import User
from accounts.sanctions import log
from accounts.sanctions.models import LogEntry
from accounts.signals import word_list_changed
from accounts.words.models import Edition, ListedWord


def save(word: ListedWord, actor: User | None) -> None:
    """List a word, or write a listed one otherwise. `actor` is None for the site itself."""
    with transaction.atomic():
        _new_edition()
        old = ListedWord.objects.filter(pk=word.pk).first() if word.pk else None
        word.save()
        _note(actor, old.word if old else None, word.word)


def remove(word: ListedWord, actor: User | None) -> None:
    """Take a word off the list."""
    with transaction.atomic():
        _new_edition()
        word.delete()
        _note(actor, word.word, None)


def _new_edition() -> None:
    """First of all: this row's lock puts changes one after the other."""
    Edition.objects.update_or_create(pk=1, defaults={"name": uuid.uuid4()})


def _note(actor: User | None, before: str | None, after: str | None) -> None:
    log.record(
        LogEntry.Action.WORD,
        actor,
        before={"word": before} if before is not None else {},
        after={"word": after} if after is not None else {},
    )
    word_list_changed.send(sender=ListedWord)
