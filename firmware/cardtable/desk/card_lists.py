"""Several cards as people write them, read with care: for files, commands and tests.

The board has no use for it: cards come to it one at a time, from its own registry.
"""

from cardtable.rules.cards import JOKER, RANKS, SUITS, CardError, card_text

_SEPARATORS = " ,\t"


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
    if text[at : at + 5].lower() == "joker":
        return JOKER, at + 5
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
