"""Plain words for causes: what the doctor has found, what to do about it."""

from __future__ import annotations

# Cause → (what is wrong, what to do next)
CAUSES = {
    # Readers
    "unplugged": (
        "nobody answers at its address",
        "Plug its cable in at both ends; if it stays, measure 3.3 V at the reader.",
    ),
    "loose": (
        "its answers fail on the bus now and then",
        "Look for a loose plug or a broken wire at the reader.",
    ),
    "no_answer": (
        "it does not answer: unplugged, without supply, or hung",
        "Check its plug and its supply, switch the table off and on; then replace the reader.",
    ),
    "deaf": (
        "it is there but swallows commands",
        "Check plug, supply and the interface switches of the reader; then replace it.",
    ),
    "stuck": (
        "it acknowledges commands and never answers",
        "Switch the table off and on; if it stays, replace the reader.",
    ),
    "ack_damaged": (
        "its acknowledgements arrive damaged",
        "Shorten or shield its cable and check the ground wire; then replace the reader.",
    ),
    "noisy_line": (
        "its answers arrive damaged",
        "Shorten or shield its cable, check the ground wire and the pull-up resistors.",
    ),
    "supply_dips": (
        "it forgets its settings while it works: its supply dips",
        "Check the 3.3 V supply under load and the plug; add a capacitor of 100 µF at the reader.",
    ),
    "memory_bad": ("its chip fails the test of its own memory", "Replace the reader."),
    "wrong_chip": ("another chip than a PN532 answers", "Fit a PN532 reader there."),
    "chip_error": ("it refuses commands", "Switch the table off and on; then replace the reader."),
    "stretches_clock": (
        "it holds the clock line longer than the board waits",
        "Check its supply; if it stays, replace the reader.",
    ),
    "holds_line": (
        "it holds the data line low and blocks its bus while it is connected",
        "Unplug this reader and replace it; the others work without it.",
    ),
    "not_halted": (
        "cards do not sleep after they were read: known of some chips, mended by the firmware",
        "Nothing to do while the read rate is good; else replace the reader.",
    ),
    "weak": (
        "it reads, but not cleanly",
        "Keep metal and telephones away, check the antenna's distance to the felt.",
    ),
    "drowned": (
        "a field that is not its own reaches it: a silent reader beside it may have left its on",
        "Mend the silent reader first, then run the doctor again.",
    ),
    "bleeding": (
        "the field of a neighbour reaches it, and both are on together",
        "Move the antennas apart, or put them in different groups in board.toml.",
    ),
    "antenna_moved": (
        "an antenna does not answer its test as before",
        "Look for metal or a loose antenna at the readers named, and compare again tomorrow.",
    ),
    "starting": ("it has not been set up yet", "Wait a moment, and look again."),
    # What lies over them
    "unknown_card": (
        "a card there is not of this deck, or its tag is misread",
        "Take it away and look again: if another card reads well there, replace that card.",
    ),
    "seen_twice": (
        "a card is read at two places at once: a neighbour's card, or a clone",
        "Take the cards away one by one; if one is read from the next box, part the antennas.",
    ),
    "stray_card": (
        "a card is read there that belongs elsewhere: misplaced, or read from the next box",
        "Look whether it lies there; if not, move the antennas apart or lower the reader.",
    ),
    "unread_card": (
        "a card lies there that is not read: cards exactly on top of each other, or too many",
        "Fan the cards out; if it stays, check each of them with cardtable deck check.",
    ),
    "too_fast": (
        "cards leave the shoe faster than its reader sees them",
        "Draw a little slower; if it stays, move the shoe's antenna to where cards pass it longer.",
    ),
    "clone": (
        "a card came out of the shoe while it lay on the table: two cards have one identity",
        "Stop using this deck and call the supervisor.",
    ),
    "crowd": ("more cards than a hand lie there", "Take away what does not belong there."),
    # Buses and muxes
    "bus_held": (
        "a line of the bus is held: nothing on it can be reached",
        "Unplug the readers' cables one after the other until it is free; look for a short.",
    ),
    "mux_stuck": (
        "it stayed on a channel it was to leave",
        "It was reset and works on; if it comes again, check its supply or replace the mux.",
    ),
    "mux_silent": (
        "it does not answer",
        "Check its plug, its supply and its address pins; the readers behind it are out.",
    ),
    "behind_mux": ("the mux before it cannot be reached", "Mend the mux first."),
    "behind_bus": ("its bus cannot be used", "Free the bus first."),
    # The board
    "not_installed": ("no table is configured on this board", "Run cardtable install."),
    "firmware_differs": (
        "the board's firmware is not that of this program",
        "Run cardtable flash, or update this program.",
    ),
    "no_permission": (
        "this user may not use the port",
        "Install the udev rule that cardtable doctor --udev prints, and plug the board in again.",
    ),
    "little_memory": ("little memory is free", "Restart the board; report it with --bundle."),
    "no_time": (
        "nobody has told the board the time: its records carry the time since it started",
        "Give the technician's PIN, and the doctor tells it; the console does so, too.",
    ),
    "restarted": (
        "parts of the program failed or hung since it started",
        "Report it with a bundle: cardtable doctor --bundle.",
    ),
    "slow": (
        "the program was held up for longer than a card takes to pass",
        "Report it with a bundle: cardtable doctor --bundle.",
    ),
    "flash_only": (
        "no memory chip is fitted: for demonstration only",
        "Fit a FRAM for real play.",
    ),
    "audit_failed": (
        "the books do not balance",
        "Stop play. The supervisor compares with the ledger and restores from it.",
    ),
    "journal_filling": (
        "many records wait for a host",
        "Connect the host and run cardtable sync.",
    ),
    "copy_differs": (
        "copies of the books say different things of the same record",
        "Restart the board: it repairs copies. If it comes again, replace the device.",
    ),
    "panel_silent": (
        "keypad or chip sensors do not answer",
        "Check the cable of the dealer's panel and the supply of its expanders.",
    ),
    "not_seen": (
        "the technician did not see what should have been there",
        "Check plug and supply of this part, and look again.",
    ),
    "not_pressed": (
        "some were not noticed when they were touched",
        "Check the wires of those named.",
    ),
    "deck_differs": (
        "the deck is not the one that the game is played with",
        "Enrol that deck (cardtable deck enrol --cards, --joker), or change deck and joker in "
        "table.toml.",
    ),
    "weak_card": (
        "a card answers too few of the looks for it: its inlay is dying",
        "Replace it with cardtable deck replace; it is counted anew once the board has restarted.",
    ),
    "no_deck": ("no deck is enrolled", "Run cardtable deck enrol."),
    "lossy_link": (
        "lines were damaged on their way",
        "Use a shorter USB cable, without a hub.",
    ),
    "slow_link": ("answers take long", "Close other programs that use the port."),
}
