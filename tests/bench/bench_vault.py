"""What the vault costs by the models of its devices: bytes, flash operations, time, flash life.

Canberra Poker with seven boxes through the real croupier and vault, on an emulated FRAM at
400 kHz and littlefs on an emulated flash of a Pico's size. No hardware has confirmed these times.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random

from rich.table import Table as Columns

from cardtable.desk.card_lists import parse_cards
from cardtable.jackpot import moves
from cardtable.jackpot.prizes import boomerang_class
from cardtable.rules.canberra.dealer_hand import dealer_qualifies
from cardtable.rules.cards import card_text
from cardtable.rules.places import DEALER
from cardtable.vault.files import Files
from cardtable.vault.journal import KEEP_BYTES, RESERVE_BYTES
from cardtable.vault.segments import Segments
from cardtable.vault.slots import FileSlots
from sim import paths
from sim.chips.flash import Flash, mounted
from sim.harness.clock import VirtualClock
from tests.integration.vault.devices import Devices
from tests.integration.vault.script import Table

BLOCKS = 352  # rp2, RPI_PICO: 1408 kB for the file system
ENDURANCE = 100_000  # W25Q16JV: erase cycles of a sector, at least
ROUNDS_A_DAY = 600
_ROUNDS = 300
_DAYS = 20
_SEATS = range(1, 8)
_SEGMENT = 32_768


@dataclass
class Measured:
    """Sums over all rounds."""

    rounds: int = 0
    records: int = 0
    fram_written: int = 0
    fram_read: int = 0
    pages: int = 0
    erases: int = 0
    input_us: list[int] = field(default_factory=list)
    piece_us: list[int] = field(default_factory=list)
    boot_us: int = 0


def measure(rounds: int = _ROUNDS, blocks: int = BLOCKS) -> Measured:
    paths.install()
    clock = VirtualClock()
    devices = Devices(clock=clock)
    devices.flash = Flash(blocks, clock=clock)
    mounted(devices.flash, format=True)
    vault = devices.installed()
    vault.segments.limit = _SEGMENT
    vault.journal.keep_bytes, vault.journal.reserve_bytes = KEEP_BYTES, RESERVE_BYTES
    table = Table(devices, vault)
    _work(table, [])
    made = Measured()
    before = _sums(devices)
    first = vault.journal.last
    random = Random(7)
    for _ in range(rounds):
        _play(table, random, made)
    after = _sums(devices)
    made.rounds = rounds
    made.records = vault.journal.last - first
    made.fram_written, made.fram_read, made.pages, made.erases = (
        b - a for a, b in zip(before, after, strict=True)
    )
    started = clock.now_us
    devices.opened()
    made.boot_us = clock.now_us - started
    return made


def _sums(devices: Devices) -> tuple[int, int, int, int]:
    flash = devices.flash
    return devices.fram.written, devices.fram.read, flash.programs, sum(flash.erases)


def _play(table: Table, random: Random, made: Measured) -> None:
    deck = [card_text(card) for card in range(52)]
    random.shuffle(deck)
    places = [*_SEATS, DEALER]
    hands: dict[int, list[str]] = {place: [] for place in places}
    for seat in _SEATS:
        _give(table, made, "ante", seat, 500)
        if random.random() < 0.6 and not table.vault.books.meter.locked:
            _give(table, made, "jackpot", seat)
    for _ in range(5):
        for place in places:
            hands[place].append(deck.pop())
            _give(table, made, "card", place, hands[place][-1])
    bets = [seat for seat in _SEATS if random.random() < 0.5]
    for seat in _SEATS:
        _give(table, made, *(("bet", seat, None) if seat in bets else ("fold", seat)))
    if bets:
        _give(table, made, "show", DEALER)
        if dealer_qualifies(parse_cards("".join(hands[DEALER]))):
            for seat in bets:
                _give(table, made, "show", seat)
    for seat in bets:
        wagered = table.controller.round.boxes[seat].jackpot  # type: ignore[union-attr]
        if wagered and boomerang_class(parse_cards("".join(hands[seat]))):
            _give(table, made, "declare", seat)
    _give(table, made, "collect", None)
    for hit, *_ in list(table.vault.books.meter.pending):
        table.controller.move(moves.confirm(table.vault.books, hit, "attendant"))
    table.vault.journal.acknowledge(table.vault.journal.last)


def _give(table: Table, made: Measured, *given: object) -> None:
    clock = table.devices.clock
    started = clock.now_us
    assert table.controller.give(given), given
    made.input_us.append(clock.now_us - started)
    _work(table, made.piece_us)


def _work(table: Table, pieces: list[int]) -> None:
    clock = table.devices.clock
    while True:
        started = clock.now_us
        more = table.vault.work_on()
        pieces.append(clock.now_us - started)
        if not more:
            return


def tables() -> Iterator[Columns]:
    made = measure()
    columns = Columns("", title=f"vault: {made.rounds} rounds of Canberra Poker, seven boxes")
    columns.add_column("a record", justify="right")
    columns.add_column("a round", justify="right")
    for name, total in (
        ("records", made.records),
        ("FRAM, bytes written", made.fram_written),
        ("FRAM, bytes read", made.fram_read),
        ("flash, pages programmed", made.pages),
        ("flash, blocks erased", made.erases),
    ):
        columns.add_row(name, f"{total / made.records:,.2f}", f"{total / made.rounds:,.1f}")
    yield columns
    times = Columns("", title="vault: time by the device models (FRAM 400 kHz; W25Q16JV typical)")
    times.add_column("ms", justify="right")
    inputs, pieces = sorted(made.input_us), sorted(made.piece_us)
    times.add_row("an input until it is durable, median", f"{inputs[len(inputs) // 2] / 1000:.1f}")
    times.add_row("an input until it is durable, longest", f"{inputs[-1] / 1000:.1f}")
    times.add_row("a piece of background work, longest", f"{pieces[-1] / 1000:.1f}")
    times.add_row("all device time of a round", f"{_all_ms(made):,.0f}")
    times.add_row("start: compare, check, rebuild", f"{made.boot_us / 1000:,.0f}")
    yield times
    yield _life(made)


def _all_ms(made: Measured) -> float:
    return (sum(made.input_us) + sum(made.piece_us)) / made.rounds / 1000


def wear(records: int, days: int = _DAYS, blocks: int = BLOCKS) -> list[int]:
    """Erases of every block after so many days of the file traffic that rounds make."""
    flash = Flash(blocks)
    mounted(flash, format=True)
    opener, system = mounted(flash)
    files = Files("vault/", opener, system)
    files.prepare()
    segments, slots = Segments(files), FileSlots("books", files)
    line = b"x" * 94  # as long as the records of the rounds above, on the average
    for number in range(days * ROUNDS_A_DAY):
        segments.append(segments.last + 1, [line] * records)
        slots.write(1, number, bytes(1200))
        while segments.size > KEEP_BYTES:
            segments.drop_first()
    return flash.erases


def _life(made: Measured) -> Columns:
    life = Columns("", title=f"vault: flash life at {ROUNDS_A_DAY} rounds a day")
    life.add_column("erases a day", justify="right")
    life.add_column("years", justify="right")
    erases = wear(round(made.records / made.rounds))
    for name, count in (
        ("a block, on the average", sum(erases) / BLOCKS),
        (f"the block worn most in {_DAYS} days", max(erases)),
    ):
        rate = count / _DAYS
        life.add_row(name, f"{rate:.1f}", f"{ENDURANCE / rate / 365:,.0f}")
    return life
