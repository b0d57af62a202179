"""Any sequence of wagers, hits, payments, changes, corrections and cuts keeps the balance."""

from __future__ import annotations

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from cardtable.jackpot import moves
from cardtable.jackpot.meter import PRIZES
from cardtable.records import dumps
from cardtable.rules.round import Refused
from sim.chips.power import Power, PowerCut
from tests.integration.vault.devices import Devices

WAGERS = st.lists(
    st.tuples(st.integers(1, 400), st.one_of(st.none(), st.none(), st.sampled_from(PRIZES))),
    max_size=5,
)


class Table(RuleBasedStateMachine):
    """A vault, and beside it what it must know after every input."""

    @initialize()
    def install(self):
        self.devices = Devices(bus=False)
        self.vault = self.devices.installed()
        self.round = 0
        self.shown = self.vault.books.meter.display
        self.may_fall = False

    # ---- what happens at a table

    @rule(wagers=WAGERS)
    def play_a_round(self, wagers):
        meter = self.vault.books.meter
        self.round += 1
        self._write([("round", self.round, "canberra", "00ff", None, []), ("canberra", 0, [])])
        if meter.locked:
            wagers = []
        jackpots = [(seat + 1, *wager) for seat, wager in enumerate(wagers)]
        display = self.vault.books.meter.display
        records = moves.settle(self.vault.books, jackpots, lambda _: display)
        if [r for r in records if r[0] == "jackpot_hit"]:
            self.may_fall = True
        self._write([("end", "settled", None), *records])

    @rule(which=st.integers(0, 3))
    def an_attendant_pays(self, which):
        pending = self.vault.books.meter.pending
        if pending:
            self.may_fall = True
            hit = pending[which % len(pending)][0]
            self._judged(moves.confirm, self.vault.books, hit, "ann")

    @rule(
        name=st.sampled_from(["start_up", "ceiling", "pool_share", "most_in"]),
        value=st.integers(0, 3_000_000),
    )
    def a_parameter_is_to_change(self, name, value):
        self._judged(moves.change, self.vault.books, name, value, "sue")

    @rule(pool=st.integers(-5_000, 5_000), reserve=st.integers(-5_000, 5_000))
    def a_supervisor_corrects(self, pool, reserve):
        self.may_fall = True
        self._judged(moves.correct, self.vault.books, pool, reserve, 0, "sue", "count")

    @precondition(lambda self: self.vault.books.meter.held)
    @rule(part=st.integers(0, 100))
    def what_is_held_is_freed(self, part):
        held = self.vault.books.meter.held
        self._judged(moves.free, self.vault.books, held * part // 100, "sue")

    @rule(mode=st.sampled_from(["live", "live", "test"]))
    def the_mode_changes(self, mode):
        self._judged(moves.set_mode, self.vault.books, mode)

    @rule()
    def the_board_has_time(self):
        try:
            while self.vault.work_on():
                pass
        except PowerCut:
            self._start_again()

    @rule()
    def the_host_has_everything(self):
        self.vault.journal.acknowledge(self.vault.journal.last)

    @rule(writes=st.integers(0, 900))
    def somebody_will_trip_over_the_cable(self, writes):
        self.devices.power.cut_after = self.devices.power.points + writes

    @rule()
    def restart(self):
        self._start_again()

    # ---- what always holds

    @invariant()
    def the_books_balance(self):
        if hasattr(self, "vault"):
            assert self.vault.books.why_not() is None

    @invariant()
    def the_display_falls_only_by_a_win_or_a_correction(self):
        if hasattr(self, "vault"):
            display = self.vault.books.meter.display
            assert display >= self.shown or self.may_fall
            self.shown = display
            self.may_fall = False

    # ---- inside

    def _judged(self, move, *given):
        try:
            records = move(*given)
        except Refused:
            return
        self._write(records)

    def _write(self, records):
        vault = self.vault
        before = vault.journal.chain.number, dumps(vault.books.dump())
        try:
            vault.write_all(records)
        except PowerCut:
            self._start_again()
            number = self.vault.journal.chain.number
            assert number in (before[0], before[0] + len(records))
            if number == before[0]:
                assert dumps(self.vault.books.dump()) == before[1]
                self.vault.write_all(records)  # the people do it again

    def _start_again(self):
        known = None
        if not self.devices.power.off:
            chain = self.vault.journal.chain
            known = chain.number, chain.last, dumps(self.vault.books.dump())
        self.devices = self.devices.after_cut()
        self.devices.power = self.devices.fram.power = self.devices.flash.power = Power()
        self.vault = self.devices.opened()
        if known is not None:
            chain = self.vault.journal.chain
            assert known == (chain.number, chain.last, dumps(self.vault.books.dump()))


Table.TestCase.settings = settings(max_examples=40, stateful_step_count=30, deadline=None)
TestAnySequence = Table.TestCase
