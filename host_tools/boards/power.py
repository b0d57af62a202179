"""What a table draws, rail by rail, and the supply, fuses and wires that follow from it.

Currents are of boards/parts.toml, with their sources. What nobody says is taken as `_GUESS_MA` and
listed as assumed. Sizes are for the largest currents with a quarter more.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from host_tools.boards import catalogue
from host_tools.boards.catalogue import Figure, Kind
from host_tools.common.toml_file import Fault

BOARD_RAIL, READER_RAIL, SUPPLY_RAIL = "3V3", "3V3R", "5V"
RAILS = {
    BOARD_RAIL: "from the board's 3.3 V pin",
    READER_RAIL: "from the readers' own regulator VR1, behind fuse F2",
    SUPPLY_RAIL: "from the supply PS1, behind fuse F1",
}
_GUESS_MA = 1.0  # a chip of logic that nobody gives a figure for
_BOARD_MA = 100.0  # the board itself, without what hangs on its pins
_PULL_UP_MA = 3.0  # a line of I2C that is held low (UM10204 table 9: at least 3 mA can be sunk)
_MARGIN = 1.25
_SUPPLIES_A = (1, 2, 3, 4, 5, 6, 8, 10)
_REGULATORS_A = (1, 1.5, 2, 3, 5)
_FUSES_A = (0.5, 1, 1.25, 1.6, 2, 2.5, 3.15, 4, 5, 6.3, 8, 10)  # IEC 60127's row
_COPPER = 0.0175  # Ω mm² / m, at 20 °C
_DROP = 0.03  # of the rail's voltage, there and back
_AMPS_PER_MM2 = 10  # a wire that its fuse protects; assumed
SUPPLY_MM, HUB_MM, READERS_MM = 500, 300, 1200
SIGN_MM = 1500  # boards/mounting.toml has it, too
LAMPS_MM = 4000  # to the middle of their chain: it draws as if all of them were there
SUPPLY_WIRE = "supply to the lid's terminals"
HUB_WIRE = "regulator to the readers' terminals"
READER_WIRE = "one reader's cable"
LAMP_WIRE = "lamps, to the middle of their chain"
SIGN_WIRE = "sign"
_AWG = {28: 0.081, 26: 0.129, 24: 0.205, 22: 0.326, 20: 0.518, 18: 0.823, 16: 1.31, 14: 2.08}


@dataclass(frozen=True)
class Load:
    """So many of a part on a rail. `largest` counts what is on together, not all at their most."""

    rail: str
    kind: Kind
    count: int
    usual: float  # mA of all of them
    largest: float
    source: str
    assumed: str = ""


@dataclass(frozen=True)
class Sizes:
    """What follows from the sums."""

    supply_a: float
    regulator_a: float
    supply_fuse_a: float
    reader_fuse_a: float
    wires: tuple[tuple[str, float, int, int], ...]  # (what, A, mm, AWG)


def loads(board: dict) -> list[Load]:
    """Everything that draws, of a definition that may still have gaps."""
    known = catalogue.kinds()
    made = []
    whole = catalogue.of_board(board)
    if whole is not None:
        note = f"{_BOARD_MA:g} mA taken for the board itself"
        made.append(Load(SUPPLY_RAIL, whole, 1, _BOARD_MA, _BOARD_MA, catalogue.UNKNOWN, note))
    readers = board.get("readers", {})
    if readers:
        made.append(_readers(board, known["pn532"]))
    chips = [
        ("tca9548a", len(board.get("muxes", {}).get("addresses", []))),
        ("decoder", int("selects" in board)),
        ("tca8418", int(board.get("keypad", {}).get("chip") == "TCA8418")),
        ("pcf8575", _expanders(board)),
    ]
    if "fram" in board:
        part = str(board["fram"].get("part", "MB85RC256V")).lower()
        chips.append((part if part in known else "mb85rc512t", 1))
    made += [_chip(known[key], count) for key, count in chips if count]
    contacts = sum(name.startswith("box ") for name in readers) + 5  # and a row of keys
    flow = known["pcf8575"].contact
    if "sensors" in board and flow.value is not None:
        most = contacts * flow.value
        made.append(Load(BOARD_RAIL, known["contact"], contacts, most, most, flow.source))
    lines = 2 * len(board.get("i2c", {}))
    if lines:
        most = lines * _PULL_UP_MA
        note = f"{lines} lines of I2C held low at once, {_PULL_UP_MA:g} mA each"
        source = "UM10204 table 9: sink current"
        made.append(Load(BOARD_RAIL, known["resistor_2k2"], lines, most / 2, most, source, note))
    if "display" in board:
        made.append(_many(SUPPLY_RAIL, known["max7219"], 1))
    if "lamps" in board:
        made.append(_many(SUPPLY_RAIL, known["ws2812b"], int(board["lamps"].get("count", 0))))
    if "display" in board or "lamps" in board:
        one = _chip(known["shifter"], 1)
        made.append(Load(SUPPLY_RAIL, one.kind, 1, one.usual, one.largest, one.source, one.assumed))
    return made


def rail_ma(board: dict, rail: str) -> tuple[float, float]:
    """(usual, largest) of a rail; the supply's has the readers' and what comes out of the board."""
    rails = RAILS if rail == SUPPLY_RAIL else (rail,)
    found = [one for one in loads(board) if one.rail in rails]
    return sum(one.usual for one in found), sum(one.largest for one in found)


def sizes(board: dict) -> Sizes:
    """Supply, regulator, fuses and wires for the largest currents and a quarter more."""
    readers, whole = rail_ma(board, READER_RAIL)[1] / 1000, rail_ma(board, SUPPLY_RAIL)[1] / 1000
    one = (catalogue.kinds()["pn532"].maximum.value or 0) / 1000
    by_kind = {x.kind.key: x.largest / 1000 for x in loads(board) if x.rail == SUPPLY_RAIL}
    cables = board.get("cables", {})
    runs = (
        (SUPPLY_WIRE, whole, SUPPLY_MM, 5.0),
        (HUB_WIRE, readers, HUB_MM, 3.3),
        (READER_WIRE, one, int(cables.get("readers_mm", READERS_MM)), 3.3),
        (LAMP_WIRE, by_kind.get("ws2812b", 0), int(cables.get("lamps_mm", LAMPS_MM)), 5.0),
        (SIGN_WIRE, by_kind.get("max7219", 0), int(cables.get("sign_mm", SIGN_MM)), 5.0),
    )
    first, second = _next(_FUSES_A, whole * _MARGIN), _next(_FUSES_A, readers * _MARGIN)
    behind = (first, second, second, first, first)
    return Sizes(
        _next(_SUPPLIES_A, first),  # a supply that gives less would never blow the fuse
        _next(_REGULATORS_A, second),
        first,
        second,
        tuple(
            (what, amps, mm, _gauge(amps, mm, volts, fuse))
            for (what, amps, mm, volts), fuse in zip(runs, behind, strict=True)
        ),
    )


def faults(board: dict) -> Iterator[Fault]:
    """A pin that is asked for more than it can give."""
    whole = catalogue.of_board(board)
    limit = whole.pin_3v3 if whole is not None else Figure()
    drawn = rail_ma(board, BOARD_RAIL)[1]
    fed = board.get("supply", {}).get("readers") == "3V3"
    if fed and limit.value is None:
        text = ' = "3V3": nobody says what this board\'s pin can give'
        yield Fault("supply.readers", text, 'Write "regulator": one of their own.')
    elif limit.value is not None and drawn > limit.value:
        yield Fault(
            "supply.readers" if fed else "supply",
            f": {drawn:.0f} mA from a 3V3 pin that gives {limit.value:g} ({limit.source})",
            'Write readers = "regulator": they have a regulator of their own.'
            if fed
            else "Take something off that rail.",
        )


def assumptions(board: dict) -> list[str]:
    """What was taken where nobody gives a figure."""
    return [
        f"{one.kind.name}: {one.assumed}" for one in loads(board) if one.assumed
    ] + [
        "the 5 V supply carries the readers' current as a linear regulator would",
        f"sizes are the largest current × {_MARGIN:g}; wires lose at most {_DROP:.0%} of their "
        f"rail, there and back (copper, {_COPPER} Ω mm²/m), and carry {_AMPS_PER_MM2} A/mm² at "
        "their fuse",
    ]  # fmt: skip


def _readers(board: dict, kind: Kind) -> Load:
    groups = board.get("antennas", {}).get("groups", [])
    count = len(board["readers"])
    on = max((len(group) for group in groups), default=1) + int("shoe" in board["readers"])
    on = min(on, count)
    quiet, field = kind.typical.value or _GUESS_MA, kind.maximum.value or _GUESS_MA
    rail = BOARD_RAIL if board.get("supply", {}).get("readers") == "3V3" else READER_RAIL
    usual = field + (count - 1) * quiet
    largest = on * field + (count - on) * quiet
    source = f"field on: {kind.maximum.source}; off: {kind.typical.source}"
    return Load(rail, kind, count, usual, largest, source, f"{on} of {count} fields on together")


def _chip(kind: Kind, count: int) -> Load:
    return _many(BOARD_RAIL, kind, count)


def _many(rail: str, kind: Kind, count: int) -> Load:
    most, usual = kind.maximum, kind.typical
    figure = most if most.value is not None else usual
    assumed = "" if most.value is not None else f"largest unknown, {_GUESS_MA:g} mA taken each"
    largest = most.value if most.value is not None else max(_GUESS_MA, usual.value or 0)
    low = usual.value if usual.value is not None else largest
    return Load(rail, kind, count, count * low, count * largest, figure.source, assumed)


def _expanders(board: dict) -> int:
    keypad = board.get("keypad", {})
    return int("sensors" in board) + int(bool(keypad) and keypad.get("chip") != "TCA8418")


def _next(row: tuple[float, ...], needed: float) -> float:
    return next((one for one in row if one >= needed), row[-1])


def _gauge(amps: float, mm: int, volts: float, fuse: float) -> int:
    """The thinnest wire that loses no more than it may, and outlasts its fuse."""
    needed = max(_COPPER * 2 * mm / 1000 * amps / (_DROP * volts), fuse / _AMPS_PER_MM2)
    return next((awg for awg, area in _AWG.items() if area >= needed), min(_AWG))
