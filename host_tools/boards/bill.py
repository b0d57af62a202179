"""What a table is built from: how many of each part, what they draw, what they cost, about.

Counted from the board's definition, not typed. Currents are power.py's; prices are estimates
(boards/prices.toml). Nobody has measured a table or asked a dealer.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from host_tools.boards import fram, power
from host_tools.common.problems import BAD_INPUT, Problem
from host_tools.common.toml_file import BadToml, read_toml
from sim.roots import BOARDS

_CHIPS = {"RP2040": "Raspberry Pi Pico", "RP2350": "Raspberry Pi Pico 2"}
CARDS = "Card with an NTAG213, NTAG215 or Ultralight EV1 inlay"


@dataclass(frozen=True)
class Item:
    """So many of a part, and why."""

    name: str
    count: int
    why: str


def items(board: dict) -> list[Item]:
    """Everything but wood, felt and wire, of a checked definition."""
    readers = board["readers"]
    seats = sum(name.startswith("box ") for name in readers)
    about = board["board"]
    made = [
        Item(
            str(_CHIPS.get(about["chip"], about["title"])),
            1,
            f"with MicroPython {about['micropython']} or newer",
        ),
        Item("PN532 reader with antenna", len(readers), _named(readers)),
    ]
    if "muxes" in board:
        why = "every PN532 has the same address"
        made.append(Item("TCA9548A I2C mux", len(board["muxes"]["addresses"]), why))
    if "selects" in board:
        part = board["selects"].get("part", "74HC154")
        made.append(Item(f"{part} decoder", 1, "a chip select for each reader under the felt"))
        made.append(Item("Resistor 10 kΩ", 1, "pulls MISO up: a reader that is not there shows"))
    scans = board["keypad"].get("chip") == "TCA8418"
    if scans:
        made.append(Item("TCA8418 key scanner", 1, "keypad"))
    made.append(
        Item("PCF8575 expander", 1 if scans else 2, "jackpot sensors" if scans else "both panels")
    )
    if "fram" in board:
        size = fram.size_of(board["fram"]) // 1024
        name = f"{fram.part_of(board['fram'])} FRAM, {size} kB"
        made.append(Item(name, 1, "money survives in it"))
    if "display" in board:
        made.append(Item("MAX7219 with eight digits", 1, "the jackpot sign"))
    if "lamps" in board:
        why = "one chain for ten boxes and the jackpot, also where fewer boxes are built"
        made.append(Item("WS2812B lamp", int(board["lamps"]["count"]), why))
    made += [
        Item("Key", 20, "the dealer's keypad, four rows of five"),
        Item("Contact or light barrier", seats or 10, "the jackpot sensor of each box"),
    ]
    made += _small(board)
    if "key_switch" in board:
        made.append(Item("Key switch", 1, "the supervisor's"))
    if "jumper" in board:
        made.append(Item("Jumper with two pins", 1, "maintenance, under the locked lid"))
    return [
        *made,
        Item("Capacitor 100 µF", len(readers), "at each reader's supply"),
        *_at_chips(board),
        *_supply(board),
        Item(CARDS, 2 * 54, "two decks with spares"),
    ]


def _small(board: dict) -> list[Item]:
    made = []
    if board.get("i2c"):
        made.append(Item("Resistor 2.2 kΩ", 2 * len(board["i2c"]), "pull-ups of each I2C bus"))
    behind = sum("mux" in reader for reader in board["readers"].values())
    if behind:
        made.append(Item("Resistor 4.7 kΩ", 2 * behind, "pull-ups behind each mux channel"))
    if "display" in board or "lamps" in board:
        made.append(Item("74AHCT125 level shifter", 1, "3.3 V to 5 V: sign and lamps"))
    if "lamps" in board:
        made.append(Item("Resistor 330 Ω", 1, "in the lamps' data line"))
    return made


def _at_chips(board: dict) -> list[Item]:
    chips = 2 + ("fram" in board) + ("display" in board or "lamps" in board)
    chips += len(board.get("muxes", {}).get("addresses", [])) + ("selects" in board)
    made = [Item("Capacitor 100 nF", chips, "at each chip in the lid, where its module has none")]
    if "lamps" in board:
        made.append(Item("Capacitor 1000 µF", 1, "where the lamps' 5 V leaves the lid"))
    return made


def _supply(board: dict) -> list[Item]:
    sized = power.sizes(board)
    own = board.get("supply", {}).get("readers") != "3V3"
    drawn, felt = supply_ma(board) / 1000, logic_ma(board) / 1000
    made = [Item("Supply 5 V", 1, f"PS1: {sized.supply_a:g} A ({drawn:.1f} A drawn at most)")]
    if own:
        why = f"VR1, for the readers: {sized.regulator_a:g} A ({felt:.1f} A drawn at most)"
        made.append(Item("Regulator 3.3 V", 1, why))
    fuses = f"F1: {sized.supply_fuse_a:g} A" + (f", F2: {sized.reader_fuse_a:g} A" if own else "")
    made.append(Item("Fuse, slow, with holder", 1 + own, fuses))
    if "VSYS" in board.get("power", {}):
        made.append(Item("Schottky diode 1 A", 1, "D20: supply to VSYS, beside USB"))
    return made


def logic_ma(board: dict) -> int:
    """At 3.3 V: readers (the largest group and the shoe with their fields on)."""
    return round(power.rail_ma(board, power.READER_RAIL)[1])


def supply_ma(board: dict) -> int:
    """At 5 V, all of it; a linear regulator passes its current on."""
    return round(power.rail_ma(board, power.SUPPLY_RAIL)[1])


def prices(file: Path | None = None) -> dict[str, int]:
    """US cents by name: the estimates, with those of a file of one's own over them."""
    made: dict[str, int] = {}
    for path in [BOARDS / "prices.toml"] + ([file] if file is not None else []):
        try:
            given = read_toml(path, BadToml).get("prices")
        except BadToml as bad:
            bad.tell()
            raise Problem(f"{path} cannot be read", "See above.", BAD_INPUT) from None
        if not isinstance(given, dict):
            raise Problem(f"{path} has no table [prices]", "See boards/prices.toml.", BAD_INPUT)
        for name, cents in given.items():
            if type(cents) is not int or cents < 0:
                raise Problem(
                    f'{path}: "{name}" = {cents} is no price', "Write whole cents.", BAD_INPUT
                )
            made[name] = cents
    return made


def price(name: str, known: dict[str, int]) -> int | None:
    """US cents of one piece; None: nobody has said."""
    return known.get(name, known.get("FRAM") if " FRAM, " in name else None)


def band(cents: int | None) -> str:
    """An estimate is no better than this."""
    if cents is None:
        return "unknown"
    steps = ((100, "below $1"), (500, "$1 to $5"), (1000, "$5 to $10"), (2500, "$10 to $25"))
    return next((said for most, said in steps if cents < most), "$25 or more")


def date() -> str:
    """Of the estimates."""
    about = read_toml(BOARDS / "prices.toml", BadToml).get("about", {})
    return str(about.get("date", "an unknown date"))


def total(board: dict, known: dict[str, int]) -> tuple[int, list[str]]:
    """(US cents of the table, parts without a price)."""
    cents, without = 0, []
    for item in items(board):
        one = price(item.name, known)
        if one is None:
            without.append(item.name)
        else:
            cents += item.count * one
    return cents, without


def shown(cents: int) -> str:
    return f"${cents // 100}.{cents % 100:02}"


def _named(readers: dict) -> str:
    rest = [name for name in ("dealer", "board", "rack", "shoe") if name in readers]
    return ", ".join(["each box", *rest])
