"""Cards as small codes, and as text both ways.

A card is an int: 4 x rank + suit for the 52 (rank 0 is the two, 12 the ace) and 52 for the
joker. It fits a byte of the registry, of a record and of the shoe alike. Suits have no order
(NI2005-66 r 3.1); the alphabet decides only which code comes first.
"""

RANKS = "23456789TJQKA"
SUITS = "cdhs"
JOKER = 52
ACE = 12  # as a rank

# What the hand evaluators add up, one word a code: the rank's bit (0-12) and, three bits wide
# from bit 15, a counter of each suit. Up to seven cards sum without one field reaching another,
# and the sum stays below 2**27: a small int on the board. The joker has no word of its own.
WORDS = tuple([1 << (card >> 2) | 1 << (15 + 3 * (card & 3)) for card in range(52)])

_SEPARATORS = " ,\t"


class CardError(ValueError):
    """A card, or a set of cards, that cannot be; `str()` says what, where and what next."""


def rank_of(card: int) -> int:
    """The rank, 0 for a two up to 12 for an ace. The joker has none: 13, above every rank."""
    return card >> 2


def suit_of(card: int) -> int:
    """The suit as an index into SUITS."""
    return card & 3


def card_text(card: int) -> str:
    """The card as people write it: `Td`, `As`, `Jk`."""
    if card == JOKER:
        return "Jk"
    return RANKS[card >> 2] + SUITS[card & 3]


def cards_text(cards) -> str:
    """Several cards in one word, as `parse_cards` reads them: `KsKhKdJcJs`."""
    return "".join([card_text(card) for card in cards])


def ranks_text(ranks) -> str:
    """Ranks in the order given: `33AKQ`."""
    return "".join([RANKS[rank] for rank in ranks])


def parse_card(text: str) -> int:
    """The code of one card: `Td`, `10d` and `Jk` in either case."""
    cards = parse_cards(text)
    if len(cards) != 1:
        raise CardError("'%s' is %d cards; one is expected" % (text, len(cards)))
    return cards[0]


def parse_cards(text: str) -> list:
    """The codes of the cards in `text`, in its order: `KsKhKd`, `10d 9c`, `As, Kd, Jk`.

    Raises CardError for what is no card and for a card that comes twice.
    """
    cards = []
    at = 0
    end = len(text)
    while at < end:
        if text[at] in _SEPARATORS:
            at += 1
            continue
        card, after = _card_at(text, at)
        if card in cards:
            raise CardError(
                "%s comes twice in '%s' (cards %d and %d)"
                % (card_text(card), text, cards.index(card) + 1, len(cards) + 1)
            )
        cards.append(card)
        at = after
    return cards


def _card_at(text, at):
    """The card that starts at `at`, and where the next may start."""
    rank = text[at].upper()
    after = at + 1
    if rank == "1" and text[after : after + 1] == "0":
        rank = "T"
        after += 1
    suit = text[after : after + 1].lower()
    after += 1
    if rank == "J" and suit == "k":
        return JOKER, after
    # `in` finds the empty string everywhere, so a missing suit is asked for first.
    if rank in RANKS and suit and suit in SUITS:
        return RANKS.index(rank) * 4 + SUITS.index(suit), after
    what = text[at:after]
    if rank not in RANKS:
        why = "no rank starts with '%s'; ranks are A K Q J T (or 10) 9 to 2" % text[at]
    elif not suit or suit in _SEPARATORS:
        why = "its suit is missing; suits are s h d c"
    else:
        why = "'%s' is no suit; suits are s h d c" % text[after - 1]
    raise CardError("'%s' at character %d of '%s': %s" % (what.strip(), at + 1, text, why))


def check_distinct(groups, names) -> None:
    """Raise CardError when a card lies in two places; `names[i]` says where group i lies."""
    seen = {}
    for cards, name in zip(groups, names):
        for card in cards:
            if card in seen:
                raise CardError(
                    "%s is both in %s and in %s; a deck has it once"
                    % (card_text(card), seen[card], name)
                )
            seen[card] = name
