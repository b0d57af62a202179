"""From figures to causes: why a reader, a mux or a bus does not do what it should.

Pure: what was observed goes in, causes come out; words and remedies are in wording/doctor.py.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from cardtable.diag import states
from cardtable.drivers import reader_codes
from host_tools.doctor.figures import FAILURES, SHOE, Figures, reached_by

_EIO = 5
_ETIMEDOUT = 110
_CLEAN_ENOUGH = 0.9  # of the scans; below, a reader is called weak
READER_BUS = "reader bus"
ECHOES = 20  # service/probe.py

# Faults the board tells of a place → cause
_OF_FAULTS = {
    "too_many_cards": "crowd",
    "card_unseen": "unread_card",
    "card_seen_twice": "seen_twice",
    "foreign_card": "unknown_card",
    "card_elsewhere": "stray_card",
}
_MISSED = "shoe_missed"  # told at the box that saw the card first


@dataclass(frozen=True)
class Probed:
    """What the board's own test of one reader gave (service/probe.py)."""

    code: int
    version: int
    bus_error: int
    blocks: bool
    mux: int
    bad_echoes: int | None = None  # of ECHOES; None: not tested
    rom: int | None = None  # 0: the chip finds it well
    ram: int | None = None


@dataclass(frozen=True)
class Found:
    """A cause at a part, and what shows it."""

    where: str
    cause: str
    evidence: str
    serious: bool = True


@dataclass(frozen=True)
class Observation:
    """Two looks at the readers, the board's own tests, and the faults it tells."""

    before: dict[str, Figures]
    after: dict[str, Figures]
    probed: dict[str, Probed] = field(default_factory=dict)
    muxes: dict[str, int] = field(default_factory=dict)  # name → 0, -1 (stuck) or errno
    astray: dict[str, int] = field(default_factory=dict)  # name → times found on a wrong channel
    faults: list[tuple[str, str]] = field(default_factory=list)  # present: (code, where)
    noticed: dict[tuple[str, str], int] = field(default_factory=dict)  # told since the start
    groups: list[list[str]] = field(default_factory=list)  # fields that are on together


def observed_probe(rows: list[list[Any]]) -> tuple[dict[str, Probed], dict[str, int]]:
    """Readers and muxes of the rows of a probe."""
    readers, muxes = {}, {}
    for row in rows:
        if len(row) == 2:
            muxes[row[0]] = row[1]
        else:
            name, code, version, bus_error, blocks, mux, *inside = row
            readers[name] = Probed(code, version, bus_error, bool(blocks), mux, *inside)
    return readers, muxes


def find(seen: Observation) -> list[Found]:
    """Every cause there is, the parts that others hang on first."""
    found = _buses(seen)
    held = any(one.where == READER_BUS for one in found)
    lost = {one.where for one in found if one.cause == "mux_silent"}
    since = {
        name: after.since(seen.before[name]) if name in seen.before else after
        for name, after in seen.after.items()
    }
    blocker = None if held else _blocker(seen, since)
    silent = [n for n, one in seen.after.items() if n != SHOE and one.state == states.SILENT]
    for name, after in seen.after.items():
        probed = seen.probed.get(name)
        if held and name != SHOE and _failing(since[name], probed):
            found.append(Found(name, "behind_bus", "nothing on its bus can be reached"))
            continue
        if probed is not None and f"mux {probed.mux}" in lost:
            found.append(Found(name, "behind_mux", f"mux {probed.mux} does not answer"))
            continue
        own = None
        if name == blocker:
            shown = _shown(_bad(since[name], probed), since[name])
            own = Found(name, "holds_line", shown)
        elif not (blocker and name != SHOE and _suffers(since[name], probed)):
            own = _reader(after, since[name], probed, any(seen.astray.values()), silent)
        if own is not None:
            found.append(own)
        found += _over(after, seen, own)
    return found


def _blocker(seen: Observation, since: dict[str, Figures]) -> str | None:
    """The reader that holds the line of its bus: by its probe, or because the others suffer.

    While it is connected nobody is reached; once it is cut off the others work again.
    """
    for name, probed in seen.probed.items():
        if probed.blocks:
            return name
    if seen.probed:
        return None
    silent = [one.name for one in since.values() if not one.answered and one.failures]
    suffer = [one for one in since.values() if one.failures and _suffers(one, None)]
    return silent[0] if len(silent) == 1 and len(suffer) > 1 else None


def _suffers(since: Figures, probed: Probed | None) -> bool:
    """Whether it works, but for the bus that fails now and then."""
    works = since.answered > 0 if probed is None else probed.code == reader_codes.OK
    return works and since.failures == since.counters[reader_codes.BUS_DOWN]


def _failing(since: Figures, probed: Probed | None) -> bool:
    silent = since.state == states.SILENT
    return silent or bool(since.failures) or (probed is not None and probed.code != reader_codes.OK)


def _buses(seen: Observation) -> list[Found]:
    found = []
    held = [name for name, result in seen.muxes.items() if result == _ETIMEDOUT]
    if held:
        text = f"{', '.join(held)}: a line is held, also with every reader cut off"
        return [Found(READER_BUS, "bus_held", text)]
    for name, result in seen.muxes.items():
        if result > 0:
            found.append(Found(name, "mux_silent", f"no answer at its address (error {result})"))
        elif result < 0:
            found.append(Found(name, "mux_stuck", "it keeps a channel it was told to leave"))
    told = {one.where for one in found}
    for name, times in seen.astray.items():
        if times and name not in told:
            text = f"{times} times on another channel than chosen since the board started"
            found.append(Found(name, "mux_stuck", text, serious=False))
    return found


def _bad(since: Figures, probed: Probed | None) -> dict[int, int]:
    """Failures by code."""
    bad = {code: since.counters[code] for code in FAILURES if since.counters[code]}
    if probed is not None and probed.code in FAILURES:
        bad[probed.code] = bad.get(probed.code, 0) + 1
    return bad


def _reader(
    after: Figures, since: Figures, probed: Probed | None, astray: bool, silent: list[str]
) -> Found | None:
    """What is wrong with a reader itself; `astray`: a mux led elsewhere some time."""
    name = after.name
    if after.state == states.NOT_FITTED:
        return None
    bad = _bad(since, probed)
    if bad or after.state == states.SILENT:
        return Found(name, _cause(name, bad, since, probed), _shown(bad, since))
    if after.state == states.STARTING:
        return Found(name, "starting", "not set up yet", serious=False)
    if probed is not None and (probed.rom or probed.ram):
        parts = [name for name, told in (("ROM", probed.rom), ("RAM", probed.ram)) if told]
        return Found(name, "memory_bad", f"it says so of its {' and '.join(parts)}")
    if probed is not None and probed.bad_echoes:
        text = f"{probed.bad_echoes} of {ECHOES} echoes damaged or lost"
        return Found(name, "noisy_line", text, serious=False)
    if since.counters[reader_codes.NACKS]:
        text = f"{since.counters[reader_codes.NACKS]} answers had to be asked for again"
        return Found(name, "noisy_line", text, serious=False)
    return _unwell(after, since, silent) or (None if astray else _history(after, probed))


def _history(after: Figures, probed: Probed | None) -> Found | None:
    """It is well now, but was not since the board started."""
    bad = _bad(after, None)
    if not bad:
        return None
    shown = f"well now; since the board started: {_shown(bad, after)}"
    return Found(after.name, _cause(after.name, bad, after, probed), shown, serious=False)


def _cause(name: str, bad: dict[int, int], since: Figures, probed: Probed | None) -> str:
    works = since.answered > 0 and since.state != states.SILENT
    if probed is not None and probed.code == reader_codes.CHIP_ERROR and not probed.version:
        return "wrong_chip"
    worst = max(bad, key=lambda code: bad[code], default=reader_codes.NO_ACK)
    if worst == reader_codes.BUS_DOWN:
        far = probed is not None and probed.bus_error == _ETIMEDOUT
        return "stretches_clock" if far else "loose" if works else "unplugged"
    if works and worst in (reader_codes.NO_ACK, reader_codes.TIMEOUT):
        return "supply_dips"  # whatever it was doing when its supply went: it forgot it
    if worst == reader_codes.NO_ACK:
        # Nobody answers on SPI whether there is nobody, or one who hangs.
        return "no_answer" if name == SHOE else "deaf"
    if worst == reader_codes.CORRUPT:
        return "noisy_line" if since.counters[reader_codes.NACKS] else "ack_damaged"
    if worst == reader_codes.TIMEOUT:
        return "stuck"
    return "chip_error" if works else "wrong_chip"


def _unwell(after: Figures, since: Figures, silent: list[str]) -> Found | None:
    """It answers, but not as it should; one of the `silent` readers may have left its field on."""
    rate = since.read_rate
    if after.state == states.DISTURBED or (rate is not None and rate < _CLEAN_ENOUGH):
        shown = "" if rate is None else f"{rate:.0%} of its scans were clean"
        if after.counters[reader_codes.REPEATS] == 0 and silent:
            return Found(after.name, "drowned", f"silent: {', '.join(silent)}", serious=False)
        if after.counters[reader_codes.REPEATS] == 0:
            return Found(after.name, "weak", shown or "disturbed")
    repeats = after.counters[reader_codes.REPEATS]
    if repeats:
        text = f"a card was found again {_times(repeats)} after it was sent to sleep"
        return Found(after.name, "not_halted", text, serious=False)
    return None


def _over(after: Figures, seen: Observation, own: Found | None) -> list[Found]:
    """What is wrong with the cards over a reader, as the board tells it."""
    name = after.name
    found = []
    if after.state == states.UNKNOWN_CARD:
        found.append(Found(name, "unknown_card", f"{_cards(after)}, one of them unknown"))
    if after.state == states.DUPLICATE_CARD:
        found.append(Found(name, "seen_twice", f"{_cards(after)}, one of them seen elsewhere too"))
    told = {one.cause for one in found} | ({own.cause} if own is not None else set())
    for (code, where), times in seen.noticed.items():
        cause = _OF_FAULTS.get(code)
        if where != name or cause is None or cause in told:
            continue
        if cause == "seen_twice" and name == SHOE:
            cause = "clone"
        told.add(cause)
        now = (code, where) in seen.faults
        text = "so now" if now else f"told {_times(times)} since the board started"
        found.append(Found(name, cause, text, serious=now or cause == "clone"))
    missed = {where: times for (code, where), times in seen.noticed.items() if code == _MISSED}
    if name == SHOE and missed:
        where = ", ".join(f"{place} ({_times(times)})" for place, times in missed.items())
        text = f"cards were first seen at {where}"
        found.append(Found(name, "too_fast", text, serious=False))
    return found


def _times(count: int) -> str:
    return "once" if count == 1 else f"{count} times"


def bleeding(figures: dict[str, Figures], groups: list[list[str]]) -> list[Found]:
    """Pairs whose fields are on together although one reaches the other."""
    found = []
    for name, others in reached_by(figures).items():
        for other in others or ():
            if any(name in group and other in group for group in groups):
                found.append(Found(name, "bleeding", f"reached by the field of {other}"))
    return found


def _shown(bad: dict[int, int], since: Figures) -> str:
    said = {
        reader_codes.BUS_DOWN: "without an answer on the bus",
        reader_codes.NO_ACK: "not acknowledged",
        reader_codes.CORRUPT: "damaged",
        reader_codes.CHIP_ERROR: "refused",
        reader_codes.TIMEOUT: "never answered",
    }
    parts = [f"{count} {said[code]}" for code, count in bad.items()] or ["silent"]
    return f"{', '.join(parts)}; {since.answered} of {since.scans} scans answered"


def _cards(after: Figures) -> str:
    return f"{after.cards_now} card{'' if after.cards_now == 1 else 's'} there"
