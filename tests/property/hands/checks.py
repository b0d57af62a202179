"""Comparisons of the firmware's values with the oracles.

Each takes a seed and a count (or a slice of the whole), raises AssertionError with the hand that
differs, and returns how many hands it compared. `make test` calls them small, the soak whole.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from random import Random

from pokerkit import OmahaEightOrBetterLowHand

from cardtable.desk.five_cards import high_five, low_five, omaha_high_five, omaha_low_five
from cardtable.desk.readable import cards_text, low_ranks, rank_of, ranks_text, read_ranks
from cardtable.rules.cards import JOKER, WORDS
from cardtable.rules.decks import deck_cards, lowest_rank
from cardtable.rules.hands.five import value_of_five
from cardtable.rules.hands.low_values import low_value
from cardtable.rules.hands.lows import low_category, low_order_of, low_qualifies
from cardtable.rules.hands.omaha_lows import omaha_low_value
from cardtable.rules.hands.omaha_values import omaha_high_value
from cardtable.rules.hands.rankings import CATEGORIES, FULL, category_of, order_of
from cardtable.rules.hands.seven import value_of_seven, value_of_six
from cardtable.rules.hands.values import high_value
from tests.oracles import peers, plain
from tests.oracles.ordering import disagreement

SIZES = (52, 48, 44, 40, 36, 32)


def texts(cards: Iterable[int]) -> list[str]:
    return [cards_text([card]) for card in cards]


def deal(random: Random, size: int, joker: bool, count: int, force_joker: bool = False):
    """`count` cards of the deck; with `force_joker` the joker is among them, anywhere."""
    if not force_joker:
        return random.sample(deck_cards(size, joker), count)
    cards = [*random.sample(deck_cards(size, False), count - 1), JOKER]
    random.shuffle(cards)
    return cards


def rounds(seed: int):
    """Books, decks and determinations in turn, for ever; each with its own random numbers."""
    random = Random(seed)
    while True:
        for book in ("act", "tas"):
            for size in SIZES:
                yield random, book, size, book == "tas" or random.random() < 0.5


# -- the full deck, against phevaluator and treys -------------------------------------------


def five_cards_of_the_full_deck(first_cards: Iterable[int]) -> int:
    """Every hand of five whose lowest code is among `first_cards`."""
    ranks = peers.phevaluator_ranks()
    treys, words = peers.TREYS, WORDS
    checked = 0
    for first in first_cards:
        for rest in combinations(range(first + 1, 52), 4):
            checked += 1
            b, c, d, e = rest
            ours = ranks[value_of_five(words[first], words[b], words[c], words[d], words[e])]
            theirs = peers.evaluate_5cards(first, b, c, d, e)
            third = peers.treys_five((treys[first], treys[b], treys[c], treys[d], treys[e]))
            assert ours == theirs == third, (cards_text((first, *rest)), ours, theirs, third)
    return checked


def sampled_five_cards(seed: int, count: int) -> int:
    random = Random(seed)
    ranks = peers.phevaluator_ranks()
    for _ in range(count):
        hand = random.sample(range(52), 5)
        ours = ranks[value_of_five(*[WORDS[card] for card in hand], order=FULL)]
        theirs = peers.evaluate_5cards(*hand)
        third = peers.treys_five([peers.TREYS[card] for card in hand])
        assert ours == theirs == third, (cards_text(hand), ours, theirs, third)
    return count


def best_of_seven(seed: int, count: int) -> int:
    random = Random(seed)
    ranks = peers.phevaluator_ranks()
    for _ in range(count):
        hand = random.sample(range(52), 7)
        words = [WORDS[card] for card in hand]
        assert ranks[value_of_seven(*words, order=FULL)] == peers.evaluate_7cards(*hand), (
            cards_text(hand)
        )
        assert ranks[value_of_six(*words[:6], order=FULL)] == peers.evaluate_6cards(*hand[:6]), (
            cards_text(hand)
        )
    return count


def suited_seven(seed: int, count: int) -> int:
    """Sevens with five or more of one suit: rare at random, and where the evaluator branches."""
    random = Random(seed)
    ranks = peers.phevaluator_ranks()
    for _ in range(count):
        suit = random.randrange(4)
        suited = [4 * rank + suit for rank in random.sample(range(13), random.randint(5, 7))]
        others = [card for card in range(52) if card not in suited]
        hand = suited + random.sample(others, 7 - len(suited))
        random.shuffle(hand)
        words = [WORDS[card] for card in hand]
        assert ranks[value_of_seven(*words, order=FULL)] == peers.evaluate_7cards(*hand), (
            cards_text(hand)
        )
    return count


def omaha_of_the_full_deck(seed: int, count: int) -> int:
    random = Random(seed)
    ranks = peers.phevaluator_ranks()
    for _ in range(count):
        cards = random.sample(range(52), 9)
        board, hole = cards[:5], cards[5:]
        ours = ranks[omaha_high_value(hole, board)]
        assert ours == peers.evaluate_omaha_cards(*cards), (cards_text(hole), cards_text(board))
    return count


# -- every order and deck, against PokerKit's parts and brute force --------------------------


def reduced_order_by_pokerkit(book: str, size: int, ace_low: bool) -> int:
    """Every class of hand of a reduced deck, ties included."""
    lookup = peers.pokerkit_order(book, size, ace_low)
    order = order_of(book, size, False, ace_low)
    pairs = []
    for hand in peers.class_representatives(lowest_rank(size)):
        entry = lookup.get_entry([peers.POKERKIT[card] for card in hand])
        pairs.append((high_value(hand, order), entry.index, cards_text(hand)))
    problem = disagreement(pairs)
    assert problem is None, (book, size, ace_low, problem)
    return len(pairs)


def every_hand_of_a_deck(book: str, size: int, ace_low: bool) -> int:
    """Every five cards of a deck without joker, by brute force."""
    hands = combinations(deck_cards(size, False), 5)
    return _all_by_brute_force(hands, book, size, False, ace_low)


def every_joker_hand(first_cards: Iterable[int], book: str, size: int, ace_low: bool) -> int:
    """The joker with every four cards whose lowest code is among `first_cards`."""
    hands = (
        (first, *rest, JOKER)
        for first in first_cards
        for rest in combinations(range(first + 1, 52), 3)
    )
    return _all_by_brute_force(hands, book, size, True, ace_low)


def _all_by_brute_force(
    hands: Iterable[tuple[int, ...]], book: str, size: int, joker: bool, ace_low: bool
) -> int:
    order = order_of(book, size, joker, ace_low)
    names = plain.order(book, size, joker)
    found: dict[int, tuple] = {}  # a value's key must be the same for every hand that has it
    checked = 0
    for hand in hands:
        checked += 1
        value = high_value(hand, order)
        _, key = plain.high(texts(hand), names, size, ace_low)
        known, first = found.setdefault(value, (key, hand))
        assert known == key, (cards_text(hand), cards_text(first), value, key, known)
    problem = disagreement((value, key, cards_text(hand)) for value, (key, hand) in found.items())
    assert problem is None, problem
    return checked


def high_by_brute_force(seed: int, count: int, cards: int, joker: bool) -> int:
    """`cards` (5 to 7) from every deck in every order, the joker always among them if asked."""
    source = rounds(seed)
    pairs: dict[tuple, list] = {}
    for _ in range(count):
        random, book, size, ace_low = next(source)
        hand = deal(random, size, joker, cards, force_joker=joker)
        order = order_of(book, size, joker, ace_low)
        value = high_value(hand, order)
        names = plain.order(book, size, joker)
        category, key = plain.high(texts(hand), names, size, ace_low)
        assert CATEGORIES[category_of(value, order)] == category, (cards_text(hand), book, size)
        _same_cards(value, order, high_five(hand, order), hand)
        pairs.setdefault((book, size, ace_low), []).append((value, key, cards_text(hand)))
    _same_orders(pairs)
    return count


def omaha_by_brute_force(seed: int, count: int, joker: bool) -> int:
    """Omaha high and low with three to five communal cards, from every deck."""
    source = rounds(seed)
    highs: dict[tuple, list] = {}
    lows: dict[tuple, list] = {}
    for _ in range(count):
        random, book, size, ace_low = next(source)
        cards = deal(random, size, joker, random.randint(7, 9), force_joker=joker)
        hole, board = cards[:4], cards[4:]
        said = f"{cards_text(hole)} {cards_text(board)}"
        order = order_of(book, size, joker, ace_low)
        value = omaha_high_value(hole, board, order)
        names = plain.order(book, size, joker)
        category, key = plain.omaha_high(texts(hole), texts(board), names, size, ace_low)
        assert CATEGORIES[category_of(value, order)] == category, (said, book, size)
        highs.setdefault((book, size, ace_low), []).append((value, key, said))
        shown = omaha_high_five(hole, board, order)
        _same_cards(value, order, shown, cards)
        assert len(set(shown) & set(hole)) == 2, said  # NI2006-156 r 9.1

        low_ace = random.choice(("high", "low"))
        low = low_order_of(size, low_ace == "low")
        value = omaha_low_value(hole, board, low)
        key = plain.omaha_low(texts(hole), texts(board), low_ace, size)
        _check_low(value, low, key, low_ace, said)
        lows.setdefault((size, low_ace), []).append((-value, key, said))
        shown = omaha_low_five(hole, board, low)
        assert low_value(shown, low) == value and len(set(shown) & set(hole)) == 2, said
    _same_orders(highs)
    _same_orders(lows)
    return count


# -- lows ------------------------------------------------------------------------------------


def low_order_by_pokerkit(low_ace: str) -> int:
    """Every class of five cards as a low: PokerKit's ace-to-five, and the same with high aces."""
    lookup = peers.pokerkit_low(low_ace)
    low = low_order_of(52, low_ace == "low")
    pairs = []
    for hand in peers.class_representatives():
        entry = lookup.get_entry([peers.POKERKIT[card] for card in hand])
        pairs.append((-low_value(hand, low), entry.index, cards_text(hand)))
    problem = disagreement(pairs)
    assert problem is None, (low_ace, problem)
    return len(pairs)


def omaha_low_by_pokerkit(seed: int, count: int) -> int:
    """Eight-or-better with the ace low: where PokerKit's definition and ours meet."""
    random = Random(seed)
    low = low_order_of(52, True)
    pairs = []
    for _ in range(count):
        cards = random.sample(range(52), 9)
        hole, board = cards[:4], cards[4:]
        said = f"{cards_text(hole)} {cards_text(board)}"
        theirs = OmahaEightOrBetterLowHand.from_game_or_none(cards_text(hole), cards_text(board))
        value = omaha_low_value(hole, board, low)
        assert low_qualifies(value, low) == (theirs is not None), said
        if theirs is not None:
            pairs.append((value, theirs, said))
    problem = disagreement(pairs)
    assert problem is None, problem
    return count


def low_by_brute_force(seed: int, count: int, joker: bool) -> int:
    """Five cards as a low from every deck, the joker tried as every card."""
    source = rounds(seed)
    pairs: dict[tuple, list] = {}
    for _ in range(count):
        random, _, size, ace_low = next(source)
        low_ace = "low" if ace_low else "high"
        hand = deal(random, size, joker, 5, force_joker=joker)
        low = low_order_of(size, ace_low)
        value = low_value(hand, low)
        key = plain.low(texts(hand), low_ace, size)
        _check_low(value, low, key, low_ace, cards_text(hand))
        shown = low_five(hand, low)
        assert sorted(shown) == sorted(hand), cards_text(hand)
        pairs.setdefault((size, low_ace), []).append((-value, key, cards_text(hand)))
    _same_orders(pairs)
    return count


def _check_low(value, low, key, low_ace, said) -> None:
    assert 0 <= value < 1 << 30
    assert CATEGORIES[low_category(value)] == plain.FULL[key[0]], said
    assert low_qualifies(value, low) == plain.qualifies(key, low_ace), said
    ranking = plain.RANKS if low_ace == "high" else "A23456789TJQK"
    read = dict.fromkeys(ranks_text(low_ranks(value, low)))  # each rank once, heaviest first
    assert [ranking.index(rank) for rank in read] == list(key[1:]), said


def _same_cards(value, order, shown, held) -> None:
    """The five shown are held, make the same value, and lie along the ranks that are read."""
    said = cards_text(held)
    assert 0 <= value < 1 << 30
    assert len(set(shown)) == 5 and set(shown) <= set(held), said
    assert high_value(shown, order) == value, said
    for card, rank in zip(shown, read_ranks(value, order), strict=True):
        assert card == JOKER or rank_of(card) == rank, said


def _same_orders(pairs: dict[tuple, list]) -> None:
    for setting, found in pairs.items():
        problem = disagreement(found)
        assert problem is None, (setting, problem)
