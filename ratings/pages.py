"""Which part of a long list is shown."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Pages:
    """Page `number`, from 1, of a list of `total`, `size` on each; it may lie behind the end."""

    number: int
    size: int
    total: int

    @property
    def start(self) -> int:
        return (self.number - 1) * self.size

    @property
    def end(self) -> int:
        return self.start + self.size

    @property
    def count(self) -> int:
        """How many pages there are; an empty list has one."""
        return max(1, -(-self.total // self.size))

    @property
    def before(self) -> int | None:
        """The page before this one, or the last one when this one lies behind the end."""
        return min(self.number - 1, self.count) if self.number > 1 else None

    @property
    def after(self) -> int | None:
        return self.number + 1 if self.number < self.count else None
