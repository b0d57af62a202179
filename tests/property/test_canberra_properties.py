"""Both editions of Canberra Poker played at random, with mistakes: what holds after each input."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from cardtable.desk.record_kinds import KINDS
from cardtable.rules import places
from cardtable.rules.cards import card_text
from cardtable.rules.inputs import INPUTS
from cardtable.rules.round import Refused
from tests.property.canberra.faces import faces
from tests.unit.firmware.canberra_rounds import D, Felt, snapshot

SEATS = st.integers(1, 4)
PLACES = st.one_of(SEATS, st.sampled_from([D, D, places.SHOE, places.BOARD]))
CARDS = st.integers(0, 51).map(card_text)
CENTS = st.sampled_from([0, 100, 200, 500, 700, 1000, 2000, 30000, 200000])
RULES = st.sampled_from([None, "13.2", "16.1"])

# The ordinary course of a round: taken when, and only when, it is expected.
ORDINARY = ("ante", "jackpot", "begin", "bet", "fold", "show", "declare", "collect")

ODD = st.one_of(
    st.tuples(st.just("ante"), SEATS, CENTS),
    st.tuples(st.sampled_from(["jackpot", "fold", "declare", "see"]), SEATS),
    st.tuples(st.just("bet"), SEATS, st.one_of(st.none(), CENTS)),
    st.tuples(st.just("show"), PLACES, st.none()),
    st.tuples(st.just("collect"), st.one_of(st.none(), SEATS)),
    st.tuples(st.just("begin")),
    st.tuples(st.just("card"), PLACES, CARDS),
    st.tuples(st.just("expose"), PLACES),
    st.tuples(st.just("count"), st.one_of(SEATS, st.just(D)), st.sampled_from([4, 5, 5, 5, 6])),
    st.tuples(st.just("discard"), SEATS, CARDS),
    st.tuples(st.just("move"), CARDS, st.just(places.DISCARD), SEATS),
    st.tuples(st.just("display"), CENTS),
    st.tuples(st.just("box_limit"), SEATS, CENTS),
    st.tuples(st.just("other_deck"), PLACES),
    st.tuples(st.just("shoe_fail")),
    st.tuples(st.just("wait"), st.just(90000)),
    st.tuples(st.just("rule_fold"), SEATS),
    st.tuples(st.sampled_from(["rule_return"]), SEATS, RULES),
)
# These end most rounds, so they come seldom.
END = st.tuples(st.sampled_from(["rule_void", "rule_misdeal"]), RULES)

TABLES = st.one_of(
    st.tuples(st.just("canberra"), st.sampled_from(["shoe", "packets"])),
    st.tuples(st.just("canberra-1997"), st.just("shoe")),
)


class CanberraMachine(RuleBasedStateMachine):
    """A table where anything may happen."""

    @initialize(table=TABLES, ante_max=st.sampled_from([1000, 20000]), tournament=st.integers(0, 7))
    def open(self, table, ante_max, tournament):
        game, deal = table
        self.table = (game, (1, 2, 3, 4))
        self.given = {"deal": deal, "ante_max": ante_max, "tournament": int(tournament == 0)}
        self.felt = Felt(*self.table, **self.given)
        self.deck = [card_text(card) for card in range(52)]

    @property
    def over(self) -> bool:
        return self.felt.round.outcome is not None

    @precondition(lambda self: not self.over)
    @rule(data=st.data())
    def what_is_expected(self, data):
        """Whatever is expected is taken, when its open fields are filled in."""
        kind, *fields = data.draw(st.sampled_from(self.felt.round.expects()))
        if kind == "card":
            fields[1] = self._face(data)
        elif kind == "ante" and fields[0] is None:
            free = [seat for seat in (1, 2, 3, 4, 5) if seat not in self.felt.round.boxes]
            fields = [data.draw(st.sampled_from(free)), 500]
            if fields[0] == 5:
                return  # nobody sits there
        elif kind == "move":
            fields[0] = self.felt.sealer.face(self.felt.round.boxes[fields[2]].racked[0])
        if kind == "show" and len(fields) == 1:
            fields.append(None)
        self.felt.give(kind, *fields)

    @precondition(lambda self: not self.over)
    @rule(data=st.data())
    def the_deal_goes_on(self, data):
        """Cards as they are due, so that rounds get somewhere."""
        for _ in range(data.draw(st.integers(1, 25))):
            due = [one for one in self.felt.round.expects() if one[0] == "card"]
            if not due or self.over:
                return
            self.felt.give("card", due[0][1], self._face(data))

    @precondition(lambda self: not self.over)
    @rule(given=ODD)
    def anything(self, given):
        self._try(given)

    @precondition(lambda self: not self.over and self.felt.round.phase == "collect")
    @rule(given=END)
    def the_supervisor_ends_it(self, given):
        self._try(given)

    @precondition(lambda self: self.over)
    @rule(given=ODD)
    def the_next_round(self, given):
        assert self.felt.refused(*given)[0] == "round_is_over"
        self.felt = Felt(*self.table, **self.given)

    def _try(self, given: tuple[Any, ...]) -> None:
        assert INPUTS.why_not(given) is None
        table = self.felt.round
        expects = table.expects()
        if table.why_not(given) is None:
            assert _may_come(given, expects), given
            self.felt.give(*given)
        else:
            assert not _is_expected(given, expects), (given, table.why_not(given))
            _, cited = self.felt.refused(*given)
            assert cited.startswith(table.document) and cited != table.document + " "

    def _face(self, data) -> str:
        used = set(faces(self.felt.round))
        left = [face for face in self.deck if face not in used]
        return data.draw(st.sampled_from(left))

    @invariant()
    def the_records_alone_make_the_same_round(self):
        if hasattr(self, "felt"):
            assert snapshot(self.felt.again()) == snapshot(self.felt.round)

    @invariant()
    def there_is_always_a_way_on(self):
        if hasattr(self, "felt"):
            table = self.felt.round
            assert bool(table.expects()) != self.over
            if not self.over:
                assert table.why_not(("rule_void", None)) is None

    @invariant()
    def what_ended_is_accounted_for(self):
        if hasattr(self, "felt") and self.over:
            won, on_table, house, pools = self.felt.round.money()
            assert on_table == 0 and won + house + pools == 0
            assert self.felt.round.outcome in ("settled", "void", "misdeal")
            assert (self.felt.round.outcome != "misdeal") or self.felt.game == "canberra-1997"


def _is_expected(given: tuple[Any, ...], expects: list[tuple[Any, ...]]) -> bool:
    """Whether an input is among what is expected, with every field told."""
    kind, *fields = given
    if kind == "show":
        fields = fields[:1]
    for one in expects:
        wanted = list(one[1:])
        if kind == "bet" and fields[1] is None:  # the one bet there is
            wanted[1:] = [None]
        if one[0] == kind and wanted == fields:
            return True
    return False


def _may_come(given: tuple[Any, ...], expects: list[tuple[Any, ...]]) -> bool:
    """The same; an ante is expected without its seat and amount."""
    if given[0] == "ante" and given[2]:
        return ("ante", None, None) in expects
    return given[0] not in ORDINARY or _is_expected(given, expects)


TestCanberra = CanberraMachine.TestCase
TestCanberra.settings = settings(max_examples=120, stateful_step_count=40)


# ---- non-interference

_PUBLIC = st.lists(
    st.one_of(
        st.tuples(st.just("bet"), SEATS, st.one_of(st.none(), st.just(1000))),
        st.tuples(st.sampled_from(["fold", "declare", "see", "rule_fold"]), SEATS),
        st.tuples(st.just("expose"), SEATS),
        st.tuples(st.just("count"), SEATS, st.just(5)),
        st.tuples(st.just("collect"), st.one_of(st.none(), SEATS)),
        st.tuples(st.just("show"), SEATS, st.none()),
    ),
    max_size=30,
)


@given(
    table=TABLES, one=st.permutations(range(52)), other=st.permutations(range(52)), script=_PUBLIC
)
def test_what_is_told_before_a_hand_is_shown_does_not_depend_on_it(table, one, other, script):
    """The same public script over two decks: the same records, refusals and expectations."""
    game, deal = table
    up = one[14]  # the dealer's last card lies open, so it is the same in both decks
    other = [card for card in other if card != up]
    other.insert(14, up)
    told = [_told(game, deal, deck, script) for deck in (list(one), other)]
    assert told[0] == told[1]


def _told(game: str, deal: str, deck: list[int], script: list[tuple[Any, ...]]) -> list[Any]:
    felt = Felt(game, (1, 2), deal=deal).wagers({1: 500, 2: 500}, [1, 2])
    seen: list[Any] = []

    def give(given: tuple[Any, ...]) -> None:
        try:
            made = felt.round.take(given)
        except Refused as refusal:
            seen.append(refusal.args)
            return
        for record in made:
            assert KINDS.why_not(record) is None
            masked = [part if _is_public(part) else "sealed" for part in record]
            seen.append(masked)
        seen.append(felt.round.expects())

    places_in_order = [1, 2, D] * 5 if deal != "packets" else [1] * 5 + [2] * 5 + [D] * 5
    for card, place in zip(deck, places_in_order, strict=False):
        give(("card", place, card_text(card)))
    for public in script:
        # A hand is shown by the dealer's turning it, or when a declared one is collected.
        collected = [public[1]] if public[0] == "collect" and public[1] else [1, 2]
        boxes = felt.round.boxes
        opens = public[0] == "collect" and any(
            seat in boxes and boxes[seat].declared and not boxes[seat].folded for seat in collected
        )
        if felt.round.outcome is None and not opens:
            give(public)
    return seen


def _is_public(part: Any) -> bool:
    return not (isinstance(part, str) and len(part) == 32)
