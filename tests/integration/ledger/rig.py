"""A board's own feed and the host's own sync, joined by a cable in memory that can be cut."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

from cardtable.link.server import LinkServer
from cardtable.loop import Loop
from cardtable.records import Chain
from host_tools.ledger.intake import Intake
from host_tools.ledger.ledger import Ledger
from host_tools.ledger.verify import verify
from host_tools.link.record_pump import Syncing
from host_tools.link.wire import Unplugged
from sim.harness.clock import VirtualClock

TABLE = "t1"
_STEP_MS = 40


def made_lines(count: int, table: str = TABLE, epoch: int = 1, what: int = 0) -> list[bytes]:
    """Records in a chain."""
    chain = Chain(table, epoch)
    kinds = (("fold", 3), ("bet", 4, 1000 + what), ("ante", 2, 500), ("collect", 0, 5))
    return [chain.encode(kinds[n % 4], "u", 37 * n) for n in range(count)]


class Journal:
    """What the feed needs of a journal, over a list of lines; `first` as after lost files."""

    def __init__(self, lines: list[bytes], epoch: int = 1, first: int = 1) -> None:
        self.lines = lines
        self.epoch = epoch
        self.first = first
        self.acked = 0

    @property
    def last(self) -> int:
        return len(self.lines)

    def get(self, number: int) -> bytes:
        assert number >= self.first
        return self.lines[number - 1]

    def acknowledge(self, number: int) -> None:
        self.acked = max(self.acked, number)


class _Keys:
    challenge = "00ff"
    counter = 0


class _Desk:
    """Nobody asks or orders anything here."""

    keys = _Keys
    busy = False

    def able(self) -> list[str]:
        return []

    def attached(self) -> None:
        pass


class Cable:
    """Both ends. `cut_after` bytes, counted in both directions, it is pulled for a moment."""

    def __init__(self, clock: VirtualClock) -> None:
        self._clock = clock
        self.loop: Loop | None = None
        self._to_board = bytearray()
        self._to_host = bytearray()
        self.passed = 0
        self.cut_after: int | None = None
        self.cuts = 0
        self.spoil: Callable[[bytes], bytes] = lambda data: data
        self._unplugged = False

    # ---- the board's end

    def readinto(self, buffer: bytearray) -> int:
        count = min(len(buffer), len(self._to_board))
        buffer[:count] = self._to_board[:count]
        del self._to_board[:count]
        return count

    def write(self, data: bytes) -> None:
        self._to_host += self.spoil(self._passing(bytes(data)))

    # ---- the cable

    def _passing(self, data: bytes) -> bytes:
        if self._unplugged:
            return b""
        if self.cut_after is not None and self.passed + len(data) >= self.cut_after:
            data = data[: self.cut_after - self.passed]
            self.cut_after = None
            self._unplugged = True
        self.passed += len(data)
        return data

    def host_end(self) -> _HostEnd:
        """The host plugs in: what was on its way is gone."""
        self._to_board.clear()
        self._to_host.clear()
        self._unplugged = False
        return _HostEnd(self)

    def now(self) -> float:
        return self._clock.now_us / 1e6


class _HostEnd:
    """A Wire, in virtual time."""

    def __init__(self, cable: Cable) -> None:
        self._cable = cable

    def read(self, wait_s: float) -> bytes:
        cable = self._cable
        assert cable.loop is not None
        waited = 0
        while not cable._to_host and not cable._unplugged and waited < wait_s * 1000:
            cable.loop.run_for(_STEP_MS)
            waited += _STEP_MS
        if cable._unplugged and not cable._to_host:
            cable.cuts += 1
            raise Unplugged
        data = bytes(cable._to_host)
        cable._to_host.clear()
        return data

    def write(self, data: bytes) -> None:
        self._cable._to_board += self._cable._passing(data)

    def close(self) -> None:
        pass


class Rig:
    """One board with a journal, one ledger."""

    def __init__(
        self, journal, path: Path, clock: VirtualClock | None = None, table: str = TABLE
    ) -> None:
        self.clock = clock or VirtualClock()
        self.cable = Cable(self.clock)
        self.path = path
        self.plug(journal, table)

    def plug(self, journal, table: str = TABLE) -> None:
        """A board begins to speak: this one, or another at the same cable."""
        self.journal = journal
        self.table = table
        self.cable.loop = Loop(self.clock)
        self.feed = LinkServer(
            self.cable.loop, self.cable, journal, ("0.1", "pico", table), _Desk()
        )
        self.cable.loop.spawn(self.feed.run(), "link")

    def sync(self, until: Callable[[Syncing], bool] | None = None, limit: int = 4000) -> Syncing:
        """Take records through every cut, until all are here; the last conversation."""
        done = until or (lambda syncing: syncing.caught_up)
        assert self.cable.loop is not None
        while True:
            intake = Intake(self.path, lambda: self.clock.now_us // 1000)
            syncing = Syncing(self.cable.host_end(), intake, self.cable.now)
            try:
                while not done(syncing):
                    syncing.pump()
                    limit -= 1
                    assert limit, "no progress"
                self.cable.loop.run_for(_STEP_MS)  # the board hears the last acknowledgement
                return syncing
            except Unplugged:
                continue
            finally:
                intake.close()

    def kept(self, epoch: int | None = None) -> list[bytes]:
        with Ledger(self.path) as ledger:
            return ledger.lines(self.table, self.journal.epoch if epoch is None else epoch)

    def verdicts(self) -> list[str | None]:
        with Ledger(self.path) as ledger:
            return [verdict.fault for verdict in verify(ledger)]


def spoiler(seed: int, often: float = 0.16) -> Callable[[bytes], bytes]:
    """A cable that repeats, reorders, loses and garbles lines."""
    dice = random.Random(seed)
    held: list[bytes] = []

    def spoil(line: bytes) -> bytes:
        way = dice.random() / often
        if way < 0.3:
            return line + line
        if way < 0.6:
            held.append(line)  # overtaken by the next ones
            return b""
        if way < 0.8:
            return b""
        if way < 1 and line:
            at = dice.randrange(len(line))
            return line[:at] + bytes([line[at] ^ 1 << dice.randrange(8)]) + line[at + 1 :]
        late = b"".join(held)
        held.clear()
        return line + late

    return spoil
