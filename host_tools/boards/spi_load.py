"""What an SPI bus carries: pins and cables that one pin has to charge within half a clock.

Readers behind a decoder hang on it all at once, each by its own cable from the lid (a star).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from host_tools.boards.bus_load import HUB_MM, PF_PER_M, READERS_MM, SPEC_PF, Item, Load
from host_tools.common.toml_file import Fault

DRIVER_OHM = 125  # 0.5 V at 4 mA, at most
DRIVER = "RP2040 data sheet, pad electrical characteristics: 0.5 V at 4 mA, as it starts"
PIN = f"unknown, {SPEC_PF} pF taken"
SHARE = 0.75  # of the longest cable is a reader's on average; the cable plan has less
_RISE = 2.2  # from 0.1 to 0.9 of the supply, in RC
_PN532_HZ, _PN532 = 5_000_000, "a PN532 takes 5 MHz at most (UM0701-02)"
_SIGN_HZ, _SIGN = 10_000_000, "a MAX7219 takes 10 MHz at most (Maxim 19-4452)"


@dataclass(frozen=True)
class Bus(Load):
    """An SPI bus with everything that is on each of its lines."""

    @property
    def rise_ns(self) -> float:
        return _RISE * DRIVER_OHM * self.pf / 1000

    @property
    def allowed_ns(self) -> float:
        return 1e9 / self.freq / 2


def buses(board: dict) -> list[Bus]:
    """Every SPI bus with something on it, of a definition that may still have gaps."""
    made = []
    for number, bus in board.get("spi", {}).items():
        if "freq" in bus and (_readers(board, str(number)) or _has_sign(board, str(number))):
            made.append(_bus(board, str(number), int(bus["freq"])))
    return made


def faults(board: dict) -> Iterator[Fault]:
    """A bus that is too fast for its chips, or too long for its speed."""
    for bus in buses(board):
        path = f"spi.{bus.number}"
        limits = ((_readers(board, bus.number), _PN532_HZ, _PN532),
                  (_has_sign(board, bus.number), _SIGN_HZ, _SIGN))  # fmt: skip
        for there, most, said in limits:
            if there and bus.freq > most:
                yield Fault(f"{path}.freq", f" = {bus.freq}: {said}", "Lower it.")
        if bus.rise_ns > bus.allowed_ns:
            yield Fault(
                path,
                f": lines rise in {bus.rise_ns:.0f} ns with {bus.length_mm} mm of cable, half a "
                f"clock at {bus.freq / 1e6:g} MHz is {bus.allowed_ns:.0f}",
                "Shorten cables.readers_mm, or lower freq.",
            )


def assumptions(board: dict) -> list[str]:
    if not buses(board):
        return []
    return [
        f"SPI: a pin gives {DRIVER_OHM} Ω at worst ({DRIVER}; of other chips unknown, taken the "
        f"same); lines rise within half a clock; a reader's cable has {SHARE:.0%} of the longest "
        "on average; reflections are not reckoned"
    ]


def _bus(board: dict, number: str, freq: int) -> Bus:
    cables = board.get("cables", {})
    each = cables.get("pf_per_m", PF_PER_M)
    items = [Item("the board's pin", SPEC_PF, PIN)]
    length = 0
    if readers := _readers(board, number):
        length += round(readers * SHARE * cables.get("readers_mm", READERS_MM))
        items.append(Item(f"readers: {readers}", readers * SPEC_PF, PIN))
        items.append(Item(f"their cables, {length} mm", length * each / 1000, "assumed, see below"))
    if _has_sign(board, number):
        length += HUB_MM
        items.append(Item("the level shifter U8", SPEC_PF, PIN))
        items.append(Item(f"wire to it, {HUB_MM} mm", HUB_MM * each / 1000, "assumed, see below"))
    return Bus(number, freq, tuple(items), length)


def _readers(board: dict, number: str) -> int:
    """How many are on it, by the decoder or by a select of their own."""
    by_decoder = str(board.get("selects", {}).get("spi")) == number
    return sum(
        str(one.get("spi")) == number or ("output" in one and by_decoder)
        for one in board.get("readers", {}).values()
    )


def _has_sign(board: dict, number: str) -> bool:
    return str(board.get("display", {}).get("spi")) == number
