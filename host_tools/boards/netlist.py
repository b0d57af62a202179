"""Every part of a table with its reference, every pin with its net: drawn, listed and exported.

Pins are named as on the chips and modules; a pin that is not here stays open. The keypad's and the
sensors' bits are those of the firmware (drivers/keypad.py, drivers/key_scanner.py, ui/panel.py).
"""

from __future__ import annotations

import csv
import io
from collections import Counter
from dataclasses import dataclass, field

from cardtable.drivers.keypad import KEYS
from host_tools.boards import catalogue, fram, power, wiring

READERS = {f"box {n}": f"RD{n}" for n in range(1, 11)} | {
    "dealer": "RD11", "board": "RD12", "rack": "RD13", "shoe": "RD14",
}  # fmt: skip
CHIP_CAPACITORS = 20  # C22 is at U2; up to C14 they are at the readers, C20 at the lamps' 5 V
_ROWS, _COLUMNS = 4, 5
_BASES = {"tca9548a": 0x70, "pcf8575": 0x20, "fram": 0x50}  # addresses with A0 to A2 on ground


@dataclass(frozen=True)
class Component:
    ref: str
    kind: str  # in parts.toml
    value: str  # for people
    why: str = ""


@dataclass
class Netlist:
    components: list[Component] = field(default_factory=list)
    nets: dict[str, list[tuple[str, str]]] = field(default_factory=dict)
    _counts: Counter[str] = field(default_factory=Counter)

    def add(self, ref: str, kind: str, value: str = "", why: str = "", **pins: str) -> str:
        """A part; `pins` are its pins' nets (`_` before a name that is no word)."""
        shown = value or catalogue.kinds()[kind].name
        self.components.append(Component(ref, kind, shown, why))
        for pin, net in pins.items():
            self.join(net, ref, pin.removeprefix("_"))
        return ref

    def join(self, net: str, ref: str, pin: str) -> None:
        self.nets.setdefault(net, []).append((ref, pin))

    def resistor(self, kind: str, one: str, other: str, why: str) -> None:
        self._counts["R"] += 1
        self.add(f"R{self._counts['R']}", kind, "", why, _1=one, _2=other)

    def pins(self, ref: str) -> list[tuple[str, str]]:
        """(pin, net) of a part."""
        return [(pin, net) for net, ends in self.nets.items() for r, pin in ends if r == ref]


def netlist(board: dict) -> Netlist:
    """Of a checked definition."""
    made = Netlist()
    _board(made, board)
    _power(made, board)
    _buses(made, board)
    _readers(made, board)
    _panel(made, board)
    _front(made, board)
    _at_chips(made)
    return made


def as_csv(board: dict) -> str:
    """ref, value, maker's number, pin, header pin of the board, net."""
    made = netlist(board)
    out = io.StringIO()
    rows = csv.writer(out, lineterminator="\n")
    rows.writerow(("ref", "value", "mpn", "pin", "header", "net"))
    for one in made.components:
        mpn = catalogue.kinds()[one.kind].mpn if one.kind in catalogue.kinds() else "unknown"
        for pin, net in made.pins(one.ref):
            header = header_of(board, pin) if one.ref == "U1" else ""
            rows.writerow((one.ref, one.value, mpn, pin, header, net))
    return out.getvalue()


def as_kicad(board: dict) -> str:
    """A netlist as KiCad's Pcbnew reads it (version E)."""
    made, name = netlist(board), board["board"]["name"]
    lines = ['(export (version "E")', f'  (design (source "{name}") (tool "cardtable"))']
    lines.append("  (components")
    for one in made.components:
        mpn = catalogue.kinds()[one.kind].mpn if one.kind in catalogue.kinds() else "unknown"
        lines.append(
            f'    (comp (ref "{one.ref}") (value "{one.value}") '
            f'(fields (field (name "MPN") "{mpn}")))'
        )
    lines.append("  )\n  (nets")
    for code, (net, ends) in enumerate(made.nets.items(), 1):
        nodes = " ".join(f'(node (ref "{ref}") (pin "{pin}"))' for ref, pin in ends)
        lines.append(f'    (net (code "{code}") (name "{net}") {nodes})')
    return "\n".join([*lines, "  )", ")", ""])


def header_of(board: dict, pin: str) -> str:
    """Where a pin of the board is on its header; of a supply, every place."""
    places = board["pins"].get(pin, {}).get("header") or board.get("power", {}).get(pin, "")
    return " ".join(map(str, places)) if isinstance(places, list) else str(places)


def mux_ref(number: int) -> str:
    return f"U{2 + number}" if number < 2 else f"U{7 + number}"


def straps(address: int, kind: str) -> dict[str, str]:
    """A0 to A2: to 3.3 V or to ground."""
    bits = address - _BASES[kind]
    return {f"A{n}": "3V3" if bits >> n & 1 else "GND" for n in range(3)}


def port(bit: int) -> str:
    """A PCF8575's pin: P00 to P07, then P10 to P17."""
    return f"P{bit // 8}{bit % 8}"


def _board(made: Netlist, board: dict) -> None:
    whole = catalogue.of_board(board)
    made.components.append(
        Component("U1", whole.key if whole else "board", board["board"]["title"])
    )
    if "3V3" in board.get("power", {}):
        made.join("3V3", "U1", "3V3")
    made.join("GND", "U1", "GND")


def _power(made: Netlist, board: dict) -> None:
    sized = power.sizes(board)
    supply, first = f"Supply 5 V, {sized.supply_a:g} A", f"Fuse {sized.supply_fuse_a:g} A, slow"
    made.add("PS1", "supply", supply, "", _plus="PS1_PLUS", _minus="GND")
    made.add("F1", "fuse", first, "", _1="PS1_PLUS", _2="5V")
    if board.get("supply", {}).get("readers") != "3V3":
        second = f"Fuse {sized.reader_fuse_a:g} A, slow"
        made.add("F2", "fuse", second, "", _1="5V", _2="5V_READERS")
        own = f"Regulator 3.3 V, {sized.regulator_a:g} A"
        made.add("VR1", "regulator", own, "", IN="5V_READERS", OUT="3V3R", GND="GND")
    if "VSYS" in board.get("power", {}):
        made.add("D20", "diode", "", "beside USB", A="5V", K="VSYS")
        made.join("VSYS", "U1", "VSYS")


def _buses(made: Netlist, board: dict) -> None:
    for number, bus in board.get("i2c", {}).items():
        for line in ("sda", "scl"):
            net = f"I2C{number}_{line.upper()}"
            made.join(net, "U1", bus[line])
            made.resistor("resistor_2k2", net, "3V3", "pull-up")
    for number, bus in board.get("spi", {}).items():
        for line in ("sck", "mosi", *(("miso",) if wiring.answers(board, str(number)) else ())):
            made.join(f"SPI{number}_{line.upper()}", "U1", bus[line])
    muxes = board.get("muxes", {})
    for n, address in enumerate(muxes.get("addresses", [])):
        reset = "MUX_RESET" if "reset" in muxes else "3V3"
        ref = made.add(
            mux_ref(n), "tca9548a", "", f"mux {n}, 0x{address:02X}",
            VCC="3V3", GND="GND", SDA=f"I2C{muxes['i2c']}_SDA", SCL=f"I2C{muxes['i2c']}_SCL",
            RESET=reset, **straps(address, "tca9548a"),
        )  # fmt: skip
        for reader in board["readers"].values():
            if reader.get("mux") == n:
                channel = reader["channel"]
                for pin in ("SD", "SC"):
                    made.join(f"{ref}_{pin}{channel}", ref, f"{pin}{channel}")
    if "reset" in muxes:
        made.join("MUX_RESET", "U1", muxes["reset"])
    _decoder(made, board)


def _decoder(made: Netlist, board: dict) -> None:
    selects = board.get("selects")
    if selects is None:
        return
    part = selects.get("part", "74HC154")
    made.add("U4", "decoder", part, "chip selects", VCC="3V3", GND="GND", E0="SELECT_ENABLE",
             E1="GND")  # fmt: skip
    made.join("SELECT_ENABLE", "U1", selects["enable"])
    for n, pin in enumerate(selects["lines"]):
        made.join(f"SELECT_A{n}", "U1", pin)
        made.join(f"SELECT_A{n}", "U4", f"A{n}")
    made.resistor("resistor_10k", f"SPI{selects['spi']}_MISO", "3V3", "pull-up")


def _readers(made: Netlist, board: dict) -> None:
    rail = "3V3" if board.get("supply", {}).get("readers") == "3V3" else "3V3R"
    for name, reader in board["readers"].items():
        ref = READERS[name]
        made.add(ref, "pn532", "", name, VCC=rail, GND="GND")
        made.add(f"C{ref[2:]}", "capacitor", "", f"at {ref}", _1=rail, _2="GND")
        if "mux" in reader:
            for line, pin in (("SDA", "SD"), ("SCL", "SC")):
                net = f"{mux_ref(reader['mux'])}_{pin}{reader['channel']}"
                made.join(net, ref, line)
                made.resistor("resistor_4k7", net, rail, f"pull-up of {name}")
        elif "i2c" in reader:
            for line in ("SDA", "SCL"):
                made.join(f"I2C{reader['i2c']}_{line}", ref, line)
        else:
            spi = reader.get("spi", board.get("selects", {}).get("spi"))
            for line in ("SCK", "MOSI", "MISO"):
                made.join(f"SPI{spi}_{line}", ref, line)
            select = f"{ref}_SS"
            made.join(select, ref, "SS")
            if "output" in reader:
                made.join(select, "U4", f"Y{reader['output']}")
            else:
                made.join(select, "U1", reader["select"])
                made.join(f"{ref}_IRQ", ref, "IRQ")
                made.join(f"{ref}_IRQ", "U1", reader["irq"])


def _panel(made: Netlist, board: dict) -> None:
    sensors, keypad = board["sensors"], board["keypad"]
    made.add("U5", "pcf8575", "", f"sensors, 0x{sensors['address']:02X}", **_on(sensors))
    _strap(made, "U5", sensors["address"], "pcf8575")
    seats = [n for n in range(1, 11) if f"box {n}" in board["readers"]] or list(range(1, 11))
    for seat in seats:
        net = f"CHIP_{seat}"
        made.join(net, "U5", port(seat - 1))
        made.add(f"B{seat}", "contact", "", f"jackpot chip of box {seat}", _1=net, _2="GND")
    scans = keypad.get("chip") == "TCA8418"
    kind = "tca8418" if scans else "pcf8575"
    made.add("U6", kind, "", f"keypad, 0x{keypad['address']:02X}", **_on(keypad))
    if scans:
        made.join("3V3", "U6", "RESET")
    else:
        _strap(made, "U6", keypad["address"], "pcf8575")
    for row in range(_ROWS):
        made.join(f"KEY_ROW{row}", "U6", f"ROW{row}" if scans else port(row))
    for column in range(_COLUMNS):
        made.join(f"KEY_COL{column}", "U6", f"COL{column}" if scans else port(_ROWS + column))
    for n, key in enumerate(KEYS):
        row, column = divmod(n, _COLUMNS)
        made.add(f"SW{n + 1}", "key", key, "key", _1=f"KEY_ROW{row}", _2=f"KEY_COL{column}")
    if "fram" in board:
        memory = board["fram"]
        part = fram.part_of(memory).lower()
        known = part if part in catalogue.kinds() else "mb85rc512t"
        made.add("U7", known, fram.shown(memory), f"0x{memory['address']:02X}", WP="GND",
                 **_on(memory))  # fmt: skip
        _strap(made, "U7", memory["address"], "fram")


def _front(made: Netlist, board: dict) -> None:
    """Sign and lamps run at 5 V and want 3.5 V for a one: a shifter stands between."""
    display, lamps = board.get("display"), board.get("lamps")
    if display or lamps:
        made.add("U8", "shifter", "", "3.3 V to 5 V", VCC="5V", GND="GND")
    ways = []
    if display:
        spi = display["spi"]
        made.join("SIGN_CS", "U1", display["select"])
        made.add("DISP1", "max7219", "", "sign; DOUT open", VCC="5V", GND="GND")
        ways += [(f"SPI{spi}_SCK", "SIGN_CLK_5V"), (f"SPI{spi}_MOSI", "SIGN_DIN_5V"),
                 ("SIGN_CS", "SIGN_CS_5V")]  # fmt: skip
        for net, pin in (("SIGN_CLK_5V", "CLK"), ("SIGN_DIN_5V", "DIN"), ("SIGN_CS_5V", "CS")):
            made.join(net, "DISP1", pin)
    if lamps:
        made.join("LAMPS", "U1", lamps["pin"])
        ways.append(("LAMPS", "LAMPS_5V"))
        made.resistor("resistor_330", "LAMPS_5V", "LAMP_1", "in the lamps' data line")
        for n in range(1, lamps["count"] + 1):
            last = n == lamps["count"]
            why = "jackpot's lamp" if last else f"lamp of box {n}"
            number = n if n < 20 else n + 1  # D20 is the diode
            made.add(f"D{number}", "ws2812b", "", why, VDD="5V", VSS="GND", DIN=f"LAMP_{n}")
            if not last:
                made.join(f"LAMP_{n + 1}", f"D{number}", "DOUT")
    for n, (low, high) in enumerate(ways, 1):
        made.join(low, "U8", f"{n}A")
        made.join(high, "U8", f"{n}Y")
        made.join("GND", "U8", f"{n}OE")
    for table, ref, kind in (("key_switch", "SW21", "keyswitch"), ("jumper", "JP1", "jumper")):
        if table in board:
            made.add(ref, kind, "", "closed to ground", _1=table.upper(), _2="GND")
            made.join(table.upper(), "U1", board[table]["pin"])


def _at_chips(made: Netlist) -> None:
    """What the supply of each chip in the lid wants beside it, and that of the lamps."""
    for one in [one for one in made.components if one.ref.startswith("U") and one.ref != "U1"]:
        rail = dict(made.pins(one.ref))["VCC"]
        number = CHIP_CAPACITORS + int(one.ref[1:])
        made.add(f"C{number}", "capacitor_100n", "", f"at {one.ref}", _1=rail, _2="GND")
    if any(one.kind == "ws2812b" for one in made.components):
        made.add(f"C{CHIP_CAPACITORS}", "capacitor_1000u", "", "lamps", _1="5V", _2="GND")


def _on(part: dict) -> dict[str, str]:
    bus = f"I2C{part['i2c']}"
    return {"VCC": "3V3", "GND": "GND", "SDA": f"{bus}_SDA", "SCL": f"{bus}_SCL"}


def _strap(made: Netlist, ref: str, address: int, kind: str) -> None:
    for pin, net in straps(address, kind).items():
        made.join(net, ref, pin)
