"""Fixtures of the tests of what people may have forgotten."""

from tests.support.visitors import quick_accounts
from tests.support.wires import one_look, wires

__all__ = ["one_look", "quick_accounts", "wires"]
