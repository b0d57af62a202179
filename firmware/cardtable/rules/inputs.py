"""What may happen at a table, as inputs to a round: (kind, field, …).

Inputs come from sensors (cards, chips), from the keypad or the console (actions, decisions) and
from the clock. Amounts are cents; "to" amounts are totals in this betting round.
"""

from cardtable.declare import Kinds

INPUTS = Kinds(
    # Cards, as the tracker places them
    ("card", "place:place card:card"),
    ("move", "card:card from:place to:place"),  # a card set right: reconstruction
    ("discard", "seat:seat card:card"),  # a card that got into the discards
    ("collect", "place:place?"),  # cards to the discard rack; null = all that is left
    ("reshuffle", ""),
    ("shoe_fail", ""),
    ("other_deck", "place:place"),  # a card of the deck that is not in use
    ("count", "place:place count:int(0..)"),  # the dealer has counted a hand
    # Players
    ("marker", "seat:seat"),  # a tournament's starting marker: the first to ante
    ("ante", "seat:seat amount:cents"),  # 0: taken back before the deal
    ("jackpot", "seat:seat"),  # a chip on the jackpot sensor
    ("declare", "seat:seat"),  # a qualifying jackpot hand; or plays on below the table stake
    ("check", "seat:seat"),
    ("call", "seat:seat"),
    ("bet", "seat:seat to:cents?"),  # null: the one bet there is (Canberra: twice the ante)
    ("raise", "seat:seat to:cents"),
    ("all_in", "seat:seat"),
    ("fold", "seat:seat"),
    ("call_fold", "seat:seat"),  # Blind A's third option
    ("over_blind", "seat:seat amount:cents"),
    ("throw", "seat:seat cards:card[]"),
    ("stand", "seat:seat"),
    ("show", "place:place cards:card[]?"),
    ("muck", "seat:seat"),
    ("see", "seat:seat"),  # the player looked at the hole cards
    # Between rounds
    ("post", "seat:seat amount:cents"),
    ("join", "seat:seat amount:cents"),
    ("leave", "seat:seat"),
    ("change_seat", "seat:seat to:seat"),
    ("buy", "seat:seat amount:cents"),
    ("away", "seat:seat"),  # not at the table: dealt out, or in a tournament folded in turn
    ("back", "seat:seat"),
    # Dealer and supervisor
    ("begin", ""),  # the dealer closes the wagers; the deal may start
    ("expose", "place:place"),  # the card last dealt there was seen; shoe = the next card
    ("expose_cut", ""),
    ("clock", "seat:seat"),  # ninety seconds are called
    ("rule_fold", "seat:seat"),
    ("rule_return", "seat:seat rule:rule?"),  # the player's wagers are void and go back
    ("decide", "what:name place:place? rule:rule"),  # what moves nothing: a warning, a dispute
    ("rule_remove", "seat:seat rule:rule?"),  # between rounds: a seat is forfeited
    ("rule_misdeal", "rule:rule?"),
    ("rule_void", "rule:rule?"),
    ("box_limit", "seat:seat amount:cents"),  # a marker at the box: its own maximum
    ("display", "amount:cents"),  # the jackpot sign changes
    # Time
    ("wait", "time:ms"),
)
