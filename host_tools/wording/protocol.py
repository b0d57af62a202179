"""What each message, command and question of the link is for, and what can go wrong with it."""

from __future__ import annotations

# message → (what it is for, what may be answered instead)
MESSAGES: dict[str, tuple[str, tuple[str, ...]]] = {
    "hello": (
        "Who the board is, how far its records go, and what a signature needs: `challenge` is new "
        "at every start, `counter` is that of the last command taken. `able`: see below. Said "
        "after start and whenever it is hailed or greeted.",
        (),
    ),
    "stopped": ("After hello, when play has stopped: the fault and where.", ()),
    "believed": ("After `stopped`: the meters as one copy has them, for a supervisor.", ()),
    "hail": ("Who is there? The board says hello, and sends no records for it.", ()),
    "greet": (
        "The host begins to follow: the epoch it knows and the last record it has (0, 0: nothing). "
        "The board says hello and sends the rest.",
        ("this board speaks protocol N", "the host has record N, the board only M"),
    ),
    "ack": (
        "Everything up to this record is stored durably on the host.",
        ("record N of epoch E was not sent",),
    ),
    "ask": (
        "A question that needs no key; see *Questions*.",
        ("not a question: …", "too many questions at once"),
    ),
    "answer": ("One part of an answer; the last one has `more` 0 and no value.", ()),
    "do": (
        "A command as JSON text, signed: HMAC-SHA256 under the role's key over "
        "`challenge:counter:role:command`, in hex. See *Commands*.",
        (),
    ),
    "reply": (
        "What became of a command: `ok` and its result, or a code and the rule or place it comes "
        "from.",
        (),
    ),
    "error": ("A message that could not be used: which, and why.", ()),
}

_WORK = ("round_in_play", "restarts")

# command → (what it does, codes it is refused with besides those every command has)
COMMANDS: dict[str, tuple[str, tuple[str, ...]]] = {
    "input": (
        "Something happened at the table (see *Inputs*). Decisions over players and the place of a "
        "card need the supervisor.",
        ("not_an_input", "wrong_role", "any refusal of the rules, with its rule"),
    ),
    "open_hand": (
        "A face-down hand opened for a dispute, once it cannot win any more.",
        ("hand_in_play", "no_hand_there", "no_round"),
    ),
    "confirm": (
        "An attendant has paid a pending prize; the jackpot is seeded again.",
        ("no_such_prize_pending", "not_in_live_play"),
    ),
    "correct": (
        "The pools set right by signed amounts.",
        ("name_and_reason_needed", "prize_pending", "not_in_live_play"),
    ),
    "free_held": ("What was held back as excessive goes on.", ("nothing_held",)),
    "parameter": (
        "A parameter of the jackpot, in force once it is won.",
        ("unknown_parameter", "not_whole_cents", "share_over_the_whole"),
    ),
    "mode": ("Live play, a test or a tournament.", ("unknown_mode", "prize_pending")),
    "day_open": ("A gaming day begins.", ("day_known_already",)),
    "drop": ("The count of a gaming day's drop box.", ("unknown_day", "not_whole_cents")),
    "order": ("What the vault is to believe while play has stopped.", ("not_stopped",)),
    "time": ("The time, in milliseconds since 1970.", ()),
    "put": (
        "A piece of a file, base64, 16 kB at most in all; the reply says how much is there.",
        ("out_of_order", "not_base64", "too_large"),
    ),
    "commit": (
        "The file put in force; the board starts again. `table` and `order` need the supervisor, "
        "`board` the technician.",
        ("not_complete", "round_in_play", "wrong_role"),
    ),
    "set_key": (
        "A new key for a role: 32 bytes, each XORed with HMAC-SHA256 under the key of who orders "
        "it over `challenge:counter:role:key`.",
        ("not_a_key",),
    ),
    "person": (
        "A PIN of a person's own in a role: `add`, `pin`, `revoke`; an empty name is the PIN that "
        "the role shares. The key comes masked as in `set_key`, over `challenge:counter:"
        "role/name:key`; empty to revoke. Everybody may set their own.",
        (
            "person_known",
            "no_such_person",
            "last_supervisor",
            "not_a_name",
            "too_many_persons",
            "not_a_key",
            "wrong_role",
        ),
    ),
    "enrol": ("A deck is made known, card by card at the shoe.", _WORK),
    "enrol_undo": ("The last card taken back.", ("no_such_work",)),
    "enrol_keep": ("The deck is kept; the board starts again.", ("deck_not_complete",)),
    "deck_check": ("The deck checked one by one at the shoe.", _WORK),
    "replace": ("Another card in place of one of the deck.", (*_WORK, "not_in_deck")),
    "replace_other": (
        "Another card in place of one of the second deck.",
        (*_WORK, "not_in_deck"),
    ),
    "replace_keep": ("Dealer and supervisor have looked at its face.", ("no_such_work",)),
    "deck_end": ("The work on the deck is over; a check is recorded.", ()),
    "trial": (
        "A device tried by a technician, until `end`. `cards` is told in the reply: hits of 100 "
        "looks, weak cards as `[card, hits of 10]`, tags seen once as `[place, count]`; "
        "null without readers under the boxes.",
        _WORK,
    ),
    "restart": ("The board starts again.", ("round_in_play",)),
    "maintenance": ("The board starts again, in maintenance.", ("round_in_play", "faces_wait")),
    "maintenance_now": ("The same in the middle of a round, which goes on afterwards.", ()),
}

EVERY_COMMAND = (
    "no_keys",
    "slow_down",
    "wrong_key",
    "replayed",
    "not_a_command",
    "wrong_role",
    "vault_stopped",
)

QUESTIONS = {
    "expects": "What may come next, an input an item; amounts are `[least, most]`.",
    "why_not": "Null, or `[code, rule]`: whether an input would be taken. Not for inputs that "
    "name a card: that would try out hidden ones.",
    "config": "`[name, value]`: the game and its determinations.",
    "meters": "`[section, values]`: the jackpot meter and gaming days.",
    "readers": "A reader an item: name, place, state, cards now, figures. No tags.",
    "health": "`[name, value]`: uptime, clock, memory, restarts, stalls, lines. `files`: the first "
    "12 digits of the manifest's SHA-256 when all files were as it says at the start, null when "
    "there is no manifest, empty when they were not.",
    "faults": "`[code, where]`: what is wrong now.",
    "noticed": "`[code, where, count]`: what was told once and is over, since the start.",
    "deck": '`["deck" or "other", cards]`: which cards are enrolled. No tags.',
    "muxes": "`[name, times]`: a mux whose register was not as it had been chosen.",
    "vault": "`[name, value]`: copies, generation, room, audit, what the start found.",
    "work": "`[name, value]`: enrolment, check or trial under way.",
    "persons": "`[role, name]`: who has a PIN; an empty name is the one that the role shares.",
}

ABLE = {
    "keyed": "keys are installed: commands are taken",
    "fram": "money survives a power cut at any instant",
    "flash_only": "no FRAM: for demonstration",
    "boxes": "readers under the boxes",
    "stopped": "play has stopped; the reason follows hello",
    "not_installed": "no table is configured: nothing is played",
    "altered": "its files are not as released: nothing is played, `faults` names them",
    "safe": "safe mode: the table cannot run; it says why, obeys `maintenance` and `restart`",
    "jumper_only": "not even safe mode can be loaded: it says hello and why, the jumper opens it",
    "simulated": "emulated hardware",
}
