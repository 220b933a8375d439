"""Who looks on sees what everybody may see, and those who play see how many look on."""

import json

import pytest

from games.cribbage.cards import Card
from tests.browser.people import settle
from tests.support.hidden import cards_in
from tests.support.table_page import play_until

pytestmark = pytest.mark.browser

# What the page holds, names of cards included, without what was shown and told of the hand before.
PAGE = """
() => {
  const page = document.documentElement.cloneNode(true);
  for (const id of ["region-last", "region-log", "say"]) page.querySelector(`#${id}`)?.remove();
  return page.outerHTML;
}
"""


def tells(text, hidden):
    """Which of these cards a text tells of, by code or by name."""
    return (cards_in(text) & set(hidden)) | {
        code for code in hidden if Card.parse(code).name in text
    }


def test_no_hidden_card_comes_to_a_spectator_in_a_whole_hand(people):
    table = people.arranger.table("throw", seats=3, first_deal="host")
    players = [people.sit(table, seat) for seat in range(3)]
    eve = people.look_on(table.code)
    phases = set()

    def nothing_is_told():
        # what is hidden now was so since the deal: no cut has shown it, no hand came before
        settle(eve, *players)
        hidden = people.arranger.hidden(table.code)
        assert len(hidden) > 30
        for frame in eve.watch.received:
            assert tells(json.dumps(frame), hidden) == set()
        assert tells(eve.page.content(), hidden) == set()
        assert eve.look().hand == []
        phases.add(players[0].look().mode or players[0].look().sentence)
        return "between hands" if players[0].look().sentence.startswith("Deal") else ""

    nothing_is_told()
    play_until(
        lambda: nothing_is_told() or any(look.look().button == "Deal" for look in players),
        *players,
    )
    assert {"throw", "play", "wait"} <= phases
    # the next hand: what was shown of the first may be looked at again
    frames = len(eve.watch.boards)
    dealer = next(player for player in players if player.look().button == "Deal")
    dealer.press("Deal")
    dealer.until(lambda look: look.mode == "throw", "the next hand")
    settle(eve, *players)
    hidden = people.arranger.hidden(table.code)
    assert tells(eve.page.evaluate(PAGE), hidden) == set()
    regions = eve.board([frame["html"] for frame in eve.watch.boards[frames:]])
    new = [html for name, html in regions.items() if name not in ("region-last", "region-log")]
    assert new
    assert tells(" ".join(new), hidden) == set()


def test_a_player_sees_their_own_cards_and_no_hidden_ones(people):
    ann, bob = people.at("throw", first_deal="host")
    settle(ann, bob)
    hidden = people.arranger.hidden(ann.code, 0)
    assert not set(ann.look().hand) & set(hidden)
    for text in (ann.page.content(), *map(json.dumps, ann.watch.received)):
        assert tells(text, hidden) == set()


def test_the_number_of_spectators_is_shown_to_all_and_falls_again(people):
    ann, bob = people.at("you play")
    assert ann.look().watchers == 0
    eve = people.look_on(ann.code)
    for person in (ann, bob, eve):
        person.until(lambda look: look.watchers == 1, "one spectator")
    fred = people.look_on(ann.code)
    for person in (ann, bob, eve, fred):
        person.until(lambda look: look.watchers == 2, "two spectators")
    eve.page.close()
    for person in (ann, bob, fred):
        person.until(lambda look: look.watchers == 1, "one spectator fewer")


def test_a_spectator_follows_the_game_and_can_do_nothing_in_it(people):
    ann, bob = people.at("you play")
    eve = people.look_on(ann.code)
    ann.answer()
    settle(ann, bob, eve)
    seen, looks = eve.look(), ann.look()
    assert (seen.sequence, seen.count, seen.scores) == (looks.sequence, looks.count, looks.scores)
    assert (seen.asked, seen.button, seen.title) == (False, "", "Cribbage")
    assert seen.quiet == "Only those at the table can talk while a game is on."
    people.arranger.play_on(ann.code, "over")
    end = eve.until(lambda look: look.over, "the end")
    assert end.headline in {person.until(lambda look: look.over).headline for person in (ann, bob)}
    assert eve.page.get_by_role("button", name="Play again").count() == 0
