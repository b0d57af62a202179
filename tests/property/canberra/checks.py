"""Checks of Canberra Poker: a test runs a sample, the soak runs the whole; counts of what held."""

from __future__ import annotations

import random
from itertools import combinations
from typing import Any

from phevaluator import evaluate_cards

from cardtable.desk.card_lists import parse_cards
from cardtable.jackpot.payouts import payouts
from cardtable.jackpot.prizes import boomerang_class
from cardtable.rules.canberra.dealer_hand import dealer_qualifies
from cardtable.rules.canberra.game import Canberra
from cardtable.rules.canberra.payouts import settle
from cardtable.rules.cards import card_text, parse_card
from cardtable.rules.determinations import resolve
from cardtable.rules.places import DEALER
from cardtable.rules.seals import Sealer
from tests.oracles import canberra_plain as oracle
from tests.property.canberra.exact import DEALER_HANDS, won_by

DECK = [card_text(card) for card in range(52)]
ALL_DEALERS = "dealer's hands, all of them"
GAMES = ("canberra", "canberra-1997")
_ANTES = (200, 500, 1000, 1500, 20000, 30000)

# Hands that a random deal hardly ever brings
_RARE = (
    "AhKhQhJhTh", "9s8s7s6s5s", "5c4c3c2cAc", "7d7h7s7cKd", "JhJsJd2c2h", "AcAd8c8h2c",
    "Ad9d7d5d3d", "Ts9h8c7d6s", "As2d3h4c5s", "KdKs4h4s9c",
)  # fmt: skip


_EQUAL = (("AhKc9d5h3d", "AsKd9h5c3s"), ("KsKdQhJc9s", "KhKcQdJs9c"), ("Ts9h8c7d6s", "Td9s8h7c6h"))


def rounds(game: str, seed: int, count: int) -> dict[str, int]:
    """Random rounds through the machine, each settled a second time by the oracle."""
    dice = random.Random(seed)
    figures: dict[str, int] = {}
    for _ in range(count):
        for what, number in _round(game, dice).items():
            figures[what] = figures.get(what, 0) + number
    return figures


def _round(game: str, dice: random.Random) -> dict[str, int]:  # noqa: C901  # the oracle's whole round, in order
    way = dice.choice(["shoe", "shoe", "packets"] if game == "canberra" else ["shoe"])
    given: dict[str, Any] = {
        "deal": way,
        "ante_multiple": 1,
        "max_payout": dice.choice([5000, 10**7]),
    }
    values = resolve(game, given)
    seats = sorted(dice.sample(range(1, 11), dice.randint(1, 9)))
    start = dict.fromkeys(seats, 10**7)
    display = dice.choice([50_000, 820_000, 2_000_000, 3_456_789])
    table = Canberra(values, start, Sealer(dice.randbytes(16)), boomerang_class, display, game=game)
    antes = {seat: dice.choice(_ANTES) for seat in seats}
    hands = _hands(dice, seats)
    records: list[tuple[Any, ...]] = []

    def give(*inputs: Any) -> None:
        records.extend(table.take(inputs))
        assert sum(table.money()) == 0

    for seat in seats:
        give("ante", seat, antes[seat])
    jackpots = [seat for seat in seats if dice.random() < 0.7]
    for seat in jackpots:
        give("jackpot", seat)
    for place, face in _sequence(way, dice, seats, hands):
        give("card", place, face)
    bets = [seat for seat in seats if dice.random() < 0.8]
    for seat in dice.sample(seats, len(seats)):
        give(*(("bet", seat, None) if seat in bets else ("fold", seat)))
    while table.phase in ("turn", "settle"):
        give(*dice.choice([one for one in table.expects() if one[0] == "show"]))
    declared = [seat for seat in jackpots if seat in bets and dice.random() < 0.8]
    for seat in declared:
        give("declare", seat)
    give("collect", None)
    assert table.outcome == "settled"

    won = [(seat, oracle.prize(hands[seat])) for seat in jackpots if seat in declared]
    won = [(seat, prize) for seat, prize in won if prize]
    told = {seat: prize for seat, _, prize in table.jackpots() if prize}
    assert told == dict(won)
    lost = {seat for seat, _, prize in table.jackpots() if not prize}
    assert lost == set(jackpots) - set(told)
    limited = game == "canberra"
    paid = payouts([prize for _, prize in won], table.display, limited)
    owed = oracle.prizes([str(prize) for _, prize in won], display, limited)
    assert paid == [int(one) for one in owed]
    figures = {f"{game}: rounds": 1, f"{game}: hands": len(seats), f"{game}: prizes": len(won)}
    for seat in seats:
        hand = hands[seat] if seat in bets else None
        net = oracle.net(antes[seat], hand, hands[DEALER], values["ante_max"], values["max_payout"])
        chip = -100 if seat in jackpots else 0
        if seat in told and game == "canberra":
            chip = 0
        assert table.stacks[seat] == start[seat] + net + chip, (seat, hands, records)
    for record in records:
        if record[0] == "hand":
            assert record[2] == oracle.name(hands[record[1]])
            kind = f"{game}: shown {record[2]}"
            figures[kind] = figures.get(kind, 0) + 1
        elif record[0] == "settle":
            kind = f"{game}: {record[4]}"
            if record[4] == "void" and record[2] == 0:
                kind = f"{game}: equal"
            figures[kind] = figures.get(kind, 0) + 1
    return figures


def _hands(dice: random.Random, seats: list[int]) -> dict[int, list[str]]:
    """Five cards for each; now and then a rare hand among them."""
    deck = DECK[:]
    dice.shuffle(deck)
    hands: dict[int, list[str]] = {}
    if dice.random() < 0.1:
        mine, theirs = dice.choice(_EQUAL)
        hands[dice.choice(seats)], hands[DEALER] = _faces(mine), _faces(theirs)
    elif dice.random() < 0.5:
        rare = dice.choice(_RARE)
        place = dice.choice([*seats, DEALER])
        hands[place] = _faces(rare)
    deck = [face for face in deck if all(face not in hand for hand in hands.values())]
    for place in [*seats, DEALER]:
        if place not in hands:
            hands[place], deck = deck[:5], deck[5:]
    return hands


def _faces(hand: str) -> list[str]:
    return [hand[at : at + 2] for at in range(0, 10, 2)]


def _sequence(
    way: str, dice: random.Random, seats: list[int], hands: dict[int, list[str]]
) -> list[tuple[int, str]]:
    places = [*seats, DEALER]
    if way == "shoe":
        return [(place, hands[place][n]) for n in range(5) for place in places]
    if way == "packets":
        dice.shuffle(places)
        return [(place, face) for place in places for face in hands[place]]
    cards = [(place, face) for place in places for face in hands[place]]
    dice.shuffle(cards)
    return cards


def qualifying(first_cards: tuple[int, ...]) -> dict[str, int]:
    """Every hand whose lowest card is one of these: does the dealer play? Two answers, counted."""
    figures = {ALL_DEALERS: 0, "dealer plays": 0}
    for first in first_cards:
        for rest in combinations(range(first + 1, 52), 4):
            hand = (first, *rest)
            ours = dealer_qualifies(list(hand))
            # phevaluator: pairs and better are 1 to 6185; ace-high hands follow, AK before AQ.
            rank = evaluate_cards(*[DECK[card] for card in hand])
            assert ours == (rank <= _WORST_ACE_KING), hand
            figures[ALL_DEALERS] += 1
            figures["dealer plays"] += ours
    return figures


_WORST_ACE_KING = evaluate_cards("As", "Kd", "4h", "3c", "2s")


def against_every_dealer(player: str) -> dict[str, int]:
    """One player's hand against all 1,533,939 hands of the dealer: what the house pays in all."""
    mine = _faces(player)
    codes = [parse_card(face) for face in mine]
    rest = [card for card in range(52) if card not in codes]
    odds = oracle.ODDS[oracle.name(mine)]
    value = evaluate_cards(*mine)
    ours = theirs = deals = 0
    for dealer in combinations(rest, 5):
        ante, bet, _ = settle(1, 2, codes, list(dealer), 1, 10**9)  # an ante of one
        ours += ante + bet
        rank = evaluate_cards(*[DECK[card] for card in dealer])
        if rank > _WORST_ACE_KING:
            theirs += 1
        elif value < rank:
            theirs += 1 + 2 * odds
        elif value > rank:
            theirs -= 3
        deals += 1
    counted = won_by(tuple(codes))
    assert ours == theirs == counted, (player, ours, theirs, counted)
    return {"one hand against every dealer": deals}


def against_some_dealers(player: str, seed: int, count: int) -> dict[str, int]:
    """One player's hand against random hands of the dealer, settled by the firmware."""
    codes = parse_cards(player)
    rest = [card for card in range(52) if card not in codes]
    dice = random.Random(seed)
    total = squares = 0
    for _ in range(count):
        ante, bet, _ = settle(100, 200, codes, dice.sample(rest, 5), 100, 10**9)
        total += ante + bet
        squares += (ante + bet) ** 2
    return {"edge: antes": count, "edge: won": total, "edge: squares": squares}


def exactly(player: str) -> float:
    """What counting says that hand wins, per ante."""
    return won_by(tuple(parse_cards(player))) / DEALER_HANDS


def mean_and_error(figures: dict[str, int]) -> tuple[float, float]:
    """Per ante: the mean, and its standard error."""
    count = figures["edge: antes"]
    mean = figures["edge: won"] / count / 100
    return mean, (figures["edge: squares"] / 10_000 / count - mean * mean) ** 0.5 / count**0.5


def edge(seed: int, count: int) -> dict[str, int]:
    """Players who bet with ace and king or better, each deal settled twice; sums for the edge."""
    dice = random.Random(seed)
    total = squares = 0
    for _ in range(count):
        cards = dice.sample(range(52), 10)
        player, dealer = cards[:5], cards[5:]
        faces = [DECK[card] for card in player]
        against = [DECK[card] for card in dealer]
        if dealer_qualifies(player):
            ante, bet, _ = settle(100, 200, player, dealer, 10**6, 10**9)
            won = ante + bet
            assert won == oracle.net(100, faces, against, 10**6, 10**9)
        else:
            won = -100
        total += won
        squares += won * won
    return {"edge: antes": count, "edge: won": total, "edge: squares": squares}
