"""Fixtures of the tests of who may do what."""

from tests.support.visitors import quick_accounts
from tests.support.wires import one_look

__all__ = ["one_look", "quick_accounts"]
