"""Draw the peg boards: ``python tools/make_boards.py`` writes static/boards/*.svg.

One drawing for each target (121, 61), number of lanes (2, 3) and way up (upright, and the strip
that a phone shows turned on its side, whose labels are turned back).  The pegs are not in it.
"""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from games import pegboard as pb

LANE_TINTS = ("#8f2d1f", "#1f4a78", "#f6ecd6")


def number(value: float) -> str:
    """A coordinate without needless digits."""
    return f"{value:.1f}".rstrip("0").rstrip(".")


def groove(lane: int, lanes: int, target: int) -> str:
    """The path of a lane's groove from its start hole to the shared last one."""
    start = pb.hole(lane, lanes, -1, target)
    path = [f"M{number(start.x)} {number(start.y)}"]
    count = pb.streets(target)
    middle = (pb.street_centre(1, target) - pb.street_centre(0, target)) / 2
    for street in range(count):
        last = pb.hole(lane, lanes, street * pb.STREET + pb.STREET, target)
        path.append(f"V{number(last.y)}")
        if street + 1 == count:
            break
        after = pb.hole(lane, lanes, (street + 1) * pb.STREET + 1, target)
        radius = (after.x - last.x) / 2
        height = min(radius, 15 + radius - middle + (6 if street % 2 == 0 else 0))
        sweep = 1 if street % 2 == 0 else 0
        path.append(
            f"A{number(radius)} {number(height)} 0 0 {sweep} {number(after.x)} {number(after.y)}"
        )
    end = pb.hole(lane, lanes, target, target)
    path.append(f"L{number(end.x)} {number(end.y)}")
    return "".join(path)


def label(x: float, y: float, text: str, strip: bool, size: float = 7.5) -> str:
    """A small burnt-in label, upright in either way up."""
    turn = f' transform="rotate(-90 {number(x)} {number(y)})"' if strip else ""
    return (
        f'<text x="{number(x)}" y="{number(y)}" font-size="{number(size)}"{turn} '
        f'dominant-baseline="central">{text}</text>'
    )


def board(target: int, lanes: int, strip: bool) -> str:
    """The whole drawing as SVG text."""
    count = pb.streets(target)
    holes = "".join(
        f"M{number(p.x)} {number(p.y)}h0"
        for lane in range(lanes)
        for p in (pb.hole(lane, lanes, score, target) for score in range(-1, target))
    )
    end = pb.hole(0, lanes, target, target)
    parts = [
        '<svg xmlns="http://www.w3.org/2000/svg" width="140" height="420" viewBox="0 0 140 420" '
        'preserveAspectRatio="none">',
        '<defs><linearGradient id="w" x2="1"><stop stop-color="#c08a50"/>'
        '<stop offset=".18" stop-color="#d2a066"/><stop offset=".55" stop-color="#c8935a"/>'
        '<stop offset=".8" stop-color="#d4a46c"/><stop offset="1" stop-color="#b98149"/>'
        "</linearGradient></defs>",
        '<rect width="140" height="420" rx="13" fill="#7d4f28"/>',
        '<rect x="1.2" y="1.2" width="137.6" height="416.6" rx="12" fill="url(#w)"/>',
        '<g fill="none" stroke="#8a5a2c" stroke-opacity=".22" stroke-width=".8">'
        '<path d="M11 3C17 90 5 180 13 417M36 3c-8 120 9 210 0 414M52 3c6 80-9 160-2 240s4 100-1 174'
        'M84 3c9 140-7 260 2 414M103 3c-6 110 7 170 0 250s2 110 4 164M127 3c5 130-8 270 1 414"/>'
        '<path d="M66 150c-5 14-5 36 1 52 6-16 6-38-1-52zM68 138c-10 20-10 56-1 78" /></g>',
        '<rect x="3.4" y="3.4" width="133.2" height="413.2" rx="10" fill="none" '
        'stroke="#f0cf9d" stroke-opacity=".5" stroke-width=".8"/>',
    ]
    for lane in range(lanes):
        parts.append(
            f'<path d="{groove(lane, lanes, target)}" fill="none" stroke="{LANE_TINTS[lane]}" '
            f'stroke-opacity="{".5" if lane == 2 else ".3"}" stroke-width="3" '
            'stroke-linejoin="round"/>'
        )
    # the lines between the groups of five, and the skunk lines across a street's end
    ticks = []
    half = (pb.WIDTH - 2 * pb.MARGIN) / count / 2 - 2.5
    half = min(half, pb.MAX_LANE_PITCH * (lanes / 2) + 4)
    for street in range(count):
        x = pb.street_centre(street, target)
        for group in range(1, pb.STREET // pb.GROUP):
            y = (
                pb.TOP
                + group * pb.GROUP * pb.HOLE_STEP
                + (group - 1) * pb.GROUP_GAP
                + (pb.GROUP_GAP - pb.HOLE_STEP) / 2
            )
            ticks.append(f"M{number(x - half)} {number(y)}h{number(2 * half)}")
    parts.append(
        f'<path d="{"".join(ticks)}" stroke="#6b4120" stroke-opacity=".3" stroke-width=".7"/>'
    )
    skunks = {121: ((60, "S S"), (90, "S")), 61: ((30, "S"),)}[target]
    lines = []
    labels = []
    for score, _ in skunks:
        street = score // pb.STREET - 1
        x = pb.street_centre(street, target)
        y = pb.TOP - 6.2 if street % 2 == 0 else pb.BOTTOM + 6.2
        lines.append(f"M{number(x - half)} {number(y)}h{number(2 * half)}")
    parts.append(f'<path d="{"".join(lines)}" stroke="#8f2d1f" stroke-width="1.5"/>')
    for street in range(count):
        score = (street + 1) * pb.STREET
        x = pb.street_centre(street, target)
        if street + 1 < count:
            middle = (x + pb.street_centre(street + 1, target)) / 2
            y = 12.5 if street % 2 == 0 else pb.BOTTOM + 32
            labels.append(label(middle, y, str(score), strip))
    labels.append(label(end.x, end.y + 13, str(target), strip))
    start = pb.hole(0, lanes, -1, target)
    labels.append(
        label(pb.street_centre(0, target), start.y + 9.5, "▲" if not strip else "▶", strip, 5.5)
    )
    parts.append(
        '<g fill="#4f2d12" font-family="Georgia,serif" font-weight="700" text-anchor="middle">'
        + "".join(labels)
        + "</g>"
    )
    parts.append(
        f'<path d="{holes}" transform="translate(0 .7)" stroke="#f3d6a8" stroke-opacity=".75" '
        'stroke-width="4.2" stroke-linecap="round"/>'
        f'<path d="{holes}" stroke="#3d230e" stroke-width="4" stroke-linecap="round"/>'
        f'<circle cx="{number(end.x)}" cy="{number(end.y)}" r="5.6" fill="none" '
        'stroke="#4f2d12" stroke-width=".9"/>'
        f'<circle cx="{number(end.x)}" cy="{number(end.y)}" r="2.6" fill="#3d230e"/>'
    )
    parts.append("</svg>\n")
    return "\n".join(parts)


def main() -> None:
    """Write all eight boards."""
    folder = ROOT / "static" / "boards"
    folder.mkdir(parents=True, exist_ok=True)
    for target in (121, 61):
        for lanes in (2, 3):
            for strip in (False, True):
                name = f"{target}-{lanes}{'-strip' if strip else ''}.svg"
                (folder / name).write_text(board(target, lanes, strip), encoding="utf-8")


if __name__ == "__main__":
    main()
