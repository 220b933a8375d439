"""A table whose people have long names in any letters is as live as any other."""

import pytest

pytestmark = pytest.mark.browser

# Each letter takes several bytes in a frame.
NAMES = ["Владимир Александрович К", "小さな紅葉の木の下で歌う静かな鳥たちの長い名前よ"]


@pytest.mark.parametrize("situation", ["a long count", "you have lost"])
def test_the_whole_board_reaches_the_page(people, situation):
    table = people.arranger.table(situation, names=NAMES)
    ann = people.come()
    people.give_seat(ann, table, 0)
    ann.page.goto(people.address(table.code))
    ann.until(lambda look: ann.watch.boards, "a board on the line", seconds=8)
    ann.settle()
    assert ann.look().you == NAMES[0]
