"""CPUs at a table, in seats of their own or in somebody's place.

What they answer goes the same way as anybody's answer.
"""

from games import cpu
from games.cribbage import record, rules
from games.cribbage.view import view
from games.models import Game, Move
from games.refusals import Refused
from games.table import decide, seats_of
from games.waits import plays


def answer(game_id: int, decision: int) -> int:
    """Answer `decision` for the CPU-played seats that still owe it; returns how many did.

    Safe to call late, twice, or by two workers at once: `decide` takes one answer a seat.
    """
    game = Game.objects.get(pk=game_id)
    if game.status != Game.Status.PLAYING or game.decision != decision:
        return 0
    state = record.state_from_json(game.state)
    computers = {seat.number for seat in seats_of(game) if not plays(seat)}
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
