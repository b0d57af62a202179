"""Which deck a game may be played with: asked when determinations are made, at the desk."""

from cardtable.rules.cards import JOKER, RANKS, CardError, card_text
from cardtable.rules.decks import SIZES, lowest_rank

STUD_FULL = 52  # TGC-2006 B 14.1
STUD_REDUCED = 32  # TGC-2006 B 3.4.a: without the twos to sixes

# game -> (sizes, may hold the joker)
_BY_GAME = {
    "draw": (SIZES, True),  # NI2005-66 r 2.2-2.3
    "omaha": (SIZES, True),  # NI2006-156 r 2.2-2.3
    "canberra": ((52,), False),  # NI2004-492 r 2.1, S89-1997 r 3.1
    "stud": ((STUD_FULL, STUD_REDUCED), False),  # TGC-2006 B 3.1, B 3.4.a
    "holdem": ((52,), False),  # TGC-2006 C 2.1-2.2
}


def is_deck(cards: int, game: str = "draw", joker: bool = False) -> bool:
    """Whether `game` may be played with `cards` suited cards, with or without the joker."""
    sizes, may_joker = _BY_GAME[game]
    return cards in sizes and (may_joker or not joker)


def total_cards(cards: int, joker: bool) -> int:
    """How many cards lie in the shoe."""
    return cards + 1 if joker else cards


def check_in_deck(hand, cards: int, joker: bool) -> None:
    """Raise CardError when a card of `hand` is not in this deck."""
    lowest = lowest_rank(cards)
    for card in hand:
        if card == JOKER:
            if not joker:
                raise CardError("Jk is in the hand, but the deck has no joker")
        elif card >> 2 < lowest:
            raise CardError(
                "%s is not in a deck of %d: its lowest card is a %s"
                % (card_text(card), cards, RANKS[lowest])
            )


def reduced_deck_allowed(players: int, all_agree: bool, freeze_out: bool) -> bool:
    """Whether a stud table may take out the twos to sixes: three to five players who agree.

    TGC-2006 B 3.4.a; a freeze-out is played with the full deck (B 16.8).
    """
    return 3 <= players <= 5 and all_agree and not freeze_out


def removed_ranks(cards: int) -> list:
    """The ranks that a deck of this size does without, lowest first: ['2', '3', ...]."""
    return list(RANKS[: lowest_rank(cards)])
