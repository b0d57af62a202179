"""The power budget of a board, for its page and for the terminal: every figure with its source."""

from __future__ import annotations

from host_tools.boards import bus_load, power, spi_load
from host_tools.boards.bus_load import Item
from host_tools.boards.catalogue import of_board

NOT_CONFIRMED = "**No hardware has confirmed it.**"


def lines(board: dict, title: str = "") -> list[str]:
    """Markdown that can be read in a terminal, too."""
    made = [title, ""] if title else []
    made += [
        f"Added up from [parts.toml](../parts.toml), largest currents. {NOT_CONFIRMED}",
        "",
        "| rail | part | how many | usual mA | largest mA | by |",
        "|---|---|---:|---:|---:|---|",
    ]
    for one in power.loads(board):
        made.append(
            f"| {one.rail} | {one.kind.name} | {one.count} | {_ma(one.usual)} | "
            f"{_ma(one.largest)} | {one.source}{f' ({one.assumed})' if one.assumed else ''} |"
        )
    made += ["", "| rail | | usual mA | largest mA | may be |", "|---|---|---:|---:|---|"]
    for rail, said in power.RAILS.items():
        usual, largest = power.rail_ma(board, rail)
        if largest:
            made.append(
                f"| {rail} | {said} | {_ma(usual)} | {_ma(largest)} | {_most(board, rail)} |"
            )
    sized = power.sizes(board)
    made += [
        "",
        f"Supply PS1: 5 V, {sized.supply_a:g} A. Fuse F1: {sized.supply_fuse_a:g} A, slow. "
        f"Readers' regulator VR1: 3.3 V, {sized.regulator_a:g} A; before it fuse F2: "
        f"{sized.reader_fuse_a:g} A, slow.",
        "",
        "| wire | A | length, mm | AWG at least |",
        "|---|---:|---:|---:|",
        *(f"| {what} | {amps:.2f} | {mm} | {awg} |" for what, amps, mm, awg in sized.wires),
    ]
    for bus in bus_load.buses(board):
        made += [
            "",
            f"I2C {bus.number} at {bus.freq // 1000} kHz: {bus.pf:.0f} pF of {bus_load.LIMIT_PF} "
            f"(UM10204 table 10), {bus.length_mm} mm of cable; lines rise in {bus.rise_ns:.0f} ns "
            f"of {bus.allowed_ns} with {bus.ohm:.0f} Ω.",
            *_items(bus.items),
        ]
    for bus in spi_load.buses(board):
        made += [
            "",
            f"SPI {bus.number} at {bus.freq / 1e6:g} MHz: {bus.pf:.0f} pF, {bus.length_mm} mm of "
            f"cable; lines rise in {bus.rise_ns:.0f} ns of {bus.allowed_ns:.0f} (half a clock).",
            *_items(bus.items),
        ]
    assumed = [*power.assumptions(board), *_of_buses(board)]
    return [*made, "", "Assumed:", "", *(f"- {one}" for one in assumed), ""]


def summary(board: dict) -> list[str]:
    """A few lines for whoever checks a definition."""
    made = []
    for rail in power.RAILS:
        largest = power.rail_ma(board, rail)[1]
        if largest:
            made.append(f"{rail}: at most {_ma(largest)} mA; {_most(board, rail)}")
    for bus in bus_load.buses(board):
        made.append(
            f"I2C {bus.number}: {bus.pf:.0f} pF of {bus_load.LIMIT_PF}, rises in "
            f"{bus.rise_ns:.0f} ns of {bus.allowed_ns}"
        )
    for bus in spi_load.buses(board):
        made.append(
            f"SPI {bus.number}: {bus.pf:.0f} pF, rises in {bus.rise_ns:.0f} ns of "
            f"{bus.allowed_ns:.0f}"
        )
    made += [f"assumed: {one}" for one in _of_buses(board)]
    return [*made, "no hardware has confirmed it; --power tells each figure and its source"]


def _items(items: tuple[Item, ...]) -> list[str]:
    return [
        "",
        "| on the bus | pF | by |",
        "|---|---:|---|",
        *(f"| {one.what} | {one.pf:g} | {one.source} |" for one in items),
    ]


def _of_buses(board: dict) -> list[str]:
    return [*bus_load.assumptions(board), *spi_load.assumptions(board)]


def _most(board: dict, rail: str) -> str:
    sized = power.sizes(board)
    if rail == power.SUPPLY_RAIL:
        return f"supply of {sized.supply_a:g} A"
    if rail == power.READER_RAIL:
        return f"regulator of {sized.regulator_a:g} A"
    whole = of_board(board)
    limit = whole.pin_3v3 if whole else None
    if limit is None or limit.value is None:
        return "limit unknown"
    return f"{limit.value:g} mA ({limit.source})"


def _ma(value: float) -> str:
    return f"{value:.0f}" if value >= 10 else f"{value:.2g}"
