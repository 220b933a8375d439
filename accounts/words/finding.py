"""Finding a listed word in a text, and putting stars in its place. Knows no database.

The rule, for the text and the word alike: NFKC, small letters, no accents, nothing that can't be
seen, and what looks like a Latin letter is that letter (look_alikes.py). Then a word is found where
no letter touches it, and
- written together, with points, lines and stars in between or not: "b.ad", "b_a_d";
- or with blanks as well between *all* of its letters: "b a d", but not "ba d": that may be the
  end of one word and the beginning of another;
- with any of its letters repeated: "baaad". Where the word itself has a letter twice, the text has
  to have it twice at least: else "as" would be found for a word with two s;
- with digits and signs for letters: "b4d". But half of what is found are letters at least: people
  at this table say "5 5 4", and mean it.
So an innocent longer word is left alone, and so is a listed one with another ending, which has to
be listed as well.

A text is cut into pieces, and what they may spell is looked up: that takes as long for a thousand
words as for one.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby, pairwise

from accounts.words.look_alikes import LOOK_ALIKE, shows_nothing

# What is written for a letter. A "!" or "|" is more often just that.
STAND_INS = str.maketrans("0345789@$", "oeastbgas")
# One digit looks like two letters.
ONES = ("i", "l")
PIECE = re.compile(r"[^\W_]+(?:[@$]+[^\W_]+)*|[@$]+[^\W_]+(?:[@$]+[^\W_]+)*")
# Around a word they belong to it or not: "4ss" and "ass4".
SIGNS = "0123456789@$"
JOINED = re.compile(r"[._*\-]{1,2}")
SPACED = re.compile(r"[ ._*\-,]{1,3}")
BLANK = " "
FEWEST_LETTERS = 2
# So many times longer than the longest word is what is looked for, repetitions and all.
TIMES = 2
# Some characters are whole sentences: no word is written with those, and a line of them would be
# eighteen times as long.
MOST_OF_A_CHARACTER = 4
# A letter in brackets that is one character.
BRACKETED = re.compile(r"\((.)\)")
# What was said is asked for again with every change of its table.
KEPT_LINES = 5000
KEPT_CHARACTERS = 4096


def folded(text: str) -> str:
    """The text as it is compared."""
    return "".join(_folded(character) for character in text)


@lru_cache(KEPT_CHARACTERS)
def _folded(character: str) -> str:
    """What one character is compared as: some are several letters, an accent is nothing."""
    # before as well: NFKC makes other letters of some
    seen = unicodedata.normalize("NFKC", character.translate(LOOK_ALIKE)).casefold()
    plain = unicodedata.normalize("NFKD", BRACKETED.sub(r"\1", seen))
    kept = "".join(one for one in plain if not shows_nothing(one))
    return kept[:MOST_OF_A_CHARACTER].translate(LOOK_ALIKE)


@dataclass(frozen=True, slots=True)
class _Piece:
    """Characters that nothing lies between, and where they are in the folded text."""

    start: int
    end: int
    text: str


class WordList:
    """The listed words, made ready to be looked for."""

    def __init__(self, words: Iterable[str]) -> None:
        # By the letters without repetitions: how often each stands there, for each such word.
        self._known: dict[str, list[tuple[int, ...]]] = {}
        self._most_parts = self._longest = 1
        for word in words:
            if can_be_listed(word):
                parts = [letters for part in word.split() if (letters := bare(part))]
                self._most_parts = max(self._most_parts, len(parts))
                self._longest = max(self._longest, len("".join(parts)))
                for spelled in {"".join(parts), BLANK.join(parts)}:
                    letters, lengths = _runs(spelled)
                    self._known.setdefault(letters, []).append(lengths)
        self.masked = lru_cache(KEPT_LINES)(self._masked)

    def has(self, text: str) -> bool:
        """Whether a listed word is in the text."""
        return next(self._found(text), None) is not None

    def _masked(self, text: str) -> str:
        """The text with as many stars as there were characters in place of each listed word."""
        shown = list(text)
        for start, end in self._found(text):
            shown[start:end] = "*" * (end - start)
        return "".join(shown)

    def _found(self, text: str) -> Iterator[tuple[int, int]]:
        """Where listed words begin and end in the text as it was typed."""
        if not self._known:
            return
        characters = [_folded(character) for character in text]
        places = [place for place, one in enumerate(characters) for _each in one]
        for first, last in self._spelled("".join(characters)):
            end = places[last - 1] + 1
            # accents that lie on its last letter
            while end < len(characters) and not characters[end]:
                end += 1
            yield places[first], end

    def _spelled(self, text: str) -> Iterator[tuple[int, int]]:
        """Where listed words begin and end in a folded text."""
        pieces = [_Piece(match.start(), match.end(), match[0]) for match in PIECE.finditer(text)]
        for number, piece in enumerate(pieces):
            for start, end in _without_edges(piece):
                if self._is_listed(text[start:end]):
                    yield start, end
                    break
            following = pieces[number : number + TIMES * self._longest]
            for count, between in self._runs_of_pieces(text, following):
                if self._is_listed(between.join(each.text for each in following[:count])):
                    yield piece.start, following[count - 1].end

    def _runs_of_pieces(self, text: str, pieces: Sequence[_Piece]) -> Iterator[tuple[int, str]]:
        """How many of these pieces, from the first on, may spell something; and what with."""
        joined = single = phrase = True
        for count, (one, other) in enumerate(pairwise(pieces), start=2):
            gap = text[one.end : other.start]
            spaced = SPACED.fullmatch(gap) is not None
            joined = joined and JOINED.fullmatch(gap) is not None
            single = single and spaced and _is_single(one) and _is_single(other)
            phrase = phrase and spaced and count <= self._most_parts
            if joined or single:
                yield count, ""
            if phrase:
                yield count, BLANK
            if not (joined or single or phrase):
                return

    def _is_listed(self, spelled: str) -> bool:
        letters = sum(character.isalpha() for character in spelled)
        if 2 * letters < len(spelled):
            return False
        plain = spelled.translate(STAND_INS)
        for one in ONES if "1" in plain else ONES[:1]:
            kinds, lengths = _runs(plain.replace("1", one))
            for listed in self._known.get(kinds, ()):
                if all(own >= least for own, least in zip(lengths, listed, strict=True)):
                    return True
        return False


def _without_edges(piece: _Piece) -> Iterator[tuple[int, int]]:
    """The piece as it is, and without the signs at either end or at both."""
    ends = dict.fromkeys((piece.end, piece.start + len(piece.text.rstrip(SIGNS))))
    for start in dict.fromkeys((piece.start, piece.end - len(piece.text.lstrip(SIGNS)))):
        for end in ends:
            if start < end:
                yield start, end


def _is_single(piece: _Piece) -> bool:
    """Whether it is one letter, repeated or not."""
    return len(set(piece.text)) == 1


def _runs(text: str) -> tuple[str, tuple[int, ...]]:
    """The letters without repetitions, and how often each is repeated."""
    runs = [(letter, len(list(run))) for letter, run in groupby(text)]
    return "".join(letter for letter, _length in runs), tuple(length for _letter, length in runs)


def bare(word: str) -> str:
    """The letters of a listed word, or of a name, as a text is compared with them."""
    letters = "".join(each for each in folded(word) if each.isalnum() or each in "@$")
    return letters.translate(STAND_INS).replace("1", ONES[0])


def can_be_listed(word: str) -> bool:
    """Whether the word has letters enough to be looked for."""
    return len(bare(word)) >= FEWEST_LETTERS
