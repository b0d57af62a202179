"""README.md of a board, made from its definition."""

from __future__ import annotations

from collections.abc import Sequence

from host_tools.boards.diagram import draw
from host_tools.boards.load import Board
from host_tools.boards.wiring import parts, reader_rows


def pages(board: Board) -> dict[str, str]:
    """File name → content, to lie beside board.toml."""
    return {"README.md": readme(board), "wiring.svg": draw(board.data)}


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
    ]  # fmt: skip
    return "\n".join(lines)


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
