"""What a player may be called: 1 to 24 characters, each of them visible, in one spelling."""

import random
import sys
import unicodedata

import pytest
from django.core.exceptions import ValidationError
from hypothesis import given
from hypothesis import strategies as st

from accounts.names import LONGEST, NameForm, clean_name, guest_name


@pytest.mark.parametrize(
    "name",
    [
        "A",
        "7",
        "Ann",
        "Ann Mary O’Neill-Łęcka",
        "x" * 24,
        "Жанна",
        "李小龍",
        "محمد",
        "Zoë ♥",
        "R2-D2",
        "<b>bold</b>",
        "'; DROP TABLE players",
        "{{ 7 * 7 }}",
        "%(name)s",
        "null",
        "../../etc/passwd",
    ],
)
def test_any_visible_name_is_kept_as_it_is(name):
    assert clean_name(name) == name


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("  Ann  ", "Ann"),
        ("Ann   Mary", "Ann Mary"),
        ("Ann\u00a0\u2003Mary", "Ann Mary"),
        ("Ann\tMary\n", "Ann Mary"),
        ("Ａｎｎ", "Ann"),
        ("ﬁona", "fiona"),
        ("Zoe\u0308", "Zoë"),
        ("Ⅷ", "VIII"),
        ("①", "1"),
        ("Ann ❤\ufe0f", "Ann ❤"),
    ],
)
def test_one_name_has_one_spelling(typed, name):
    assert clean_name(typed) == name


@pytest.mark.parametrize("name", ["", " ", "\t\n", "\u3000", "\u00a0"])
def test_an_empty_name_is_refused(name):
    with pytest.raises(ValidationError) as error:
        clean_name(name)
    assert error.value.messages == ["Choose a name with at least one letter."]


@pytest.mark.parametrize("name", ["x" * 25, "x" * 100_000, "ﷺﷺ", "é" * 25])
def test_a_long_name_is_refused(name):
    with pytest.raises(ValidationError) as error:
        clean_name(name)
    assert error.value.messages == ["A name can have 24 characters at most."]


MANY_MARKS = ["קֽ֖ׄ", "นี้์", "x\u0323\u0324\u0325"]


@pytest.mark.parametrize("name", MANY_MARKS)
def test_three_marks_on_a_letter_are_a_name(name):
    assert clean_name(name)


@pytest.mark.parametrize(
    "name", ["x\u0323\u0324\u0325\u0330", "Ann" + "\u0316" * 20, "x" + "\u20dd" * 4]
)
def test_a_tower_of_marks_over_other_lines_is_refused(name):
    with pytest.raises(ValidationError) as error:
        clean_name(name)
    assert error.value.messages == ["A name can have three marks on a letter at most."]


INVISIBLE = {
    "zero width space": "\u200b",
    "zero width joiner": "\u200d",
    "soft hyphen": "\u00ad",
    "right-to-left override": "\u202e",
    "left-to-right mark": "\u200e",
    "isolate": "\u2066",
    "byte order mark": "\ufeff",
    "word joiner": "\u2060",
    "NUL": "\x00",
    "escape": "\x1b",
    "delete": "\x7f",
    "private use": "\ue000",
    "unassigned": "\U000e0080",
    "tag": "\U000e0041",
    "lone surrogate": "\ud800",
    "combining grapheme joiner": "\u034f",
    "Hangul filler": "\u3164",
    "halfwidth Hangul filler": "\uffa0",
    "Hangul choseong filler": "\u115f",
    "Hangul jungseong filler": "\u1160",
    "Khmer inherent vowel": "\u17b4",
    "Mongolian free variation selector": "\u180b",
    "variation selector": "\ufe00",
    "variation selector 17": "\U000e0100",
    "Braille blank": "\u2800",
}


@pytest.mark.parametrize("character", INVISIBLE.values(), ids=list(INVISIBLE))
def test_invisible_characters_are_refused(character):
    for name in (f"An{character}n", f"Ann{character}", f"{character}Ann", character * 3):
        with pytest.raises(ValidationError) as error:
            clean_name(name)
        assert error.value.messages[0].endswith(".")


@pytest.mark.parametrize("name", ["!", "...", "♥", "-", "🂡", "\u0301", "’"])
def test_a_name_has_a_letter_or_a_digit(name):
    with pytest.raises(ValidationError):
        clean_name(name)


@given(st.text(max_size=40))
def test_whatever_is_typed_is_a_clean_name_or_refused_with_a_sentence(typed):
    form = NameForm({"name": typed})
    if not form.is_valid():
        assert all(sentence.endswith(".") for sentence in form.errors["name"])
        return
    name = form.cleaned_data["name"]
    if not name:
        assert not typed.strip()
        return
    assert 1 <= len(name) <= LONGEST
    assert clean_name(name) == name
    assert name == unicodedata.normalize("NFKC", name)
    assert name == " ".join(name.split())


def test_no_character_makes_a_name_that_looks_like_nothing():
    chance = random.Random(1)
    for code in [*range(0x3400), *chance.sample(range(0x3400, sys.maxunicode), 10_000)]:
        try:
            name = clean_name(chr(code))
        except ValidationError:
            continue
        assert any(unicodedata.category(each)[0] in "LN" for each in name), hex(code)
        assert "FILLER" not in unicodedata.name(name[0], ""), hex(code)


def test_a_guest_who_chose_no_name_is_a_guest_with_a_number():
    names = {guest_name() for _ in range(50)}
    assert len(names) > 20
    for name in names:
        assert clean_name(name) == name
        assert name.startswith("Guest ")


def test_a_form_takes_an_empty_name_for_none():
    for typed in ("", "   ", None):
        form = NameForm({"name": typed} if typed is not None else {})
        assert form.is_valid()
        assert form.cleaned_data["name"] == ""


@pytest.mark.parametrize("typed", ["x" * 25, "x" * 201, "a\x00b", "\u3164", "a\u202eb"])
def test_a_form_says_what_is_wrong_in_a_sentence(typed):
    form = NameForm({"name": typed})
    assert not form.is_valid()
    (sentence,) = form.errors["name"]
    assert sentence.endswith(".")
    assert typed not in sentence
