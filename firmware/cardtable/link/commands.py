"""Every command and every question over the link, declared once.

A command is ordered by a role with its key ("do"); a supervisor may also order what a dealer may.
A question ("ask") needs no key: its answer is what anybody beside the table may know. Loaded on
the board with the first command, to check what came.
"""

from cardtable.schema import Schema

DEALER = "dealer"
TECHNICIAN = "technician"
SUPERVISOR = "supervisor"
ANY = "any"  # every role that has a key

# name, fields / who, since
COMMANDS = Schema(
    "\n"
    # The round: an input, as rules/inputs.py declares them
    "input input:any[] / dealer 1\n"
    # A face-down hand opened for a dispute; recorded (NI2004-492 r 14.4)
    "open_hand seat:seat who:text(1..40) / supervisor 1\n"
    # The jackpot meter and the gaming day
    "confirm hit:int(1..) who:text(1..40) / supervisor 1\n"
    "correct pool:cents(..) reserve:cents(..) overflow:cents(..) who:text(1..40) why:text(1..160)"
    " / supervisor 1\n"
    "free_held to_pool:cents who:text(1..40) / supervisor 1\n"
    "parameter name:name value:int(0..) who:text(1..40) / supervisor 1\n"
    "mode mode:name(live|test|tournament) / supervisor 1\n"
    "day_open day:text(1..16) / supervisor 1\n"
    "drop day:text(1..16) counted:cents who:text(1..40) / supervisor 1\n"
    # What the vault is to believe when it cannot decide by itself (docs/vault.md)
    "order order:name(new|fram|flash|ledger) who:text(1..40) / supervisor 1\n"
    # The time: a board has no clock of its own. Not before 2020; moved by a minute, it is recorded
    "time since_1970:ms(1577836800000..4102444800000) / any 1\n"
    # Configuration in pieces, then put in force as a whole, between rounds
    "put file:name(table|board|order) offset:int(0..16384) data:text(0..400) / any 1\n"
    "commit file:name(table|board|order) sha256:hex / any 1\n"
    # A new key for a role, masked under the key of who orders it. The room's is for leases of a
    # linked jackpot; empty, it ends the link
    "set_key role:name(dealer|technician|supervisor|room) key:hex / supervisor 1\n"
    # A person's PIN in a role; without a name the one that the role shares. A supervisor's, but
    # everybody may set their own
    "person what:name(add|pin|revoke) role:name(dealer|technician|supervisor) name:text(0..20)"
    " key:hex / any 1\n"
    # The deck, at the shoe's reader; tags never leave the board
    "enrol cards:int(52|48|44|40|36|32) joker:flag other:flag / technician 1\n"
    "enrol_undo  / technician 1\n"
    "enrol_keep  / technician 1\n"
    "deck_check why:name(before|after|count) / dealer 1\n"
    "replace card:card / supervisor 1\n"
    "replace_other card:card / supervisor 1\n"  # of the second deck
    "replace_keep who:name(dealer|supervisor) / supervisor 1\n"
    "deck_end  / any 1\n"
    # A technician's trials, between rounds
    "trial what:name(lamps|display|keys|antenna|bleed|readers|cards|end) / technician 1\n"
    # The board itself
    "restart  / technician 1\n"
    "maintenance  / technician 1\n"
    # The same in the middle of a round, which goes on afterwards
    "maintenance_now  / technician 1\n"
)

QUESTIONS = Schema(
    "\n"
    # What may come next, one input an item; amounts are [least, most]
    "expects  / 1\n"
    # One item: null, or [code, rule]; not for inputs that name a card
    "why_not input:any[] / 1\n"
    # The game and its determinations: [name, value] an item
    "config  / 1\n"
    # The jackpot meter and gaming days: [section, values] an item
    "meters  / 1\n"
    # [name, place, state, cards now, figures…] an item (diag/readings.py)
    "readers  / 1\n"
    # [name, value] an item: memory, uptime, restarts, stalls, link
    "health  / 1\n"
    # [code, where] an item: what is wrong now
    "faults  / 1\n"
    # [code, where, times] an item: what was told once and is over, since the board started
    "noticed  / 1\n"
    # ["deck" or "other", cards] an item: which cards are enrolled
    "deck  / 1\n"
    # [name, times] an item: a mux whose register was not as chosen
    "muxes  / 1\n"
    # [name, value] an item: copies, generation, room, audit
    "vault  / 1\n"
    # [name, value] an item: enrolment or check of a deck, trials
    "work  / 1\n"
    # [role, name] an item: who has a PIN; no name: the one that the role shares
    "persons  / 1\n"
)

# What a board may say of itself in hello
ABLE = (
    "keyed",  # keys are installed: commands are taken
    "fram",  # money survives a cut at any instant
    "flash_only",  # no FRAM: for demonstration
    "boxes",  # readers under the boxes
    "stopped",  # play has stopped; the reason follows hello
    "not_installed",  # no table is configured: nothing is played
    "altered",  # its files are not as released: nothing is played, only the link works
    "simulated",  # emulated hardware
    "safe",  # safe mode: the table cannot run; the reason follows hello
    "jumper_only",  # not even safe mode can be loaded: only the jumper leads to maintenance
)

# Inputs that decide over players, or say where a card lies: a supervisor's
OF_SUPERVISOR = (
    "card",
    "move",
    "discard",
    "other_deck",
    "rule_fold",
    "rule_return",
    "rule_misdeal",
    "rule_void",
    "rule_remove",
    "decide",
    "box_limit",
    "direct",
)
# Inputs that come from the board itself and from nobody else
OF_BOARD = ("display", "wait")
