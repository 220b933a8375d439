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


SHOW_NOTHING = (
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b\u180e\u180f\u200b\u200d\u202e\u2060\u2065\u2800"
    "\u3164\ufe00\ufe0e\ufe0f\ufeff\uffa0\ufff0\U0001bca0\U0001d173\U000e0001\U000e0061\U000e0100\U000e0fff"
)
MARKS = "\u0301\u0489\u05b0\u064b\u0e31\u1ab0\u1dc0\u20d2\u20dd\ufe20\u3099\U0001e8d0"


@pytest.mark.parametrize("character", SHOW_NOTHING + MARKS, ids=ascii)
def test_a_character_that_shows_nothing_or_lies_upon_another_hides_no_word(character):
    typed = f"oh {character}da{character}{character}mn{character} you"
    assert LISTED.masked(typed) == f"oh {character}******* you"


@pytest.mark.parametrize(
    "typed",
    ["ᴅᴀᴍɴ", "🅓🅐🅜🅝", "🅳🅰🅼🅽", "🇩🇦🇲🇳", "⒟⒜⒨⒩", "ⓓⓐⓜⓝ", "𝓭𝓪𝓶𝓷", "ᵈᵃᵐⁿ"]
    + ["đαmռ", "ԁаɱո", "ᎠᎪᎷn", "ꓓꓮꓟꓠ", "DΑΜN", "dɑᴍŋ"],
)
def test_letters_that_look_like_the_word_s_are_the_word_s(typed):
    assert LISTED.masked(typed) == "****"


@pytest.mark.parametrize(
    ("listed", "typed"), [("shit", "shıt"), ("shit", "SHİT"), ("shit", "տհɨt"), ("ΝΗΣΙ", "νησί")]
)
def test_a_letter_of_another_alphabet_is_read_the_same_in_text_and_list(listed, typed):
    assert WordList([listed]).masked(typed) == "****"


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


def test_characters_that_are_whole_sentences_cost_no_more_than_letters():
    listed = WordList(["damn", "blue moon"])
    began = time.process_time()
    for number in range(20):
        listed.masked("\ufdfa" * 200 + str(number))
    assert time.process_time() - began < 1
    assert listed.masked("\ufdfa damn \ufdfa") == "\ufdfa **** \ufdfa"
