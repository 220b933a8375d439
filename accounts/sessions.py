"""Sessions in the database, as Django keeps them; keys that can't be one are never looked up."""

from typing import Any

from django.contrib.sessions.backends import db


class SessionStore(db.SessionStore):
    """Django's own, but for cookies with characters that no key has.

    PostgreSQL refuses a NUL in a text, and a cookie can carry one (`"\\000"`): an error page, and
    a traceback in the log, for a visitor who only has to be taken for somebody new.
    """

    def _validate_session_key(self, key: Any) -> bool:
        return super()._validate_session_key(key) and key.isascii() and key.isalnum()  # type: ignore[misc]
