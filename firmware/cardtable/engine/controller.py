"""The croupier: opens rounds, gives them what happens, writes down what they say.

placed → judged → recorded: the records of one input are kept together, all or none.
"""

import sys

from cardtable.rules.round import NOT_KEYED, Refused, closes, names_cards
from cardtable.rules.seals import restored
from cardtable.unload import forget
from cardtable.vault.vault import Stopped

# A round that has begun: a wager, or a card
_BEGINS = ("ante", "post", "jackpot", "players", "deal")


def _no_rack(card):
    """No reader under the discards: people see where a card lies."""
    return not card


class RoundController:
    """Keeps one game going.

    `game` makes rounds (`new_round(number)`), settles meters (`after(round)`), refuses what is
    not the round's to judge (`guard(input)`), knows what a round must be told when the books have
    moved beside it (`news(round)`) and rebuilds a round (`restore(records, private)`, or
    `give_up()` when that is impossible; `resume(records)` of the last one, between rounds).
    """

    def __init__(self, vault, game):
        self.vault = self._vault = vault
        self.game = self._game = game
        self._sealed = 0  # cards under seals when the vault last heard of them
        self.number = 0
        self.round = None  # None while no round may be opened
        self.refusal = None  # of the last input: Refused, or None when it was taken
        self._before = None  # (its first record, what its seals hide): the round before
        self.listeners = []  # told every record after it is kept: (kind, field, …)
        self.busy = False  # an input is being judged
        self.taken = False  # the last one
        self._rare = ()  # modules that rare inputs have loaded
        self._keeps = False  # records are being kept, or listeners told
        self._kept = False  # the last ones
        self._found = []  # what is to be kept behind them
        # What may be taken back (taking_back.py)
        self.latest = 0  # the first record of an entry that its dealer may still take back
        self.rebuilds = False  # the round is being built anew
        self.undone = ()  # records that are taken back, for the listeners
        self.in_rack = _no_rack  # in_rack(card): whether a reader has seen it in the discards
        self.on_long = None  # called before a piece of work that may take tens of milliseconds
        self.on_rebuild = None  # told the round that another takes the place of

    def start(self):
        """Go on with the round that a restart interrupted, or begin one; True when it goes on."""
        vault = self._vault
        self.number = vault.books.round
        if not vault.round_at:
            self._game.resume(vault.last_round())
            self.open()
            return False
        if vault.round_at < vault.journal.first:
            # Its beginning went with a damaged file, which the host has. Seats are taken anew.
            self._keep([("fault", "round_lost", "vault", 1), ("end", "void", None)])
            self.open()
            return False
        self.round = self._game.restore(vault.open_round(), vault.private())
        if self.round is not None:
            self._sealed = self.round.sealer.count
            self._tell_news()  # the cut may have come before
            return True
        # Its hidden cards are gone, or it was opened under other determinations: only a round that
        # somebody had a stake in is lost by that.
        lost = [("fault", "round_lost", "vault", 1)] if _touched(vault.open_round()) else []
        self._keep(lost + self._game.give_up())
        self.open()
        return False

    def open(self):
        """Begin the next round with its snapshot, if the vault has room for one."""
        for _ in self._opening():
            pass

    def _opening(self):
        self.round = None
        if self._vault.why_not_round() is not None:
            return
        made, snapshot = self._game.new_round(self.number + 1)
        self._sealed = 0
        yield from self._keeping(snapshot)
        if self._kept:
            self.number += 1
            self.round = made
            self.latest = 0

    def give(self, given):
        """Judge one input; True when it was taken. Not while another is being judged."""
        for _ in self.giving(given, False):
            pass
        return self.taken

    def giving(self, given, waits=True):
        """The same in pieces, for a task; `taken` says what came of it.

        While it is `busy` what another task gives waits, and what is recorded waits behind it.
        """
        while waits and self.busy:  # a console's input, while a key was pressed: that comes first
            yield 1
        self.busy = True
        self.taken = False
        self.refusal = None
        try:
            if self.round is None:
                yield from self._opening()
            if given[0] == "take_back":
                yield from self._taking_back(given)
                return
            yield from self._preparing(given[0])
            # A linked pool's sign has moved, and no record of this table said so.
            news = None if self.round is None else self._game.news(self.round)
            told = (self._judged(news) or []) if news else []
            records = self._judged(given)
            yield 0
            if records is None:
                yield from self._keeping(told + [self._refused(given)])
                return
            records = told + records
            played = self.round
            assert played is not None
            if not records:  # it changes nothing: there is nothing to keep
                self.taken = True
                return
            over = played.outcome is not None
            if over:
                records = records + self._game.after(played)
                yield 0
            first = self._vault.journal.chain.number + len(told) + 1
            keyed = given[0] not in NOT_KEYED
            if keyed:
                self._vault.entry(first)
            yield from self.keeping_of(played, records)
            if not self.taken:
                return
            if keyed:
                self.latest = first
            elif closes(given, records[len(told) :]):
                self.latest = 0
            if over:
                self._before = (self._vault.round_was, played.sealer.dump())  # not 70 seals
                played = records = None  # let go of before the next is made: 8 kB
                yield from self._opening()
        finally:
            self.busy = False

    def keeping_of(self, played, records):
        """Keep what the round has made, with what its seals hide; `taken` when it is kept."""
        private = None
        if played.sealer.count != self._sealed:
            self._sealed = played.sealer.count
            private = played.sealer.dump()
        yield from self._keeping(records, private)
        if self._kept:
            self.taken = True
        else:
            self.round = None  # it is ahead of what was kept: a restart brings it back

    def _taking_back(self, given):
        from cardtable.engine.taking_back import taking_back

        try:
            yield from taking_back(self, *given[1:])
            return
        except Refused as refusal:
            self.refusal = refusal
        except Exception:
            self._again()
            self.refusal = Refused("judge_failed", "")
        yield from self._keeping([self._refused(given)])

    def _preparing(self, kind):
        """Load what a rare input needs; and a look at the keys before each piece that is long."""
        for name in self._to_load(kind):
            if self.on_long is not None:
                self.on_long()
                yield 0
            __import__(name)
            yield 0
        if self.on_long is not None:
            self.on_long()
            yield 0

    def _to_load(self, kind):
        """Modules that a rare input needs and nobody has loaded; once cards go on, they go again:
        a board has no room for what hardly ever happens."""
        if kind == "card":
            if self._rare:
                forget(self._rare)
                self._rare = ()
            return ()
        if self.round is None:
            return ()
        names = ["cardtable.rules." + name for name in self.round.rare_modules(kind)]
        self._rare += tuple([name for name in names if name not in self._rare])
        return [name for name in names if name not in sys.modules]

    def _judged(self, given):
        """The records that the round makes of it; None when it is refused."""
        if self.round is None:
            self.refusal = Refused(self._vault.why_not_round() or "no_round", "")
            return None
        try:
            self._game.guard(given)
            return self.round.take(given)
        except Refused as refusal:
            self.refusal = refusal
        except Exception:
            # It may have been taken half: what was kept is what counts.
            self._again()
            self.refusal = Refused("judge_failed", "")
        return None

    @property
    def begun(self):
        """True while money or cards are in a round: firmware and configuration stay as they are."""
        return self.rebuilds or (self.round is not None and self.round.in_play())

    def disputed(self):
        """(first record, sealer) of the round whose hands may be opened; Refused when none is."""
        if self.begun and self.round is not None:
            return self._vault.round_at, self.round.sealer
        if self._before is None:
            raise Refused("no_round", "")
        return self._before[0], restored(self._before[1])

    def _again(self):
        """The round as its records have it."""
        vault = self._vault
        self._keep([("fault", "judge_failed", "round", 1)])
        self.round = self._game.restore(vault.open_round(), vault.private())

    def refuse(self, given, code, rule):
        """Write down that an input was not taken, and why: False."""
        self.refusal = Refused(code, rule)
        self.record(self._refused(given))
        return False

    def _refused(self, given):
        told = [given[0]] if names_cards(given) else list(given)
        return ("refused", told, self.refusal.code, self.refusal.rule)  # type: ignore[union-attr]

    def record(self, body):
        """Keep one fact and tell whoever listens on the board."""
        if self._keeps:
            self._found.append(body)
        else:
            self._keep([body])

    def move(self, bodies):
        """Keep what moves the books beside the round: a payment, a correction, a gaming day."""
        kept = self._keep(bodies)
        if kept:
            self._tell_news()
        return kept

    def _tell_news(self):
        """The sign has changed: the round learns of it; if it has begun, for the next one."""
        news = None if self.round is None else self._game.news(self.round)
        if news is not None:
            self.give(news)

    def _keep(self, bodies):
        """True when they are kept; False once the vault has stopped play."""
        for _ in self._keeping(bodies):
            pass
        return self._kept

    def _keeping(self, bodies, private=None):
        """The same in pieces; what is recorded meanwhile is kept behind it: a board's stack is
        too small for a record within a record."""
        if len(bodies) == 1 and self._vault.held_back(bodies[0]):
            self._kept = True
            return
        self._keeps = True
        self._kept = False
        try:
            yield from self._vault.writing(bodies, private)
            self._kept = True
            for body in bodies:
                for listener in self.listeners:
                    listener(body)
                yield 0
            while self._found:
                body = self._found.pop(0)
                if self._vault.held_back(body):
                    continue
                yield from self._vault.writing((body,))
                for listener in self.listeners:
                    listener(body)
        except Stopped:
            self._found.clear()
        finally:
            self._keeps = False


def _touched(records):
    """Whether anybody has wagered, or a card was dealt."""
    for record in records:
        if record[0] in _BEGINS:
            return True
    return False
