"""Freeze-out: stud's alternative conditions of play, down to the last player (TGC-2006 B16)."""

from cardtable.rules.round import Refused
from cardtable.rules.stud_final import Final


def ante_of(wager, eliminated):
    """The ante: the original minimum wager, and once more for each player eliminated (B16.5)."""
    return wager * (1 + eliminated)


class FreezeOut(Final):
    """What changes when `freeze_wager` is determined; without it, nothing."""

    def open(self, number, fingerprint, seats, marker, lap=0, gone=0):
        wager = self.values["freeze_wager"]
        gone = max(gone, self.values["freeze_eliminated"])
        if wager and marker is None and not gone:
            if len({entry[1] for entry in seats}) > 1:
                raise Refused("equal_buy_ins", self.document + " B16.1")
        made = super().open(number, fingerprint, seats, marker, lap)
        if wager:
            self._emit("freeze_out", gone, ante_of(wager, gone), self._rule("freeze_ante"))
        return made

    def _not_in_freeze_out(self, code, key):
        if self.values["freeze_wager"]:
            self._refuse(code, self.cites[key])

    def _expects_before(self):
        told = super()._expects_before()
        if self.values["freeze_wager"]:
            told = [given for given in told if given[0] in ("begin", "card")]
        return told

    def _judge_join(self, seat, amount):
        self._not_in_freeze_out("nobody_joins_a_freeze_out", "freeze_join")
        super()._judge_join(seat, amount)

    def _judge_buy(self, seat, amount):
        self._not_in_freeze_out("no_chips_in_a_freeze_out", "freeze_chips")
        super()._judge_buy(seat, amount)

    def _judge_leave(self, seat):
        if self.stack[seat]:
            self._not_in_freeze_out("nobody_leaves_a_freeze_out", "freeze_leave")
        super()._judge_leave(seat)

    def _why_not_ready(self):
        if self.values["deck"] < 52 and len(self._active()) > 5:
            return "deck"  # B3.4.a
        return super()._why_not_ready()

    def _finish(self, key):
        wager = self.values["freeze_wager"]
        for seat in self.players if wager and self.bets else ():
            if not self.stack[seat]:
                ante = ante_of(wager, self.eliminated + 1)
                self._emit("eliminated", seat, ante, self._rule("freeze_ante"))
        super()._finish(key)

    def _apply_freeze_out(self, gone, ante, rule):
        self.eliminated = gone
        self.values = dict(self.values)  # the table's own stay as they were determined
        self.values["ante"] = ante

    def _apply_eliminated(self, seat, ante, rule):
        self.eliminated += 1  # next_round.py carries it over
