"""Plain words for what the vault finds: what is wrong, what to do next, step by step."""

from __future__ import annotations

# Code → (what is wrong, what to do next)
FAULTS = {
    "vault_blank": (
        "this board and its memory chip hold no books",
        "A new table: the supervisor opens its books. Any other: restore them from the ledger.",
    ),
    "vault_damaged": (
        "no copy of the books can be read",
        "Play has stopped. The supervisor restores the books from the ledger.",
    ),
    "fram_missing": (
        "the memory chip does not answer",
        "Play has stopped. Check its plug and its supply, then restart; nothing is lost.",
    ),
    "fram_lost": (
        "the memory chip has stopped answering",
        "Play has stopped. Check its plug, then restart: the round goes on where it was.",
    ),
    "fram_smaller": (
        "the memory chip is smaller than the board's definition says",
        "Nothing is written. Fit the chip that is named there, or put the right size in force "
        "(fram.size of the board's definition: cardtable config push), then restart.",
    ),
    "faces_full": (
        "so many rounds wait to be released that one more found no room",
        "The hands of that round are never released. Let rounds wait fewer minutes "
        "(reveal_minutes).",
    ),
    "faces_damaged": (
        "what waited to be released cannot be read any more",
        "Those hands are never released; play is not touched. If it comes again, exchange the "
        "memory chip.",
    ),
    "records_held_back": (
        "while the journal was full, refusals and faults that came again and again were counted, "
        "not kept",
        "Look for what caused them, and keep a host connected.",
    ),
    "fram_protected": (
        "the memory chip keeps nothing that is written",
        "Set its write-protect pin to ground, then restart.",
    ),
    "fram_new": (
        "the memory chip is empty, the board's files are not",
        "A new chip: the supervisor orders the files to be believed. Else fit the old chip.",
    ),
    "fram_damaged": (
        "the memory chip cannot be read",
        "The supervisor orders the files to be believed, or restores from the ledger.",
    ),
    "fram_foreign": (
        "the memory chip belongs to another table",
        "Fit this table's own chip. If it is gone, the supervisor orders the files to be believed.",
    ),
    "flash_new": (
        "the board's files are gone, the memory chip has the books",
        "A new or formatted board: the supervisor orders the chip to be believed.",
    ),
    "flash_foreign": (
        "the board's files belong to another table",
        "Fit this table's own board, or the supervisor orders the chip to be believed.",
    ),
    "flash_full": (
        "there is no room left for files",
        "The round can be ended. Let the host take the records, remove files that do not belong.",
    ),
    "flash_failing": (
        "files can no longer be written",
        "The round can be ended. Replace the board; the memory chip goes over to the new one.",
    ),
    "epochs_differ": (
        "chip and files are of different times",
        "One of them was fitted from a shelf. The supervisor orders which one to believe.",
    ),
    "copies_disagree": (
        "copies of the books say different things",
        "The supervisor compares the meters shown with the ledger and orders which to believe.",
    ),
    "ring_damaged": (
        "records that were kept can no longer be read",
        "The supervisor compares with the ledger, then orders the files to be believed.",
    ),
    "journal_damaged": (
        "records that no host has taken can no longer be read",
        "The supervisor compares with the ledger, then orders the chip to be believed.",
    ),
    "journal_full": (
        "the journal is full of records that no host has taken",
        "Connect the host and let it sync: play goes on by itself.",
    ),
    "audit_failed": (
        "the books do not balance",
        "Play has stopped. The supervisor compares with the ledger and restores from it.",
    ),
    "schema_newer": (
        "the books were written by a newer firmware",
        "Install that firmware again; to go back, let the newer one prepare the books first.",
    ),
    "order_unknown": ("the supervisor's order was not understood", "Give the order again."),
    "not_new": (
        "the books of a new table cannot be opened: there are books, or what is left of them",
        "Order which copy to believe, or restore from the ledger.",
    ),
    "nothing_to_restore": (
        "there is nothing on that device to be believed",
        "Order the other device, or restore from the ledger.",
    ),
    "copy_repaired": ("a copy of the books was bad and has been repaired", "Nothing to do."),
    "ring_repaired": ("a copy of a record was bad and has been repaired", "Nothing to do."),
    "journal_repaired": ("the end of a file was bad and has been repaired", "Nothing to do."),
    "journal_hurt": (
        "old files could not be read and were dropped; the host has their records",
        "If it comes again, replace the board.",
    ),
    "round_lost": (
        "the interrupted round could not be taken up again",
        "The round is void: every wager goes back.",
    ),
    "flash_only": (
        "this board has no memory chip: for demonstration only",
        "A power cut loses up to a second of records. Fit a FRAM for real play.",
    ),
    "excessive_increment": (
        "more jackpot wagers in one round than there can be",
        "They are held. The supervisor counts, and says how much belongs to the prize pool.",
    ),
}

REFUSALS = {
    "ceiling_under_start_up": "the ceiling would be under the start-up amount",
    "no_round": "no round is open",
    "round_is_over": "the round it was meant for is over",
    "share_over_the_whole": "a share is at most the whole",
    "too_many_wait": "too much waits for the cards that are on their way: do it again",
    "unknown_source": "there is no such source for bonus prizes",
}
