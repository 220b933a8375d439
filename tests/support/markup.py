"""HTML as a test reads it: elements with their attributes and text, found by id or by kind."""

from __future__ import annotations

from collections.abc import Iterator
from html.parser import HTMLParser

VOID = frozenset(
    "area base br col embed hr img input link meta param source track wbr".split()  # noqa: SIM905
)


class Element:
    """One element. Its children are elements and pieces of text, in order."""

    def __init__(self, tag: str, attributes: dict[str, str], parent: Element | None) -> None:
        self.tag = tag
        self.attributes = attributes
        self.parent = parent
        self.children: list[Element | str] = []

    def __repr__(self) -> str:
        return f"<{self.tag} {self.attributes}>"

    def __getitem__(self, name: str) -> str:
        return self.attributes[name]

    def get(self, name: str, otherwise: str = "") -> str:
        """An attribute; one without a value is ""."""
        return self.attributes.get(name, otherwise)

    def has(self, name: str) -> bool:
        return name in self.attributes

    @property
    def classes(self) -> list[str]:
        return self.get("class").split()

    @property
    def text(self) -> str:
        """All text inside, with single spaces."""
        return " ".join("".join(self._texts()).split())

    def _texts(self) -> Iterator[str]:
        for child in self.children:
            if isinstance(child, str):
                yield child
            else:
                yield from child._texts()

    def all(self, tag: str = "", **attributes: str) -> Iterator[Element]:
        """Every element inside of that kind and with these attributes, in order.

        `_` in a name stands for `-`; `class_` matches one of the classes.
        """
        wanted_class = attributes.pop("class_", "")
        wanted = {name.replace("_", "-"): value for name, value in attributes.items()}
        for child in self.children:
            if isinstance(child, str):
                continue
            if (
                tag in ("", child.tag)
                and (not wanted_class or wanted_class in child.classes)
                and all(child.attributes.get(name) == value for name, value in wanted.items())
            ):
                yield child
            yield from child.all(tag, class_=wanted_class, **wanted)

    def first(self, tag: str = "", **attributes: str) -> Element | None:
        return next(self.all(tag, **attributes), None)

    def by_id(self, name: str) -> Element | None:
        return self.first(id=name)

    def closest(self, tag: str) -> Element | None:
        """The element itself or the nearest one around it of that kind."""
        element: Element | None = self
        while element is not None and element.tag != tag:
            element = element.parent
        return element


class _Builder(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.root = self.open = Element("", {}, None)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_startendtag(tag, attrs)
        if tag not in VOID:
            child = self.open.children[-1]
            assert isinstance(child, Element)
            self.open = child

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = {name: value or "" for name, value in attrs}
        self.open.children.append(Element(tag, attributes, self.open))

    def handle_endtag(self, tag: str) -> None:
        if tag in VOID:
            return
        element: Element | None = self.open
        while element is not None and element.tag != tag:
            element = element.parent
        if element is not None and element.parent is not None:
            self.open = element.parent

    def handle_data(self, data: str) -> None:
        self.open.children.append(data)


def parse(html: str) -> Element:
    """The root around everything in `html`. Forgives what browsers forgive, roughly."""
    builder = _Builder()
    builder.feed(html)
    builder.close()
    return builder.root
