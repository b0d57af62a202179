"""A round of one game with every seat taken, played to its end; run on real MicroPython.

Nothing but the rules is imported, and only what a board carries of them. The determinations are in
values.json beside it.
"""

import hashlib  # noqa: F401  modules of the interpreter itself are not the rules' heap
import json
from binascii import hexlify  # noqa: F401

_SEATS = 10
_MOST_INPUTS = 400


def shuffled():
    """A deck in an order that is always the same."""
    deck = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
    seed = 1
    for n in range(51, 0, -1):
        seed = (seed * 1103515245 + 12345) % 2147483648
        other = (seed >> 8) % (n + 1)
        deck[n], deck[other] = deck[other], deck[n]
    return deck


def play(played, deck):
    """Give the round what it expects: a raise, tap-outs and a fold among the calls."""
    raised = False
    for n in range(_MOST_INPUTS):
        if played.outcome is not None:
            return
        expected = played.expects()
        kinds = [given[0] for given in expected]
        if "card" in kinds and "ante" not in kinds:
            place = expected[kinds.index("card")][1]
            played.take(("card", place, deck.pop()))
        elif "raise" in kinds and not raised:
            raised = True
            seat, bounds = expected[kinds.index("raise")][1:]
            played.take(("raise", seat, bounds[0]))
        elif "fold" in kinds and n % 7 == 0:
            played.take(expected[kinds.index("fold")])
        else:
            given = expected[0]
            if given[0] == "ante":
                given = ("ante", len(played.boxes) + 1, 500)
                if given[1] == 9:  # as many boxes as the deck has cards for
                    played.take(given)
                    for seat in sorted(played.boxes):
                        played.take(("jackpot", seat))
                    given = ("card", played.due(), deck.pop())
            elif given[0] in ("bet", "raise") and isinstance(given[2], tuple):
                given = (given[0], given[1], given[2][0])
            played.take(given)
    raise AssertionError("the round does not end: %s" % played.expects())


def round_of(game):
    """A round of the game before its first card; of the firmware only its rules are loaded."""
    from cardtable.rules.seals import Sealer

    with open("values.json") as file:
        values = json.load(file)
    sealer = Sealer(b"0123456789abcdef")
    if game.startswith("canberra"):
        from cardtable.jackpot.prizes import boomerang_class
        from cardtable.rules.canberra.game import Canberra

        return Canberra(values, {}, sealer, boomerang_class, 1000000, game=game)
    from cardtable.rules.registry import make

    played = make(game, values, sealer)
    seats = [(seat, 400 if seat % 4 == 0 else 20000) for seat in range(1, _SEATS + 1)]
    played.open(1, "00", seats, None)
    return played
