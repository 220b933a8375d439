"""Fixtures of the tests of pages."""

from tests.support.wires import one_look, wires

__all__ = ["one_look", "wires"]
