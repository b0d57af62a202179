"""What is connected to what: the parts of a table and the wires to them."""

from __future__ import annotations

from dataclasses import dataclass, field

from host_tools.boards import fram
from host_tools.boards.checks import PN532_ADDRESS
from host_tools.common.toml_file import joined


@dataclass(frozen=True)
class Wire:
    """A pin of the board, where it is on the header, and the name of its other end."""

    pin: str
    header: str
    end: str
    open: bool = False  # nothing is connected to this pin


@dataclass(frozen=True)
class Part:
    """Things at the end of a few wires."""

    title: str
    kind: str  # power, i2c, spi or pin: what it is drawn as
    wires: list[Wire]
    notes: list[str] = field(default_factory=list)


_OPEN = "stays open"
_CHIPS = {"sensors": "PCF8575", "keypad": "PCF8575", "fram": ""}  # a definition names its FRAM


def parts(board: dict) -> list[Part]:
    """Every part of a checked definition, in the order in which one would wire it."""
    made = [_power(board)] if "power" in board else []
    made += [_i2c(board, number) for number in board.get("i2c", {})]
    made += [_spi(board, number) for number in board.get("spi", {})]
    for table, title, note in (
        ("lamps", "lamps", "{count} in a chain (WS2812), supplied with 5 V"),
        ("key_switch", "key switch", "closed to GND while the key is turned"),
        ("jumper", "maintenance jumper", "bridged to GND at power-up: maintenance mode"),
    ):
        if table in board:
            wire = _wire(board, board[table]["pin"], "DIN" if table == "lamps" else "contact")
            made.append(Part(title, "pin", [wire], [note.format(**board[table])]))
    return made


def _power(board: dict) -> Part:
    own = board.get("supply", {}).get("readers") != "3V3"
    ends: dict[str, str] = {
        "3V3": "gives 3.3 V",
        "GND": "ground",
        "VSYS": "gets 5 V through D20",
        "VBUS": _OPEN,  # USB's 5 V: a supply of ours on it would feed the computer
    }
    wires = [
        Wire(supply, ", ".join(map(str, header)), str(ends.get(supply, supply)), supply == "VBUS")
        for supply, header in board["power"].items()
    ]
    notes = [
        f"3V3: every chip{' but the readers' if own else ''}, their pull-ups",
        "PS1, 5 V, behind F1: sign, lamps, U8" + (", VSYS" if "VSYS" in board["power"] else ""),
        *(["   and behind F2: VR1, the readers' 3.3 V"] if own else []),
        "all grounds meet at one point",
    ]  # the board's own regulator cannot feed the readers (docs/building.md, Power)
    return Part("supply", "power", wires, notes)


def _i2c(board: dict, number: str) -> Part:
    bus = board["i2c"][number]
    wires = [_wire(board, bus["scl"], "SCL"), _wire(board, bus["sda"], "SDA")]
    notes = []
    muxes = board.get("muxes", {})
    if str(muxes.get("i2c")) == number:
        if "reset" in muxes:
            wires.append(_wire(board, muxes["reset"], "RESET of every mux"))
        for n, address in enumerate(muxes["addresses"]):
            notes.append(f"0x{address:02X} mux {n} (TCA9548A)")
            behind = {
                reader["channel"]: name
                for name, reader in board["readers"].items()
                if reader.get("mux") == n
            }
            notes += [f"   channel {channel}: {behind[channel]}" for channel in sorted(behind)]
    for table, chip in _CHIPS.items():
        if table in board and str(board[table]["i2c"]) == number:
            chip = board[table].get("chip", chip) or fram.shown(board[table])
            notes.append(f"0x{board[table]['address']:02X} {table} ({chip})")
    shoe = board["readers"].get("shoe", {})
    if "i2c" in shoe and str(shoe["i2c"]) == number:
        notes.append(f"0x{PN532_ADDRESS:02X} shoe (PN532)")
    return Part(f"I2C {number}, {bus['freq'] // 1000} kHz", "i2c", wires, notes)


def _spi(board: dict, number: str) -> Part:
    bus = board["spi"][number]
    wires = [
        _wire(board, bus["sck"], "SCK"),
        _wire(board, bus["mosi"], "MOSI"),
        _wire(board, bus["miso"], "MISO")
        if answers(board, number)
        else Wire(bus["miso"], _header(board, bus["miso"]), _OPEN, open=True),
    ]
    notes = []
    selects = board.get("selects", {})
    if str(selects.get("spi")) == number:
        part = selects.get("part", "74HC154")
        for n, pin in enumerate(selects["lines"]):
            wires.append(_wire(board, pin, f"A{n} of the decoder"))
        wires.append(_wire(board, selects["enable"], "enable of the decoder"))
        notes.append(f"decoder ({part}), PN532 on SPI")
        chosen = {r["output"]: name for name, r in board["readers"].items() if "output" in r}
        notes += [f"   output {output}: {chosen[output]}" for output in sorted(chosen)]
    shoe = board["readers"].get("shoe", {})
    if str(shoe.get("spi")) == number:
        wires.append(_wire(board, shoe["select"], "SS of the shoe"))
        wires.append(_wire(board, shoe["irq"], "IRQ of the shoe"))
        notes.append("shoe (PN532)")
    display = board.get("display", {})
    if str(display.get("spi")) == number:
        wires.append(_wire(board, display["select"], "CS of the sign"))
        notes.append("jackpot sign (MAX7219)")
    return Part(f"SPI {number}, {bus['freq'] / 1e6:g} MHz", "spi", wires, notes)


def answers(board: dict, number: str) -> bool:
    """Whether anything on this SPI bus speaks: the sign does not, and its DOUT is at 5 V."""
    shoe = board["readers"].get("shoe", {})
    return number in (str(shoe.get("spi")), str(board.get("selects", {}).get("spi")))


def _wire(board: dict, pin: str, end: str) -> Wire:
    return Wire(pin, _header(board, pin), end)


def _header(board: dict, pin: str) -> str:
    return str(board["pins"][pin].get("header", ""))


def reader_rows(board: dict) -> list[tuple[str, str, str]]:
    """(reader, where it is connected, fields that may be on with it) for a table of readers."""
    together = {}
    for group in board.get("antennas", {}).get("groups", []):
        for name in group:
            together[name] = ", ".join(other for other in group if other != name) or "alone"
    rows = []
    for name, reader in board["readers"].items():
        if "mux" in reader:
            where = f"mux {reader['mux']}, channel {reader['channel']}"
        elif "output" in reader:
            where = f"decoder, output {reader['output']}"
        elif "spi" in reader:
            where = f"{joined('spi', str(reader['spi']))}, select {reader['select']}"
        else:
            where = joined("i2c", str(reader["i2c"]))
        rows.append((name, where, together.get(name, "" if name == "shoe" else "alone")))
    return rows
