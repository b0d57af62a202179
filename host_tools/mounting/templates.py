"""What is printed at 1:1: an antenna for every reader, the panel's and the lid's holes."""

from __future__ import annotations

import math

from host_tools.boards.netlist import READERS, netlist
from host_tools.mounting.figures import cover_mm, figures, limit, loop_of
from host_tools.mounting.layout import Area, Layout, layout_of
from host_tools.mounting.sheet import Drawing, Pen, pdf

ANTENNAS, DRILLING = "antennas.pdf", "drilling.pdf"
_AROUND = 12.0  # of paper round a drawing
_CLOSE = 2.0  # round an antenna, which just fits a sheet


def files(board: dict, paper: str = "a4") -> dict[str, bytes]:
    """File name → PDF, for a board's definition."""
    title = board["board"]["title"]
    return {
        ANTENNAS: pdf(antennas(board), f"{title}: antennas, 1:1", paper),
        DRILLING: pdf(drilling(board), f"{title}: drilling, 1:1", paper),
    }


def antennas(board: dict) -> list[Drawing]:
    """A drawing for every reader of the board, in the order of its references."""
    table = layout_of(board)
    places = {one.name: one for one in table.antennas}
    names = sorted(board["readers"], key=lambda name: int(READERS[name][2:]))
    return [_antenna(places[name], table) for name in names]


def _antenna(one: Area, table: Layout) -> Drawing:
    pocket, module = figures()["pocket"], figures()["module"]
    loop, wire = loop_of(one.name), figures()["loop"]
    beyond = pocket["beyond"]
    shoe = one.name == "shoe"
    wide = max(one.width + 2 * beyond, module["width"])
    holes = _holes(one, table)
    below = max((y for _, _, y, _ in holes), default=one.height / 2 + beyond) + 11
    above = one.height / 2 + module["beside"] + module["height"]
    middle_x, middle_y = _CLOSE + wide / 2, _CLOSE + above

    def draw(pen: Pen) -> None:
        pen.cross(middle_x, middle_y, 20)
        for turn in range(loop["turns"]):
            inset = turn * wire["pitch"]
            pen.rectangle(
                middle_x - one.width / 2 + inset, middle_y - one.height / 2 + inset,
                one.width - 2 * inset, one.height - 2 * inset,
            )  # fmt: skip
        if not shoe:
            pen.rectangle(
                middle_x - one.width / 2 - beyond, middle_y - one.height / 2 - beyond,
                one.width + 2 * beyond, one.height + 2 * beyond, dash=True,
            )  # fmt: skip
        left, top = middle_x - module["width"] / 2, middle_y - above
        pen.rectangle(left, top, module["width"], module["height"], dash=True)
        for x in (left + module["inset"], left + module["width"] - module["inset"]):
            for y in (top + module["inset"], top + module["height"] - module["inset"]):
                pen.hole(x, y, module["hole"])
        pen.text(middle_x, middle_y + 17, f"{READERS[one.name]}: {one.name}", 12, centred=True)
        pen.text(middle_x, middle_y + 22, f"loop {one.width:g} × {one.height:g}", 8, centred=True)
        pen.text(middle_x, top + module["height"] / 2, "reader (measure yours)", 7, centred=True)
        for ref, x, y, diameter in holes:
            pen.hole(middle_x + x, middle_y + y, diameter)
            pen.text(middle_x + x, middle_y + y + diameter / 2 + 5, ref, 8, centred=True)
        if not shoe:
            pen.text(
                middle_x,
                middle_y + one.height / 2 + beyond + 5,
                "towards the rail",
                7,
                centred=True,
            )

    notes = _notes(one, table)
    return Drawing(
        f"{READERS[one.name]} {one.name}", wide + 2 * _CLOSE, above + below + 2 * _CLOSE, draw,
        notes,
    )  # fmt: skip


def _holes(one: Area, table: Layout) -> list[tuple[str, float, float, float]]:
    """(ref, along, out, diameter) of sensor and lamp of a box, from its middle."""
    if not one.name.startswith("box "):
        return []
    seat = one.name.split()[1]
    turn = math.radians(-one.angle)
    made = []
    for hole in table.holes:
        if hole.ref in (f"B{seat}", f"D{seat}"):
            dx, dy = hole.x - one.x, hole.y - one.y
            along = dx * math.cos(turn) - dy * math.sin(turn)
            out = dx * math.sin(turn) + dy * math.cos(turn)
            made.append((hole.ref, along, out, hole.diameter))
    return made


def _notes(one: Area, table: Layout) -> tuple[str, ...]:
    if one.name == "shoe":
        return (
            f"Under the shoe's mouth. Waiting cards at least {figures()['shoe']['behind']:g} mm "
            f"away.",
        )
    turned = f", turned by {one.angle:.0f}° clockwise" if one.angle % 360 else ""
    return (
        f"Seen from above. Middle {one.x:.0f} mm from the left and {one.y:.0f} mm from the far "
        f"edge "
        f"of {table.length:g} × {table.width:g} mm{turned}. From below: the sheet turned over.",
        f"Dashed: pocket from below, {limit('metal'):g} mm clear of metal; cover {cover_mm():g} mm "
        f"of at most {limit('cover'):g}.",
    )


def drilling(board: dict) -> list[Drawing]:
    """The dealer's panel and the lid."""
    table = layout_of(board)
    known = {one.ref for one in netlist(board).components}
    return [_panel(table, known), _lid(known)]


def _panel(table: Layout, known: set[str]) -> Drawing:
    keys = figures()["panel"]
    holes = [one for one in table.holes if one.ref.startswith("SW") and one.ref in known]
    left, top = (min(getattr(one, axis) for one in holes) for axis in ("x", "y"))
    right, low = (max(getattr(one, axis) for one in holes) for axis in ("x", "y"))

    def draw(pen: Pen) -> None:
        for one in holes:
            x, y = _AROUND + 15 + one.x - left, _AROUND + 15 + one.y - top
            pen.hole(x, y, one.diameter)
            pen.text(x + one.diameter / 2, y - one.diameter / 2, one.ref, 7)

    around = 2 * (_AROUND + 15)
    return Drawing(
        "Dealer's panel", right - left + around, low - top + around, draw,
        (
            f"Seen from above, the dealer below. Keys {keys['pitch']:g} mm apart; drill what your "
            "keys and your key switch want.",
            f"Middle of the keys: {table.panel.x:.0f} mm from the left edge, "
            f"{keys['from_edge']:g} mm from the dealer's.",
        ),
    )  # fmt: skip


def _lid(known: set[str]) -> Drawing:
    lid = figures()["lid"]
    width, height = lid["width"], lid["height"]
    inside = ", ".join(sorted(known & {"U1", "U2", "U3", "U4", "U5", "U6", "U7", "U8", "VR1", "F1",
                                       "F2", "D20", "JP1"}))  # fmt: skip

    def draw(pen: Pen) -> None:
        left = top = _AROUND
        pen.rectangle(left, top, width, height)
        inset = lid["screw_inset"]
        for x in (left + inset, left + width - inset):
            for y in (top + inset, top + height - inset):
                pen.hole(x, y, lid["screw"])
        step = width / (lid["glands"] + 1)
        for n in range(1, lid["glands"] + 1):
            for y in (top, top + height):
                pen.cross(left + n * step, y, lid["gland"])
        pen.text(left + width / 2, top + height / 2, inside, 8, centred=True)

    return Drawing(
        "Lid: the box under the table", width + 2 * _AROUND, height + 2 * _AROUND, draw,
        (
            f"{width:g} × {height:g} × {lid['depth']:g} mm, of plastic or wood, with a lock. "
            f"Crosses "
            f"on the long sides: cables, holes of {lid['gland']:g} mm.",
            f"Inside: {inside}. PS1 stays outside, at the leg.",
        ),
    )  # fmt: skip
