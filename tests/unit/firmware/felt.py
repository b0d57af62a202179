"""A round of poker for tests on both interpreters: short words in, facts out.

    felt = Felt("holdem", {1: 200, 2: 200, 3: 200}, marker=1)
    felt.do("deal, 3 call, 1 raise 6, 2 fold")
    felt.refused("3 check", "C13.2")

Amounts are dollars. `deal` deals every card that is due, from a deck in its order or from `cards`.
"""

from cardtable.desk import games
from cardtable.desk.card_lists import parse_cards
from cardtable.rules.cards import card_text
from cardtable.rules.round import Refused
from cardtable.rules.seals import Open

_PLAIN = ("check", "call", "fold", "all_in", "call_fold", "muck", "see", "clock", "leave", "stand")
_PLAIN += ("away", "back", "declare")
_MONEY = ("bet", "ante", "chip", "table_min", "stake", "max", "buy_in", "wager")


class Felt:
    def __init__(self, game, stacks, marker=None, cards="", **given):
        for name in given:
            if name == "blinds":
                given[name] = [100 * level for level in given[name]]
            elif name.endswith(_MONEY):
                given[name] *= 100
        seats = [(seat, 100 * stacks[seat]) for seat in stacks]
        self.round = games.start(game, given, seats, marker, Open())
        self.records = list(self.round.opening)
        self.total = sum([cents for _, cents in seats])
        self._cards = [card_text(card) for card in parse_cards(cards)]

    def take(self, *given):
        made = self.round.take(given)
        self.records += made
        for record in made:
            if record[0] in ("join", "buy"):
                self.total += record[2]
            elif record[0] == "leave":
                self.total -= record[2]
        assert sum(self.round.money()) == self.total, (given, self.round.money())
        return made

    def do(self, text):
        for phrase in text.split(","):
            words = phrase.split()
            if words == ["deal"]:
                self._deal()
            else:
                self.take(*_input(words))
        return self

    def refused(self, text, rule):
        """The input must be refused, cite the rule and change nothing."""
        before = self._state()
        try:
            self.round.take(_input(text.split()))
        except Refused as refusal:
            assert rule in refusal.rule, (text, refusal.code, refusal.rule)
            assert self._state() == before
            return self
        raise AssertionError("taken: " + text)

    def _state(self):
        table = self.round
        return repr((table.stack, table.bet, table.front, table.phase, table.to_act(), table.held))

    def _deal(self):
        while True:
            due = [given for given in self.round.expects() if given[0] == "card"]
            if not due:
                return
            self.take("card", due[0][1], self._next_card())

    def _next_card(self):
        if self._cards:
            return self._cards.pop(0)
        for code in range(52 - self.round.values["deck"], 52):
            if self.round.place_of(card_text(code)) is None:
                return card_text(code)
        raise AssertionError("no card left")

    def told(self, kind):
        return [record for record in self.records if record[0] == kind]

    def irregular(self):
        return " ".join([record[1] for record in self.told("irregular")])

    def stacks(self):
        """Dollars by seat."""
        return {seat: self.round.stack[seat] / 100 for seat in self.round.seated}

    def legal(self):
        return sorted([given[0] for given in self.round.expects()])


def _input(words):
    if words[0] == "card":
        return ("card", int(words[1]), words[2])
    if words[0].isdigit():
        seat = int(words[0])
        if words[1] in _PLAIN:
            return (words[1], seat)
        if words[1] == "show":
            return ("show", seat, words[2:] or None)
        if words[1] == "throw":
            return ("throw", seat, words[2:])
        if words[1] == "moves":
            return ("change_seat", seat, int(words[2]))
        return (words[1], seat, int(float(words[2]) * 100))
    if words[0] == "move":
        return ("move", words[1], int(words[2]), int(words[3]))
    if words[0] == "expose":
        return ("expose", int(words[1]))
    if words[0] == "wait":
        return ("wait", 1000 * int(words[1]))
    if words[0] in ("rule_misdeal", "rule_void"):
        return (words[0], words[1] if len(words) > 1 else None)
    if words[0] in ("rule_fold",):
        return (words[0], int(words[1]))
    return (words[0],)


def error_of(game, seats, **given):
    """The rule by which determinations are refused; empty when they stand."""
    try:
        Felt(game, dict.fromkeys(range(1, seats + 1), 200), **given)
    except Refused as refusal:
        return refusal.rule
    return ""
