"""docs/parts.md and the drawings of tables."""

from __future__ import annotations

from host_tools.boards import bill, catalogue
from host_tools.docsgen import COMMAND, drawing, parts
from host_tools.mounting.layout import layout

SIZES = (7, 10)


def parts_page() -> str:
    """The list of parts for a small and a full table."""
    small, full = (parts.parts(seats) for seats in SIZES)
    lines = [
        "# Parts",
        "",
        f"Made by `{COMMAND}`; do not edit. How they are wired: [boards](../boards/README.md); how "
        "they are built in: [building](building.md).",
        "",
        f"| part | {SIZES[0]} boxes | {SIZES[1]} boxes | US$ each, about | band | maker's number | "
        "instead | |",
        "|---|---:|---:|---:|---|---|---|---|",
    ]
    prices = parts.prices()
    for one, other in zip(small, full, strict=True):
        each = prices[one.name]
        number, instead = catalogue.mpn_of(one.name), catalogue.instead_of(one.name)
        lines.append(
            f"| {one.name} | {one.count} | {other.count} | {each / 100:.2f} | {bill.band(each)} | "
            f"{number} | {instead} | {other.why} |"
        )
    lines += [
        f"| together | {parts.cost(SIZES[0])} | {parts.cost(SIZES[1])} | | | | | |",
        "",
        f"Prices are estimates of {bill.date()} for comparing; no dealer was asked. A maker's "
        "number that nobody has chosen is unknown: any part that fits will do. Of another board, "
        "and with your own prices: `cardtable boards NAME --parts --prices FILE` "
        "([prices](../boards/prices.toml)). Currents and their sources: each board's page. **Not "
        "confirmed by hardware.**",
        "",
        "## Wire",
        "",
        "Metres of single wire, all cables of the plan together (each board's page has them one by "
        "one, with length and gauge); enamelled wire for the loops beside it "
        "([antennas](antennas.md#loops-and-their-matching)). AWG is the thinnest that will do. "
        "Prices: unknown.",
        "",
        f"| | {SIZES[0]} boxes | {SIZES[1]} boxes |",
        "|---|---:|---:|",
        *_wire(),
        "",
        "## Where the antennas lie",
        "",
        "Sizes, spacing, felt, loops and templates: [antennas](antennas.md). **Distances and reach "
        "are assumptions; not confirmed by hardware.** `cardtable doctor` measures which field "
        "reaches which reader, once a table is built.",
    ]
    for seats in SIZES:
        one, other, distance = layout(seats).nearest()
        lines += [
            "",
            f"![antennas of a table with {seats} boxes](table-{seats}.svg)",
            "",
            f"{seats} boxes: the nearest two are {one} and {other}, {round(distance)} mm apart.",
        ]
    return "\n".join(lines) + "\n"


def _wire() -> list[str]:
    small, full = (parts.wire_m(seats) for seats in SIZES)
    return [
        f"| AWG {awg} | {_metres(small, awg)} | {_metres(full, awg)} |"
        for awg in sorted(small | full)
    ]


def _metres(of: dict[int, float], awg: int) -> str:
    return f"{of[awg]:.0f} m" if awg in of else ""


def pages() -> dict[str, str]:
    """File name → text, as they should stand in docs."""
    made = {f"table-{seats}.svg": drawing.draw(layout(seats)) for seats in SIZES}
    return {"parts.md": parts_page()} | made
