"""Fixtures of the tests of tables."""

from tests.support.wires import all_write, one_look, wires

__all__ = ["all_write", "one_look", "wires"]
