"""What the desk asks of decks: how many cards, which are out, whether a hand can be of one."""

from cardtable.rules.cards import JOKER, RANKS, CardError, card_text
from cardtable.rules.decks import lowest_rank


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
