"""A listed word is found however it is written, and an innocent one is left alone."""

import random
import string
import time

import pytest

from accounts.words.finding import WordList, can_be_listed

LISTED = WordList(["damn", "ass", "Schitt", "hell", "blue moon", "чёрт"])


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("Damn you", "**** you"),
        ("oh DAMN!", "oh ****!"),
        ("ｄａｍｎ", "****"),
        ("dämn", "****"),
        ("da\u0301mn\u0301 it", "****** it"),
        ("dаmn", "****"),
        ("ЧЕРТ", "****"),
        ("d a m n it", "******* it"),
        ("d.a.m.n", "*******"),
        ("d. a. m. n", "**********"),
        ("a d a m n", "a *******"),
        ("da_mn", "*****"),
        ("well.damn", "well.****"),
        ("daaamnnn", "********"),
        ("d4mn 4ss", "**** ***"),
        ("he11 h3ll", "**** ****"),
        ("_damn_ (damn) damn5 ass123", "_****_ (****) ****5 ***123"),
        ("SCHITT schittt", "****** *******"),
        ("Blue Moon, bluemoon, b l u e m o o n", "*********, ********, ***************"),
    ],
)
def test_it_is_hidden_by_as_many_stars(typed, shown):
    assert LISTED.masked(typed) == shown
    assert len(LISTED.masked(typed)) == len(typed)
    assert LISTED.has(typed)


@pytest.mark.parametrize(
    "typed",
    [
        "goddamn damned adamn",
        "as good as it gets",
        "assess the class, pass the glass",
        "dam n",
        "he'll say hello",
        "a 5 5 and 5 5 4, a55",
        "schit",
        "blue, and the moon",
        "blue moonlight",
        "chёrny",
        "",
        "😀 <&>",
    ],
)
def test_an_innocent_line_is_left_alone(typed):
    assert LISTED.masked(typed) == typed
    assert not LISTED.has(typed)


def test_an_empty_list_hides_nothing():
    assert WordList(()).masked("damn") == "damn"


@pytest.mark.parametrize("word", ["", "a", " . ", "***", "5"])
def test_what_has_no_two_letters_is_no_word(word):
    assert not can_be_listed(word)
    assert WordList([word]).masked("a . *** 5") == "a . *** 5"


def test_a_thousand_words_and_hostile_lines_take_no_time():
    chance = random.Random(1)
    words = ["".join(chance.choices(string.ascii_lowercase, k=8)) for _ in range(1000)]
    listed = WordList([*words, "lilililil", "aaaaaaaaaa"])
    began = time.process_time()
    for line in ("1 " * 100, "a." * 100, "li" * 100, "a" * 200, "1" * 200, words[0] * 25):
        listed.masked(line)
    assert time.process_time() - began < 2
