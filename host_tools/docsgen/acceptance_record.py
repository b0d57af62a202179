"""The acceptance record of a table: what is checked in each step of docs/building.md, and expected.

Made from the board's definition, to be filled in by hand and signed; it stays with the table.
"""

from __future__ import annotations

from host_tools.boards import power
from host_tools.boards.netlist import READERS, mux_ref
from host_tools.docsgen import cable_plan
from host_tools.reports.pdf import Sheet

FILE = "acceptance.pdf"
VERSION = "32010607"  # GetFirmwareVersion of a PN532, as published traces have it
_BLANK = "__________"


def rows(board: dict) -> list[tuple[str, list[tuple[str, str]]]]:
    """(step of the handbook, (what is checked, what is expected))."""
    return [
        ("1. Parts", [("one card of the deck, by a telephone", "ISO 14443-3A, UID of 7 bytes")]),
        (
            "3. Wires",
            [
                ("every line of the netlist, no supply", "beeps end to end"),
                ("3V3 to 5V, 3V3R to 5V, each to GND", "no beep"),
            ],
        ),
        ("4. Power", _power(board)),
        ("6. First power-on", _buses(board)),
        ("7. Readers, one by one", _readers(board)),
        ("8. Commissioning", _front(board)),
        ("9. Acceptance", _last()),
    ]


def pdf(board: dict) -> bytes:
    sheet = Sheet()
    sheet.page()
    sheet.text(f"Acceptance record: {board['board']['title']}", 15, bold=True)
    sheet.text(
        "Steps and how to do them: docs/building.md. No hardware has confirmed what is expected "
        "here."
    )
    sheet.gap(6)
    sheet.text("table: ______________________   place: ______________________   date: __________")
    for step, checks in rows(board):
        sheet.gap(8)
        sheet.text(step, 11, bold=True)
        sheet.rule()
        for what, expected in checks:
            sheet.row((what, expected, _BLANK + "  [  ]"), amounts=False)
    sheet.signatures(("Builder", "Technician", "Supervisor"))
    return sheet.written()


def _power(board: dict) -> list[tuple[str, str]]:
    farthest = max(cable_plan.readers(board), key=lambda one: one.mm).end
    made = [
        ("behind F1, nothing else connected", "4.75 to 5.25 V"),
        ("OUT of VR1, no reader connected", "3.14 to 3.47 V"),
        (f"3.3 V at {farthest}, all readers connected", "3.14 V or more"),
    ]
    if board.get("supply", {}).get("readers") == "3V3":
        made = made[:1]
    for rail in power.RAILS:
        usual, largest = power.rail_ma(board, rail)
        if largest:
            made.append((f"current of {rail}", f"about {usual:.0f} mA, at most {largest:.0f}"))
    return made


def _buses(board: dict) -> list[tuple[str, str]]:
    made = [("SDA and SCL of every bus, nothing talks", "3.3 V"), ("JP1", "open")]
    for number in board.get("i2c", {}):
        there = [
            f"0x{board[part]['address']:02X} ({part})"
            for part in ("sensors", "keypad", "fram")
            if str(board.get(part, {}).get("i2c")) == number
        ]
        muxes = board.get("muxes", {})
        if str(muxes.get("i2c")) == number:
            there += [f"0x{a:02X} ({mux_ref(n)})" for n, a in enumerate(muxes["addresses"])]
        made.append((f"bringup: I2C {number}", ", ".join(sorted(there))))
    return made


def _readers(board: dict) -> list[tuple[str, str]]:
    made = []
    for name, reader in board["readers"].items():
        if "mux" in reader:
            way = f"{mux_ref(reader['mux'])} channel {reader['channel']}"
        elif "output" in reader:
            way = f"U4 output {reader['output']}"
        else:
            way = "a bus of its own"
        made.append(
            (f"{READERS[name]} {name}, {way}", f"version {VERSION}, 20 of 20 looks at 5 mm")
        )
        if name.startswith("box ") or name == "dealer":
            made.append((f'bringup --accept "{name}"', "95 of 100 hands whole within 1 s"))
    return made


def _front(board: dict) -> list[tuple[str, str]]:
    seats = [name.split()[1] for name in board["readers"] if name.startswith("box ")]
    last = seats[-1] if seats else "10"
    return [
        ("D1 to D11, DISP1", "each lamp and every segment shows"),
        ("SW1 to SW20", "each key is told once"),
        (f"B1 to B{last}", "each jackpot sensor is told"),
        ("SW21", "turned and back"),
        ("deck enrolled, checked once", "every card once"),
        ("install: its report", "signed, number of the report:"),
    ]


def _last() -> list[tuple[str, str]]:
    return [
        ("doctor --yes", "nothing needs hands"),
        ("verify against the signed manifest", "as released"),
        ("a test round, power cut in the middle", "goes on where it was"),
        ("sync --once, ledger verify", "every record, chain whole"),
        ("copy of the table's key on a second computer", "done"),
    ]
