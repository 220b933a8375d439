"""Fixtures of the tests of what moderators see and do."""

import pytest

from tests.support.staff import admin, desk_of, moderator
from tests.support.visitors import quick_accounts
from tests.support.wires import one_look, wires

__all__ = ["one_look", "quick_accounts", "wires"]


@pytest.fixture
def mia():
    """A moderator."""
    return moderator("mia")


@pytest.fixture
def noa():
    """Another moderator."""
    return moderator("noa")


@pytest.fixture
def ada():
    """An administrator."""
    return admin("ada")


@pytest.fixture
def desk(mia):
    """The browser of the first moderator."""
    return desk_of(mia)
