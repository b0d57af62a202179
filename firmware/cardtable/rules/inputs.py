"""What may happen at a table, as inputs to a round: (kind, field, …).

Inputs come from sensors (cards, chips), from the keypad or the console (actions, decisions) and
from the clock. Amounts are cents; "to" amounts are totals in this betting round.
"""

from cardtable.schema import Schema

INPUTS = Schema(
    "\n"
    # Cards, as the tracker places them
    "card place:place card:card\n"
    "move card:card from:place to:place\n"  # a card set right: reconstruction
    "discard seat:seat card:card\n"  # a card that got into the discards
    "collect place:place?\n"  # cards to the discard rack; null = all that is left
    "reshuffle \n"
    "shoe_fail \n"
    "other_deck place:place\n"  # a card of the deck that is not in use
    "count place:place count:int(0..)\n"  # the dealer has counted a hand
    # Players
    "marker seat:seat\n"  # a tournament's starting marker: the first to ante
    "ante seat:seat amount:cents\n"  # 0: taken back before the deal
    "jackpot seat:seat\n"  # a chip on the jackpot sensor
    "declare seat:seat\n"  # a qualifying jackpot hand; or plays on below the table stake
    "check seat:seat\n"
    "call seat:seat\n"
    "bet seat:seat to:cents?\n"  # null: the one bet there is (Canberra: twice the ante)
    "raise seat:seat to:cents\n"
    "all_in seat:seat\n"
    "fold seat:seat\n"
    "call_fold seat:seat\n"  # Blind A's third option
    "over_blind seat:seat amount:cents\n"
    "throw seat:seat cards:card[]\n"
    "stand seat:seat\n"
    "show place:place cards:card[]?\n"
    "muck seat:seat\n"
    "see seat:seat\n"  # the player looked at the hole cards
    # Between rounds
    "post seat:seat amount:cents\n"
    "join seat:seat amount:cents\n"
    "leave seat:seat\n"
    "newcomer seat:seat\n"  # not the player who left this box a short while ago
    "change_seat seat:seat to:seat\n"
    "buy seat:seat amount:cents\n"
    "away seat:seat\n"  # not at the table: dealt out, or in a tournament folded in turn
    "back seat:seat\n"
    # Dealer and supervisor
    "begin \n"  # the dealer closes the wagers; the deal may start
    "expose place:place\n"  # the card last dealt there was seen; shoe = the next card
    "expose_cut \n"
    "clock seat:seat\n"  # ninety seconds are called
    "rule_fold seat:seat\n"
    "rule_return seat:seat rule:rule?\n"  # the player's wagers are void and go back
    "decide what:name place:place? rule:rule\n"  # what moves nothing: a warning, a dispute
    "rule_remove seat:seat rule:rule?\n"  # between rounds: a seat is forfeited
    # A tournament's director between rounds: chips, or the new seat; 0 where nothing is said
    "direct what:name(seat|move|remove|chips) seat:seat value:cents\n"
    "rule_misdeal rule:rule?\n"
    "rule_void rule:rule?\n"
    # An entry keyed by mistake, and what came after it: the newest, or the one that this record
    # begins. A dealer's until the next card or action, a supervisor's until the round ends
    "take_back who:name(dealer|supervisor) record:int(1..)?\n"
    "box_limit seat:seat amount:cents\n"  # a marker at the box: its own maximum
    "display amount:cents\n"  # the jackpot sign changes
    # Time
    "wait time:ms\n"
)
