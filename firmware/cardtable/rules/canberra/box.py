"""One player's box in a round of Canberra Poker, and the words of its state."""

# Phases, in their order
WAGERS = "wagers"
DEAL = "deal"
ACT = "act"
TURN = "turn"  # the dealer's own hand is due
SETTLE = "settle"
COLLECT = "collect"

HAND = 5

# Where a jackpot wager is
PLACED = 1
BACK = 2  # with the player
KEPT = 3  # with the house
LOST = 4  # in the pools


class Box:
    """One player's wagers and cards."""

    def __init__(self):
        self.ante = 0
        self.bet = 0
        self.jackpot = 0
        self.chip = 0  # where the jackpot wager is
        self.prize = None  # of a declared jackpot hand
        self.display = 0  # the sign that counts for it
        self.tokens = []
        self.racked = []  # tokens that got into the discard rack too early
        self.net = 0  # what the round has brought the player so far; wagers out count below zero
        self.won = 0  # by ante and bet, once settled
        self.fate = None  # of the settled hand: won, lost, void, returned
        self.folded = False
        self.shown = False
        self.declared = False
        self.collected = False

    @property
    def settled(self):
        return self.fate is not None
