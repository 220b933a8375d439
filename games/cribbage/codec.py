"""Small strict codecs between frozen values and plain JSON data.

Decoding checks types (a bool is no number), bounds, lengths and that exactly
the known keys are there; whatever else comes in raises `Malformed`, whose
message repeats nothing of it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from games.cribbage.cards import Card
from games.cribbage.errors import Malformed

T = TypeVar("T")
A = TypeVar("A")
B = TypeVar("B")


@dataclass(frozen=True, slots=True)
class Codec(Generic[T]):
    """How one kind of value is written as JSON data and read back."""

    encode: Callable[[T], Any]
    decode: Callable[[object], T]


def _wrong() -> Malformed:
    return Malformed("That could not be understood.")


def integer(low: int, high: int) -> Codec[int]:
    """A whole number from low to high."""

    def decode(data: object) -> int:
        if type(data) is not int or not low <= data <= high:
            raise _wrong()
        return data

    return Codec(int, decode)


def choice(*allowed: str) -> Codec[str]:
    """One of these texts."""

    def decode(data: object) -> str:
        if type(data) is not str or data not in allowed:
            raise _wrong()
        return data

    return Codec(str, decode)


def _decode_boolean(data: object) -> bool:
    if type(data) is not bool:
        raise _wrong()
    return data


BOOLEAN: Codec[bool] = Codec(bool, _decode_boolean)
CARD: Codec[Card] = Codec(lambda card: card.code, Card.parse)


def optional(inner: Codec[T]) -> Codec[T | None]:
    """The inner value or null."""
    return Codec(
        lambda value: None if value is None else inner.encode(value),
        lambda data: None if data is None else inner.decode(data),
    )


def many(inner: Codec[T], low: int, high: int) -> Codec[tuple[T, ...]]:
    """A list of low to high inner values."""

    def decode(data: object) -> tuple[T, ...]:
        if type(data) is not list or not low <= len(data) <= high:
            raise _wrong()
        return tuple(inner.decode(each) for each in data)

    return Codec(lambda values: [inner.encode(value) for value in values], decode)


def pair(first: Codec[A], second: Codec[B]) -> Codec[tuple[A, B]]:
    """A list of exactly two."""

    def decode(data: object) -> tuple[A, B]:
        if type(data) is not list or len(data) != 2:
            raise _wrong()
        return first.decode(data[0]), second.decode(data[1])

    return Codec(lambda value: [first.encode(value[0]), second.encode(value[1])], decode)


def tally(high: int, *keys: str) -> Codec[dict[str, int]]:
    """An object of numbers 0 to high under some of these keys."""
    number = integer(0, high)

    def decode(data: object) -> dict[str, int]:
        if type(data) is not dict or not set(data) <= set(keys):
            raise _wrong()
        return {key: number.decode(value) for key, value in data.items()}

    return Codec(dict, decode)


def record(cls: type[T], fields: Mapping[str, Codec[Any]]) -> Codec[T]:
    """An object with exactly these keys, which are fields of a dataclass."""

    def decode(data: object) -> T:
        if type(data) is not dict or set(data) != set(fields):
            raise _wrong()
        return cls(**{name: codec.decode(data[name]) for name, codec in fields.items()})

    return Codec(
        lambda value: {name: codec.encode(getattr(value, name)) for name, codec in fields.items()},
        decode,
    )


def tagged(key: str, kinds: Mapping[str, tuple[type[Any], Mapping[str, Codec[Any]]]]) -> Codec[Any]:
    """An object that says under ``key`` which of several records it is."""
    names = {cls: name for name, (cls, _) in kinds.items()}
    records = {name: record(cls, fields) for name, (cls, fields) in kinds.items()}

    def encode(value: Any) -> Any:
        name = names[type(value)]
        return {key: name, **records[name].encode(value)}

    def decode(data: object) -> Any:
        if type(data) is not dict or type(data.get(key)) is not str or data[key] not in records:
            raise _wrong()
        return records[data[key]].decode({name: data[name] for name in data if name != key})

    return Codec(encode, decode)
