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


class CardError(ValueError):
    """A card, or a set of cards, that cannot be; `str()` says what, where and what next."""


# All of them, two letters each: no suit is a rank, so none is found between two others.
_TEXTS = "".join([rank + suit for rank in RANKS for suit in SUITS]) + "Jk"


def card_text(card: int) -> str:
    """The card as people write it: `Td`, `As`, `Jk`."""
    return _TEXTS[2 * card : 2 * card + 2]


def as_written(text: str) -> str:
    """A card as people write it, whichever way it came; CardError."""
    at = _TEXTS.find(text)
    return text if at >= 0 and not at & 1 and len(text) == 2 else card_text(parse_card(text))


def parse_card(text: str) -> int:
    """The code of one card: `Td`, `10d` and `Jk` in either case."""
    at = _TEXTS.find(text)
    if at >= 0 and not at & 1 and len(text) == 2:  # as the board itself writes it
        return at >> 1
    name = text.strip().upper()
    if name == "JK":
        return JOKER
    rank = RANKS.find("T" if name[:-1] == "10" else name[:-1] or "?")
    suit = SUITS.find(name[-1:].lower() or "?")
    if rank < 0 or suit < 0 or (len(name) != 2 and name[:2] != "10"):
        raise CardError("'%s' is no card; cards are written As, Td or 10d, Jk" % text)
    return rank * 4 + suit
