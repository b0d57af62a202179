"""Hold-Em and Omaha played at random, with mistakes: what must hold after every input."""

from __future__ import annotations

from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
)

from cardtable.desk import games
from cardtable.desk.record_kinds import KINDS
from cardtable.rules import places
from cardtable.rules.cards import card_text
from cardtable.rules.round import Refused
from cardtable.rules.seals import Open, Sealer
from tests.property.snapshots import snapshot

SEATS = st.integers(1, 10)
CENTS = st.sampled_from([1, 50, 100, 150, 200, 400, 1000, 2037, 5000, 100_000])
PLACES = st.one_of(SEATS, st.sampled_from([places.BOARD, places.BURN, places.DEALER, places.SHOE]))
CARDS = st.integers(0, 51).map(card_text)
RULES = st.sampled_from([None, "17.1(b)", "C19.1.b", "19.3"])

# What nobody expects: most of it is refused, some of it is an irregularity.
ODD = st.one_of(
    st.tuples(st.sampled_from(["check", "call", "all_in", "fold", "call_fold"]), SEATS),
    st.tuples(st.sampled_from(["bet", "raise", "over_blind", "post", "join", "buy"]), SEATS, CENTS),
    st.tuples(st.sampled_from(["see", "muck", "clock", "rule_fold", "leave"]), SEATS),
    st.tuples(st.just("change_seat"), SEATS, SEATS),
    st.tuples(st.just("card"), PLACES, CARDS),
    st.tuples(st.just("expose"), PLACES),
    st.tuples(st.just("move"), CARDS, SEATS, PLACES),
    st.tuples(st.just("discard"), SEATS, CARDS),
    st.tuples(st.just("show"), SEATS, st.one_of(st.none(), st.lists(CARDS, max_size=5))),
    st.tuples(st.just("wait"), st.sampled_from([1000, 60000, 90000])),
    st.tuples(st.sampled_from(["begin", "expose_cut"])),
    st.tuples(st.sampled_from(["rule_misdeal", "rule_void"]), RULES),
)


@st.composite
def conditions(draw: Any) -> tuple[str, dict[str, Any]]:
    """A game and determinations that do not contradict each other."""
    game = draw(st.sampled_from(["holdem", "omaha"]))
    limits = ["fixed", "half-pot", "full-pot", "no-limit", "straddle"]
    given: dict[str, Any] = {
        "limit": draw(st.sampled_from(limits)),
        "burn": draw(st.integers(0, 1)),
        "follow": draw(st.sampled_from(["bets", "bets", "bets", "cards"])),
    }
    if draw(st.integers(0, 4)) == 0:
        given["ante"] = draw(st.sampled_from([50, 100, 300]))
    else:
        given["blinds"] = draw(st.sampled_from([[100], [100, 200], [100, 200, 400], [200, 200]]))
    if game == "omaha":
        given["blind_kind"] = draw(st.sampled_from("ABC"))
        given["commission"] = draw(st.sampled_from(["none", "act-5", "act-10", "time"]))
        given["win"] = draw(st.sampled_from(["high", "low", "high-low"]))
        if given["win"] == "high-low":
            given["low_qualifier"] = draw(st.sampled_from([0, 8]))
    else:
        given["commission"] = draw(st.sampled_from(["none", "tas-holdem"]))
    return game, given


class PokerRound(RuleBasedStateMachine):
    @initialize(
        chosen=conditions(),
        stacks=st.dictionaries(
            SEATS, st.sampled_from([50, 150, 500, 2000, 2037, 10000]), min_size=3, max_size=8
        ),
        first=st.booleans(),
        sealed=st.booleans(),
        dealt=st.booleans(),
        order=st.permutations(range(52)),
    )
    def begin(self, chosen, stacks, first, sealed, dealt, order):
        self.game, given = chosen
        # A seal's salt depends on how many there are: a second sealer must see the same cards.
        self.sealer = Sealer(b"secret") if sealed else Open()
        marker = None if first else min(stacks)
        self.round = games.start(self.game, given, list(stacks.items()), marker, self.sealer)
        self.records = list(self.round.opening)
        self.total = sum(stacks.values())
        self.deck = [card_text(card) for card in order]
        while dealt and self.round.phase in ("before", "deal") and self.round.street == 0:
            # Straight to the first betting round: rounds that begin in the middle go further.
            due = next(given for given in self.round.expects() if given[0] == "card")
            self.give(self.filled(due, None), True)

    def give(self, given: tuple, expected: bool) -> None:
        """One input: `why_not` and `take` agree, and what is refused changes nothing."""
        before = snapshot(self.round)
        why = self.round.why_not(given)
        assert snapshot(self.round) == before, "asking changes nothing"
        try:
            made = self.round.take(given)
        except Refused as refusal:
            assert why is not None and (why.code, why.rule) == (refusal.code, refusal.rule)
            assert refusal.rule.startswith(self.round.document)
            assert snapshot(self.round) == before, "a refused input leaves the state equal"
            assert not expected, f"{given} was expected: {refusal.code} {refusal.rule}"
            return
        assert why is None, f"{given} was taken: {why}"
        for record in made:
            assert KINDS.why_not(record) is None, record
            if record[0] in ("join", "buy"):
                self.total += record[2]
            elif record[0] == "leave":
                self.total -= record[2]
        self.records += made

    def in_play(self) -> bool:
        return hasattr(self, "round") and self.round.outcome is None

    @precondition(in_play)
    @rule(data=st.data())
    def something_expected(self, data):
        expects = self.round.expects()
        assert expects, "something is expected until the round ends"
        offered = [given for given in expects if given[0] not in ("leave", "buy", "join")]
        given = data.draw(st.sampled_from(offered or expects))
        self.give(self.filled(given, data), True)

    @precondition(in_play)
    @rule(data=st.data(), count=st.integers(2, 12))
    def several_expected(self, data, count):
        # Rounds get further this way than by single steps among odd ones.
        for _ in range(count):
            if self.round.outcome is None:
                self.something_expected(data)

    @precondition(in_play)
    @rule(given=ODD)
    def something_odd(self, given):
        self.give(given, False)

    @precondition(lambda self: self.in_play() and self.round.phase == "bets" and self.round.bets)
    @rule(data=st.data())
    def chips_go_wrong(self, data):
        """Short, between call and raise, out of turn, too late: then play goes on a little."""
        turn, level = self.round.to_act(), self.round.betting.level
        wrong = [("bet", turn, level - 1), ("raise", turn, level + 1), ("clock", turn)]
        for seat in self.round.players:
            if seat != turn:
                wrong += [("call", seat), ("raise", seat, 2 * level + 100), ("bet", seat, level)]
                wrong += [("raise", seat, level + 1), ("all_in", seat), ("fold", seat)]
        self.give(data.draw(st.sampled_from(wrong)), False)
        self.several_expected(data, data.draw(st.integers(1, 3)))

    @precondition(in_play)
    @rule(data=st.data())
    def a_likely_mistake(self, data):
        mistakes = self.mistakes()
        if mistakes:
            self.give(data.draw(st.sampled_from(mistakes)), False)

    def mistakes(self) -> list[tuple]:
        """What goes wrong at tables, fitted to the situation: most of it is taken."""
        played = self.round
        card = next(c for c in self.deck if played.place_of(c) is None)
        seats = played.players or played.seated
        if played.phase == "before":
            return [("post", seat, 200) for seat in seats]
        if played.phase == "show":
            return [("show", seat, played.held[seat][:1]) for seat in played.in_hand()] + [
                ("card", places.BOARD, card)
            ]
        found: list[tuple] = [("card", seat, card) for seat in range(1, 11)]
        found += [("expose", seat) for seat in seats] + [("see", seat) for seat in seats]
        found += [("card", places.BOARD, card), ("expose", places.SHOE)]
        for seat in range(1, 11):
            for token in played.held[seat][-1:]:
                face = self.sealer.face(token)
                found += [("move", face, seat, other) for other in seats if other != seat]
                found += [("move", face, seat, places.SHOE), ("discard", seat, face)]
        return found

    @precondition(lambda self: hasattr(self, "round") and self.round.outcome is not None)
    @rule(given=ODD)
    def nothing_after_the_end(self, given):
        assert self.round.expects() == []
        refusal = self.round.why_not(given)
        assert refusal is not None and refusal.code == "round_is_over"

    def filled(self, given: tuple, data: Any) -> tuple:
        """An expected input with its open fields filled in."""
        if given[0] == "card":
            card = next(c for c in self.deck if self.round.place_of(c) is None)
            return ("card", given[1], card)
        if given[0] in ("bet", "raise"):
            least, most = given[2]
            return (
                given[0],
                given[1],
                data.draw(st.sampled_from([least, most, (least + most) // 2])),
            )
        if given[0] == "join":
            free = [seat for seat in range(1, 11) if seat not in self.round.seated]
            return ("join", free[0], 1000)
        if given[0] == "buy":
            return ("buy", given[1], 500)
        return given

    @precondition(lambda self: hasattr(self, "round"))
    @invariant()
    def money_in_is_money_out(self):
        assert sum(self.round.money()) == self.total
        for place in (self.round.stack, self.round.bet, self.round.front, self.round.put):
            assert min(place) >= 0
        if self.round.outcome is not None:
            assert self.round.money()[1] == 0, "no chip stays on the table"

    @precondition(lambda self: hasattr(self, "round"))
    @invariant()
    def every_card_is_in_one_place(self):
        played = self.round
        tokens = played.board + played.burnt + played.discards
        for held in played.held:
            tokens = tokens + held
        faces = [self.sealer.face(token) for token in tokens]
        assert len(faces) == len(set(faces))

    @precondition(lambda self: hasattr(self, "round"))
    @invariant()
    def the_records_rebuild_the_state(self):
        again = games.make(self.game, self.round.values, self.sealer)
        for record in self.records:
            again.apply(record)
        assert snapshot(again) == snapshot(self.round)

    def teardown(self):
        """However the round stands, it can be brought to its end by what is expected."""
        if not hasattr(self, "round"):
            return
        for _ in range(400):
            if self.round.outcome is not None:
                return
            expects = [g for g in self.round.expects() if g[0] not in ("leave", "buy", "join")]
            if not expects:
                break  # too few players are seated: nothing has begun
            given = expects[0]
            if given[0] in ("bet", "raise"):
                given = (given[0], given[1], given[2][0])
            self.give(self.filled(given, None) if given[0] == "card" else given, True)
        assert self.round.phase == "before" or self.round.outcome is not None


TestPokerRound = PokerRound.TestCase
TestPokerRound.settings = settings(max_examples=200, stateful_step_count=30, deadline=None)
