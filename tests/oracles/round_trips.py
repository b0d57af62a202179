"""Random rounds of every game between players, written as hand histories and read back.

The rounds are played by what the table says it expects; PokerKit, which has never heard of this
table, plays the exported file once more with its own pots and hands.
"""

from __future__ import annotations

import warnings
from collections import Counter
from decimal import Decimal
from random import Random
from typing import Any

from pokerkit import HandHistory, OmahaHoldemHand, StandardHighHand
from pokerkit.games import (
    NoLimitPokerMixin,
    OmahaHoldemMixin,
    Poker,
    SingleDraw,
    UnfixedLimitHoldem,
)
from pokerkit.state import BettingStructure, Opening, Street

from cardtable.desk import games
from cardtable.rules.determinations import default_of
from cardtable.rules.registry import PUCK
from cardtable.rules.round import Refused
from cardtable.rules.seals import Sealer
from host_tools.histories import reader
from host_tools.histories.hand import Hand, gathered
from host_tools.histories.replayer import replay
from host_tools.histories.writer import written
from host_tools.ledger.ledger import Entry
from host_tools.scenarios.taking_back import Entries
from tests.oracles import plain
from tests.oracles.draw_stud_conditions import conditions

GAMES = ("holdem", "omaha", "draw", "stud")
_TABLE = "t1"
_MOST = {"holdem": 9, "omaha": 8, "stud": 5}
_WEIGHTS = {"check": 6, "call": 6, "fold": 2, "bet": 3, "raise": 2, "all_in": 1, "muck": 1}


class Played:
    """One round: its records, its determinations, and what the table came to."""

    def __init__(self, game: str, seed: int, mistakes: bool = True) -> None:
        self.game = game
        self.random = random = Random(f"history {game} {seed}")
        self.mistakes = Random(f"mistakes {game} {seed}") if mistakes else None
        given = _determined(game, random)
        count = self._count(game, given)
        self.seats = sorted(random.sample(range(1, 11), count))
        stacks = [(s, 50 * random.choice((3, 5, 11, 40, 90, 400)), 0, 0) for s in self.seats]
        marker = random.choice(self.seats)
        entering = self._entering(game, given, count, marker)
        stacks = [
            (s, max(c, 2000), 3, 0) if s in entering else (s, c, 0, 0) for s, c, _, _ in stacks
        ]
        self.deck = plain.deck(given.get("deck", 52)) + ["Jk"] * given.get("joker", 0)
        random.shuffle(self.deck)
        self.table: Any = games.start(game, given, stacks, marker, Sealer(b"%d" % seed))
        self.values = self.table.values
        self.records = list(self.table.opening)
        self.met: Counter[str] = Counter({"rounds": 1, "two players": count == 2})
        for seat in entering:
            self._post(seat)
        self._play()

    def _count(self, game: str, given: dict[str, Any]) -> int:
        two = bool(given.get("tournament")) or game in ("omaha", "draw")
        most = (given.get("deck", 52) - 12) // 5 if game == "draw" else _MOST[game]
        return self.random.randint(2 if two else 3, max(3, min(8, most)))

    def _entering(self, game: str, given: dict[str, Any], count: int, marker: int) -> list[int]:
        """Sometimes a seat far from the blinds comes back and posts what it missed."""
        if not given.get("blinds") or count < 5 or self.random.random() > 0.3:
            return []
        at = self.seats.index(marker)
        order = self.seats[at:] + self.seats[:at]
        return [order[-1] if game in PUCK else order[-2]]

    def _post(self, seat: int) -> None:
        big = self.values["blinds"][1]
        amount = self.random.choice((big, sum(self.values["blinds"])))
        try:
            self.records += self.table.take(("post", seat, amount))
            self.met["posted on entering"] += 1
            self.met["dead money"] += amount > big
        except Refused:
            pass  # not on the marker, or the chips do not reach

    def _play(self) -> None:
        random = self.random
        self.records += self.table.take(("begin",))
        while self.table.outcome is None:
            table = self.table  # another one when an entry was taken back
            told = [given for given in table.expects() if given[0] != "wait"]
            cards = [given for given in told if given[0] == "card"]
            acts = [given for given in told if given[0] in _WEIGHTS or given[0] == "show"]
            if [given for given in told if given[0] in ("stand", "throw")] and not acts:
                self._draw(told[0][1])
            elif cards and (not acts or random.random() < 0.5):
                self._take(("card", cards[0][1], self.deck.pop()))
            elif acts:
                self._act(random.choices(acts, [_WEIGHTS.get(g[0], 6) for g in acts])[0])
            else:
                self._take(("rule_void", None) if ("rule_void", None) in told else told[0])

    def _draw(self, seat: int) -> None:
        held = [self.table.sealer.face(token) for token in self.table.held[seat]]
        count = self.random.choice((0, 1, 2, 3, 3, 5))
        self._take(("throw", seat, self.random.sample(held, count)) if count else ("stand", seat))
        self.met["five replaced"] += count == 5

    def _act(self, given: tuple[Any, ...]) -> None:
        if given[0] in ("bet", "raise"):
            least, most = given[2]
            top = min(most, 3 * least)
            amount = self.random.choice((least, most, self.random.randint(least, max(least, top))))
            given = (given[0], given[1], amount)
        start = len(self.records)
        self._take(given)
        if self.mistakes is not None and self.mistakes.random() < 0.1:
            self._take_back(start)

    def _take_back(self, start: int) -> None:
        """The action was keyed by mistake: another one follows."""
        keyed = Entries([start], start)
        before = self.table
        try:
            self.table = keyed.take_back(
                before, self.records, ("take_back", "dealer", 1), self._anew
            )
            self.met["taken back"] += 1
        except Refused:
            pass  # the round is over, or a hand was shown

    def _anew(self, records: list[Any]) -> Any:
        made = games.make(self.game, self.values, self.table.sealer)
        for record in records:
            made.apply(record)
        return made

    def _take(self, given: tuple[Any, ...]) -> None:
        if given[0] == "reshuffle":
            made = self.table.take(given)
            self.deck = [card for card in plain.deck(self.values["deck"]) if not self._lies(card)]
            self.random.shuffle(self.deck)
            self.met["reshuffles"] += 1
        else:
            made = self.table.take(given)
        self.records += made

    def _lies(self, card: str) -> bool:
        return self.table.place_of(card) is not None

    def hand(self) -> Hand:
        entries = [
            Entry(_TABLE, 1, n, 0, "t", 1_794_830_400_000 + n, "", tuple(record))
            for n, record in enumerate(self.records, 1)
        ]
        return gathered(entries)


def _determined(game: str, random: Random) -> dict[str, Any]:
    if game in ("draw", "stud"):
        given = conditions(random, game).given()
    else:
        given = {"blinds": [100, 200], "limit": random.choice(("no-limit", "full-pot", "fixed"))}
        if game == "omaha":
            given["win"] = random.choice(("high", "high", "high-low"))
            given["low_qualifier"] = 8 * (given["win"] == "high-low" and random.random() < 0.7)
            given["commission"] = random.choice(("none", "act-5"))
            given["ace_low"] = int(random.random() < 0.8)
        elif random.random() < 0.4:
            given["commission"] = "tas-holdem"
        if random.random() < 0.2:
            given |= {"blinds": [], "ante": 100}
    if game != "stud" and random.random() < 0.4:
        given |= {"tournament": 1, "commission": "none"}
        if game != "holdem" and given.get("blinds") and random.random() < 0.5:
            given["ante"] = 50  # both: r 20.11
    return given


def trip(game: str, seed: int) -> Counter[str]:
    """One round there and back; AssertionError when anything is lost on the way."""
    played = Played(game, seed)
    hand, met = played.hand(), played.met
    text = written(hand, values=played.values)
    (piece,) = reader._cut(text)
    history = reader.read(piece)
    if played.table.outcome != "won":
        met["void"] += 1
        assert hand.finish == {seat: hand.start[seat] for seat in hand.order}
        return met
    assert hand.finish == {seat: played.table.stack[seat] for seat in hand.order}
    outcome = replay(history)
    if met["reshuffles"] and outcome.reason == "more cards than a deck has":
        met["reshuffle that PHH cannot tell"] += 1
        return met
    assert outcome.result == "equal", (game, seed, outcome, text)
    met["equal"] += 1
    met["commission"] += hand.commission > 0
    met["PokerKit"] += in_pokerkit(hand, text, played.values)
    return met


# ---- PokerKit


class _FiveCardDraw(NoLimitPokerMixin, SingleDraw):
    deck = HandHistory.game_types["NT"].deck
    hand_types = (StandardHighHand,)
    hole_dealing_count = 5


class _Omaha(NoLimitPokerMixin, OmahaHoldemMixin, UnfixedLimitHoldem):
    """Omaha without PokerKit's limit; which bets are allowed is not what is compared."""

    hand_types = (OmahaHoldemHand,)


class _FiveCardStud(Poker):
    """As TGC-2006 part B deals it; PokerKit has seven cards only."""

    deck = HandHistory.game_types["NT"].deck
    hand_types = (StandardHighHand,)
    betting_structure = BettingStructure.NO_LIMIT

    def __init__(self, automations, ante_trimming_status, raw_antes, raw_blinds_or_straddles,
                 min_bet, **more):  # fmt: skip
        streets = tuple(
            Street(False, deal, 0, False, Opening.HIGH_HAND, min_bet, None)
            for deal in ((False, True), (True,), (True,), (True,))
        )
        super().__init__(
            automations,
            streets,
            ante_trimming_status,
            raw_antes,
            raw_blinds_or_straddles,
            0,
            **more,
        )


class Histories(HandHistory):
    """PokerKit's histories, with the games that it has no code for."""

    game_types = HandHistory.game_types | {
        "N5D": _FiveCardDraw,
        "P5D": _FiveCardDraw,
        "H5D": _FiveCardDraw,
        "H5S": _FiveCardStud,
        "PT": HandHistory.game_types["NT"],
        "NO": _Omaha,
        "PO": _Omaha,
    }
    required_field_names = HandHistory.required_field_names | dict.fromkeys(
        ("N5D", "P5D", "H5D", "H5S", "PT", "NO"), HandHistory.required_field_names["NT"]
    )


_ORDINARY = {"deck": 52, "joker": 0, "win": "high"}


def in_pokerkit(hand: Hand, text: str, values: dict[str, Any]) -> bool:
    """The file loaded and played by PokerKit: the same stacks, but for what it counts otherwise."""
    loaded = Histories.loads(text)
    assert len(loaded.actions) > 0 and loaded.seats is not None
    if loaded.variant not in Histories.game_types:
        return False
    if any(values.get(name, value) != value for name, value in _ORDINARY.items()):
        return False  # another deck, a joker, a low: PokerKit ranks them otherwise
    if values["limit"] == "fixed":
        return False  # the cap on raises differs
    if not values.get("ace_low", default_of("holdem", "ace_low")):
        return False  # PokerKit's ace is always low as well
    if _beyond_pokerkit(hand):
        return False
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        loaded = Histories.loads(text, divmod=_whole_cents)
        *_, state = loaded
    got = {
        seat: round(100 * left) for seat, left in zip(loaded.seats or [], state.stacks, strict=True)
    }
    want = dict(hand.finish)
    for pot in hand.pots:  # PokerKit takes no commission
        want[pot.winners[0]] += pot.commission
    assert sum(got.values()) == sum(want.values()), (got, want, text)
    shared = [seat for pot in hand.pots if len(pot.winners) > 1 for seat in pot.winners]
    most = len(hand.pots) * max(1, _unit(values)) + hand.commission
    for seat in hand.order:  # of a shared pot the odd chip goes elsewhere, and the commission
        limit = len(hand.order) * most if seat in shared else 0
        assert abs(got[seat] - want[seat]) <= limit, (got, want, text)
    return True


def _beyond_pokerkit(hand: Hand) -> str | None:  # noqa: C901  # one limit of the peer a branch
    """What PokerKit stumbles over, though these documents have it."""
    mucked = [event.seat for event in hand.showdown if event.kind == "muck"]
    if hand.showdown and len(mucked) == len(hand.showdown):
        return "nobody showed: it has no way to say who won"
    if mucked and (hand.game == "stud" or len(hand.pots) > 1):
        return "it counts hands it has not seen"
    paid = {seat: hand_paid(hand, seat) for seat in hand.order}
    folded = [e.seat for e in hand.events() if e.kind == "act" and e.what == "fold"]
    most = max(paid[seat] for seat in hand.order if seat not in folded)
    if sum(paid[seat] > most for seat in folded) > 1:
        return "it loses a pot of which all who bet it have folded"
    told = [event.note for event in hand.events()] + hand.notes
    if any("could not win" in note for note in told):
        return "a call that goes back (TGC-2006 B17.2)"
    behind = dict(hand.start)
    for post in hand.posts:
        behind[post.seat] -= post.amount
    bets = hand.posted("blind", "over", "entry")
    left = set(hand.order)
    for street in hand.streets[1:]:
        for event in street:
            if event.kind != "act":
                continue
            level = max(bets.values(), default=0)
            others = [s for s in left - {event.seat} if behind[s] + bets.get(s, 0) > level]
            if event.what in ("bet", "raise", "under_raise") and not others:
                return "a bet that nobody can call"
            if event.what == "check" and not any(behind[s] for s in left - {event.seat}):
                return "a check where nothing is left to decide"
            if event.what == "fold" and not [
                s for s in left if bets.get(s, 0) > bets.get(event.seat, 0)
            ]:
                return "a fold without a bet"
            behind[event.seat] -= event.added
            bets[event.seat] = bets.get(event.seat, 0) + event.added
            if event.what == "fold":
                left.discard(event.seat)
            if hand.game == "stud" and any(not behind[seat] for seat in left):
                return "who opens when the highest hand has tapped out"
        bets = {}
    return None


def hand_paid(hand: Hand, seat: int) -> int:
    posted = sum(post.amount for post in hand.posts if post.seat == seat)
    return posted + sum(event.added for event in hand.events() if event.seat == seat)


def _unit(values: dict[str, Any]) -> int:
    return values.get("smallest_chip") or values["table_min"]


def _whole_cents(amount: Any, count: int) -> tuple[Any, Any]:
    each = round(100 * amount) // count
    return Decimal(each) / 100, Decimal(round(100 * amount) - each * count) / 100


def many(game: str, first: int, count: int) -> dict[str, int]:
    met: Counter[str] = Counter()
    for seed in range(first, first + count):
        met += trip(game, seed)
    return {f"{game}: {what}": n for what, n in met.items()}
