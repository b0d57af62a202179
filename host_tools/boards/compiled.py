"""What the firmware reads about its board: board.json."""

from __future__ import annotations

import json
import re

from host_tools.boards import fram

_CHANNELS = 8  # of a TCA9548A


def compile_board(board: dict) -> dict:
    """A checked definition in the board's own words: pins as numbers, channels counted through."""
    made: dict = {
        "name": board["board"]["name"],
        "i2c": {
            number: [_pin(bus["scl"]), _pin(bus["sda"]), bus["freq"]]
            for number, bus in board.get("i2c", {}).items()
        },
        "sensors": _on_i2c(board["sensors"]),
        "keypad": _on_i2c(board["keypad"]),
    }
    if "shoe" in board["readers"]:
        made["shoe"] = _shoe(board)
    if board["keypad"].get("chip", "PCF8575") != "PCF8575":
        made["keypad"]["chip"] = board["keypad"]["chip"]
    if "clock" in board:
        clock = board["clock"]
        made["clock"] = [clock["freq"], clock.get("core_millivolts", 0)]
    if "fram" in board:
        made["fram"] = _on_i2c(board["fram"]) | {"size": fram.size_of(board["fram"])}
    if "muxes" in board or "selects" in board:
        made |= _under_the_felt(board)
    if "lamps" in board:
        made["lamps"] = {"pin": _pin(board["lamps"]["pin"]), "count": board["lamps"]["count"]}
    if "display" in board:
        display = board["display"]
        made["display"] = {
            "spi": display["spi"],
            "pins": _spi(board, display["spi"]),
            "select": _pin(display["select"]),
        }
    for table in ("key_switch", "jumper"):
        if table in board:
            made[table] = {"pin": _pin(board[table]["pin"])}
    return made


def as_json(board: dict) -> str:
    """The file as it is copied to a board: short, and the same every time."""
    return json.dumps(compile_board(board), separators=(",", ":"), sort_keys=True) + "\n"


def _shoe(board: dict) -> dict:
    shoe = board["readers"]["shoe"]
    if "spi" not in shoe:
        return {"i2c": str(shoe["i2c"])}
    return {
        "spi": shoe["spi"],
        "pins": _spi(board, shoe["spi"]),
        "select": _pin(shoe["select"]),
        "irq": _pin(shoe["irq"]),
    }


def _under_the_felt(board: dict) -> dict:
    made: dict = {"boxes": {}}
    if "selects" in board:
        selects = board["selects"]
        made["selects"] = {
            "spi": selects["spi"],
            "pins": _spi(board, selects["spi"]),
            "lines": [_pin(line) for line in selects["lines"]],
            "enable": _pin(selects["enable"]),
        }
    else:
        muxes = board["muxes"]
        made["muxes"] = {"i2c": str(muxes["i2c"]), "addresses": muxes["addresses"]}
        if "reset" in muxes:
            made["muxes"]["reset"] = _pin(muxes["reset"])
    for name, reader in board["readers"].items():
        if "output" in reader:
            channel = reader["output"]
        elif "mux" in reader:
            channel = reader["mux"] * _CHANNELS + reader["channel"]
        else:
            continue
        if name.startswith("box "):
            made["boxes"][name.removeprefix("box ")] = channel
        else:
            made[name] = channel
    if "antennas" in board:
        made["groups"] = board["antennas"]["groups"]
        if board["antennas"].get("targets", 1) != 1:
            made["targets"] = board["antennas"]["targets"]
    return made


def _on_i2c(part: dict) -> dict:
    return {"i2c": str(part["i2c"]), "address": part["address"]}


def _spi(board: dict, number: int) -> list[int | str]:
    bus = board["spi"][str(number)]
    return [_pin(bus["sck"]), _pin(bus["mosi"]), _pin(bus["miso"]), bus["freq"]]


def _pin(name: str) -> int | str:
    """MicroPython takes a pin by its number, where its name has one: GP4 is 4."""
    number = re.fullmatch(r"(?:GP|GPIO|IO|P)(\d+)", name)
    return int(number[1]) if number else name
