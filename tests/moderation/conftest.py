"""Fixtures of the tests of what moderators see and do."""

import pytest

from games import free_text
from tests.support.staff import admin, desk_of, moderator
from tests.support.visitors import quick_accounts
from tests.support.wires import one_look, wires

__all__ = ["one_look", "quick_accounts", "wires"]


@pytest.fixture(autouse=True)
def words_for_all(monkeypatch):
    """Whoever sits at a table here may write; who may is told elsewhere."""
    monkeypatch.setattr(free_text, "may_write", lambda player_id: True)


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
