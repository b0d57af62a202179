"""What each part is (boards/parts.toml): maker's number, currents, load on a bus, their sources."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

from host_tools.common.toml_file import BadToml, read_toml
from sim.roots import BOARDS

UNKNOWN = "unknown"
_BOARDS = {"RP2040": "pico", "RP2350": "pico2", "ESP32-S3": "esp32s3"}  # by chip


@dataclass(frozen=True)
class Figure:
    """A number and who says so; None is unknown."""

    value: float | None = None
    source: str = UNKNOWN

    def shown(self, unit: str) -> str:
        return UNKNOWN if self.value is None else f"{self.value:g} {unit}"


@dataclass(frozen=True)
class Kind:
    """A part as it is bought."""

    key: str
    name: str
    mpn: str
    alternatives: str
    typical: Figure  # mA
    maximum: Figure  # mA
    contact: Figure  # mA through a pin that is held low
    pf: Figure  # that it adds to each line of an I2C bus
    pin_3v3: Figure  # mA that its 3.3 V pin can give


@cache
def kinds() -> dict[str, Kind]:
    """Everything in the file, by key."""
    given = read_toml(BOARDS / "parts.toml", BadToml)["parts"]
    return {key: _kind(key, about) for key, about in given.items()}


def by_name(name: str) -> Kind | None:
    """As prices.toml and the list of parts name it."""
    return next((one for one in kinds().values() if one.name == name), None)


def mpn_of(name: str) -> str:
    """Maker's number of a part by its name in the list."""
    kind = by_name(name)
    return kind.mpn if kind else UNKNOWN


def instead_of(name: str) -> str:
    kind = by_name(name)
    return kind.alternatives if kind else ""


def of_board(board: dict) -> Kind | None:
    """The board itself, when it is a known one."""
    key = _BOARDS.get(board.get("board", {}).get("chip", ""))
    return kinds()[key] if key else None


def _kind(key: str, about: dict[str, Any]) -> Kind:
    def figure(name: str, unit: str = "_ma") -> Figure:
        value = about.get(f"{name}{unit}")
        source = about.get(f"{name}_from", UNKNOWN)
        taken = about.get(f"{name}_taken")
        if taken is not None:
            return Figure(taken, f"{UNKNOWN}, {taken:g} {'mA' if unit else 'pF'} taken")
        return Figure(value, source) if value is not None and source != UNKNOWN else Figure()

    return Kind(
        key, about["name"], about.get("mpn", UNKNOWN), about.get("alternatives", ""),
        figure("typical"), figure("maximum"), figure("contact"), figure("pf", ""),
        figure("pin_3v3"),
    )  # fmt: skip
