"""What a shape cannot say: pins used twice, jobs a pin cannot do, addresses that clash.

Works on whatever part of a definition could be read, so that one run tells everything.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from difflib import get_close_matches

from host_tools.boards import bus_load, fram, power, spi_load
from host_tools.boards.shape import BEHIND_MUXES
from host_tools.common.toml_file import Fault, joined

PN532_ADDRESS = 0x24  # UM0701-02 6.2.4: fixed
TCA8418_ADDRESS = 0x34  # TI SCPS222 8.5: fixed
_CHANNELS = 8  # of a TCA9548A
# Machine code that MicroPython loads on chips that are well known: with another the table does not
# start. An RP2350 has cores of both kinds, and a MicroPython for each.
CORES = {
    "RP2040": ("armv6m",),
    "RP2350": ("armv7emsp", "rv32imc"),
    "ESP32": ("xtensawin",),
    "ESP32-S2": ("xtensawin",),
    "ESP32-S3": ("xtensawin",),
}

# (Hz up to which, mV that the core needs then). RP2040 data sheet 5.2.3.1 and 2.10.6: 133 MHz at
# 1.10 V, which is there after a reset; 200 MHz from 1.15 V on. RP2350: 150 MHz at 1.10 V.
SPEEDS = {"RP2040": ((133_000_000, 1100), (200_000_000, 1150)), "RP2350": ((150_000_000, 1100),)}
DEFAULT_MILLIVOLTS = 1100


@dataclass(frozen=True)
class Use:
    """A pin in use: which, by whom (a path in the file), and what it must be able to do."""

    pin: str
    user: str
    job: str


def uses(board: dict) -> Iterator[Use]:  # noqa: C901 - one paragraph a table of the file
    """Every pin that is used, in the order of the file's declaration."""
    for kind, wires in (("i2c", ("scl", "sda")), ("spi", ("sck", "mosi", "miso"))):
        for number, bus in board.get(kind, {}).items():
            for wire in wires:
                if wire in bus:
                    yield Use(bus[wire], f"{kind}.{number}.{wire}", f"{kind}{number}.{wire}")
    if "reset" in board.get("muxes", {}):
        yield Use(board["muxes"]["reset"], "muxes.reset", "out")
    selects = board.get("selects", {})
    for n, pin in enumerate(selects.get("lines", [])):
        yield Use(pin, f"selects.lines[{n}]", "out")
    if "enable" in selects:
        yield Use(selects["enable"], "selects.enable", "out")
    for name, reader in board.get("readers", {}).items():
        for wire, job in (("select", "out"), ("irq", "in")):
            if wire in reader:
                yield Use(reader[wire], joined(joined("readers", name), wire), job)
    for table, key, job in (
        ("lamps", "pin", "out"),
        ("display", "select", "out"),
        ("key_switch", "pin", "in"),
        ("jumper", "pin", "in"),
    ):
        if key in board.get(table, {}):
            yield Use(board[table][key], f"{table}.{key}", job)


def check(board: dict) -> list[Fault]:
    """Everything that is wrong between the parts."""
    return [
        *_chip(board),
        *_clock(board),
        *_pins(board),
        *_buses(board),
        *_readers(board),
        *_channels(board),
        *_outputs(board),
        *_keypad(board),
        *_addresses(board),
        *_groups(board),
        *fram.faults(board.get("fram", {})),
        *power.faults(board),
        *bus_load.faults(board),
        *spi_load.faults(board),
    ]


def _chip(board: dict) -> Iterator[Fault]:
    about = board.get("board", {})
    cores = CORES.get(about.get("chip", ""), ())
    given = about.get("architecture")
    if cores and given is not None and given not in cores:
        yield Fault(
            "board.architecture",
            f' = "{given}" is not that of {about["chip"]}',
            f"Write {' or '.join(cores)}.",
        )


def _clock(board: dict) -> Iterator[Fault]:
    """A faster core needs a higher voltage, which MicroPython's machine.freq() does not set."""
    clock = board.get("clock", {})
    if "freq" not in clock:
        return
    chip = board.get("board", {}).get("chip", "")
    if chip not in SPEEDS:
        known = ", ".join(SPEEDS)
        yield Fault("clock", ": nobody knows how fast this chip may be", f"Known: {known}.")
        return
    steps = SPEEDS[chip]
    needs = next((volts for most, volts in steps if clock["freq"] <= most), None)
    if needs is None:
        most = steps[-1][0] // 1_000_000
        yield Fault(
            "clock.freq",
            f" = {clock['freq']}: more than {chip} is made for",
            f"Its data sheet ends at {most} MHz.",
        )
    given = clock.get("core_millivolts", DEFAULT_MILLIVOLTS)
    if needs is not None and given < needs:
        yield Fault(
            "clock.core_millivolts",
            f" = {given}: {clock['freq'] // 1_000_000} MHz need at least {needs}",
            "Write how much the core is to get: the firmware sets it before the clock.",
        )
    if given != DEFAULT_MILLIVOLTS and chip != "RP2040":
        yield Fault(
            "clock.core_millivolts",
            f": the firmware sets no voltage on {chip}",
            "Leave it out.",
        )
    elif given % 50:
        yield Fault("clock.core_millivolts", f" = {given}", "The regulator has steps of 50.")


# ---- pins


def _pins(board: dict) -> Iterator[Fault]:
    pins = board.get("pins", {})
    first: dict[str, str] = {}
    for use in uses(board):
        if use.pin not in pins:
            close = get_close_matches(use.pin, pins, 1, 0.7)
            hint = f"Did you mean {close[0]}? " if close else ""
            yield Fault(
                use.user,
                f' = "{use.pin}" does not exist on this board',
                f"{hint}Its pins: {ranges(list(pins))}.",
            )
            continue
        if use.pin in first:
            free = [pin for pin in _able(pins, use.job) if pin not in _taken(board)]
            yield Fault(
                use.user,
                f' = "{use.pin}" is already used by {first[use.pin]}',
                f"Free pins that can do it: {ranges(free) or 'none'}.",
            )
        else:
            first[use.pin] = use.user
        if not can(pins[use.pin], use.job):
            able = ranges(_able(pins, use.job))
            yield Fault(
                use.user,
                f' = "{use.pin}" cannot be {_job(use.job)}',
                f"These can: {able}." if able else "No pin of this board can.",
            )


def can(pin: dict, job: str) -> bool:
    """Whether a pin's abilities include the job."""
    abilities = pin.get("can", [])
    return job in abilities or (job in ("in", "out") and "io" in abilities)


def _able(pins: dict, job: str) -> list[str]:
    return [name for name, pin in pins.items() if can(pin, job)]


def _taken(board: dict) -> set[str]:
    return {use.pin for use in uses(board)}


def _job(job: str) -> str:
    plain = {"in": "an input", "out": "an output"}
    return plain.get(job) or job.replace(".", " ").upper()


def ranges(names: list[str]) -> str:
    """Pin names for people, runs of numbers drawn together: GP0–GP22, GP26–GP28."""
    runs: list[list[str]] = []
    for name in names:
        if runs and _next_to(runs[-1][-1], name):
            runs[-1].append(name)
        else:
            runs.append([name])
    return ", ".join(r[0] if len(r) == 1 else f"{r[0]}–{r[-1]}" for r in runs)


def _next_to(one: str, other: str) -> bool:
    stem = one.rstrip("0123456789")
    if stem != other.rstrip("0123456789") or stem in (one, other):
        return False
    return int(other[len(stem) :]) == int(one[len(stem) :]) + 1


# ---- buses and readers


def _buses(board: dict) -> Iterator[Fault]:
    for user, kind, number in _bus_users(board):
        there = board.get(kind, {})
        if str(number) not in there:
            known = ", ".join(f"{kind}.{n}" for n in there) or "none"
            yield Fault(
                user, f" = {number}: there is no [{kind}.{number}]", f"Described here: {known}."
            )


def _bus_users(board: dict) -> Iterator[tuple[str, str, int]]:
    for table in ("muxes", "selects", "sensors", "keypad", "fram", "display"):
        for kind in ("i2c", "spi"):
            if kind in board.get(table, {}):
                yield f"{table}.{kind}", kind, board[table][kind]
    for name, reader in board.get("readers", {}).items():
        for kind in ("i2c", "spi"):
            if kind in reader:
                yield joined(joined("readers", name), kind), kind, reader[kind]


def _readers(board: dict) -> Iterator[Fault]:
    readers = board.get("readers")
    if readers is None:
        return
    felt = any(name in readers for name in BEHIND_MUXES)
    if "shoe" not in readers and not felt:
        yield Fault("readers.shoe", " is missing", "A table follows the cards that leave the shoe.")
    by_select = "selects" in board
    if by_select and "muxes" in board:
        advice = "Take one of them out: the readers under the felt are on one kind of bus."
        yield Fault("selects", " and muxes are both there", advice)
    for name, reader in readers.items():
        path = joined("readers", name)
        if name in BEHIND_MUXES:
            needed = {"output"} if by_select else {"mux", "channel"}
            allowed = needed
        elif "spi" in reader:
            allowed, needed = {"spi", "select", "irq"}, {"spi", "select", "irq"}
        else:
            allowed, needed = {"i2c"}, {"i2c"}
        for key in sorted(set(reader) - allowed):
            felt_is = "is selected by a decoder" if by_select else "sits behind a mux"
            why = felt_is if name in BEHIND_MUXES else "has a bus to itself"
            yield Fault(joined(path, key), f" does not fit: {name} {why}", "Take it out.")
        for key in sorted(needed - set(reader)):
            yield Fault(joined(path, key), " is missing", f"{name} cannot be reached without it.")
    if "muxes" not in board and not by_select and felt:
        advice = "Readers under the felt sit behind a mux, or are selected by a decoder (selects)."
        yield Fault("muxes", " is missing", advice)


def _channels(board: dict) -> Iterator[Fault]:
    muxes = len(board.get("muxes", {}).get("addresses", []))
    used: dict[tuple[int, int], str] = {}
    for name, reader in board.get("readers", {}).items():
        if not {"mux", "channel"} <= set(reader):
            continue
        path = joined("readers", name)
        mux, channel = reader["mux"], reader["channel"]
        if "muxes" in board and mux >= muxes:
            known = "0" if muxes == 1 else f"0 to {muxes - 1}"
            yield Fault(
                joined(path, "mux"),
                f" = {mux}: muxes.addresses has {muxes}",
                f"Choose {known}, or add its address.",
            )
        elif (mux, channel) in used:
            free = [n for n in range(_CHANNELS) if (mux, n) not in _used_channels(board)]
            yield Fault(
                joined(path, "channel"),
                f" = {channel} of mux {mux} is already used by {used[mux, channel]}",
                f"Free on that mux: {', '.join(map(str, free)) or 'none'}.",
            )
        used.setdefault((mux, channel), path)


def _outputs(board: dict) -> Iterator[Fault]:
    """Chip selects by a decoder: one output a reader, and no more than it has."""
    lines = len(board.get("selects", {}).get("lines", []))
    used: dict[int, str] = {}
    for name, reader in board.get("readers", {}).items():
        if "output" not in reader or not lines:
            continue
        path = joined("readers", name)
        output = reader["output"]
        if output >= 1 << lines:
            yield Fault(
                joined(path, "output"),
                f" = {output}: {lines} lines choose among {1 << lines}",
                f"Choose 0 to {(1 << lines) - 1}, or add a line.",
            )
        elif output in used:
            yield Fault(
                joined(path, "output"),
                f" = {output} is already used by {used[output]}",
                "A reader has an output to itself.",
            )
        used.setdefault(output, path)


def _keypad(board: dict) -> Iterator[Fault]:
    keypad = board.get("keypad", {})
    address = keypad.get("address")
    if keypad.get("chip") == "TCA8418" and address not in (None, TCA8418_ADDRESS):
        yield Fault(
            "keypad.address",
            f" = 0x{address:02X}: a TCA8418 has 0x{TCA8418_ADDRESS:02X}, and no other",
            f"Write 0x{TCA8418_ADDRESS:02X}.",
        )


def _used_channels(board: dict) -> set[tuple[int, int]]:
    return {
        (reader["mux"], reader["channel"])
        for reader in board.get("readers", {}).values()
        if {"mux", "channel"} <= set(reader)
    }


# ---- addresses


def devices(board: dict) -> Iterator[tuple[int, int, str]]:
    """(bus, address, path) of everything that sits on an I2C bus itself, not behind a mux."""
    muxes = board.get("muxes", {})
    if "i2c" in muxes:
        for n, address in enumerate(muxes.get("addresses", [])):
            yield muxes["i2c"], address, f"muxes.addresses[{n}]"
    for table in ("sensors", "keypad", "fram"):
        part = board.get(table, {})
        if {"i2c", "address"} <= set(part):
            yield part["i2c"], part["address"], f"{table}.address"
    for name, reader in board.get("readers", {}).items():
        if "i2c" in reader and name not in BEHIND_MUXES:
            yield reader["i2c"], PN532_ADDRESS, joined("readers", name)


def _addresses(board: dict) -> Iterator[Fault]:
    taken: dict[tuple[int, int], str] = {}
    muxes = board.get("muxes", {})
    behind = [name for name in board.get("readers", {}) if name in BEHIND_MUXES]
    if behind and "i2c" in muxes:
        # Whatever is on the bus hears what is meant for a reader behind an open channel.
        path = joined("readers", behind[0])
        taken[muxes["i2c"], PN532_ADDRESS] = f"{path} behind a mux (a PN532)"
    for bus, address, path in devices(board):
        if (bus, address) in taken:
            chip = path.startswith("readers.")
            advice = "Put it on another bus." if chip else "Choose another address, or another bus."
            yield Fault(
                path,
                f" = 0x{address:02X} on i2c.{bus} is already used by {taken[bus, address]}",
                advice,
            )
        else:
            taken[bus, address] = path


# ---- antennas


def _groups(board: dict) -> Iterator[Fault]:
    seen: dict[str, str] = {}
    known = [name for name in board.get("readers", {}) if name in BEHIND_MUXES]
    for g, group in enumerate(board.get("antennas", {}).get("groups", [])):
        for n, name in enumerate(group):
            path = f"antennas.groups[{g}][{n}]"
            if name not in known:
                close = get_close_matches(name, known, 1, 0.5)
                advice = f'Did you mean "{close[0]}"?' if close else "Name a reader under the felt."
                yield Fault(path, f' = "{name}": no such reader behind a mux', advice)
            elif name in seen:
                yield Fault(
                    path, f' = "{name}" is already in {seen[name]}', "A reader has one group."
                )
            else:
                seen[name] = f"antennas.groups[{g}]"
