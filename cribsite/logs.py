"""How log lines look."""

import logging
from typing import Any


class OneLine(logging.Formatter):
    """Leaves tracebacks out: for what strangers can cause at will, and is no fault of ours."""

    def formatException(self, ei: Any) -> str:  # noqa: N802
        return ""
