"""Fixtures of the tests of players."""

from tests.support.visitors import quick_accounts
from tests.support.wires import all_write, one_look, wires

__all__ = ["all_write", "one_look", "quick_accounts", "wires"]
