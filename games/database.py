"""What may be told of a database error: its kind. Its detail shows the row, cards included."""

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

from django.db import Error

P = ParamSpec("P")
T = TypeVar("T")


def without_detail(work: Callable[P, T]) -> Callable[P, T]:
    """Let database errors of `work` out as the same class, without text and without cause."""

    @wraps(work)
    def wrapped(*args: P.args, **kwargs: P.kwargs) -> T:
        try:
            return work(*args, **kwargs)
        except Error as error:
            kind = type(error)
        # Outside the handler, so that the first error is not kept as the context of this one.
        raise kind("The database refused; its detail is kept out of logs.")

    return wrapped
