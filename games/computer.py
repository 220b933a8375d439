"""CPU seats at a table: what they answer goes the same way as anybody's answer."""

from games import cpu
from games.cribbage import record, rules
from games.cribbage.view import view
from games.dealing import is_computer
from games.models import Game, Move
from games.refusals import Refused
from games.table import decide


def answer(game_id: int, decision: int) -> int:
    """Answer `decision` for every CPU seat that still owes it; returns how many did.

    Safe to call late, twice, or by two workers at once: `decide` takes one answer a seat.
    """
    game = Game.objects.get(pk=game_id)
    if game.status != Game.Status.PLAYING or game.decision != decision:
        return 0
    state = record.state_from_json(game.state)
    computers = {seat.number for seat in game.seats.select_related("player") if is_computer(seat)}
    answers = 0
    for seat in rules.asked(state):
        if seat not in computers:
            continue
        action = cpu.choose(view(state, seat))
        try:
            decide(
                game_id=game_id,
                seat=seat,
                decision=decision,
                wanted=record.action_to_json(action),
                actor=Move.Actor.CPU,
            )
        except Refused:
            # Somebody, or another worker, was faster.
            continue
        answers += 1
    return answers
