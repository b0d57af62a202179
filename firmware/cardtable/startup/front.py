"""The front of the table, built from the board's wiring: sign, lamps, the supervisor's key.

Only a table that has a part loads what belongs to it. `table` has board, loop, vault, croupier and
faults, as the application has them.
"""


def sign(table, wiring):
    """The task of the jackpot sign, or None: `sign.run()`."""
    if "display" not in wiring:
        return None
    from cardtable.drivers.max7219 import Max7219
    from cardtable.ui.jackpot_display import JackpotDisplay

    at = wiring["display"]
    board = table.board
    chip = Max7219(board.spi(at["spi"], at["pins"]), board.output(at["select"]))
    return JackpotDisplay(table.loop, chip, table.vault)


def lamps(table, wiring):
    """The task of the lamps, or None: `lamps.run()`."""
    if "lamps" not in wiring:
        return None
    from cardtable.ui.lamps import Lamps

    pixels = table.board.pixels(wiring["lamps"]["pin"], wiring["lamps"]["count"])
    return Lamps(table.loop, pixels, table.controller, table.vault, table.faults)


def supervised(table, wiring, keypad, refused, turned):
    """The keypad, with the supervisor's keys under the key switch if there is one."""
    if "key_switch" not in wiring:
        return keypad
    from cardtable.drivers.key_switch import KeySwitch, Supervised

    switch = KeySwitch(table.board.input(wiring["key_switch"]["pin"]).value)
    return Supervised(keypad, switch, refused, turned)
