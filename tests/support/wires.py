"""Fixtures for tests of what is around the database of a table."""

from contextlib import nullcontext
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import pytest

from games import free_text, publish
from games.board import snapshot


@dataclass
class Wires:
    """Messages for the channel layer and tasks for the workers, in order."""

    messages: list[dict[str, Any]] = field(default_factory=list)
    tasks: list[tuple[str, list[Any], dict[str, Any]]] = field(default_factory=list)

    @property
    def turns(self) -> list[list[Any]]:
        """The arguments of every CPU turn enqueued."""
        return [arguments for _name, arguments, _options in self.tasks]


@pytest.fixture
def wires(monkeypatch: pytest.MonkeyPatch) -> Wires:
    """Nothing is really sent; whatever would be is kept here."""
    caught = Wires()

    def send_task(name: str, args: list[Any], **options: Any) -> None:
        caught.tasks.append((name, args, options))

    monkeypatch.setattr(publish, "_send", caught.messages.append)
    monkeypatch.setattr(publish, "_publisher", SimpleNamespace(submit=lambda sent: None))
    monkeypatch.setattr(publish, "_enqueuer", SimpleNamespace(submit=publish._enqueue))
    monkeypatch.setattr(publish, "current_app", SimpleNamespace(send_task=send_task))
    return caught


@pytest.fixture
def one_look(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let snapshots be read inside the transaction of a test, whose isolation can't be changed.

    Such a test is undone in no time; one with real transactions empties every table.
    """
    cursor = SimpleNamespace(execute=lambda statement: None)
    connection = SimpleNamespace(cursor=lambda: nullcontext(cursor))
    monkeypatch.setattr(snapshot, "connection", connection)


@pytest.fixture
def all_write(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let everybody write words of their own, who would have to play some games before."""
    monkeypatch.setattr(free_text, "may_write", lambda player_id: True)
