"""Fixtures of the tests of the queue."""

from tests.support.wires import one_look, wires

__all__ = ["one_look", "wires"]
