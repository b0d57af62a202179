"""Things that happen rarely, brought about on purpose: to rehearse what people do about them."""

from cardtable.rules.places import DEALER

ROYAL = ("As", "Ks", "Qs", "Js", "Ts")
_DEAD_READER_MS = 12_000
# name → (the game it is played in unless another is wanted, what to look at)
SCENARIOS = {
    "jackpot": (
        "canberra",
        "Round 1: box 1 is dealt a royal flush with a jackpot chip. Then: Supervisor, Pay a prize.",
    ),
    "misdeal": (
        "canberra",
        "Round 1: three cards are exposed in the deal. Read what ends it, and by which rule.",
    ),
    "dispute": (
        "holdem",
        "One round is played. Then: Supervisor, Settle a dispute, and open a hand with its proof.",
    ),
    "dead-reader": (
        "canberra",
        "The reader of box 3 dies. See the felt, then Technician: cause, remedy, Examine.",
    ),
}


def prepare(world, name):
    """Bring it about in this world; rounds to deal, or None for as many as are wanted."""
    house = world.house
    if name == "jackpot":
        _stacked(world, house)
    elif name == "misdeal":
        _exposing(house)
    elif name == "dead-reader":
        part = world.full.chips[3] if world.full is not None else world.shoe_chip
        world.clock.at(_DEAD_READER_MS * 1000, part.fault, "unplugged", -1)
    return 1 if name == "dispute" else None


def _stacked(world, house):
    """The first deal gives box 1 a royal flush; its player wagers on the jackpot and declares."""
    felt, shuffle = world.felt, world.felt.shuffle
    first = house.seats[0]

    def shuffled(dice):
        shuffle(dice)
        felt.shuffle = shuffle
        places = house.seats + [DEALER]
        for k, face in enumerate(ROYAL):
            card = next(one for one in felt.in_shoe if one.face == face)
            at = felt.in_shoe.index(card)
            to = k * len(places)  # cards are drawn from the front
            felt.in_shoe[at], felt.in_shoe[to] = felt.in_shoe[to], felt.in_shoe[at]
        house.always = {first}

    felt.shuffle = shuffled


def _exposing(house):
    """The dealer of the first round turns over three cards while dealing."""
    house.exposes = 3
