"""The shape of a board definition, declared once: tables, keys, types, ranges.

`read` goes through the whole file and collects everything that is wrong; what it returns holds
only what can be used, so that later checks can say more about the same file in the same run.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Any

from host_tools.common.toml_file import Fault, joined
from sim.micropython.mpy_file import ARCHITECTURES

_WORST = 0x77  # I2C-bus specification UM10204: 0x78 and above are reserved, as is below 0x08


@dataclass(frozen=True)
class Text:
    pattern: str = r"\S.*"
    example: str = ""


@dataclass(frozen=True)
class OneOf:
    names: tuple[str, ...]


@dataclass(frozen=True)
class Number:
    least: int
    most: int
    hexadecimal: bool = False

    def shown(self, value: int) -> str:
        return f"0x{value:02X}" if self.hexadecimal else str(value)


@dataclass(frozen=True)
class ListOf:
    item: Any
    least: int = 1


@dataclass(frozen=True)
class Table:
    needed: dict[str, Any]
    optional: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class TableOf:
    """A table whose keys are names of one kind."""

    keys: str  # a pattern
    kind: str  # what a key is, for people
    item: Any
    names: tuple[str, ...] = ()  # for suggestions


PIN = Text(r"[A-Za-z][A-Za-z0-9_]*", '"GP4"')
ADDRESS = Number(0x08, _WORST, hexadecimal=True)
_BUS = Number(0, 9)
_USB = Number(0, 0xFFFF, hexadecimal=True)
_ON_I2C = Table({"i2c": _BUS, "address": ADDRESS})

BOXES = tuple(f"box {seat}" for seat in range(1, 11))
BEHIND_MUXES = (*BOXES, "dealer", "board", "rack")
READERS = ("shoe", *BEHIND_MUXES)

_READER = Table(
    {},
    {
        "i2c": _BUS,
        "spi": _BUS,
        "select": PIN,
        "irq": PIN,
        "mux": Number(0, 7),
        "channel": Number(0, 7),
        "output": Number(0, 15),
    },
)
KEYPADS = {"PCF8575": "scanned by the board", "TCA8418": "scans by itself, keeps ten events"}
FEEDS = ("regulator", "3V3")  # what feeds the readers: one of their own, or the board's pin
ABILITY = r"io|in|out|adc\d+|(i2c\d\.(scl|sda))|(spi\d\.(sck|mosi|miso|select))|(uart\d\.(tx|rx))"

BOARD = Table(
    {
        "board": Table(
            {
                "name": Text(r"[a-z][a-z0-9_]*", '"pico"'),
                "title": Text(),
                "chip": Text(),
                "architecture": OneOf(ARCHITECTURES[1:]),  # without the first: "none"
                "machine": Text(),
                "micropython": Text(r"\d+\.\d+(\.\d+)?", '"1.24"'),
                "download": Text(r"https://\S+", '"https://micropython.org/download/…"'),
            }
        ),
        "usb": Table({"vid": _USB, "pid": _USB}),
        "pins": TableOf(
            PIN.pattern,
            "pin",
            Table(
                {"can": ListOf(Text(ABILITY, '"io", "i2c0.sda" or "spi0.sck"'))},
                {"header": Number(1, 99)},
            ),
        ),
        "readers": TableOf(r"shoe|dealer|board|rack|box ([1-9]|10)", "reader", _READER, READERS),
        "sensors": _ON_I2C,
        "keypad": Table({"i2c": _BUS, "address": ADDRESS}, {"chip": OneOf(tuple(KEYPADS))}),
    },
    {
        "bootloader": Table({"vid": _USB, "pid": _USB, "volume": Text()}),
        "power": TableOf(r"[A-Z0-9]+", "supply", ListOf(Number(1, 99))),
        "i2c": TableOf(
            r"\d",
            "bus number",
            Table({"scl": PIN, "sda": PIN, "freq": Number(10_000, 1_000_000)}),
        ),
        "spi": TableOf(
            r"\d",
            "bus number",
            Table(
                {"sck": PIN, "mosi": PIN, "miso": PIN, "freq": Number(100_000, 50_000_000)},
            ),
        ),
        "muxes": Table(
            {"i2c": _BUS, "addresses": ListOf(Number(0x70, 0x77, hexadecimal=True))},
            {"reset": PIN},
        ),
        "selects": Table(
            {"spi": _BUS, "lines": ListOf(PIN, 3), "enable": PIN},
            {"part": Text(r"\S.*", '"74HC154"')},
        ),
        "antennas": Table({"groups": ListOf(ListOf(Text()))}, {"targets": Number(1, 2)}),
        "clock": Table(
            {"freq": Number(48_000_000, 300_000_000)}, {"core_millivolts": Number(850, 1300)}
        ),
        "fram": Table(
            {"i2c": _BUS, "address": ADDRESS},
            {"part": Text(r"[A-Za-z0-9]\S*", '"MB85RC512T"'), "size": Number(1, 1 << 20)},
        ),
        "lamps": Table({"pin": PIN, "count": Number(1, 300)}),
        "display": Table({"spi": _BUS, "select": PIN}),
        "key_switch": Table({"pin": PIN}),
        "jumper": Table({"pin": PIN}),
        "supply": Table({}, {"readers": OneOf(FEEDS)}),
        "cables": Table(
            {},
            {
                "pf_per_m": Number(10, 300),
                "readers_mm": Number(0, 20_000),
                "panel_mm": Number(0, 20_000),
                "lamps_mm": Number(0, 20_000),
                "sign_mm": Number(0, 20_000),
            },
        ),
    },
)  # fmt: skip


def read(given: Any, spec: Any = BOARD, path: str = "") -> tuple[Any, list[Fault]]:
    """(what can be used, everything that is wrong) of a parsed file."""
    faults: list[Fault] = []
    return _read(given, spec, path, faults), faults


def _read(given: Any, spec: Any, path: str, faults: list[Fault]) -> Any:
    reader = {
        Text: _text, OneOf: _one_of, Number: _number, ListOf: _list, Table: _table,
        TableOf: _table_of,
    }  # fmt: skip
    return reader[type(spec)](given, spec, path, faults)


def _text(given: Any, spec: Text, path: str, faults: list[Fault]) -> str | None:
    if isinstance(given, str) and re.fullmatch(spec.pattern, given):
        return given
    advice = f"Write it like {spec.example}." if spec.example else "Write some text in quotes."
    faults.append(Fault(path, f" = {_shown(given)} is not usable here", advice))
    return None


def _one_of(given: Any, spec: OneOf, path: str, faults: list[Fault]) -> str | None:
    if given in spec.names:
        return given
    close = get_close_matches(str(given), spec.names, 1, 0.7)
    hint = f'Did you mean "{close[0]}"? ' if close else ""
    advice = f"{hint}Choose one of: {', '.join(spec.names)}."
    faults.append(Fault(path, f" = {_shown(given)} is not usable here", advice))
    return None


def _number(given: Any, spec: Number, path: str, faults: list[Fault]) -> int | None:
    if isinstance(given, int) and not isinstance(given, bool) and spec.least <= given <= spec.most:
        return given
    shown = spec.shown(given) if type(given) is int and given >= 0 else _shown(given)
    between = f"Choose a number from {spec.shown(spec.least)} to {spec.shown(spec.most)}."
    faults.append(Fault(path, f" = {shown} is not usable here", between))
    return None


def _list(given: Any, spec: ListOf, path: str, faults: list[Fault]) -> list | None:
    if not isinstance(given, list) or len(given) < spec.least:
        faults.append(Fault(path, f" = {_shown(given)} is not a list", "Write it in [ ]."))
        return None
    items = [_read(item, spec.item, f"{path}[{n}]", faults) for n, item in enumerate(given)]
    return [item for item in items if item is not None]


def _table(given: Any, spec: Table, path: str, faults: list[Fault]) -> dict | None:
    if not isinstance(given, dict):
        faults.append(Fault(path, f" = {_shown(given)} is not a table", f"Write [{path}]."))
        return None
    known = spec.needed | spec.optional
    found = {}
    for key, value in given.items():
        if key not in known:
            faults.append(_unknown(path, key, "key", tuple(known)))
            continue
        kept = _read(value, known[key], joined(path, key), faults)
        if kept is not None:
            found[key] = kept
    for key in spec.needed:
        if key not in given:
            faults.append(Fault(joined(path, key), " is missing", "Every board needs it."))
    return found


def _table_of(given: Any, spec: TableOf, path: str, faults: list[Fault]) -> dict | None:
    if not isinstance(given, dict):
        faults.append(Fault(path, f" = {_shown(given)} is not a table", f"Write [{path}]."))
        return None
    found = {}
    for key, value in given.items():
        if not re.fullmatch(spec.keys, key):
            faults.append(_unknown(path, key, spec.kind, spec.names))
            continue
        kept = _read(value, spec.item, joined(path, key), faults)
        if kept is not None:
            found[key] = kept
    return found


def _unknown(path: str, key: str, kind: str, known: tuple[str, ...]) -> Fault:
    close = get_close_matches(key, known, 1, 0.5)
    if close:
        advice = f"Did you mean {joined(path, close[0])}?"
    else:
        advice = f"Known here: {', '.join(known)}." if known else f"Give it the name of a {kind}."
    return Fault(joined(path, key), f" is not a known {kind}", advice)


def _shown(given: Any) -> str:
    text = f'"{given}"' if isinstance(given, str) else str(given)
    return text if len(text) <= 40 else text[:39] + "…"
