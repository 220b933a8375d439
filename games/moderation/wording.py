"""Lines of the log in words: what was before and after, with names instead of numbers."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.dateparse import parse_datetime
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from accounts.models import Player
from accounts.sanctions.models import Kind, LogEntry
from games.board.words import listed
from games.cribbage.state import side_of
from games.models import Game, Seat
from ratings.models import Mode
from ratings.uncertainty import exact

Facts = list[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Concerned:
    """Somebody whom a line of the log is about; `pk` is None where there is no page to lead to."""

    name: str
    pk: int | None


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the log; `what` is what was imposed, lifted or appealed, "" for anything else.

    `about` is its player, or else who sat in its game.
    """

    entry: LogEntry
    who: str
    did: str
    what: str
    about: tuple[Concerned, ...]
    before: Facts
    after: Facts


def in_words(entries: Iterable[LogEntry]) -> list[Line]:
    """These lines, as the page shows them."""
    known = list(entries)
    named = {
        int(player)
        for entry in known
        for facts in (entry.before, entry.after)
        for player in facts.get("ratings", {})
    }
    names = dict(Player.objects.filter(pk__in=named).values_list("pk", "name"))
    seated = _seated({entry.game_id for entry in known if entry.game_id is not None})
    return [
        Line(
            entry,
            _who(entry),
            _did(entry, seated.get(entry.game_id, [])),
            _what(entry),
            tuple(_concerned(each) for each in _about(entry, seated)),
            _facts(entry.before, names),
            _facts(entry.after, names),
        )
        for entry in known
    ]


def _who(entry: LogEntry) -> str:
    if entry.actor_name:
        return entry.actor_name
    own = entry.action in (LogEntry.Action.APPEAL, LogEntry.Action.ACKNOWLEDGE)
    return _("the player") if own else _("the site")


def _did(entry: LogEntry, seats: Sequence[Seat]) -> str:
    """What was done, more closely than the action says it: by what is kept of it."""
    match entry.action, entry.before.get("status"):
        case LogEntry.Action.VOID, Game.Status.OVER:
            return _("took a game out of the ratings")
        case LogEntry.Action.VOID, Game.Status.PLAYING:
            return _("ended a game without a result")
        case LogEntry.Action.RULE, _status:
            return _ruled(entry, seats)
    if entry.action == LogEntry.Action.DECIDE and "granted" in entry.after:
        return _("granted an appeal") if entry.after["granted"] else _("refused an appeal")
    return entry.get_action_display()


def _ruled(entry: LogEntry, seats: Sequence[Seat]) -> str:
    side = entry.after.get("winner")
    if side is None:
        return _("ruled a game a draw")
    won = [seat.player.name for seat in seats if side_of(len(seats), seat.number) == side]
    return _("awarded a game to %(names)s") % {"names": listed(won)}


def _seated(games: Collection[int]) -> dict[int | None, list[Seat]]:
    seated: dict[int | None, list[Seat]] = defaultdict(list)
    seats = Seat.objects.filter(game__in=games).select_related("player")
    for seat in seats.order_by("game", "number"):
        seated[seat.game_id].append(seat)
    return seated


def _about(entry: LogEntry, seated: Mapping[int | None, list[Seat]]) -> list[Player]:
    if entry.player is not None:
        return [entry.player]
    return [seat.player for seat in seated.get(entry.game_id, [])]


def _concerned(player: Player) -> Concerned:
    return Concerned(player.name, None if player.kind == Player.Kind.CPU else player.pk)


def _what(entry: LogEntry) -> str:
    facts = entry.before if entry.action == LogEntry.Action.DECIDE else entry.after
    if facts.get("kind") not in Kind.values:
        return ""
    kind = str(Kind(facts["kind"]).label)
    if not facts.get("until"):
        return kind
    return _("%(kind)s until %(until)s") % {"kind": kind, "until": _time(facts["until"])}


def _facts(facts: dict[str, Any], names: dict[int, str]) -> Facts:
    found: Facts = []
    for name, value in facts.items():
        if name == "ratings":
            found.extend((names.get(int(pk), "?"), exact(rating)) for pk, rating in value.items())
        elif value not in (None, "", []):
            label, words = _words(name, value)
            found.append((label, words))
    return found


def _words(name: str, value: Any) -> tuple[str, str]:
    match name:
        case "status":
            return _("Game"), str(Game.Status(value).label)
        case "ending":
            return _("Ending"), str(Game.Ending(value).label)
        case "winner":
            # Sides are counted from 0; people count from 1.
            return _("Won by side"), str(value + 1)
        case "scores":
            return _("Score"), " : ".join(str(score) for score in value)
        case "mode":
            return _("Rating"), str(Mode(value).label)
        case "games":
            return _("Rated games"), str(value)
        case "others_moved":
            return _("Others whose rating moved"), str(value)
        case "sanction":
            return _("Sanction"), str(value)
        case "kind":
            return _("Kind"), str(Kind(value).label)
        case "until":
            return _("Until"), _time(value)
        case "ended":
            return _("Ended"), _time(value)
        case "name":
            return _("Name"), str(value)
        case "granted":
            return _("Granted"), _("yes") if value else _("no")
        case "claimed_by":
            return _("In the work of"), str(value)
    return name, str(value)


def _time(text: str) -> str:
    at = parse_datetime(text)
    return f"{date_format(at, 'DATETIME_FORMAT')} UTC" if at is not None else text
