"""Draw the cards: ``python tools/make_cards.py`` writes static/cards.svg.

One sprite of 53 symbols, 100 by 140 units each: the ids are the card codes of the rules
("AC", "TH", "KS", ...) and "back".  Everything is drawn from the shapes below.  Colours are
presentation attributes with custom properties, so that a page can recolour the suits
(--card-spade, --card-heart, --card-diamond, --card-club).
"""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
RANKS = "A23456789TJQK"
SUITS = "CDHS"
INK = {
    "C": "var(--card-club,#23262b)",
    "D": "var(--card-diamond,#b4232c)",
    "H": "var(--card-heart,#b4232c)",
    "S": "var(--card-spade,#23262b)",
}

# Suit shapes in a box of -1..1: a list of closed outlines, each a start point and cubic curves.
# fmt: off
HEART = [((0, .95), [(-.5, .5, -1, .1, -1, -.38), (-1, -.74, -.76, -.92, -.5, -.92),
                     (-.27, -.92, -.08, -.8, 0, -.56), (.08, -.8, .27, -.92, .5, -.92),
                     (.76, -.92, 1, -.74, 1, -.38), (1, .1, .5, .5, 0, .95)])]
DIAMOND = [((0, -1), [(.2, -.62, .48, -.28, .76, 0), (.48, .28, .2, .62, 0, 1),
                      (-.2, .62, -.48, .28, -.76, 0), (-.48, -.28, -.2, -.62, 0, -1)])]
SPADE = [((.36, 1), [(.2, .9, .11, .74, .09, .5), (.34, .98, .94, .82, .94, .28),
                     (.94, -.24, .18, -.66, 0, -1), (-.18, -.66, -.94, -.24, -.94, .28),
                     (-.94, .82, -.34, .98, -.09, .5), (-.11, .74, -.2, .9, -.36, 1)])]
STALK = ((-.1, .1), [(-.09, .6, -.18, .88, -.36, 1), (-.12, 1, .12, 1, .36, 1),
                     (.18, .88, .09, .6, .1, .1)])
# fmt: on
CLUB_LEAVES = ((0.0, -0.5), (-0.5, 0.2), (0.5, 0.2))
CLUB_RADIUS = 0.47
SHAPES = {"C": [STALK], "D": DIAMOND, "H": HEART, "S": SPADE}

# Where the pips of a number card stand (x, y); those below the middle are turned round.
LEFT, MIDDLE, RIGHT = 37.5, 50.0, 62.5
COLUMNS: dict[str, list[tuple[float, float]]] = {
    "2": [(MIDDLE, 28), (MIDDLE, 112)],
    "3": [(MIDDLE, 28), (MIDDLE, 70), (MIDDLE, 112)],
    "4": [(LEFT, 30), (RIGHT, 30), (LEFT, 110), (RIGHT, 110)],
}
COLUMNS["5"] = [*COLUMNS["4"], (MIDDLE, 70)]
COLUMNS["6"] = [*COLUMNS["4"], (LEFT, 70), (RIGHT, 70)]
COLUMNS["7"] = [*COLUMNS["6"], (MIDDLE, 50)]
COLUMNS["8"] = [*COLUMNS["7"], (MIDDLE, 90)]
NINE = [(x, y) for y in (26, 55.3, 84.7, 114) for x in (LEFT, RIGHT)]
COLUMNS["9"] = [*NINE, (MIDDLE, 70)]
COLUMNS["T"] = [*NINE, (MIDDLE, 40.6), (MIDDLE, 99.4)]

# The index figures, as strokes in a box 20 wide and 30 high.
FIGURES = {
    "A": "M1.5 30 10 1.5 18.5 30M4.7 21h10.6",
    "2": "M2 8.5C2-.7 18-.7 18 8.5 18 15.5 2.5 21.5 2 29.5h16.5",
    "3": "M2.5 2h15L9 12.6c13.2-1 12.6 16.9.6 16.9-4 0-6.6-1.8-8.1-5",
    "4": "M14.4 30V2L1.5 21.2h17.7",
    "5": "M17 2H4.8L3.6 14.4c4.6-4.2 14.8-2.4 14.8 6 0 10.6-13.8 11.7-16.9 4",
    "6": "M16 2C8 4.5 2 12 2 20.8a8 8.6 0 1 0 16 0a8 8.2 0 0 0-15.6-2",
    "7": "M1.5 2h16.7C12 10 8.6 19 8 30",
    "8": "M10 1.9a6.7 6.5 0 1 1 0 13 6.7 6.5 0 1 1 0-13zM10 14.9a8.2 7.4 0 1 1 0 14.8 "
    "8.2 7.4 0 1 1 0-14.8z",
    "9": "M4 29.5c8-2.5 14-10 14-18.8a8 8.6 0 1 0-16 0 8 8.2 0 0 0 15.6 2",
    "T": "M1 7 5.4 2v28M15.6 2a5 6 0 0 1 5 6v15.6a5 6 0 0 1-10 0V8a5 6 0 0 1 5-6z",
    "J": "M14.5 2v19.6a6.5 7.9 0 0 1-13 .6M8.5 2h9",
    "Q": "M10 1.8a8.2 13.4 0 1 1 0 26.8 8.2 13.4 0 1 1 0-26.8zM11.4 21l7.4 9.4",
    "K": "M3 1.2V30M18 2 3.6 18M8.2 13.2 18.8 30",
}


def number(value: float) -> str:
    """A number in as few characters as can be, to a tenth."""
    text = f"{value:.1f}".rstrip("0").rstrip(".")
    if text.startswith(("0.", "-0.")):
        text = text.replace("0.", ".", 1)
    return "0" if text in ("-0", "") else text


def pip(suit: str, x: float, y: float, size: float, turned: bool = False) -> str:
    """The outlines of one suit mark, centred on (x, y), `size` units from middle to tip."""
    way = -1 if turned else 1
    out = []
    for (sx, sy), curves in SHAPES[suit]:
        at_x, at_y = round(sx * size * way, 1), round(sy * size * way, 1)
        out.append(f"M{number(x + at_x)} {number(y + at_y)}")
        steps = []
        for curve in curves:
            points = [round(value * size * way, 1) for value in curve]
            steps.append(
                " ".join(
                    f"{number(points[i] - at_x)} {number(points[i + 1] - at_y)}" for i in (0, 2, 4)
                )
            )
            at_x, at_y = points[4], points[5]
        out.append("c" + " ".join(steps).replace(" -", "-") + "z")
    if suit == "C":
        r = number(CLUB_RADIUS * size)
        d = number(2 * round(CLUB_RADIUS * size, 1))
        for cx, cy in CLUB_LEAVES:
            left = x + cx * size * way - CLUB_RADIUS * size
            out.append(f"M{number(left)} {number(y + cy * size * way)}")
            out.append(f"a{r} {r} 0 0 0 {d} 0 {r} {r} 0 0 0-{d} 0")
    return "".join(out)


def half_index(rank: str, suit: str) -> tuple[str, str]:
    """The index at the top left: the figure's strokes (to be scaled), and the outline below it."""
    return FIGURES[rank], pip(suit, 14, 50, 9.2)


def court(rank: str, suit: str) -> str:
    """One half of a court card's figure (the other half is it, turned), above the middle line."""
    red = suit in "DH"
    robe = "#a33b38" if red else "#2f4a66"
    dark = "#6d2226" if red else "#1d3047"
    gold, skin, hair = "#d8a648", "#f2dcc3", "#6b4a2b" if red else "#3a3230"
    linen = "#f8efdd"
    parts = [
        # robe, collar, sash
        f'<path d="M25.5 70V64C27 51 36 46 44 44h16C68 46 77 51 78.5 64V70z" fill="{robe}"/>',
        f'<path d="M44 44h16L62 70H42z" fill="{linen}"/>',
        f'<path d="M44 44 52 57 60 44 64 46 55 70H49L40 46z" fill="{gold}"/>',
        f'<path d="M30 70V60M74 70V60" stroke="{dark}" stroke-width="3"/>',
    ]
    head = f'<path d="M43.5 30h17v7.5a8.5 9 0 0 1-17 0z" fill="{skin}"/>'
    face = (
        f'<path d="M47.3 33.4h2.4M54.3 33.4h2.4M50.4 41.2h3.2" stroke="{hair}" '
        'stroke-width="1.5" stroke-linecap="round"/>'
    )
    if rank == "K":
        parts += [
            f'<path d="M41 30h22v8c0 8-4 13-11 14-7-1-11-6-11-14z" fill="{hair}"/>',
            head,
            f'<path d="M43.5 38c3 2 14 2 17 0v2c0 6-4 10-8.5 11-4.5-1-8.5-5-8.5-11z" '
            f'fill="{hair}"/>',
            face,
            f'<path d="M41 29.5V17l5.5 5L52 14l5.5 8 5.5-5v12.5z" fill="{gold}"/>',
            f'<path d="M41 28h22" stroke="{dark}" stroke-width="2.2"/>',
        ]
    elif rank == "Q":
        parts += [
            f'<path d="M39 49c-2-11 0-27 13-28 13 1 15 17 13 28l-5-3H44z" fill="{hair}"/>',
            head,
            face,
            f'<path d="M43 31c1-5 7-7 9-7s8 2 9 7l-1-8H44z" fill="{hair}"/>',
            f'<path d="M41 24.5 40 16l6 3.5 6-6.5 6 6.5 6-3.5-1 8.5c-6-3-16-3-22 0z" '
            f'fill="{gold}"/>',
            f'<circle cx="52" cy="19.5" r="2" fill="{robe}"/>',
            f'<path d="M47 47.5c3 3 7 3 10 0" fill="none" stroke="{dark}" stroke-width="1.5"/>',
        ]
    else:
        parts += [
            f'<path d="M41 45V31c0-7 22-7 22 0v14l-4-2V32H45v11z" fill="{hair}"/>',
            head,
            face,
            f'<path d="M40 29c0-9 5-12.5 13-12.5S66 21 66 24.5c-4-1-8 .5-9 3.5-6-2-12-1-17 1z" '
            f'fill="{robe}"/>',
            f'<path d="M61 21c2-5 6-7 11-6-1 4-4 8-9 8.5z" fill="{gold}"/>',
            f'<path d="M40 29.5c5-2.3 11-3 17-1.2" fill="none" stroke="{gold}" stroke-width="2"/>',
        ]
    return "".join(parts)


def card(rank: str, suit: str) -> str:
    """The symbol of one card."""
    ink = INK[suit]
    figure, mark = half_index(rank, suit)
    left = 3.6 if rank == "T" else 4.6
    strokes = (
        f'<g fill="none" stroke="{ink}" stroke-width="4.8" stroke-linecap="round" '
        f'stroke-linejoin="round"><path d="{figure}" transform="translate({left} 7)"/>'
        f'<path d="{figure}" transform="rotate(180 50 70)translate({left} 7)"/></g>'
    )
    outlines = mark
    # the corner opposite is the same, turned
    outlines += pip(suit, 86, 90, 9.2, turned=True)
    body = ""
    if rank == "A":
        outlines += pip(suit, 50, 70, 24)
    elif rank in COLUMNS:
        size = 9 if rank in "9T" else 10
        outlines += "".join(pip(suit, x, y, size, y > 70) for x, y in sorted(COLUMNS[rank]))
    else:
        half = court(rank, suit)
        body = (
            '<rect x="26.5" y="10" width="47" height="120" rx="4" fill="#fbf4e4"/>'
            f'<g transform="matrix(.86 0 0 1 5.3 0)">{half}</g>'
            f'<g transform="matrix(-.86 0 0-1 94.7 140)">{half}</g>'
            '<rect x="26.5" y="10" width="47" height="120" rx="4" fill="none" '
            'stroke="#b89a63" stroke-width="1.2"/>'
        )
    return (
        f'<symbol id="{rank}{suit}" viewBox="0 0 100 140">'
        '<rect x=".75" y=".75" width="98.5" height="138.5" rx="8" fill="#fffdf7" '
        'stroke="#8b8171" stroke-width="1.5"/>'
        f"{body}{strokes}"
        f'<path d="{outlines}" fill="{ink}"/></symbol>'
    )


def back() -> str:
    """The back of every card: a quiet lattice on dark red."""
    lines = "".join(f"M{x} 10 {x + 120} 130" for x in range(-110, 100, 15))
    lines += "".join(f"M{x + 120} 10 {x} 130" for x in range(-110, 100, 15))
    return (
        '<symbol id="back" viewBox="0 0 100 140">'
        '<rect x=".75" y=".75" width="98.5" height="138.5" rx="8" fill="#fffdf7" '
        'stroke="#8b8171" stroke-width="1.5"/>'
        '<svg x="7" y="7" width="86" height="126" viewBox="7 7 86 126">'
        '<rect x="7" y="7" width="86" height="126" rx="4" fill="#7d2e34"/>'
        f'<path d="{lines}" stroke="#c98f72" stroke-opacity=".45" stroke-width="1.4"/></svg>'
        '<rect x="7" y="7" width="86" height="126" rx="4" fill="none" stroke="#5f2026" '
        'stroke-width="2"/>'
        '<circle cx="50" cy="70" r="17" fill="#7d2e34" stroke="#d9a679" stroke-width="1.6"/>'
        '<g fill="#e6c197"><circle cx="50" cy="61" r="2.6"/><circle cx="50" cy="70" r="2.6"/>'
        '<circle cx="50" cy="79" r="2.6"/></g></symbol>'
    )


def sprite() -> str:
    """The whole sprite as SVG text."""
    symbols = [card(rank, suit) for suit in SUITS for rank in RANKS]
    return "\n".join(['<svg xmlns="http://www.w3.org/2000/svg">', *symbols, back(), "</svg>", ""])


def main() -> None:
    """Write static/cards.svg."""
    (ROOT / "static" / "cards.svg").write_text(sprite(), encoding="utf-8")


if __name__ == "__main__":
    main()
