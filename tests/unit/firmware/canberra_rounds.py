"""Rounds of Canberra Poker put on the felt in a few words, for tests on either interpreter."""

from cardtable.desk.card_lists import parse_cards
from cardtable.desk.record_kinds import KINDS
from cardtable.jackpot.prizes import boomerang_class
from cardtable.rules.canberra.game import Canberra
from cardtable.rules.cards import card_text
from cardtable.rules.determinations import resolve
from cardtable.rules.inputs import INPUTS
from cardtable.rules.places import DEALER
from cardtable.rules.round import Refused
from cardtable.rules.seals import Sealer

STACK = 100000
D = DEALER

# Hands that fit beside each other
NO_HAND = "QsJd9h7c2s"
ACE_KING = "AsKd9h5c3s"
PAIR = "8s8d4h3c2d"
FLUSH = "KhJh8h6h2h"
LOW = "Qd9c7s5d3h"


def faces(hand):
    """["As", "Kd", …] of a hand in one word."""
    return [card_text(card) for card in parse_cards(hand)]


class Felt:
    """A round, its records, and a watch on what must hold after each of them."""

    def __init__(self, game="canberra", seats=(1, 2, 3), display=2000000, advised=(), **given):
        self.values = resolve(game, given)
        self.game = game
        self.start = dict.fromkeys(seats, STACK)
        self.display = display
        self.advised = advised
        self.sealer = Sealer(b"a secret of 16 B")
        self.records = []
        self.round = self.fresh()

    def fresh(self):
        return Canberra(
            self.values,
            self.start,
            self.sealer,
            boomerang_class,
            self.display,
            self.advised,
            game=self.game,
        )

    def give(self, *given):
        """The records of one input; everything that must hold is checked."""
        assert INPUTS.why_not(given) is None, INPUTS.why_not(given)
        assert self.round.why_not(given) is None, (given, self.round.why_not(given))
        made = self.round.take(given)
        self.records += made
        for record in made:
            assert KINDS.why_not(record) is None, (record, KINDS.why_not(record))
        self.check()
        return made

    def refused(self, *given):
        """(code, rule) of the refusal, which changes nothing."""
        before = snapshot(self.round)
        told = self.round.why_not(given)
        try:
            self.round.take(given)
        except Refused as refusal:
            assert told is not None and told.args == refusal.args
            assert snapshot(self.round) == before, given
            return refusal.code, refusal.rule
        raise AssertionError("was taken: " + repr(given))

    def check(self):
        """Money adds up; stacks are what they were plus what was won."""
        table = self.round
        assert sum(table.money()) == 0, table.money()
        for seat in self.start:
            net = table.boxes[seat].net if seat in table.boxes else 0
            assert table.stacks[seat] == self.start[seat] + net
        if table.outcome in ("void", "misdeal"):
            assert table.stacks == self.start

    def again(self):
        """The round that the records alone make."""
        made = self.fresh()
        for record in self.records:
            made.apply(record)
        return made

    # ---- whole steps

    def wagers(self, antes, jackpots=()):
        for seat in sorted(antes):
            self.give("ante", seat, antes[seat])
        for seat in jackpots:
            self.give("jackpot", seat)
        return self

    def deal(self, hands, passes=5):
        """Card by card in the sequence of the deal: place → a hand in one word."""
        order = sorted([place for place in hands if place != D]) + [D]
        for n in range(passes):
            for place in order:
                self.give("card", place, faces(hands[place])[n])
        return self

    def packet(self, place, hand):
        for face in faces(hand):
            if self.round.outcome is None:
                self.give("card", place, face)
        return self

    def bets(self, *seats):
        for seat in seats:
            self.give("bet", seat, None)
        return self

    def shows(self, *places):
        for place in places:
            self.give("show", place, None)
        return self

    def settled(self, seat):
        """(ante, bet, result, rule) of the last settlement of a seat."""
        found = [record for record in self.records if record[0] == "settle" and record[1] == seat]
        return found[-1][2:]

    def kinds(self):
        return [record[0] for record in self.records]

    def irregular(self):
        """Rules of what was irregular, with what it was."""
        return [(r[1], r[2]) for r in self.records if r[0] == "irregular"]


def snapshot(table):
    """Everything a round knows, to be compared."""
    found = {}
    for name in dir(table):
        value = getattr(table, name)
        if name[0] == "_" or name == "boxes":
            continue
        if value is None or isinstance(value, (int, str, list, dict)):
            found[name] = sorted(value.items()) if isinstance(value, dict) else value
    found["boxes"] = [_box(table.boxes[seat]) for seat in sorted(table.boxes)]
    return repr(sorted(found.items()))


def _box(box):
    return [(name, getattr(box, name)) for name in dir(box) if name[0] != "_"]
