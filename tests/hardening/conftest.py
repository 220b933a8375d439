"""Fixtures of the tests of what keeps strangers from doing harm."""

from tests.support.visitors import quick_accounts
from tests.support.wires import one_look, wires

__all__ = ["one_look", "quick_accounts", "wires"]
