"""A table whose people have long names in any letters is as live as any other."""

import pytest

pytestmark = pytest.mark.browser

# Each letter takes several bytes in a frame.
NAMES = ["Владимир Александрович К", "小さな紅葉の木の下で歌う静かな鳥たちの長い名前よ"]


def test_the_whole_board_reaches_the_page(people):
    ann = people.come()
    for situation in ("a long count", "you have lost"):
        table = people.arranger.table(situation, names=NAMES)
        people.give_seat(ann, table, 0)
        people.open(ann, table.code)
        assert ann.look().you == NAMES[0]
