"""The checks, in order: each looks at what was examined and says what it finds."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Iterator
from typing import Any

from cardtable import VERSION
from cardtable.diag import states
from cardtable.rules.cards import card_text
from cardtable.rules.decks import deck_cards
from host_tools import wording
from host_tools.doctor import causes
from host_tools.doctor.examine import Examined
from host_tools.doctor.figures import SHOE, fitted, reached_by
from host_tools.doctor.result import FAIL, OK, SKIP, WARN, Result
from host_tools.wording import FAULTS
from host_tools.wording.doctor import CAUSES
from host_tools.wording.tags import NO_TAG, NO_TAG_NEXT

_LITTLE_HEAP = 20_000  # bytes; a Pico has about 240,000 (docs/budgets.md)
_STALL_MS = 250  # a card passes the shoe in 60 ms and waits in its reader; the panel does not
_MANY_WAIT = 0.5  # of the journal's room
_SLOW_LINK_MS = 500
_CLEAN = 0.9  # of the scans
_NUMBER_OF_CARDS = (32, 36, 40, 44, 48, 52)

Check = Callable[[Examined], Iterator[Result]]


def ailing(id: str, title: str, cause: str, evidence: str, result: str = FAIL) -> Result:
    """A result with the words of its cause."""
    what, remedy = CAUSES[cause]
    text = f"{what} ({evidence})" if evidence else what
    return Result(id, title, result, text, remedy, cause)


# ---- the board


def installed(seen: Examined) -> Iterator[Result]:
    hello = seen.hello
    if "not_installed" in hello.able:
        why = str(seen.health.get("not_installed", ""))
        yield ailing("board.installed", "table", "not_installed", why)
    else:
        kind = "simulated table" if hello.simulated else "table"
        yield Result("board.installed", "table", OK, f"{kind} {hello.table} on board {hello.board}")


def firmware(seen: Examined) -> Iterator[Result]:
    told = seen.hello.firmware
    if told == VERSION:
        yield Result("firmware.version", "firmware", OK, told)
    else:
        text = f"board {told}, program {VERSION}"
        yield ailing("firmware.version", "firmware", "firmware_differs", text, WARN)
    yield from _files(seen)


def _files(seen: Examined) -> Iterator[Result]:
    """What the board has found at its start; whether it tells the truth, only `verify` may say."""
    id, title = "firmware.files", "files on the board"
    release = seen.health.get("files")
    if release:
        text = f"at the start all were as in release {seen.hello.firmware}-{release}"
        yield Result(id, title, OK, text)
    elif "altered" in seen.hello.able:
        for code, where in seen.faults:
            what, remedy = FAULTS.get(code, (code, ""))
            yield Result(id, title, FAIL, f"{where}: {what}", remedy, code)
    elif "safe" in seen.hello.able:
        text = "not told in safe mode"
        yield Result(id, title, SKIP, text, "Compare them: cardtable verify.")
    elif "files" in seen.health:
        text = "not checked, because no manifest lies on the board"
        remedy = "Put a release there with cardtable flash, or compare: cardtable verify."
        yield Result(id, title, SKIP if seen.hello.simulated else WARN, text, remedy)
    else:  # firmware 0.1.0 told it only of a table
        text = "not told by this firmware before a table is installed"
        yield Result(id, title, SKIP, text, "Compare them: cardtable verify.")


def program(seen: Examined) -> Iterator[Result]:
    """A board in safe mode says why."""
    id, title = "firmware.program", "program on the board"
    able = seen.hello.able
    if "altered" in able:
        return
    told = seen.faults or ([("not_loadable", "it does not say why")] if "safe" in able else [])
    for code, where in told:
        what, remedy = FAULTS.get(code, (code, ""))
        if "jumper_only" in able:
            remedy = "Close the maintenance jumper, switch the board off and on: cardtable flash."
        yield Result(id, title, FAIL, f"nothing runs: {what} ({where})", remedy, code)


def memory(seen: Examined) -> Iterator[Result]:
    free = seen.health.get("heap_free")
    if free is None:
        yield Result("board.memory", "memory", SKIP, "this board does not count its memory")
    elif free < _LITTLE_HEAP:
        yield ailing("board.memory", "memory", "little_memory", f"{free:,} bytes free", WARN)
    else:
        yield Result("board.memory", "memory", OK, f"{free:,} bytes free")


def clock(seen: Examined) -> Iterator[Result]:
    if seen.health.get("clock") == "t":
        yield Result("board.clock", "clock", OK, "knows the time")
    else:
        yield ailing("board.clock", "clock", "no_time", "", WARN)


def restarts(seen: Examined) -> Iterator[Result]:
    health = seen.health
    up = int(health.get("uptime_ms", 0)) // 1000
    hung = sum(
        times
        for (code, _), times in seen.noticed.items()
        if code in ("task_failed", "task_hangs", "board_restarts")
    )
    cause = {"power": "switched on", "reset": "reset"}.get(health.get("reset_cause", ""), "?")
    text = f"up for {_span(up)}, last start: {cause}, {health.get('tasks_failed', 0)} parts failed"
    if hung or health.get("tasks_failed"):
        yield ailing("board.watchdog", "restarts and watchdog", "restarted", text, WARN)
    else:
        yield Result("board.watchdog", "restarts and watchdog", OK, text)
    stall = int(health.get("longest_stall_ms", 0))
    if stall > _STALL_MS:
        yield ailing("board.stalls", "longest wait", "slow", f"{stall} ms", WARN)
    else:
        yield Result("board.stalls", "longest wait", OK, f"{stall} ms")


# ---- the vault


def vault(seen: Examined) -> Iterator[Result]:
    stopped = seen.told("stopped")
    if stopped:
        code, where = stopped
        what, remedy = FAULTS.get(code, (code, ""))
        yield Result("vault.play", "play", FAIL, f"stopped: {where}: {what}", remedy, code)
    else:
        yield Result("vault.play", "play", OK, "the self-test let play begin")
    if seen.told("durable"):
        yield Result("vault.memory", "memory chip", OK, "a FRAM is fitted")
    else:
        yield ailing("vault.memory", "memory chip", "flash_only", "", WARN)
    yield _copies(seen)
    audit = seen.told("audit")
    if audit:
        yield ailing("vault.audit", "audit of the books", "audit_failed", str(audit))
    else:
        yield Result("vault.audit", "audit of the books", OK, "the books balance")
    waiting, capacity = seen.told("waiting") or 0, seen.told("capacity") or 0
    last, acked = seen.told("last") or 0, seen.told("acknowledged") or 0
    text = f"{last - acked:,} records wait for a host"
    if capacity and waiting > _MANY_WAIT * capacity:
        yield ailing("vault.room", "journal", "journal_filling", text, WARN)
    else:
        yield Result("vault.room", "journal", OK, text)


def _copies(seen: Examined) -> Result:
    found = [value for name, value in seen.vault if name == "found"]
    copies = {tuple(value) for name, value in seen.vault if name == "believed"}
    where = sorted({str(copy[0]) for copy in copies})
    if found:
        said = "; ".join(f"{one[1]}: {FAULTS.get(one[0], (one[0], ''))[0]}" for one in found)
        return Result("vault.copies", "copies", WARN, said, FAULTS[found[0][0]][1], found[0][0])
    # Slots are written in turn: an older record is no fault, other money at the same one is.
    if len({copy[1:3] for copy in copies}) < len({copy[1:] for copy in copies}):
        return ailing("vault.copies", "copies", "copy_differs", ", ".join(where), WARN)
    named = f": {', '.join(where)}" if where else ""
    return Result("vault.copies", "copies", OK, f"no two disagree{named}")


# ---- readers


def readers(seen: Examined) -> Iterator[Result]:
    found = causes.find(seen.observation())
    by_place: dict[str, list[causes.Found]] = {}
    for one in found:
        by_place.setdefault(one.where, []).append(one)
    for name in [causes.READER_BUS] if causes.READER_BUS in by_place else []:
        yield _told(f"bus.{name}", name, by_place[name])
    for name in seen.astray:
        id = f"mux.{name}"
        if name in by_place:
            yield _told(id, name, by_place[name])
        elif "readers" in seen.untried:
            yield Result(_id(id), name, SKIP, f"not tested: {seen.untried['readers']}")
        else:
            yield Result(_id(id), name, OK, "answers and lets go of its channels")
    shoe_alone = "boxes" not in seen.hello.able
    for name, after in seen.after.items():
        if name in by_place:
            yield _told(f"reader.{name}", name, by_place[name])
        elif after.state == states.NOT_FITTED:
            if shoe_alone and name != SHOE:
                continue
            yield Result(_id(f"reader.{name}"), name, SKIP, "not fitted")
        else:
            yield Result(_id(f"reader.{name}"), name, OK, _well(seen, name))
    if shoe_alone:
        text = "not fitted: the table is followed by its shoe"
        yield Result("reader.felt", "under the felt", SKIP, text)


def _told(id: str, title: str, found: list[causes.Found]) -> Result:
    """The worst of what was found at one part, the rest behind it."""
    first = sorted(found, key=lambda one: not one.serious)[0]
    rest = [one for one in found if one is not first]
    evidence = "; ".join([first.evidence] + [CAUSES[one.cause][0] for one in rest])
    return ailing(_id(id), title, first.cause, evidence, FAIL if first.serious else WARN)


def _well(seen: Examined, name: str) -> str:
    after = seen.after[name]
    since = after.since(seen.before[name]) if name in seen.before else after
    probed = seen.probed.get(name)
    said = []
    if probed is not None:
        said.append(f"PN532 {probed.version >> 8}.{probed.version & 0xFF}")
        if probed.bad_echoes is not None:
            said.append(f"{causes.ECHOES} echoes")
        said.append("ROM and RAM " + ("well" if probed.rom == probed.ram == 0 else "not tested"))
    antenna = seen.antennas.get(name)
    if antenna is not None:
        said.append(f"antenna {antenna:02x}")
    if name == SHOE:
        said.append(f"{since.scans} looks")
    else:
        rate = since.read_rate
        said.append(f"{since.scans} scans" + (f", {rate:.0%} clean" if rate is not None else ""))
        longest = since.at_most_ms(95)
        said.append(f"p95 {longest} ms" if longest is not None else "p95 over 200 ms")
    once = seen.cards.once.get(name) if seen.cards is not None else None
    if once:
        said.append(f"{once:,} tags seen once and not again")
    return ", ".join(said)


def antennas(seen: Examined) -> Iterator[Result]:
    id, title = "antenna.trend", "antennas"
    why = seen.untried.get("antenna")
    if why:
        yield Result(id, title, SKIP, f"not tested: {why}")
        return
    failed = [name for name, result in seen.antennas.items() if result is None]
    moved = []
    for name, one in seen.after.items():
        if len(set(one.trend)) > 1:
            moved.append(f"{name}: {' '.join(f'{n:02x}' for n in one.trend)}")
    if moved:
        text = _and_untested("; ".join(moved), failed)
        yield ailing(id, title, "antenna_moved", text, WARN)
        return
    yield _tested(id, title, _antenna_words(seen), failed)


def _antenna_words(seen: Examined) -> str:
    """How many were tested, against what, and their values; "" when none answered."""
    values = {name: result for name, result in seen.antennas.items() if result is not None}
    if not values:
        return ""
    first = [name for name in values if name not in seen.after or seen.after[name].tests < 2]
    if len(first) == len(values):
        text = f"{len(values)} tested for the first time since the board started"
    else:
        text = f"{len(values) - len(first)} as in the tests before"
        if first:
            text += f", {', '.join(first)} tested for the first time"
    usual = statistics.mode(values.values())
    odd = [f"{name} {result:02x}" for name, result in values.items() if result != usual]
    told = f"{usual:02x}, but {', '.join(odd)}" if odd else f"{usual:02x} each"
    return f"{text}: {told}"


def bleed(seen: Examined) -> Iterator[Result]:
    id, title = "antenna.bleed", "bleed"
    why = seen.untried.get("bleed")
    if why:
        yield Result(id, title, SKIP, f"not tested: {why}")
        return
    reached = {name: by for name, by in reached_by(fitted(seen.after)).items() if name != SHOE}
    # A chip that fell silent with its field on drowns its neighbours: of them nothing can be told.
    failed = [name for name, by in reached.items() if by is None]
    found = causes.bleeding(seen.after, seen.groups)
    if found:
        said = _and_untested("; ".join(f"{one.where} {one.evidence}" for one in found), failed)
        yield ailing(id, title, "bleeding", said)
        return
    pairs = sum(len(others or ()) for others in reached.values())
    text = f"{pairs} fields reach a neighbour, none of them on together"
    yield _tested(id, title, text if len(failed) < len(reached) else "", failed)


def _tested(id: str, title: str, text: str, failed: list[str]) -> Result:
    """`text` of those that were tested; the others are named."""
    if not failed:
        return Result(id, title, OK, text)
    remedy = "Mend those first, then test again."
    if not text:
        return Result(id, title, SKIP, "not tested: no reader answered", remedy)
    return Result(id, title, WARN, _and_untested(text, failed), remedy)


def _and_untested(text: str, failed: list[str]) -> str:
    return f"{text}; not tested: {', '.join(failed)}" if failed else text


# ---- deck, panel, link


def deck(seen: Examined) -> Iterator[Result]:
    cards = seen.deck.get("deck", [])
    if not cards:
        yield ailing("deck.enrolled", "deck", "no_deck", "")
    else:
        other = len(seen.deck.get("other", []))
        text = f"{len(cards)} cards" + (f", {other} of a second deck" if other else "")
        wrong = _other_than_played(seen)
        odd = len(cards) - cards.count("Jk") not in _NUMBER_OF_CARDS
        remedy = "Enrol it again: cardtable deck enrol." if odd else ""
        if wrong:
            yield ailing("deck.enrolled", "deck", "deck_differs", f"{text}; {wrong}", WARN)
        else:
            yield Result("deck.enrolled", "deck", WARN if odd else OK, text, remedy)
    rates = {}
    for name, after in seen.after.items():
        one = after.since(seen.before[name]) if name in seen.before else after
        if name != SHOE and one.answered:
            rates[name] = one.read_rate or 0.0
    if not rates:
        yield Result("deck.rates", "read rates", SKIP, "no reader under the felt answers")
        return
    worst = min(rates, key=lambda name: rates[name])
    text = f"{statistics.mean(rates.values()):.1%} of the scans clean, least at {worst}:"
    good = rates[worst] >= _CLEAN
    remedy = "" if good else CAUSES["weak"][1]
    text += f" {rates[worst]:.1%}"
    yield Result("deck.rates", "read rates", OK if good else WARN, text, remedy)


def _other_than_played(seen: Examined) -> str:
    """What the enrolled decks lack, or have too much, for the game; "" when they are its deck."""
    config: dict[str, Any] = {pair[0]: pair[1] for pair in seen.config if len(pair) == 2}
    if config.get("deck") not in _NUMBER_OF_CARDS:
        return ""  # this board does not say
    joker = bool(config.get("joker"))
    played = {card_text(code) for code in deck_cards(config["deck"], joker)}
    found = []
    for name, title in (("deck", ""), ("other", "of the second deck ")):
        enrolled = set(seen.deck.get(name, []))
        if not enrolled or enrolled == played:
            continue
        told = [
            f"{len(which)} {title}{what}"
            for which, what in ((enrolled - played, "too many"), (played - enrolled, "missing"))
            if which
        ]
        found.append(" and ".join(told))
    if not found:
        return ""
    wanted = f"{config['deck']} cards{' and a joker' if joker else ''}"
    return f"the game is played with {wanted}: {', '.join(found)}"


def cards(seen: Examined) -> Iterator[Result]:
    """Cards that are looked for and do not answer: by all readers, since the board started."""
    id, title = "deck.cards", "cards"
    read = seen.cards
    if read is None:
        yield Result(id, title, SKIP, f"not told: {seen.untried.get('cards', 'not asked for')}")
        return
    if read.percent is None:
        none = "no card has lain over a reader since the board started"
        yield Result(id, title, SKIP, f"{none}; if one has, {NO_TAG}", NO_TAG_NEXT)
        return
    every = f"{read.percent}% of all looks for a card found it"
    if not read.weak:
        yield Result(id, title, OK, f"none answers worse than the others; {every}")
        return
    told = [f"{wording.card(card)} answers {hits} of 10 looks" for card, hits in read.weak.items()]
    dying = "its inlay is dying" if len(told) == 1 else "their inlays are dying"
    if seen.deck.get("other"):
        dying += ", in one of the two decks"
    commands = ", ".join(f"cardtable deck replace {card}" for card in read.weak)
    remedy = f"Replace: {commands}. It is counted anew once the board has restarted."
    yield Result(id, title, WARN, f"{', '.join(told)}: {dying}; {every}", remedy, "weak_card")


def panel(seen: Examined) -> Iterator[Result]:
    if ("panel_silent", "panel") in seen.faults:
        stopped = seen.told("stopped")
        if stopped and stopped[0] in ("fram_lost", "fram_missing"):
            text = "keypad, sensors and memory chip are lost together"
            yield ailing("panel.bus", "panel bus", "bus_held", text)
        else:
            yield ailing("panel.bus", "dealer's panel", "panel_silent", "")
    else:
        yield Result("panel.bus", "dealer's panel", OK, "keypad and sensors answer")


def link(seen: Examined) -> Iterator[Result]:
    health = seen.health
    good, bad = int(health.get("lines_good", 0)), int(health.get("lines_bad", 0))
    lost = bad / (good + bad) if good + bad else 0.0
    ping = statistics.median(seen.ping_ms) if seen.ping_ms else 0.0
    text = (
        f"{bad} of {good + bad:,} lines damaged, {health.get('records_resent', 0)} records resent"
    )
    if lost > 0.001 and bad > 1:
        yield ailing("link.loss", "link", "lossy_link", text, WARN)
    else:
        yield Result("link.loss", "link", OK, text)
    if ping > _SLOW_LINK_MS:
        yield ailing("link.speed", "answers", "slow_link", f"{ping:.0f} ms", WARN)
    else:
        yield Result("link.speed", "answers", OK, "prompt")


def _span(seconds: int) -> str:
    if seconds < 120:
        return f"{seconds} s"
    return f"{seconds // 60} min" if seconds < 7200 else f"{seconds // 3600} h"


def _id(text: str) -> str:
    return text.replace(" ", "-")


OF_BOARD: tuple[Check, ...] = (firmware, memory, clock, restarts)
OF_TABLE: tuple[Check, ...] = (vault, readers, antennas, bleed, deck, cards, panel)


def run(seen: Examined) -> list[Result]:
    """Every check that can be made of what was seen, in order."""
    results = list(installed(seen))
    if not seen.hello.is_table:
        return results + list(firmware(seen)) + list(program(seen))
    for check in (*OF_BOARD, *OF_TABLE, link):
        results += check(seen)
    return results
