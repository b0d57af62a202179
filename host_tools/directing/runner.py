"""Tables follow by themselves: rounds are counted, and between rounds each board is set up anew.

One step looks at everything once. What it cannot do now (a round is on, records are on their way, a
board is away) it does at a later one; nothing is remembered but the journal and the ledger.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from cardtable.rules.round import Refused
from host_tools.common.problems import Problem
from host_tools.directing.board_link import BoardLink
from host_tools.directing.table_setup import Open, Setup, open_round, orders, wanted
from host_tools.ledger.ledger import Ledger
from host_tools.ledger.place import Place
from host_tools.link.connection import NotDone
from host_tools.tournament.director import Director, now_ms, reopened
from host_tools.tournament.follow import Report, follow

# Refused because the moment has passed: it comes again
_LATER = ("round_in_play", "round_has_begun", "ante_placed_already", "has_posted", "slow_down")


@dataclass
class TableNow:
    """A table as the director's page shows it."""

    round: int = 0
    in_play: bool = False
    wired: bool = False  # there is a port to its board; else only its records are known
    ready: bool = False  # everything at the board is as the tournament has it
    trouble: str = ""


class Desk:
    """One tournament, for several threads; other programs may write into its journal as well."""

    def __init__(self, folder: Path, who: str, clock: Callable[[], int] = now_ms) -> None:
        self.folder, self.who, self.clock = folder, who, clock
        self._lock = threading.RLock()
        self._director: Director | None = None

    @contextmanager
    def director(self, who: str | None = None) -> Iterator[Director]:
        """Alone with it; read anew when somebody else has written."""
        with self._lock:
            made = self._director
            if made is None or made.journal.is_behind():
                made = self._director = reopened(self.folder, self.who, self.clock)
            made.who = who or self.who
            try:
                yield made
            except BaseException:
                self._director = None  # whatever was half done: the journal knows
                raise


@dataclass
class Runner:
    """`boards`: table → its board; tables without one are followed from the ledger alone."""

    desk: Desk
    ledger: Place
    boards: dict[str, BoardLink]
    said: Callable[[str], None] = lambda _: None
    now: dict[str, TableNow] = field(default_factory=dict)
    troubles: list[str] = field(default_factory=list)

    def start(self) -> None:
        for board in self.boards.values():
            board.service.start()

    def stop(self) -> None:
        for board in self.boards.values():
            board.service.stop()

    def step(self) -> Report:
        with self.desk.director() as director, Ledger(self.ledger) as ledger:
            names = {*self.boards, *director.state.tables_open}
            opens = {t: open_round(ledger, t, director.banked) for t in sorted(names)}
            playing = director.state.playing
            report = follow(director, ledger, others=False) if playing else Report()
            if playing:
                free = _between_rounds(director, opens, report)
                out = [director.state.entrants[n] for n in director.between_rounds(free)]
                report.news += [f"Out: {one.number} {one.name}" for one in out]
                self._balance(director, free)
            self.now = {
                table: self._table(director, table, opened, report)
                for table, opened in opens.items()
            }
        for line in report.news:
            self.said(line)
        found = report.troubles + [f"{t}: {n.trouble}" for t, n in self.now.items() if n.trouble]
        for line in found:
            if line not in self.troubles:
                self.said(line)
        self.troubles = found
        return report

    def is_over(self) -> bool:
        """The tournament is, and the boards are what they were before."""
        with self.desk.director() as director:
            state = director.state
            return bool(state.outcome) and not set(state.taken_tables) & set(self.boards)

    # ---- one table

    def _table(
        self, director: Director, table: str, opened: Open | None, report: Report
    ) -> TableNow:
        made = TableNow(opened.number if opened else 0, bool(opened and opened.begun))
        board = self.boards.get(table)
        if board is None:
            return made
        made.wired = True
        made.trouble = board.trouble()
        if made.trouble or opened is None or opened.begun or board.restarting():
            return made
        if director.state.was_counted(table, opened.epoch, opened.number) or _waits(report, table):
            return (
                made  # older than what was just counted; or the director's correction comes first
            )
        try:
            made.ready = self._set_up(director, board, opened)
        except NotDone as refused:
            if refused.refusal not in _LATER:
                made.trouble = str(refused)
        except Problem as problem:
            made.trouble = problem.line()
        except TimeoutError:
            made.trouble = "the board does not answer"
        except Refused as refusal:
            made.trouble = f"these limits cannot be played there: {refusal.code} ({refusal.rule})"
        return made

    def _set_up(self, director: Director, board: BoardLink, opened: Open) -> bool:
        """Whether nothing is left to do."""
        table, state = board.table, director.state
        there = board.setup(director.conditions.game)
        there.chips, there.absent = opened.setup.chips, opened.setup.absent
        there.marker = opened.setup.marker
        over = bool(state.outcome)
        if over and table not in state.taken_tables:
            return True
        if over:
            before = state.taken_tables[table]
            want = Setup(before["mode"], before["values"])
        elif state.session < 0 and table not in state.taken_tables:
            return False  # before the first ballot nothing is touched
        else:
            want = wanted(director, table, there)
        due = orders(want, there, director.conditions.game)
        if not due:
            if over:
                director.table_released(table)
                self.said(f"{table} plays as before the tournament")
            return True
        if board.head() != (opened.epoch, opened.last):
            return False  # records are on their way: what is known here is old
        if not over:
            director.table_taken(table, there.values, there.mode)
        for order in due:
            board.carry_out(order)
        self.said(f"{table}: {_told(due)}")
        return False

    def _balance(self, director: Director, free: set[str]) -> None:
        """Under conditions that allow moves: players of tables that are between rounds move now."""
        state = director.state
        if director.conditions.departs_from("ballot") is None or state.extra_rounds:
            return
        if free and state.playing and not state.outcome:
            for number, seat in director.balance(state.tables_open, free):
                self.said(f"{number} {state.entrants[number].name} goes to {seat}")


def _between_rounds(director: Director, opens: dict[str, Open | None], report: Report) -> set[str]:
    """Tables whose last round is counted, and whose next one has not begun."""
    return {
        table
        for table, one in opens.items()
        if one is not None
        and not one.begun
        and not director.state.was_counted(table, one.epoch, one.number)
        and not _waits(report, table)
    }


def _waits(report: Report, table: str) -> bool:
    return report.waits and any(line.startswith(f"{table} round") for line in report.troubles)


def _told(due: list) -> str:
    kinds = [one[0] for one in due]
    if kinds[0] == "configure":
        return "the level's limits"
    return ", ".join(" ".join(map(str, one[1 if one[0] == "direct" else 0 :])) for one in due)
