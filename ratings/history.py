"""A player's way through the ledger of one kind of play: every game, and what came of it."""

from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import F, OuterRef, Q, QuerySet, Subquery
from django.utils.translation import gettext as _

from accounts.models import Player
from ratings import elo
from ratings.models import Entry, Mode, Rating, Settlement
from ratings.pages import Pages
from ratings.results import SeatResult, are_opponents, between, overall
from ratings.uncertainty import Shown, shown

PAGE = 50
LINE = (
    "settlement", "mode", "settlement__kind", "settlement__at", "settlement__ending",
    "settlement__game__table__code", "settlement__game__number", "settlement__voids",
    "settlement__voided_by__reason", "settlement__removed", "settlement__removed__name",
    "settlement__reason", "before", "change",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody to link to."""

    pk: int
    name: str


@dataclass(frozen=True, slots=True)
class Line:
    """One thing that moved the player's rating, in hundredths.

    `kind` as in Settlement. For a game, `taken_back` says why it does not count any more: "void",
    "replay", or "" while it counts; `reason` is that of a void or a replay. `code` is its table's
    and `number` its own there, while there is a table.
    """

    kind: str
    mode: Mode
    at: datetime
    change: int
    after: int
    opponents: tuple[Person, ...] = ()
    partner: Person | None = None
    result: str = ""
    ending: str = ""
    code: str | None = None
    number: int | None = None
    taken_back: str = ""
    reason: str = ""
    removed: Person | None = None

    @property
    def iso(self) -> str:
        """When it was, for programs."""
        return self.at.isoformat()

    @property
    def style(self) -> str:
        """A game that does not count any more, or a correction; "" for any other game."""
        if self.taken_back:
            return "taken-back"
        return "" if self.kind == Settlement.Kind.GAME else "correction"

    @property
    def about(self) -> str:
        """What `people` have to do with it, where it was no game against them."""
        match self.kind:
            case Settlement.Kind.VOID:
                return _("A game was voided:")
            case Settlement.Kind.REPLAY:
                return _("Games taken out:")
        return ""

    @property
    def people(self) -> tuple[Person, ...]:
        """The opponents, or whose games were taken out."""
        return self.opponents if self.removed is None else (self.removed,)

    @property
    def note(self) -> str:
        """Why it does not count any more, or what the correction was for."""
        match self.taken_back:
            case "void":
                return f"{_('Voided, does not count.')} {self.reason}".rstrip()
            case "replay":
                return _("Taken out, does not count.")
        return self.reason


@dataclass(frozen=True, slots=True)
class Summary:
    """One rating of a player, for the player's own page."""

    mode: Mode
    rating: Shown
    games: int
    since: datetime


def summaries(player: Player) -> list[Summary]:
    """The player's ratings, by the number of seats; only where a game was settled."""
    first = Entry.objects.filter(player=player, mode=OuterRef("mode")).order_by("settlement")
    rows = Rating.objects.filter(player=player).order_by("mode")
    return [
        Summary(Mode(row.mode), shown(row.value, row.games), row.games, row.since)
        for row in rows.annotate(since=Subquery(first.values("settlement__at")[:1]))
    ]


def entries(player: Player, mode: int) -> QuerySet[Entry]:
    """All that moved the player's rating, the last first."""
    return Entry.objects.filter(player=player, mode=mode).order_by("-settlement")


def games_between(player: Player, other: Player) -> QuerySet[Entry]:
    """The player's entries of games against the other, of every kind of play, the last first."""
    across = (F("seat") + F("settlement__entries__seat")) % 2
    return (
        Entry.objects.filter(
            player=player,
            settlement__kind=Settlement.Kind.GAME,
            settlement__entries__player=other,
            settlement__entries__seat__isnull=False,
        )
        .annotate(across=across)
        .filter(~Q(mode=Mode.FOUR) | Q(across=1))
        .order_by("-settlement")
    )


def lines(
    found: QuerySet[Entry], player: Player, pages: Pages, against: Player | None = None
) -> list[Line]:
    """What a page of these entries of a player was. With `against`, the result is between the two.

    In two steps: what lies before the page is passed over in the index alone.
    """
    wanted = list(found.values_list("pk", flat=True)[pages.start : pages.end])
    rows = list(Entry.objects.filter(pk__in=wanted).order_by("-settlement").values_list(*LINE))
    games = {row[7] or row[0] for row in rows}
    seated = _seated(games)
    removals = removals_of({row[1] for row in rows})
    return [_line(row, seated, removals, player, against) for row in rows]


def _seated(games: Collection[int]) -> dict[int, list[tuple[SeatResult, Person]]]:
    """Who played in these settled games, by seat."""
    seated: dict[int, list[tuple[SeatResult, Person]]] = defaultdict(list)
    rows = Entry.objects.filter(settlement__in=games, seat__isnull=False, player__isnull=False)
    for game, pk, name, place, left in rows.order_by("settlement", "seat").values_list(
        "settlement", "player", "player__name", "place", "left"
    ):
        assert pk is not None
        seated[game].append((SeatResult(pk, place or 0, left), Person(pk, name)))
    return seated


def removals_of(modes: Collection[int]) -> dict[tuple[int, int], int]:
    """The last replay without somebody, by kind of play and player."""
    replays = Settlement.objects.filter(kind=Settlement.Kind.REPLAY, mode__in=modes)
    return {
        (mode, removed): pk
        for mode, removed, pk in replays.order_by("pk").values_list("mode", "removed", "pk")
        if removed is not None
    }


def _line(
    row: tuple,
    seated: dict[int, list[tuple[SeatResult, Person]]],
    removals: dict[tuple[int, int], int],
    player: Player,
    against: Player | None,
) -> Line:
    (
        pk, mode, kind, at, ending, code, number, voids, void_reason, removed, name, reason, before,
        change,
    ) = row  # fmt: skip
    after = before + change
    if kind == Settlement.Kind.REPLAY:
        who = Person(removed, name)
        return Line(kind, Mode(mode), at, change, after, reason=reason, removed=who)
    table = seated[voids or pk]
    results, people = [each for each, _ in table], [each for _, each in table]
    seat = next(number for number, each in enumerate(results) if each.player_id == player.pk)
    others = [number for number in range(len(results)) if number != seat]
    opponents = tuple(people[each] for each in others if are_opponents(mode, seat, each))
    partner = next((people[each] for each in others if not are_opponents(mode, seat, each)), None)
    if kind == Settlement.Kind.VOID:
        return Line(
            kind, Mode(mode), at, change, after, opponents, partner,
            code=code, number=number, reason=reason,
        )  # fmt: skip
    taken_out = any(removals.get((mode, each.player_id), 0) > pk for each in results)
    result = _result(results, seat)
    if against is not None:
        other = next(each for each in others if results[each].player_id == against.pk)
        result = _said(between(results, seat, other))
    return Line(
        kind, Mode(mode), at, change, after, opponents, partner,
        result=result,
        ending=_ending(ending, left=results[seat].left),
        code=code,
        number=number,
        taken_back="void" if void_reason is not None else "replay" if taken_out else "",
        reason=void_reason or "",
    )  # fmt: skip


def _result(results: Sequence[SeatResult], seat: int) -> str:
    own = overall(results, seat)
    if len(results) == 3 and own == elo.LOSS:
        return _("Second") if results[seat].place == 2 else _("Third")
    return _said(own)


def _said(result: float) -> str:
    if result == elo.DRAW:
        return _("Drawn")
    return _("Won") if result == elo.WIN else _("Lost")


def _ending(ending: str, *, left: bool) -> str:
    """What there is to say beside the result; "" for a game that was played to its end."""
    if left:
        return _("left the table")
    match ending:
        case Settlement.Ending.DRAW:
            return _("by agreement")
        case Settlement.Ending.CLAIMED:
            return _("claimed")
        case Settlement.Ending.STAYED:
            return _("a computer came first")
        case Settlement.Ending.RESIGNED:
            return _("resigned")
        case Settlement.Ending.EMPTY:
            return _("nobody was there")
        case Settlement.Ending.RULED:
            return _("by a moderator")
    return ""
