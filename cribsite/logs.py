"""How log lines look."""

import logging
from typing import Any

from cribsite.outages import is_outage


class NoOutages(logging.Formatter):
    """Names an outage instead of telling where it was met: that can be anywhere."""

    def formatException(self, ei: Any) -> str:  # noqa: N802
        return type(ei[1]).__name__ if is_outage(ei[1]) else super().formatException(ei)


class OneLine(logging.Formatter):
    """The first line alone: for what strangers or outages cause, and is no fault of ours."""

    def format(self, record: logging.LogRecord) -> str:
        return super().format(record).partition("\n")[0]
