"""The table's parts, built from its wiring. What a table does not have is not loaded."""

import sys

from cardtable.hw.expander import Expander
from cardtable.hw.keypad import Keypad
from cardtable.readers.exchange import Chip
from cardtable.readers.shoe import ShoeReader
from cardtable.readers.transport import trim_driver, use_clock
from cardtable.vault import layout
from cardtable.vault.calendar import Calendar
from cardtable.vault.files import Files
from cardtable.vault.fram import Fram
from cardtable.vault.vault import Vault

# What the games stand on, the lowest first: a module that imports one that imports a third takes a
# kilobyte of a board's stack for each.
_UNDER = (
    "cites limits positions betting round places poker_state pots cards decks orders commission"
)
_UNDER += " commission shares showdown actions between poker"
_UNDER_CANBERRA = "cards decks orders hands values cites canberra_editions places round"
_UNDER_CANBERRA += " canberra_state canberra_deal positions canberra_settlement"


def game(table, random_bytes, books):
    """Only the game in play is loaded."""
    banked = table["game"].startswith("canberra")
    for name in (_UNDER_CANBERRA if banked else _UNDER).split():
        __import__("cardtable.rules." + name)
    if banked:
        from cardtable.banked import BankedTable

        return BankedTable(table, random_bytes, books)
    from cardtable.seated import SeatedTable

    return SeatedTable(table, random_bytes, books)


def vault(board, buses, wiring, table):
    files = Files(board.root + "vault/", board.opener, board.system)
    fram = None
    if "fram" in wiring:
        place = wiring["fram"]
        fram = Fram(buses[place["i2c"]], place["address"], place.get("size", layout.SIZE))
    return Vault(table, Calendar(board.clock), files, fram)


def shoe(board, buses, wiring):
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
    return ShoeReader("shoe", Chip(transport, clock), clock)


def expander(buses, wiring):
    return Expander(buses[wiring["i2c"]], wiring["address"])


def keypad(buses, wiring):
    return Keypad(expander(buses, wiring))


def panel(keys, sensors, table, values):
    """What keys and sensors mean depends on the game."""
    if "ante_min" not in values:  # players against each other
        from cardtable.panel_poker import PokerPanel

        return PokerPanel(keys, table.judge.later)
    from cardtable.hw.contacts import Debounced
    from cardtable.panel import Panel

    # Methods of the table: a function made here would keep this module, which is forgotten.
    table.croupier.listeners.append(table.cards_begin)
    return Panel(keys, sensors, Debounced(), table.judge.later, values["ante_min"], table.notice)
