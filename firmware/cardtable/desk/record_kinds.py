"""Every kind of record, its fields, and the record version since which it exists.

The board does not load this table: it knows the fields by position. The host reads records by
it, the documents are made from it, and the tests hold every record to it.
Fields are only ever appended, with a new record version.
"""

from cardtable.schema import Schema

# What happens beside a round: it counts also where people have taken an entry back meanwhile
BESIDE = (
    "boot", "fault", "fault_over", "refused", "attach", "command", "denied", "signs", "person",
    "key_switch", "taken_back", "opened", "released",
    "jackpot_paid", "jackpot_hit", "jackpot_confirmed", "meter_seed",
    "meter_in", "meter_held", "meter_freed", "meter_change", "meter_changed", "meter_correct",
    "linked_in", "linked_paid", "linked_hit",
    "meter", "restored", "books", "adopted", "mode", "deck", "day_open", "drop",
)  # fmt: skip

KINDS = Schema(
    # The table itself
    ("boot", "firmware:text board:text table:text cause:name", 1),
    ("fault", "code:name where:text count:int(0..)", 1),
    ("fault_over", "code:name where:text", 1),
    ("refused", "input:any[] code:name rule:rule", 1),
    # Whoever came over the link: a host, a command that was obeyed, one that was not
    ("attach", "refused:int(0..)", 1),  # commands refused since the start
    ("command", "role:name(dealer|technician|supervisor) what:name", 1),
    ("denied", "role:text code:name refused:int(0..)", 1),
    # Who orders over the link from here on: a person, or a role by the PIN that it shares
    ("signs", "role:name(dealer|technician|supervisor) who:text", 1),
    # A PIN of a person's own in a role: given, changed, taken away
    (
        "person",
        "what:name(add|pin|revoke) role:name(dealer|technician|supervisor) name:text who:text",
        1,
    ),
    ("key_switch", "on:flag", 1),  # the supervisor's key at the table
    # Every round opens with a snapshot and ends with an outcome
    ("round", "round:int(1..) game:name determinations:hex marker:seat? stacks:any[]", 1),
    # In the first revolution of the button: where it began; who sits behind it waits or posts
    ("lap", "seat:seat rule:rule", 1),
    ("end", "outcome:name(won|settled|misdeal|void) rule:rule?", 1),
    # Part of a snapshot: faces are released so long after this round; and their release. The
    # secret opens every seal of that round; both are empty where only shown hands are released.
    ("reveal", "scope:name(shown|all) minutes:int(0..60)", 1),
    ("released", "epoch:int(1..) first:int(1..) secret:text cards:cards(0..240)", 1),
    # An entry keyed by mistake: the records from `first` up to this one do not count
    ("taken_back", "who:name(dealer|supervisor) first:int(1..)", 1),
    # Cards: a token is a face, or the seal of a face-down card
    ("deal", "place:place token:token", 1),
    ("turn", "place:place token:token card:card salt:text", 1),  # one card is opened
    ("opened", "seat:seat token:token card:card salt:text who:text", 1),  # for a dispute
    ("collect", "place:place count:int(0..)", 1),
    ("irregular", "rule:rule what:name place:place?", 1),
    # Decisions of people that move nothing at the table: warnings, disputes, options offered
    ("decision", "what:name place:place? rule:rule", 1),
    # Between rounds; `waits`: 1 a new player, 2 one who changed seats, 3 one who has missed a
    # blind, until the big blind; 4 away from the table, 5 and a blind has passed
    ("away", "seat:seat waits:int(0..5) rule:rule", 1),
    ("declared", "seat:seat rule:rule", 1),  # plays on below the table stake, buys nothing more
    ("join", "seat:seat amount:cents waits:int(0..2) rule:rule?", 1),
    ("leave", "seat:seat amount:cents", 1),
    ("newcomer", "seat:seat", 1),  # who joins there is not the player who left a short while ago
    ("change_seat", "seat:seat to:seat waits:int(0..5) rule:rule?", 1),
    ("buy", "seat:seat amount:cents", 1),
    ("corrected", "seat:seat amount:cents was:cents rule:rule", 1),  # chips, by the director
    ("marker", "seat:seat why:name(first|vacated|next) rule:rule", 1),  # button or puck
    # Players against each other; "to" amounts are totals in the betting round
    ("players", "order:seat[]", 1),  # who is dealt in, first card first
    (
        "post",
        "seat:seat what:name(ante|blind|over|entry) amount:cents dead:cents rule:rule?",
        1,
    ),
    ("street", "number:int(1..5) first:seat", 1),  # a betting round begins
    (
        "act",
        "seat:seat what:name(check|call|bet|raise|under_raise|fold|call_fold) to:cents rule:rule?",
        1,
    ),
    ("place", "seat:seat to:cents", 1),  # chips out of turn, or short of a call
    ("return", "seat:seat amount:cents rule:rule", 1),
    ("gather", "pot:cents", 1),  # a betting round ends
    ("clock", "seat:seat left:ms", 1),  # of the ninety seconds
    ("muck", "seat:seat", 1),
    ("dead", "seat:seat rule:rule", 1),  # a hand that cannot win at showdown
    ("pot", "pot:int(0..9) amount:cents winners:seat[]", 1),  # main pot first, before commission
    ("commission", "pot:int(0..9) amount:cents rule:rule", 1),
    ("win", "pot:int(0..9) seat:seat amount:cents part:name(all|high|low)", 1),
    ("refund", "seat:seat amount:cents rule:rule", 1),  # misdeal or void
    # Cards set right
    (
        "astray",
        "rule:rule? seat:seat?",
        1,
    ),  # the deal has gone wrong by this rule; null: in order again
    ("move", "token:token from:place to:place rule:rule", 1),
    ("see", "seat:seat", 1),
    ("replace", "seat:seat card:card", 1),  # an exposed card, to be replaced by the burn card
    ("replaced", "seat:seat", 1),
    # Draw and stud
    ("throw", "seat:seat tokens:token[]", 1),  # passed in for replacement; none: stands pat
    ("burns", "rule:rule", 1),  # before the next cards, as many as players are active
    ("freeze_out", "eliminated:int(0..9) ante:cents rule:rule", 1),  # second half of its snapshot
    ("eliminated", "seat:seat ante:cents rule:rule", 1),  # from a freeze-out; the next ante
    # Canberra Poker
    ("canberra", "display:cents advised:seat[]", 1),  # second half of its snapshot
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
    ("box_limit", "seat:seat amount:cents rule:rule", 1),  # a marker at the box: its own maximum
    ("count", "place:place count:int(0..)", 1),  # the dealer has counted a hand
    ("jackpot_won", "seat:seat prize:name wager:cents", 1),
    ("jackpot_back", "seat:seat amount:cents rule:rule", 1),  # the wager goes back to the player
    ("jackpot_kept", "seat:seat amount:cents rule:rule", 1),  # or stays with the house
    ("jackpot_lost", "seat:seat wager:cents", 1),
    # The Boomerang meter: every cent that moves, and where from
    (
        "jackpot_paid",  # a bonus prize, paid by the dealer
        "seat:seat prize:name amount:cents from_pool:cents from_reserve:cents from_house:cents",
        1,
    ),
    (
        "jackpot_hit",  # a major prize: pending, and jackpot wagers locked, until confirmed
        "seat:seat prize:name amount:cents from_pool:cents from_reserve:cents from_house:cents",
        1,
    ),
    ("jackpot_confirmed", "hit:int(1..) who:text", 1),  # an attendant has paid
    ("meter_seed", "from_reserve:cents from_house:cents from_overflow:cents", 1),
    ("meter_in", "to_pool:cents to_reserve:cents carry:int(0..9999) to_overflow:cents", 1),
    ("meter_held", "amount:cents", 1),  # an excessive increment
    ("meter_freed", "to_pool:cents to_reserve:cents to_overflow:cents who:text", 1),
    ("meter_change", "name:name value:int(0..) who:text", 1),  # waits until the jackpot is won
    ("meter_changed", "name:name value:int(0..)", 1),
    (
        "meter_correct",
        "pool:cents(..) reserve:cents(..) overflow:cents(..) who:text why:text",
        1,
    ),
    # A pool of several tables, which is the room's: what this table has to do with it
    ("linked_in", "amount:cents", 1),  # non-winning wagers of one round
    ("linked_paid", "seat:seat prize:name amount:cents", 1),  # a bonus prize, paid by the dealer
    (
        "linked_hit",
        "seat:seat prize:name shown:cents",
        1,
    ),  # a major hand, and the sign it counts by
    ("meter", "pool:cents reserve:cents", 1),
    # The books as a whole: when they are opened, or restored after a loss
    ("restored", "source:name(new|fram|flash|ledger) epoch:int(0..) number:int(0..) who:text", 1),
    ("books", "section:name values:any[]", 1),
    ("adopted", "source:name(fram) number:int(0..) who:text", 1),  # the same epoch goes on
    ("mode", "mode:name(live|test|tournament)", 1),
    # The deck, checked one by one or counted: never while a round is on
    (
        "deck",
        "why:name(before|after|count|before_second|after_second|count_second) count:int(0..)"
        " missing:card[] twice:card[] wrong:int(0..)",
        1,
    ),
    # Gaming days
    ("day_open", "day:text", 1),
    ("drop", "day:text counted:cents who:text", 1),
)
