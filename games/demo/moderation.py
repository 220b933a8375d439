"""What moderators find on the demo site: reports, some in work or closed, and what came of them."""

import random
from collections.abc import Sequence
from datetime import datetime, timedelta

from accounts.models import Player, Report
from accounts.sanctions.models import Kind, LogEntry, Sanction
from games.models import ChatLine, Game, Seat

REASON = Report.Reason
# What was said, why it was reported, and the words of the report.
SAID = (
    ("Play faster, you snail!", REASON.CHAT, "Rude all the time, and it went on after the game."),
    ("My cat counts better than you.", REASON.CHAT, ""),
    ("brb", REASON.LEAVING, "Left when I was ahead, for the third time this week."),
    ("gg", REASON.COLLUSION, "These two always throw fives to each other."),
    ("Lucky again?", REASON.CHEATING, "Nobody has so many twenty-fours."),
    ("I was somebody else yesterday.", REASON.SECOND, "Says so in the chat."),
)
ANSWERS = ("Thank you. We have spoken with the player.", "We found nothing against the rules.")
OPEN, CLAIMED = 7, 2


def reports(
    chance: random.Random, games: Sequence[Game], until: datetime, count: int
) -> list[Report]:
    """Reports about players of these games, the oldest closed and the newest open."""
    made = []
    for number, game in enumerate(sorted(chance.sample(games, count), key=_ended)):
        reporter, about = chance.sample(_people(game), 2)
        words, reason, text = SAID[number % len(SAID)]
        line = ChatLine.objects.create(
            table=game.table, player=about, text=words, key=f"demo-{number}"
        )
        at = min(_ended(game) + timedelta(minutes=chance.randint(1, 20)), until)
        ChatLine.objects.filter(pk=line.pk).update(at=_ended(game))
        report = Report.objects.create(
            reporter=reporter,
            about=about,
            game=game,
            reason=reason,
            text=text,
            moment={
                "page": "table",
                "table": game.table.code,
                "game": game.number,
                "status": game.status,
                "chat": [{"name": about.name, "text": words, "at": _ended(game).isoformat()}],
            },
        )
        closed = number < count - OPEN - CLAIMED
        Report.objects.filter(pk=report.pk).update(
            at=at,
            state=Report.State.CLOSED if closed else Report.State.OPEN,
            closed_at=at + timedelta(hours=chance.randint(1, 30)) if closed else None,
            answer=chance.choice(ANSWERS) if closed else "",
        )
        made.append(report)
    return made


def sanctions(made: Sequence[Report], cheat: Player, now: datetime) -> None:
    """A ban that stands, a suspension that does, a time-out and a warning that are over."""
    offenders = dict.fromkeys(report.about for report in made if report.about is not None)
    offenders.pop(cheat, None)
    given: list[tuple[Kind, str, timedelta | None, datetime | None]] = [
        (Kind.BAN, "Plays by a program.", None, None),
        (Kind.SUSPENSION, "Insults, again and again.", timedelta(days=7), None),
        (Kind.CHAT, "Insults at the table.", timedelta(hours=-20), None),
        (Kind.WARNING, "Please stay to the end of a game.", None, now),
    ]
    # a small site may have fewer offenders
    for player, (kind, reason, lasts, ended) in zip([cheat, *offenders], given, strict=False):
        sanction = Sanction.objects.create(
            player=player,
            kind=kind,
            reason=reason,
            until=now + lasts if lasts is not None else None,
            ended_at=ended,
        )
        LogEntry.objects.create(
            action=LogEntry.Action.IMPOSE,
            player=player,
            reason=reason,
            after={"sanction": sanction.pk, "kind": kind},
        )


def _ended(game: Game) -> datetime:
    assert game.ended_at is not None
    return game.ended_at


def _people(game: Game) -> list[Player]:
    seats = Seat.objects.filter(game=game).select_related("player").order_by("number")
    return [seat.player for seat in seats]
