"""Every kind of record, its fields, and the record version since which it exists.

The board does not load this table: it knows the fields by position. The host reads records by
it, the documents are made from it, and the tests hold every record to it.
Fields are only ever appended, with a new record version.
"""

from cardtable.declare import Kinds

KINDS = Kinds(
    # The table itself
    ("boot", "firmware:text board:text table:text cause:name", 1),
    ("fault", "code:name where:text count:int(0..)", 1),
    ("fault_over", "code:name where:text", 1),
    ("refused", "input:any[] code:name rule:rule", 1),
    # Every round opens with a snapshot and ends with an outcome
    ("round", "round:int(1..) game:name determinations:hex marker:seat? stacks:any[]", 1),
    ("end", "outcome:name(won|settled|misdeal|void) rule:rule?", 1),
    # Cards: a token is a face, or the seal of a face-down card
    ("deal", "place:place token:token", 1),
    ("turn", "place:place token:token card:card salt:text", 1),  # one card is opened
    ("collect", "place:place count:int(0..)", 1),
    ("irregular", "rule:rule what:name place:place?", 1),
    # Canberra Poker
    ("ante", "seat:seat amount:cents", 1),
    ("jackpot", "seat:seat amount:cents", 1),
    ("begin", "boxes:seat[] display:cents", 1),
    ("bet", "seat:seat amount:cents", 1),
    ("fold", "seat:seat", 1),
    ("dealer_hand", "category:name qualifies:flag", 1),
    ("hand", "seat:seat category:name", 1),
    ("declare", "seat:seat", 1),
    ("display", "amount:cents", 1),
    (
        "settle",
        "seat:seat ante:cents(..) bet:cents(..) result:name(won|lost|void|returned) rule:rule",
        1,
    ),
    ("jackpot_won", "seat:seat prize:name wager:cents", 1),
    ("jackpot_lost", "seat:seat wager:cents", 1),
    # The Boomerang meter: every cent that moves, and where from
    (
        "jackpot_paid",
        "seat:seat prize:name amount:cents from_pool:cents from_reserve:cents from_house:cents",
        1,
    ),
    ("meter_seed", "from_reserve:cents from_house:cents", 1),
    ("meter_in", "to_pool:cents to_reserve:cents carry:int(0..9999)", 1),
    ("meter", "pool:cents reserve:cents", 1),
)
