"""Equity against exhaustive enumeration by other evaluators, and its stated error."""

from __future__ import annotations

from itertools import combinations, permutations, product
from random import Random

import numpy as np
import pytest
from phevaluator import evaluate_cards
from phevaluator.evaluator_omaha import evaluate_omaha_cards
from pokerkit import OmahaEightOrBetterLowHand, OmahaHoldemHand, StandardHighHand

from cardtable.rules.cards import card_text
from cardtable.rules.determinations import resolve
from cardtable.rules.hands.low_values import low_value
from cardtable.rules.hands.lows import low_order_of
from cardtable.rules.hands.rankings import order_of
from cardtable.rules.hands.values import high_value
from host_tools.equity.equity import equity, outs
from host_tools.equity.spot import NoSpot, Spot, cards_of
from host_tools.equity.values import high_values, low_values


def _rank(game, hand, board):
    """Lower is better; an evaluator that is not ours."""
    if game == "omaha" and len(board) == 5:
        return evaluate_omaha_cards(*_texts(board), *_texts(hand))
    if game == "omaha":
        both = product(combinations(hand, 2), combinations(board, 3))
        return min(evaluate_cards(*_texts((*own, *shared))) for own, shared in both)
    return evaluate_cards(*_texts((*hand, *board)))


def _texts(cards):
    return [card_text(card) for card in cards]


def _counted(spot: Spot) -> dict[int, float]:
    """Every deal, one by one."""
    shares = dict.fromkeys(spot.hands, 0.0)
    count = 0
    missing = 5 - len(spot.board)
    for more in combinations(spot.unseen, missing):
        ranks = {s: _rank(spot.game, h, [*spot.board, *more]) for s, h in spot.hands.items()}
        best = [seat for seat, rank in ranks.items() if rank == min(ranks.values())]
        for seat in best:
            shares[seat] += 1 / len(best)
        count += 1
    return {seat: share / count for seat, share in shares.items()}


def _dealt(game, players, board, seed, dead=0):
    deck = list(range(52))
    Random(seed).shuffle(deck)
    each = {"holdem": 2, "omaha": 4}[game]
    hands = {seat: [deck.pop() for _ in range(each)] for seat in range(1, players + 1)}
    on_board = [deck.pop() for _ in range(board)]
    gone = [deck.pop() for _ in range(dead)]
    return Spot(game, hands, on_board, gone, resolve(game, {}))


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("game, board", [("holdem", 3), ("holdem", 4), ("omaha", 4)])
def test_an_exact_share_is_what_every_deal_comes_to(game, board, seed):
    spot = _dealt(game, 2 + seed % 3, board, 100 * board + seed, dead=seed)
    found = equity(spot)
    assert found.exact
    for seat, share in _counted(spot).items():
        assert found.shares[seat].share == pytest.approx(share, abs=1e-9)
        assert found.shares[seat].error == 0


@pytest.mark.parametrize("players", [2, 3])
def test_the_last_card_of_stud_is_counted_for_each_player(players):
    deck = list(range(52))
    Random(players).shuffle(deck)
    hands = {seat: [deck.pop() for _ in range(4)] for seat in range(1, players + 1)}
    spot = Spot("stud", hands, dead=[deck.pop()], values=resolve("stud", {}))
    wins = dict.fromkeys(hands, 0.0)
    deals = list(permutations(spot.unseen, players))
    for more in deals:
        ranks = {s: _rank("stud", hands[s], more[k : k + 1]) for k, s in enumerate(hands)}
        best = [seat for seat, rank in ranks.items() if rank == min(ranks.values())]
        for seat in best:
            wins[seat] += 1 / len(best)
    found = equity(spot)
    assert found.exact and found.deals == len(deals)
    for seat, share in wins.items():
        assert found.shares[seat].share == pytest.approx(share / len(deals), abs=1e-9)


@pytest.mark.parametrize("seed", range(4))
def test_hands_of_draw_are_what_they_are(seed):
    """Nothing is to come: PokerKit says who wins."""
    spot = _drawn(seed)
    held = {s: StandardHighHand("".join(_texts(hand))) for s, hand in spot.hands.items()}
    best = [seat for seat, hand in held.items() if hand == max(held.values())]
    found = equity(spot)
    assert found.exact
    assert {s: one.share for s, one in found.shares.items() if one.share} == dict.fromkeys(
        best, 1 / len(best)
    )


def _drawn(seed):
    deck = list(range(52))
    Random(seed).shuffle(deck)
    hands = {seat: [deck.pop() for _ in range(5)] for seat in range(1, 5)}
    return Spot("draw", hands, values=resolve("draw", {}))


@pytest.mark.parametrize("seed", range(2))
def test_high_and_low_over_every_river_is_what_pokerkit_comes_to(seed):
    spot = _dealt("omaha", 3, 4, 7_000 + seed)
    given = {"win": "high-low", "low_qualifier": 8, "limit": "fixed"}
    given |= {"low_ace": "low", "ace_low": 1}  # as PokerKit has it
    values = resolve("omaha", given)
    spot = Spot("omaha", spot.hands, spot.board, values=values)
    shares = dict.fromkeys(spot.hands, 0.0)
    lows = 0
    for more in spot.unseen:
        board = "".join(_texts([*spot.board, more]))
        hands = {seat: "".join(_texts(hand)) for seat, hand in spot.hands.items()}
        high = {s: OmahaHoldemHand.from_game(hand, board) for s, hand in hands.items()}
        low = {s: OmahaEightOrBetterLowHand.from_game_or_none(h, board) for s, h in hands.items()}
        low = {seat: hand for seat, hand in low.items() if hand is not None}
        lows += bool(low)
        for made, part in ((high, 0.5 if low else 1.0), (low, 0.5)):
            best = [seat for seat, hand in made.items() if hand == max(made.values())]
            for seat in best:
                shares[seat] += part / len(best)
    found = equity(spot)
    assert found.exact and lows
    for seat, share in shares.items():
        assert found.shares[seat].share == pytest.approx(share / len(spot.unseen), abs=1e-9)


@pytest.mark.parametrize("seed", range(3))
def test_a_trial_is_as_near_as_it_says(seed):
    """Before the flop, against the same worked out exactly; seeds are fixed, so is the result."""
    spot = _dealt("holdem", 3, 3, seed)
    exact = equity(spot)
    tried = equity(spot, most=0, trials=8000, seed=seed + 1)
    assert exact.exact and not tried.exact
    for seat, share in exact.shares.items():
        told = tried.shares[seat]
        assert abs(told.share - share.share) <= 5 * max(told.error, 1e-3)
    assert sum(one.share for one in tried.shares.values()) == pytest.approx(1)


@pytest.mark.parametrize("kings, share", [("KsKd", 0.8195), ("KsKh", 0.8264), ("KdKc", 0.8126)])
def test_known_shares_before_the_flop(kings, share):
    """Aces of spades and hearts against kings: as many calculators have published them."""
    hands = {1: cards_of("AsAh"), 2: cards_of(kings)}
    found = equity(Spot("holdem", hands), most=5_000_000)
    assert found.exact and found.shares[1].share == pytest.approx(share, abs=5e-5)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("game, board", [("holdem", 3), ("holdem", 4), ("omaha", 3)])
def test_outs_are_the_cards_that_put_a_hand_ahead_or_level(game, board, seed):
    spot = _dealt(game, 3, board, 1000 + seed)

    def leads(more):
        ranks = {s: _rank(game, h, [*spot.board, *more]) for s, h in spot.hands.items()}
        return {seat for seat, rank in ranks.items() if rank == min(ranks.values())}

    for seat in spot.hands:
        wanted = [] if seat in leads(()) else [c for c in spot.unseen if seat in leads((c,))]
        assert outs(spot, seat) == wanted


@pytest.mark.parametrize(
    "book, deck, ace_low", [("act", 52, 1), ("tas", 52, 1), ("act", 32, 0), ("tas", 36, 1)]
)
def test_values_over_arrays_are_the_boards_own(book, deck, ace_low):
    order = order_of(book, deck, False, bool(ace_low))
    random = Random(deck)
    low = 52 - deck
    for count in (5, 6, 7):
        hands = [random.sample(range(low, 52), count) for _ in range(400)]
        made = high_values(np.array(hands), order)
        assert made.tolist() == [high_value(hand, order) for hand in hands]
    for ace in (True, False):
        lows = low_order_of(deck, ace)
        hands = [random.sample(range(low, 52), 5) for _ in range(400)]
        assert low_values(np.array(hands), lows).tolist() == [low_value(h, lows) for h in hands]


def test_high_and_low_divide_a_pot_in_halves():
    """Only one has a low below nine; the other has the high hand: half each."""
    spot = Spot(
        "omaha",
        {1: cards_of("AsAhKdKc"), 2: cards_of("2c3d9hJs")},
        cards_of("Ad5s6h7cKh"),
        values=resolve("omaha", {"win": "high-low", "low_qualifier": 8, "limit": "fixed"}),
    )
    found = equity(spot).shares
    assert (found[1].share, found[2].share) == (0.5, 0.5)
    assert found[1].wins == 0 and found[1].ties == 1


@pytest.mark.parametrize(
    "given",
    [
        ("chess", {1: "AsKs"}, ""),
        ("holdem", {1: "AsKsQs"}, ""),
        ("holdem", {1: "AsKs", 2: "AsQd"}, ""),
        ("holdem", {1: "AsKs"}, "2c3c"),
        ("holdem", {}, ""),
    ],
)
def test_what_is_no_moment_of_the_game_is_refused_in_words(given):
    game, hands, board = given
    with pytest.raises(NoSpot):
        Spot(game, {seat: cards_of(text) for seat, text in hands.items()}, cards_of(board))
