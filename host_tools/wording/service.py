"""Words for what the board says about hosts, commands and its own program."""

from __future__ import annotations

# Why a command was not carried out
REFUSALS = {
    "no_keys": "no keys are installed on this board yet",
    "wrong_key": "the PIN or the table's key is wrong",
    "slow_down": "there were wrong keys: the board waits before it looks at another",
    "another_room": "another room has taken over, or this is not the room of this table's link",
    "stale": "this lease is too old, or the table's clock and the room's differ too much",
    "replayed": "this command was sent before",
    "wrong_role": "another role has to order this",
    "not_a_command": "the board does not know such a command",
    "not_valid": "the board could not start with this configuration; the one in force stays",
    "names_a_face": "a card that lies face down is named by its seal, never by its face",
    "nothing_to_take_back": "nothing has been keyed in this round that could be taken back",
    "no_such_entry": "no entry of this round that stands begins there",
    "too_late_to_take_back": "a card or an action has come since: a supervisor may take it back",
    "card_was_shown": "a card has been shown since: what was seen cannot be taken back",
    "in_the_discards": "cards are in the discards: they take no further part in the round",
    "chips_have_left": "chips have been carried away from the table since",
    "cards_stand_against_it": "without this entry the cards dealt since would lie wrong",
    "not_an_input": "this is nothing that can happen at a table",
    "not_a_question": "the board does not answer this",
    "round_in_play": "a round is in play; wait for its end",
    "restarts": "the board is about to start again",
    "vault_stopped": "play has stopped: nothing can be recorded",
    "not_stopped": "play has not stopped: there is nothing to restore",
    "needs_a_file": "the ledger's books have to be sent as a file",
    "not_base64": "the piece of the file was damaged on its way",
    "out_of_order": "a piece of the file is missing",
    "too_large": "the file is too large for the board",
    "not_complete": "the file did not arrive whole",
    "not_a_key": "a key has 64 hex digits",
    "person_known": "there is a PIN for this name in this role already",
    "no_such_person": "nobody of this name has a PIN in this role",
    "last_supervisor": "nobody could order anything without the last supervisor's PIN",
    "not_a_name": "a name has letters and digits, with single spaces, points and hyphens between",
    "too_many_persons": "the table's key file is full",
    "hand_in_play": "this hand can still win; it may be opened once it is folded or settled",
    "faces_wait": "faces wait on the board for their release, and could be read in maintenance",
    "no_hand_there": "no face-down cards were dealt to this seat",
    "no_round": "there is no round to look at",
    "no_table": "no table is configured on this board yet",
    "no_such_work": "nothing of this kind is under way",
    "deck_not_complete": "the deck is not complete yet",
    "not_in_deck": "the enrolled deck has no such card",
    "key_needed": "only a supervisor may do this: turn the key switch and press the key again",
    "command_failed": "the program failed over this command; nothing was done",
    "judge_failed": "the program failed over this input; the round goes on as it was recorded",
}

# What next, where the refusal alone does not say it
AFTER_REFUSALS = {
    "no_keys": "See: cardtable install",
    "wrong_key": "Type it again; a forgotten one is replaced with: cardtable keys pin",
    "slow_down": "Wait a minute, then try it again.",
    "replayed": "Try it again.",
    "round_in_play": "Try it again after the round.",
    "faces_wait": "Try it again when they are released: reveal_minutes after the last round.",
    "restarts": "Try it again in a moment.",
    "not_base64": "Try it again.",
    "out_of_order": "Try it again.",
    "not_complete": "Try it again.",
    "not_valid": "Check it on the desk: cardtable config check",
    "person_known": "A lost PIN: cardtable keys person pin NAME",
    "no_such_person": "See who has: cardtable keys person list",
    "last_supervisor": "Add another supervisor first: cardtable keys person add",
    "not_a_name": "Write it with the letters a to z, up to 20 of them.",
    "too_many_persons": "Revoke somebody first: cardtable keys person revoke",
    "no_table": "See: cardtable install",
    "not_in_deck": "See what it has: cardtable deck list. Another one: cardtable deck enrol.",
    "not_a_command": "Update its firmware: cardtable flash",
    "not_a_question": "Update its firmware: cardtable flash",
    "command_failed": "Report it: cardtable doctor --bundle bug.zip",
}

FAULTS = {
    "task_failed": ("a part of the program failed and was started again", "Report it."),
    "task_hangs": (
        "a part of the program hangs",
        "Wait ten seconds: the board starts again by itself and goes on with the round.",
    ),
    "board_restarts": (
        "a part of the program failed again and again",
        "The board starts again by itself; report it with a bundle from the doctor.",
    ),
    "command_failed": (
        "the program failed over a command",
        "The table plays on; report it with the command and a bundle from the doctor.",
    ),
    "judge_failed": (
        "the program failed over an input",
        "The round goes on as it was recorded; report it with the records of this round.",
    ),
    "no_lease": (
        "the linked jackpot has no lease from its room: jackpot wagers are refused",
        "The base game goes on; rounds that have begun are settled. Look whether the host, the "
        "network and the room run, and whether this table is linked: cardtable room jackpot show.",
    ),
    "link_flooded": (
        "more comes over the cable than a host says, or nothing but rubbish",
        "Play goes on, the rest is held up. Look who is at the other end of the cable; pull it if "
        "nobody should be there.",
    ),
    "configuration_failed": (
        "the table did not stay up with a new configuration: the one before is in force again",
        "Check it on the desk (cardtable config check), then push it again.",
    ),
    "file_altered": (
        "a file of the firmware is not as released",
        "Nothing is played, the books are untouched. Put the release there again: cardtable flash.",
    ),
    "file_missing": (
        "a file of the firmware is missing",
        "Nothing is played, the books are untouched. Put the release there again: cardtable flash.",
    ),
    "file_unexpected": (
        "a program lies on the board that belongs to no release",
        "Nothing is played. Find out who put it there. Run cardtable flash; what it names and "
        "leaves is removed in maintenance mode, with mpremote fs rm.",
    ),
    "settings_repaired": (
        "one of two copies of a file of this table was damaged or behind, and was written anew "
        "from the other",
        "After a power cut nothing is needed. If it comes again, replace the board.",
    ),
    "settings_taken": (
        "a file of this table was written by an older firmware or by hand, and was taken over",
        "Find out who wrote it, if nobody should have.",
    ),
    "settings_damaged": (
        "both copies of a file of this table are damaged",
        "Nothing is played and nothing is guessed. Table or board: send it again (cardtable config "
        "push). Deck: in maintenance mode remove deck.json and deck.copy (mpremote fs rm), then "
        "cardtable deck enrol. Keys: close the jumper, then cardtable install --again keys.",
    ),
    "settings_disagree": (
        "two copies of a file of this table are whole and differ",
        "Nothing is played and nothing is guessed. Put in force what is right: cardtable config "
        "push; a deck is removed in maintenance mode (deck.json, deck.copy) and enrolled again, "
        "keys by cardtable install --again keys.",
    ),
    "update_unfinished": (
        "an update could not be finished: some files are old and some new",
        "Nothing is played, the books are untouched. Put the release there again: cardtable flash.",
    ),
    "does_not_stay_up": (
        "the program failed or hung three times in a row",
        "The board tries again after ten minutes, and when it is switched off and on. If it stays, "
        "go back (cardtable flash --rollback) or put a release there (cardtable flash), and report "
        "it with what the board says.",
    ),
    "not_loadable": (
        "the program cannot be loaded",
        "Nothing is played, the books are untouched. Put the release there again: cardtable flash.",
    ),
    "manifest_damaged": (
        "the list of the release's files cannot be read",
        "Nothing is played, the books are untouched. Put the release there again: cardtable flash.",
    ),
}

COMMANDS = {
    "input": "an input",
    "open_hand": "opened a face-down hand",
    "confirm": "confirmed the payment of a prize",
    "correct": "corrected the meter",
    "free_held": "freed what was held back from the meter",
    "parameter": "changed a parameter of the jackpot",
    "mode": "changed the mode of play",
    "day_open": "opened a gaming day",
    "drop": "entered the count of a drop box",
    "order": "told the vault what to believe",
    "commit": "put a new configuration in force",
    "set_key": "set a new PIN",
    "person": "gave a person a PIN, or took it away",
    "enrol": "began to enrol a deck",
    "enrol_undo": "took back the last card enrolled",
    "enrol_keep": "kept the enrolled deck",
    "deck_check": "began to check the deck",
    "replace": "began to replace a card",
    "replace_other": "began to replace a card of the second deck",
    "replace_keep": "accepted a replaced card",
    "deck_end": "ended the work on the deck",
    "trial": "started or ended a trial of the devices",
    "restart": "restarted the board",
    "maintenance": "sent the board into maintenance",
    "maintenance_now": "sent the board into maintenance in the middle of a round",
}
