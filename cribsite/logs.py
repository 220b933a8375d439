"""How log lines look: what happened and where in the code, never with whose words.

The text of an error, a path, a header, a host may be somebody's address, name, e-mail or session;
so errors are told by their kind and their place, and what other packages put into their sentences
is left out.
"""

import logging
import traceback
from typing import Any

from cribsite.outages import is_outage

OURS = frozenset({"accounts", "cribsite", "games", "ratings"})
ELLIPSIS = "…"


class NoOutages(logging.Formatter):
    """Our own lines. Tells the place of an error without its text; an outage can be anywhere, and
    is only named."""

    def formatException(self, ei: Any) -> str:  # noqa: N802
        error = ei[1]
        if error is None or is_outage(error):
            return type(error).__name__
        told, seen = [], set()
        while error is not None and id(error) not in seen:
            seen.add(id(error))
            frames = "".join(
                traceback.StackSummary.extract(traceback.walk_tb(error.__traceback__)).format()
            )
            told.append(f"Traceback (most recent call last):\n{frames}{type(error).__name__}")
            error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
        return "\nafter\n".join(reversed(told))


class Unfilled(NoOutages):
    """Lines of other packages: their sentence, without what they would put into it.

    Ours are whole: they put in numbers of games, and kinds of errors.
    """

    def format(self, record: logging.LogRecord) -> str:
        # Another formatter may have kept its own telling of the error.
        bare = logging.makeLogRecord(record.__dict__ | {"exc_text": None})
        if record.name.partition(".")[0] in OURS:
            return super().format(bare)
        bare.msg, bare.args = _unfilled(str(record.msg), record.args), ()
        return super().format(bare)


class OneLine(Unfilled):
    """The first line alone: for what outages cause, and is no fault of ours."""

    def format(self, record: logging.LogRecord) -> str:
        return super().format(record).partition("\n")[0]


class Refusal(logging.Formatter):
    """What strangers sent and was refused: by the kind of refusal, which is the logger's name."""

    def format(self, record: logging.LogRecord) -> str:
        bare = logging.makeLogRecord(record.__dict__)
        bare.exc_info = bare.exc_text = bare.stack_info = None
        bare.msg, bare.args = "refused a request", ()
        return super().format(bare)


def _unfilled(sentence: str, values: Any) -> str:
    # Without values the sentence may be filled already; more lines than one are then a traceback.
    first = sentence.partition("\n")[0]
    if not values:
        return first if "\n" in sentence else sentence
    try:
        if isinstance(values, dict):
            # Celery names its task, which is ours.
            return first % {
                name: value if name == "name" else _told(value) for name, value in values.items()
            }
        return first % tuple(_told(value) for value in values)
    except (TypeError, ValueError, KeyError):
        return first


def _told(value: Any) -> Any:
    if isinstance(value, (int, float)):
        return value
    return type(value).__name__ if isinstance(value, BaseException) else ELLIPSIS
