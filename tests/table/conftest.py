"""Fixtures of the tests of tables."""

from tests.support.wires import wires

__all__ = ["wires"]
