"""Fixtures of the tests of players."""

from tests.support.wires import wires

__all__ = ["wires"]
