"""docs/antennas.md and its drawings, made from boards/mounting.toml."""

from __future__ import annotations

from host_tools.boards.netlist import READERS
from host_tools.docsgen import COMMAND, sections
from host_tools.mounting import coil
from host_tools.mounting.figures import cover_mm, figures, limit
from host_tools.mounting.layout import Layout, layout

_SIZES = (7, 10)
_PLACES = {"box": "box 1", "dealer": "dealer", "board": "board", "rack": "rack", "shoe": "shoe"}


def pages() -> dict[str, str]:
    """File name → text, as they should stand in docs."""
    return {
        "antennas.md": page(),
        "stack-up.svg": sections.stack_up(),
        "shoe.svg": sections.shoe(),
    }


def page() -> str:
    lines = [
        "# Antennas, felt, shoe, lid",
        "",
        f"Made by `{COMMAND}` from [mounting.toml](../boards/mounting.toml); change it there. "
        f"Steps: "
        "[building](building.md). **No hardware has confirmed anything on this page**: sizes are "
        "taken from published reports and reckoned; nobody has wound one of these loops.",
        "",
        *_sizes(),
        *_spacing(),
        *_stack(),
        *_loops(),
        *_tuning(),
        *_shoe(),
        *_lid(),
        *_templates(),
    ]
    for seats in _SIZES:
        lines += _places(layout(seats))
    return "\n".join(lines) + "\n"


def _sizes() -> list[str]:
    made = [
        "## Sizes",
        "",
        "A reader's own antenna is about 40 × 40 mm (published): enough for a card or two on a "
        "mark, "
        "not for five that are fanned. Begin with it if you like, at one box, and let "
        "`cardtable bringup` say what it reads; otherwise a loop of your own, and always under the "
        "board, which is five cards wide. The reader's own antenna is then cut off, its matching "
        "replaced ([below](#loops-and-their-matching)).",
        "",
        "| place | loop, mm | turns | why |",
        "|---|---|---:|---|",
    ]
    for name, loop in figures()["antennas"].items():
        made.append(
            f"| {name} | {loop['width']} × {loop['height']} | {loop['turns']} | {loop['why']} |"
        )
    return [*made, ""]


def _spacing() -> list[str]:
    made = [
        "## Spacing",
        "",
        f"- No two loops closer than {limit('near'):g} mm, middle to middle; readers of one group, "
        f"whose fields are on together, not closer than {limit('together'):g} mm, and none closer "
        f"than {limit('shoe'):g} mm to the shoe's, whose field is always on "
        f"({figures()['limits']['from']}).",
        f"- No metal within {limit('metal'):g} mm of a loop's edge, above, below or beside it: no "
        "screws, brackets, foil, cables of others. The exception is its own reader, "
        f"{figures()['module']['beside']:g} mm beside it, because the wires to a loop are short.",
    ]
    for seats in _SIZES:
        one, other, distance = layout(seats).nearest()
        made.append(
            f"- {seats} boxes ([drawing](table-{seats}.svg)): the nearest two are {one} and "
            f"{other}, {round(distance)} mm."
        )
    return [*made, ""]


def _stack() -> list[str]:
    return [
        "## What lies over a loop",
        "",
        "![through a box](stack-up.svg)",
        "",
        "| from the card down | mm | by |",
        "|---|---:|---|",
        *(f"| {one['name']} | {one['mm']:g} | {one['from']} |" for one in figures()["layers"]),
        "",
        f"Card to loop: {cover_mm():g} mm, at most {limit('cover'):g}. Rout the pocket from below, "
        f"{figures()['pocket']['beyond']:g} mm larger than the loop on each side; glue the loop to "
        "its floor with wood glue or double-sided tape, no staples.",
        "",
        "**Metal that cannot be moved** (a steel frame, a folding hinge) closer than "
        f"{limit('metal'):g} mm: a sheet of ferrite for 13.56 MHz between loop and metal, 10 mm "
        "larger than the loop, against the loop's back. It takes most of the loss away and moves "
        "the tuning for good, so it is glued first and the loop tuned after it. Grade and size: "
        "unknown, by the sheet's maker; without ferrite the reader will be told as `weak`.",
        "",
    ]


def _loops() -> list[str]:
    given = figures()["matching"]
    made = [
        "## Loops and their matching",
        "",
        f"Enamelled wire of {figures()['loop']['wire']:g} mm, turns "
        f"{figures()['loop']['pitch']:g} mm "
        "apart, each inside the one before. Reckoned by F. W. Grover's formula for rectangles and "
        f"by the method of NXP AN1445: filter {given['l0_nh']} nH and {given['c0_pf']} pF "
        f"({given['filter_from']}), {given['match_ohm']} Ω for the chip, Q {given['q']}, "
        f"{given['coil_pf']} pF of the loop itself ({given['taken_from']}). Rq, Cs and Cp are "
        "there twice, for TX1 and TX2: behind the reader's filter Cs in series, then Cp to ground, "
        "then Rq in series to that end of the loop. (They are AN1445's RQ, C1 and C2, and no parts "
        "of the schematic, where C1 is a reader's 100 µF.)",
        "",
        "| place | wire, m | µH | Rq, Ω | Cs, pF | Cp, pF |",
        "|---|---:|---:|---:|---:|---:|",
    ]
    for name, reader in _PLACES.items():
        one = coil.of_reader(reader)
        matched = coil.matching(one)
        made.append(
            f"| {name} | {one.wire_length:.2f} | {one.henry * 1e6:.2f} | "
            f"{matched.damping_ohm:.1f} | "
            f"{matched.c1 * 1e12:.0f} | {matched.c2 * 1e12:.0f} |"
        )
    return [
        *made, "",
        "Capacitors C0G, 2 %. Of Cp make a tenth a trimmer, or solder it from two: it is what is "
        "tuned.", "",
    ]  # fmt: skip


def _tuning() -> list[str]:
    return [
        "## Tuning and test",
        "",
        "With nothing but MicroPython on the board ([bringup](bringup.md)); loop in its pocket, "
        "cloth on, ferrite where it will be.",
        "",
        "```console",
        '$ cardtable bringup pico_7 --reader "box 3" --plan full   # needs a board and hands',
        "```",
        "",
        "1. It reads one card at 5 mm in every look? If in none: turn the loop's ends, look for a "
        "short, measure the loop with a meter (it beeps).",
        "2. One card at 10, 20, 30 and 40 mm: note the farthest at which all looks are whole. "
        "Change "
        "Cp by a twentieth, up, then down; keep what reads farther. Stop when both ways are worse.",
        f"3. All looks whole at 20 mm, twice the {limit('cover'):g} mm at which cards may lie, or "
        "the loop is not done.",
        "4. 10, 20 and 30 mm beside the middle: as many whole as in the middle. If not, the "
        "loop is "
        "too small or not under the place.",
        "5. One to five cards fanned. Five that read worse than 19 of 20: more fan, then less "
        "damping.",
        "6. All readers: `cardtable bringup NAME --plan full`. `weak` compares a loop with the "
        "others, "
        "the matrix of fields says which are too close; readers of one group must not see each "
        "other's.",
        '7. `cardtable bringup NAME --accept "box 3"`: 95 of 100 hands within 1 s, and the box is '
        "accepted.",
        "",
        "With a network analyser: TX1 to TX2 of the unplugged reader, "
        f"{figures()['matching']['match_ohm']} Ω and no reactance at 13.56 MHz.",
        "",
    ]


def _shoe() -> list[str]:
    shoe, loop = figures()["shoe"], figures()["antennas"]["shoe"]
    fastest = loop["height"] / shoe["dwell_ms"]
    return [
        "## The shoe",
        "",
        "![the shoe from the side](shoe.svg)",
        "",
        f"- RD14's loop lies under the mouth, {loop['width']} mm across and {loop['height']} mm "
        f"along "
        f"the card's way; the mouth is {shoe['mouth']} mm wide. A card has to be over it for "
        f"{shoe['dwell_ms']} ms: it may leave at {fastest:.1f} m/s at most.",
        f"- The nearest card that waits is {shoe['behind']} mm from the loop, farther than it "
        f"reads "
        f"({limit('reach'):g} mm). Where the shoe is shorter: an aluminium sheet with ferrite "
        f"on the "
        "loop's side between them, and the loop tuned with it.",
        "- No metal spring or slide at the mouth. The cable leaves to the back.",
        "- **Check:** the full shoe for a minute, nothing drawn: `cardtable sensors --once "
        "--reader "
        "shoe` shows no card. Then a deck drawn at the pace of play: 52 cards seen "
        "(`cardtable deck check`).",
        "",
        "The rack has its loop under the discards; the cards lie flat on it, at most "
        f"{limit('cover'):g} mm of bottom between.",
        "",
    ]


def _lid() -> list[str]:
    lid = figures()["lid"]
    return [
        "## The lid",
        "",
        f"A box of plastic or wood, {lid['width']} × {lid['height']} × {lid['depth']} mm inside "
        f"({lid['from']}), with a lock, under the table between dealer and board. Inside: the "
        f"board "
        "U1, muxes U2 and U3 (or the decoder), U5 to U8, VR1 with air around it, F1, F2, D20, JP1. "
        "PS1 stands at the leg, away from all of it; 5 V come in through one gland. One gland for "
        f"each reader, {lid['gland']:g} mm; a strain relief inside. No steel: the lid lies "
        f"{limit('metal'):g} mm from the nearest loop. Readers' cables go round the other loops, "
        "as drawn.",
        "",
    ]


def _templates() -> list[str]:
    return [
        "## Templates to print, 1:1",
        "",
        "```console",
        "$ cardtable boards pico_7 --templates templates   # a4, or --paper letter",
        "```",
        "",
        "`antennas.pdf`: a sheet for every reader, by its reference, with loop, pocket, screw "
        "holes, "
        "sensor and lamp; the board's loop on three sheets that join at their crop marks. "
        "`drilling.pdf`: panel and lid. `acceptance.pdf`: the record that is filled in and signed. "
        "Print at 100 %: the ruler on each sheet has 100 mm, or the sheet is waste paper. It needs "
        '`pip install "cardtable[build]"`.',
        "",
        "Put the middle's cross on its place (below), drill 2 mm through it, and work from both "
        "sides by that hole; from below the sheet is turned over.",
        "",
    ]


def _places(table: Layout) -> list[str]:
    made = [
        f"## Places: {table.seats} boxes",
        "",
        f"![{table.seats} boxes](table-{table.seats}.svg)",
        "",
        f"Of {table.length:g} × {table.width:g} mm, from the left and the far edge, seen from "
        f"above; "
        "the drawing is 1:10 at its own size. Lamps of boxes that are not built lie in the lid.",
        "",
        "| | x | y | turned |",
        "|---|---:|---:|---:|",
    ]
    for one in table.antennas:
        made.append(
            f"| {READERS[one.name]} {one.name} | {one.x:.0f} | {one.y:.0f} | {one.angle:.0f}° |"
        )
    for hole in table.holes:
        if not hole.ref.startswith("SW") or hole.ref in ("SW1", "SW20", "SW21"):
            made.append(f"| {hole.ref} {hole.what} | {hole.x:.0f} | {hole.y:.0f} | |")
    return [*made, ""]
