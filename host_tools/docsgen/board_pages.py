"""README.md of a board, made from its definition."""

from __future__ import annotations

from collections.abc import Sequence

from host_tools.boards import bill
from host_tools.boards.load import Board
from host_tools.boards.wiring import parts, reader_rows
from host_tools.docsgen import cable_plan, power_page, schematic
from host_tools.docsgen.wiring_diagram import draw


def pages(board: Board) -> dict[str, str]:
    """File name → content, to lie beside board.toml."""
    return {
        "README.md": readme(board),
        "wiring.svg": draw(board.data),
        "schematic.svg": schematic.draw(board.data),
    }


def readme(board: Board) -> str:
    data = board.data
    about = data["board"]
    chip = about["chip"]
    wires = []
    for part in parts(data):
        for n, wire in enumerate(part.wires):
            wires.append((part.title if n == 0 else "", wire.end, wire.pin, wire.header))
    lines = [
        f"# {board.title}",
        "",
        f"Made from [board.toml](board.toml) by `cardtable boards {board.name} --write`; "
        "change it there.",
        "",
        "![wiring](wiring.svg)",
        "",
        f"{_article(chip)} {chip} with MicroPython {about['micropython']} or newer "
        f"(<{about['download']}>). It tells its name as `{about['machine']}`, shows up on USB "
        f"as `{data['usb']['vid']:04x}:{data['usb']['pid']:04x}` and runs machine code for "
        f"`{board.architecture}`.",
        "",
        *_install(data),
        *_cost(data),
        "## Wires",
        "",
        *_table(("part", "its end", "pin", "header"), wires),
        "",
        "## Chips",
        "",
        *[f"- {note}" if not note.startswith(" ") else f"  - {note.strip()}"
          for part in parts(data) if part.kind in ("i2c", "spi") for note in part.notes],
        "",
        "## Readers",
        "",
        *_table(("reader", "connected to", "its field may be on with"), reader_rows(data)),
        "",
        *_every_pin(data),
        *power_page.lines(data, "## Power"),
    ]  # fmt: skip
    return "\n".join(lines)


def _every_pin(data: dict) -> list[str]:
    name = data["board"]["name"]
    return [
        "## Every pin",
        "",
        "![every pin](schematic.svg)",
        "",
        f"As a list: `cardtable boards {name} --netlist csv`; for KiCad: `--netlist kicad`. "
        "Sign and lamps want 3.5 V for a one at 5 V (MAX7219: VIH; WS2812B: 0.7 VDD), so U8 "
        "stands before them; the sign's DOUT stays open. **No hardware has confirmed it.**",
        "",
        "## Cables",
        "",
        f"50 mm clear of every other loop, {cable_plan.SLACK_MM} mm of slack, in steps of 50 mm; "
        "AWG: the thinnest that will do, for every wire of that cable. U5 and U6 are in the lid. "
        "Lamps of boxes that are not built, too; the jackpot's lamp D11 is at the sign. USB goes "
        "from U1 to the host, 5 m at most.",
        "",
        *_table(cable_plan.HEAD, cable_plan.rows(data)),
        "",
    ]


def _cost(data: dict) -> list[str]:
    cents, without = bill.total(data, bill.prices())
    if without:
        return []
    return [
        f"Its parts cost about {bill.shown(cents)} (estimates, no dealer was asked), two decks of "
        f"tagged cards among them: `cardtable boards {data['board']['name']} --parts`.",
        "",
    ]


def _install(data: dict) -> list[str]:
    if "bootloader" not in data:
        return []
    return [
        "To install MicroPython: hold BOOTSEL while plugging it in, copy the .uf2 file to the "
        f"drive `{data['bootloader']['volume']}` that appears, then run `cardtable flash`.",
        "",
    ]


def _article(word: str) -> str:
    return "An" if word[0] in "AEFHILMNORSX" else "A"  # as the letter is spoken


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    return [
        "| " + " | ".join(head) + " |",
        "|" + "---|" * len(head),
        *("| " + " | ".join(row) + " |" for row in rows),
    ]
