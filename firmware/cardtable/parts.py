"""The table's parts, built from its wiring. What a table does not have is not loaded."""

import sys

from cardtable.hw.expander import Expander
from cardtable.hw.keypad import Keypad
from cardtable.readers.exchange import Chip
from cardtable.readers.shoe import ShoeReader
from cardtable.readers.transport import trim_driver, use_clock
from cardtable.vault.calendar import Calendar
from cardtable.vault.files import Files
from cardtable.vault.fram import Fram
from cardtable.vault.vault import Vault


def game(table, random_bytes, books):
    """Only the game in play is loaded."""
    if table["game"].startswith("canberra"):
        from cardtable.banked import BankedTable

        return BankedTable(table, random_bytes, books)
    from cardtable.seated import SeatedTable

    return SeatedTable(table, random_bytes, books)


def vault(board, buses, wiring, table):
    files = Files(board.root + "vault/", board.opener, board.system)
    fram = None
    if "fram" in wiring:
        place = wiring["fram"]
        fram = Fram(buses[place["i2c"]], place["address"])
    return Vault(table, Calendar(board.clock), files, fram)


def shoe(board, loop, buses, wiring):
    clock = board.clock
    use_clock(clock)
    if sys.implementation.name == "micropython":
        trim_driver()
    if "spi" in wiring:
        from cardtable.readers.transport_spi import SPITransport

        transport = SPITransport(
            board.spi(wiring["spi"], wiring["pins"]),
            board.output(wiring["select"]),
            clock,
            board.input(wiring["irq"]),
        )
    else:
        from cardtable.readers.transport_i2c import I2CTransport

        transport = I2CTransport(buses[wiring["i2c"]], clock)
    return ShoeReader("shoe", Chip(transport, clock, loop.sleep_ms), clock, loop.sleep_ms)


def expander(buses, wiring):
    return Expander(buses[wiring["i2c"]], wiring["address"])


def keypad(buses, wiring):
    return Keypad(expander(buses, wiring))


def panel(keys, sensors, table, values):
    """What keys and sensors mean depends on the game."""
    if "ante_min" not in values:  # players against each other
        from cardtable.panel_poker import PokerPanel

        return PokerPanel(keys, table.croupier, None if table.boxes is None else table.tracker)
    from cardtable.hw.contacts import Debounced
    from cardtable.panel import Panel

    made = Panel(keys, sensors, Debounced(), table.people, values["ante_min"], table.notice)

    def begun(record):
        if record[0] == "begin":
            made.compare(table.croupier.round.boxes)

    table.croupier.listeners.append(begun)
    return made
