"""What a trace shows: parts that are missing or plugged elsewhere, and readers unlike the others.

And against the emulation: where times, error rates and lists of two differ from what it does.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any

from host_tools.boards.checks import PN532_ADDRESS
from host_tools.bringup.walk import middle

SLOW_US = 1_000  # more than the median of all, and
SLOW_PART = 1.25  # so many times as long
WEAK = 0.3  # of the looks fewer than the median of all readers
ERRORS = 0.05  # of the exchanges, beyond what is expected
_PN532 = "32"  # how GetFirmwareVersion's answer begins


@dataclass(frozen=True)
class Finding:
    """`kind` for scripts; `where` a reader, a bus or an address; `text` and `remedy` for people."""

    kind: str
    where: str
    text: str
    remedy: str = ""

    def line(self) -> str:
        return f"{self.where}: {self.text}. {self.remedy}"

    def as_dict(self) -> dict[str, str]:
        return asdict(self)


def findings(trace: dict[str, Any]) -> list[Finding]:
    """Everything that is not as the board's definition says, or unlike the other readers."""
    causes = [*_addresses(trace), *_held(trace)]
    explained = _explained(trace, causes)
    found = [*_chips(trace), *_swapped(trace), *_slow(trace), *_weak(trace)]
    return causes + [one for one in found if one.where not in explained]


def _addresses(trace: dict[str, Any]) -> Iterator[Finding]:
    wiring, scan = trace["wiring"], trace["scan"]
    due: dict[str, dict[int, str]] = {number: {} for number in wiring["i2c"]}
    for part in ("sensors", "keypad", "fram"):
        if part in wiring:
            due[wiring[part]["i2c"]][wiring[part]["address"]] = part
    if "muxes" in wiring:
        for n, address in enumerate(wiring["muxes"]["addresses"], 1):
            due[wiring["muxes"]["i2c"]][address] = f"mux {n}"
    if "i2c" in wiring.get("shoe", {}):
        due[wiring["shoe"]["i2c"]][PN532_ADDRESS] = "shoe"
    for number, wanted in due.items():
        there = scan["buses"].get(number, [])
        for address, part in wanted.items():
            if address not in there:
                behind = " The readers behind it cannot be reached." if "mux" in part else ""
                yield Finding(
                    "missing",
                    part,
                    f"nobody answers at 0x{address:02X} on I2C {number}",
                    f"Check its supply, its address straps, SDA and SCL.{behind}",
                )
        for address in there:
            if address not in wanted:
                yield Finding(
                    "unexpected",
                    f"0x{address:02X}",
                    f"somebody answers at 0x{address:02X} on I2C {number}",
                    "Is a strap wrong, or is there a part that the definition does not know?",
                )


def _by_channel(wiring: dict[str, Any]) -> dict[int, str]:
    """Mux channel (or output of the decoder) → the reader that is plugged in there."""
    names = {channel: f"box {seat}" for seat, channel in wiring.get("boxes", {}).items()}
    return names | {wiring[one]: one for one in ("dealer", "board", "rack") if one in wiring}


def _explained(trace: dict[str, Any], causes: list[Finding]) -> set[str]:
    """Readers of which nothing can be said: they hold their line, or their mux is not there."""
    names = {one.where for one in causes if one.kind == "holds_line"}
    muxes = {one.where for one in causes if one.kind == "missing"}
    for channel, name in _by_channel(trace["wiring"]).items():
        if "muxes" in trace["wiring"] and f"mux {channel // 8 + 1}" in muxes:
            names.add(name)
    return names


def _held(trace: dict[str, Any]) -> Iterator[Finding]:
    """Channels of a mux behind which SDA or SCL stays low."""
    names = _by_channel(trace["wiring"])
    for channel, there in trace["scan"]["behind"].items():
        if there is None:
            yield Finding(
                "holds_line",
                names.get(int(channel), f"mux channel {channel}"),
                "while its mux channel is connected nobody on the bus answers",
                "Unplug it. Free then: its SDA or SCL is shorted in plug or cable, or the reader "
                "holds it. Not free: look at the pull-ups of that channel.",
            )


def _chips(trace: dict[str, Any]) -> Iterator[Finding]:
    for name, one in trace["readers"].items():
        if not one["version"]:
            yield Finding(
                "silent",
                name,
                f"its chip does not answer ({one['why_not']})",
                "Check plug, supply, and the switches for the kind of bus.",
            )
        elif not one["version"].startswith(_PN532):
            yield Finding("wrong_chip", name, "it is not a PN532", "Readers must be PN532.")
        else:
            told = one["exchanges"]["echo"]
            if len(told["errors"]) > ERRORS * told["of"]:
                yield Finding(
                    "errors",
                    name,
                    f"{len(told['errors'])} of {told['of']} exchanges failed",
                    "Shorter cable, twisted; a capacitor at the reader.",
                )


def _swapped(trace: dict[str, Any]) -> Iterator[Finding]:
    for name, one in trace["readers"].items():
        by = {other for told in one["cards"] for other in told["by"]}
        elsewhere = sorted(by - {name})
        if elsewhere and name not in by:
            yield Finding(
                "swapped",
                name,
                f"cards over {name} are seen by the reader of {', '.join(elsewhere)}",
                "Swap the cables at the mux, or let `cardtable install` name the readers anew.",
            )


def _slow(trace: dict[str, Any]) -> Iterator[Finding]:
    # The shoe's is on another bus: it is held against nobody.
    felt = {n: one for n, one in trace["readers"].items() if n != "shoe" and one["version"]}
    usual = middle([us for us in map(_echo, felt.values()) if us is not None])
    for name, one in felt.items():
        us = _echo(one)
        if us is not None and usual is not None and us > max(usual + SLOW_US, usual * SLOW_PART):
            yield Finding(
                "slow",
                name,
                f"an echo takes {us / 1000:.1f} ms, of the other readers {usual / 1000:.1f} ms",
                "Another make of chip? Try it in another place, then replace it.",
            )


def _echo(one: dict[str, Any]) -> int | None:
    told = one["exchanges"]["echo"]
    return None if told["answer_us"] is None else told["ack_us"] + told["answer_us"]


def rates(trace: dict[str, Any]) -> dict[tuple[int, int, int], dict[str, float]]:
    """(cards, distance, offset) → reader → part of the looks that showed all of them."""
    found: dict[tuple[int, int, int], dict[str, float]] = {}
    for name, one in trace["readers"].items():
        for told in one["cards"]:
            if told["by"] == [name]:
                key = told["cards"], told["distance_mm"], told["offset_mm"]
                found.setdefault(key, {})[name] = told["whole"] / told["looks"]
    return found


def _weak(trace: dict[str, Any]) -> Iterator[Finding]:
    elsewhere = {one.where for one in _swapped(trace)}
    worst: dict[str, tuple[float, float, tuple[int, int, int]]] = {}
    for key, by_reader in _all_rates(trace).items():
        ordered = sorted(by_reader.values())
        usual = ordered[len(ordered) // 2]
        for name, rate in by_reader.items():
            if name in elsewhere or rate >= usual - WEAK:
                continue
            if name not in worst or usual - rate > worst[name][1] - worst[name][0]:
                worst[name] = rate, usual, key
    for name, (rate, usual, (cards, distance, offset)) in worst.items():
        beside = f", {offset} mm beside" if offset else ""
        yield Finding(
            "weak",
            name,
            f"{cards} at {distance} mm{beside}: whole in {rate:.0%} of the looks, with the other "
            f"readers in {usual:.0%}",
            "Metal near it? Less felt and wood over it? Is its antenna whole?",
        )


def _all_rates(trace: dict[str, Any]) -> dict[tuple[int, int, int], dict[str, float]]:
    """As rates(); a reader that saw nothing where its cards lay counts with none."""
    found = rates(trace)
    for name, one in trace["readers"].items():
        for told in one["cards"]:
            key = told["cards"], told["distance_mm"], told["offset_mm"]
            if not told["tags"]:
                found.setdefault(key, {}).setdefault(name, 0.0)
    return found


def own_cards(name: str, reader: dict[str, Any]) -> list[dict[str, Any]]:
    """Without cards that another reader saw: a cable that is plugged elsewhere says nothing."""
    return [told for told in reader["cards"] if told["by"] in ([name], [])]


def differences(measured: dict[str, Any], emulated: dict[str, Any]) -> list[Finding]:
    """Where the emulation is not as the board: times, error rates, lists of two, reading."""
    return [
        one
        for name in measured["readers"]
        if name in emulated["readers"]
        for one in _of_reader(name, measured["readers"][name], emulated["readers"][name])
    ]


def _of_reader(name: str, real: dict[str, Any], model: dict[str, Any]) -> Iterator[Finding]:
    if not real["version"] or not model["version"]:
        return
    if real["version"] != model["version"]:
        text = f"its firmware is {real['version']}, the emulated chip's {model['version']}"
        yield Finding("version", name, text)
    yield from _of_exchanges(name, real, model)
    yield from _of_cards(name, real, model)


def _of_exchanges(name: str, real: dict[str, Any], model: dict[str, Any]) -> Iterator[Finding]:
    for what, told in real["exchanges"].items():
        mine = model["exchanges"].get(what)
        if not told or not mine:
            continue
        for part in ("ack_us", "answer_us"):
            one, other = told[part], mine[part]
            if one is None or other is None:
                continue
            if abs(one - other) > max(SLOW_US, (SLOW_PART - 1) * other):
                text = f"{what}, {part[:-3]}: {one / 1000:.1f} ms, emulated {other / 1000:.1f} ms"
                yield Finding("time", name, text)
        failed, expected = (len(x["errors"]) / max(1, x["of"]) for x in (told, mine))
        if abs(failed - expected) > ERRORS:
            yield Finding("error_rate", name, f"{what}: {failed:.0%}, emulated {expected:.0%}")


def _of_cards(name: str, real: dict[str, Any], model: dict[str, Any]) -> Iterator[Finding]:
    theirs = {(c["cards"], c["distance_mm"], c["offset_mm"]): c for c in model["cards"]}
    for told in own_cards(name, real):
        mine = theirs.get((told["cards"], told["distance_mm"], told["offset_mm"]))
        if mine is None:
            continue
        if "two_listed" in told and told["two_listed"] != mine.get("two_listed"):
            text = f"a list for two brings {told['two_listed']}, emulated {mine.get('two_listed')}"
            yield Finding("two_targets", name, text)
        one, other = told["whole"] / told["looks"], mine["whole"] / mine["looks"]
        if abs(one - other) > WEAK:
            text = (
                f"{told['cards']} at {told['distance_mm']} mm, {told['offset_mm']} mm beside: "
                f"whole in {one:.0%} of the looks, emulated {other:.0%}"
            )
            yield Finding("rate", name, text)
