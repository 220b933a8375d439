"""Characters that can't be told from Latin letters, and those that show nothing at all.

By hand: what the Unicode Consortium lists as confusable is made for addresses, and far too much for
words that people write. A letter is here when it is read as the Latin one where it stands in a word
of Latin letters; the list of words is folded alike, so words of other alphabets are found, too.
"""

import unicodedata

from accounts.names import BLANK

# By the Latin letter: Latin with strokes, hooks and tails, small capitals, Greek, Cyrillic,
# Armenian, Cherokee, Lisu. Accents need no place here, nor what NFKC makes a letter of.
_BY_LETTER = {
    "a": "ɑᴀⱥαаաᎪꓮ",
    "b": "ƀɓʙᏏᏴꓐβвьƅ",
    "c": "ƈȼɕᴄϲсᏟꓚ",
    "d": "đɖɗᴅԁժᎠꓓ",
    "e": "ɇǝəɛᴇεҽеᎬꓰ",
    "f": "ƒꜰғꓝ",
    "g": "ǥɠɡɢԍցᏀꓖ",
    "h": "ħɦɥʜηһнհᎻꓧ",
    "i": "ıɨɩɪᴉιіӏᎥꓲ",
    "j": "ɉɟʝᴊϳјյᎫꓙ",
    "k": "ƙᴋκкқҝᏦꓗ",
    "l": "łƚɫɬɭʟǀլᏞꓡ",
    "m": "ɱᴍμмᎷꓟ",
    "n": "ɲɳŋƞɴռոꓠ",
    "o": "øɵᴏοσоօꓳ",
    "p": "ƥᴘρрᏢꓑ",
    "q": "ɋꞯԛգզ",
    "r": "ɍɽɾɼʀᎡᏒꓣ",
    "s": "ʂꜱʃѕտᏕᏚꓢ",
    "t": "ŧƫʈᴛτтᎢꓔ",
    "u": "ʉᴜυսꓴ",
    "v": "ʋʌᴠνѵᏙꓦ",
    "w": "ⱳᴡωԝᎳᏔꓪ",
    "x": "χхҳꓫ",
    "y": "ƴɏʏуүұꓬ",
    "z": "ƶȥʐᴢζᏃꓜ",
    "ae": "æᴁ",
    "oe": "œɶ",
}
# Letters in the order of the alphabet: white in a black circle, white in a black square, and those
# that make flags.
_ALPHABETS = (0x1F150, 0x1F170, 0x1F1E6)
LOOK_ALIKE = {ord(each): latin for latin, others in _BY_LETTER.items() for each in others}
LOOK_ALIKE |= {first + place: chr(ord("a") + place) for first in _ALPHABETS for place in range(26)}
# Accents, points and circles around a letter, and marks of how a text is to be set.
_UPON_OTHERS = ("Mn", "Me", "Cf")
# Unicode keeps these for more that shows nothing.
_KEPT_FOR_IT = (0x2065, *range(0xFFF0, 0xFFF9), *range(0xE0000, 0xE1000))
_NOTHING = BLANK | {chr(code) for code in _KEPT_FOR_IT}


def shows_nothing(character: str) -> bool:
    """Whether a word with the character is read as the word without it."""
    return character in _NOTHING or unicodedata.category(character) in _UPON_OTHERS
