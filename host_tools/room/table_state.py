"""One table as the room knows it: its records folded, and what its host says of itself.

The same fold as the console's (console.round_projection), so the same secrecy: under a seal there
is nothing here but the seal, and not even that leaves the view.
"""

from __future__ import annotations

from collections import deque
from typing import Any

from cardtable.desk.games import is_banked
from cardtable.jackpot.books import LIVE
from cardtable.jackpot.meter import PRIZES, Meter
from host_tools import wording
from host_tools.console.lines import Lines, nonsense
from host_tools.console.page_types import Line
from host_tools.console.round_projection import TableView
from host_tools.forwarding.protocol import QUIET_S

_ASTRAY = (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError)
_LINES = 250
_FASTEST = 3600  # rounds an hour; nobody plays one a second
_ROUNDS = 30  # ends of rounds from which the pace is worked out
_PACE_MS = 3_600_000
_SKEW_MS = 60_000
_MOST_FAULTS = 40  # that a row names

# What stands until something ends it, however many records ago it was said
STANDING = (
    "boot", "fault", "fault_over", "mode", "day_open",
    "jackpot_hit", "jackpot_paid", "jackpot_confirmed", "restored", "books",
)  # fmt: skip
_JACKPOT = ("jackpot_hit", "jackpot_paid", "jackpot_confirmed", "restored", "books")
_WRONG_PIN = "wrong_key"


class TableState:
    """Records and reports in, `row()` and `table()` out: plain data for pages."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.epoch = 0
        self._begin()
        self.status: dict[str, Any] = {}
        self.heard_ms = 0  # by the room's clock; 0: never since the room was started
        self.broken = ""  # why the room has refused records
        self.nonsense = ""  # what its host has said that nobody can show
        self.skew_ms = 0
        self.ended = 0  # rounds since the room began
        self.board_lost_ms = 0  # since when its host has said that the board is away

    def _begin(self) -> None:
        self.view = TableView()
        self.lines = Lines()
        self.told: deque[Line] = deque(maxlen=_LINES)
        self.last = 0
        self.faults: dict[tuple[str, str], int] = {}
        # prizes that nobody has confirmed: number of the hit → record, seat, prize, cents
        self.unpaid: dict[int, tuple[int, int, str, int]] = {}
        self._hits = 0
        self._denied: deque[tuple[int, int, str]] = deque(maxlen=50)  # when, record, role
        self.mode = LIVE
        self.day = ""
        self.firmware = ""
        self.game = ""
        self.round = 0
        self.over = False
        self.seats: set[int] = set()
        self.sign: int | None = None
        self.ends: deque[int] = deque(maxlen=_ROUNDS)

    # ---- what comes in

    def report(self, status: dict[str, Any] | None, now_ms: int) -> None:
        """The host was heard; `status` when it has said something of itself."""
        self.heard_ms = now_ms
        if status is None:
            return
        self.nonsense = ""
        clock = status.get("clock_ms")
        self.skew_ms = clock - now_ms if isinstance(clock, int) else 0
        status = {name: value for name, value in status.items() if name != "clock_ms"}
        if status.get("link") == "up":
            self.board_lost_ms = 0
        elif not self.board_lost_ms:
            self.board_lost_ms = now_ms
        config = status.get("config")
        if config and config != self.status.get("config") and not self._configure(config):
            del status["config"]  # looked at again when it is said again
        self.status = status

    def _configure(self, config: Any) -> bool:
        """Whether it made sense; where it did not, the row goes on and the felt stays empty."""
        try:
            self.view.configure(config)
            if not isinstance(self.view.game, str):
                raise TypeError("a game has a name")
        except _ASTRAY as why:
            self.astray(why)
            return False
        return True

    def stand(self, number: int, record: tuple) -> None:
        """A record of long ago that still counts."""
        try:
            self._note(number, 0, record)
        except _ASTRAY:
            pass

    def apply(self, epoch: int, number: int, received_ms: int, record: tuple) -> list[Line]:
        """The next record; the sentences it makes."""
        if epoch < self.epoch or (epoch == self.epoch and number <= self.last):
            return []
        if epoch > self.epoch:
            self.epoch = epoch
            self._begin()
            if self.status.get("config"):
                self._configure(self.status["config"])
        self.last = number
        try:
            self._note(number, received_ms, record)
            self.view.apply(number, record)
            told = self.lines.tell(number, record)
        except _ASTRAY as astray:
            self.view.last = number
            told = [nonsense(number, record, astray)]
        self.told.extend(told)
        return told

    def _note(self, number: int, received_ms: int, record: tuple) -> None:  # noqa: C901 - a line a kind
        kind = record[0]
        if kind == "boot":
            self.firmware = str(record[1])
            self.faults.clear()  # what is still wrong is found again
        elif kind == "fault":
            self.faults[str(record[1]), str(record[2])] = received_ms
        elif kind == "fault_over":
            self.faults.pop((str(record[1]), str(record[2])), None)
        elif kind == "mode":
            self.mode = str(record[1])
        elif kind == "day_open":
            self.day = str(record[1])
        elif kind in _JACKPOT:
            self._note_jackpot(number, record)
        elif kind == "denied" and record[2] == _WRONG_PIN:
            self._denied.append((received_ms, number, str(record[1])[:31]))
        elif kind == "round":
            self.round, self.game, self.over = int(record[1]), str(record[2]), False
            self.seats = {int(one[0]) for one in record[5]} if self.is_poker else set()
        elif kind in ("ante", "join"):
            self.seats.add(int(record[1]))
        elif kind == "leave":
            self.seats.discard(int(record[1]))
        elif kind == "end":
            self.over = True
            self.ended += 1
            self.ends.append(received_ms)
        elif kind in ("canberra", "display"):
            self.sign = int(record[1])
        elif kind == "begin":
            self.sign = int(record[2])

    def _note_jackpot(self, number: int, record: tuple) -> None:
        """Which prizes are to be paid, by the number of the hit as the board counts them."""
        kind = record[0]
        if kind in ("jackpot_hit", "jackpot_paid"):
            self._hits += 1
            if kind == "jackpot_hit":
                self.unpaid[self._hits] = number, int(record[1]), str(record[2]), int(record[3])
        elif kind == "jackpot_confirmed" and self.unpaid:
            # Where earlier records are in an archive the count may be off: then the oldest.
            hit = int(record[1])
            self.unpaid.pop(hit if hit in self.unpaid else min(self.unpaid))
        elif kind == "restored":
            self._hits, self.unpaid = 0, {}
        elif kind == "books" and record[1] in ("amounts", "pending"):
            meter = Meter()
            meter.take_section(record[1], record[2])
            self._hits = meter.hits or self._hits
            for hit, seat, prize, cents in meter.pending:
                self.unpaid[int(hit)] = number, int(seat), PRIZES[prize], int(cents)

    @property
    def pending(self) -> int:
        return len(self.unpaid)

    def denials(self, since_ms: int) -> list[tuple[int, int, str]]:
        """Wrong PINs since then: when, record, role; oldest first."""
        return [one for one in self._denied if one[0] >= since_ms]

    @property
    def is_poker(self) -> bool:
        return not is_banked(self.game)

    # ---- what goes out

    def pace(self, now_ms: int) -> float | None:
        """Rounds an hour, over the last hour at most; by when they came, whatever clocks say."""
        ends = [one for one in self.ends if one > now_ms - _PACE_MS]
        if len(ends) < 2 or ends[-1] == ends[0]:
            return None
        pace = (len(ends) - 1) * 3_600_000 / (ends[-1] - ends[0])
        # What came all at once when a link was back tells nothing of how fast is played.
        return pace if pace < _FASTEST else None

    def link(self, now_ms: int) -> tuple[str, str]:
        """("up" | "board" | "quiet" | "never", in words)."""
        if not self.heard_ms:
            return "never", "not heard since the room was started"
        quiet_s = (now_ms - self.heard_ms) / 1000
        if quiet_s > QUIET_S:
            return "quiet", f"not heard for {duration(quiet_s)}"
        if self.status.get("link") != "up":
            why = str(self.status.get("why") or "its board does not answer")[:200]
            return "board", why
        return "up", ""

    def lost_ms(self, now_ms: int, since_ms: int) -> int:
        """For how long the link has not been up; `since_ms`: the room's own start."""
        state, _ = self.link(now_ms)
        if state == "up":
            return 0
        if state == "board":
            return now_ms - (self.board_lost_ms or now_ms)
        return now_ms - max(self.heard_ms, since_ms if state == "never" else 0)

    def needs(self, now_ms: int, day: str) -> list[tuple[int, str]]:
        """What needs a person: (how urgent, in words), most urgent first."""
        found: list[tuple[int, str]] = []
        halt = self._halt()
        if halt:
            found.append((0, halt))
        if self.pending:
            found.append((1, "a jackpot waits to be paid"))
        if self.broken:
            found.append((2, f"records are refused: {self.broken}"))
        if self.nonsense:
            found.append((2, self.nonsense))
        state, why = self.link(now_ms)
        if state != "up":
            found.append((3 if state != "never" else 6, why))
        for code, where in sorted(self.faults)[:_MOST_FAULTS]:
            what, _ = wording.FAULTS.get(code, (code, ""))
            found.append((4, f"{where}: {what}"))
        if abs(self.skew_ms) > _SKEW_MS:
            ahead = "fast" if self.skew_ms > 0 else "slow"
            found.append((5, f"its host's clock is {duration(abs(self.skew_ms) / 1000)} {ahead}"))
        if self.day and day and self.day != day:
            found.append((5, f"gaming day {self.day} is still open"))
        return sorted(found)

    def row(self, now_ms: int, day: str = "") -> dict[str, Any]:
        """The table at a glance; whatever one table's host has said, the other rows are told."""
        try:
            return self._row(now_ms, day)
        except _ASTRAY as astray:
            self.astray(astray)
            return self._row(now_ms, day)

    def astray(self, why: Exception) -> None:
        """Nonsense was said here: the felt and what the host says of itself go, facts stay."""
        self.nonsense = f"its host says what makes no sense ({type(why).__name__})"
        self.status, self.skew_ms = {}, 0
        self.view = TableView()
        self.view.last = self.last

    def _halt(self) -> str | None:
        halt = self.status.get("halt")
        return str(halt)[:300] if halt else None

    def _row(self, now_ms: int, day: str) -> dict[str, Any]:
        needs = self.needs(now_ms, day)
        pace = self.pace(now_ms)
        state, why = self.link(now_ms)
        game = self.game or str(self.view.game)
        return {
            "table": self.name,
            "game": game,
            "game_name": wording.GAMES.get(game, game),
            "seats": sorted(self.seats),
            "places": int(self.view.seats),
            "round": self.round,
            "over": self.over,
            "pace": None if pace is None else round(pace),
            "jackpot": self.sign if is_banked(game) else None,
            "pending": self.pending,
            "faults": len(self.faults),
            "stopped": bool(self.status.get("halt")),
            "link": state,
            "why": why,
            "firmware": str(self.status.get("firmware") or self.firmware),
            "software": str(self.status.get("software") or ""),
            "simulated": bool(self.status.get("simulated")),
            "mode": self.mode,
            "day": self.day,
            "record": self.last,
            "epoch": self.epoch,
            "urgency": needs[0][0] if needs else 9,
            "needs": [what for _, what in needs],
        }

    def table(self, now_ms: int, day: str = "") -> dict[str, Any]:
        """Everything about it, as the console's felt takes it."""
        try:
            return self._table(now_ms, day)
        except _ASTRAY as astray:
            self.astray(astray)
            return self._table(now_ms, day)

    def _table(self, now_ms: int, day: str) -> dict[str, Any]:
        told: dict[str, Any] = {**self.view.snapshot()}
        state, why = self.link(now_ms)
        told["faults"] = [
            dict(zip(("what", "remedy"), wording.FAULTS.get(code, (code, "See the handbook."))))
            | {"code": code, "where": where}
            for code, where in sorted(self.faults)
        ]
        told |= {
            "sign": self.sign if is_banked(told["game"]) else None,
            "pending": self.pending,
            "mode": self.mode,
            "link": {"state": "up" if state == "up" else "lost", "why": why},
            "halt": self._halt(),
            "table": self.name,
            "row": self.row(now_ms, day),
        }
        return told


def duration(seconds: float) -> str:
    """8 s, 3 min, 5 h, 2 days."""
    if seconds < 120:
        return f"{int(seconds)} s"
    if seconds < 7200:
        return f"{int(seconds / 60)} min"
    return f"{int(seconds / 3600)} h" if seconds < 172_800 else f"{int(seconds / 86400)} days"
