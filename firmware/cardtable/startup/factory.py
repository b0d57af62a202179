"""The table's parts, built from its wiring. What a table does not have is not loaded."""

import sys

from cardtable.drivers.expander import Expander
from cardtable.drivers.pn532 import Chip
from cardtable.drivers.pn532_transport import trim_driver, use_clock
from cardtable.rules.places import DEALER
from cardtable.vault import layout
from cardtable.vault.calendar import Calendar
from cardtable.vault.files import Files
from cardtable.vault.fram import Fram
from cardtable.vault.vault import Vault

# What the games stand on, the lowest first: a module that imports one that imports a third takes a
# kilobyte of a board's stack for each.
_UNDER = (
    "rule_refs poker.limits positions poker.betting round places poker.state poker.pots cards decks"
)
_UNDER += " hands.rankings poker.commission shares poker.showdown poker.actions poker.pre_deal"
_UNDER += " poker.game"
_UNDER_CANBERRA = "cards decks hands.rankings hands.five hands.values rule_refs"
_UNDER_CANBERRA += " canberra.editions places round canberra.state canberra.deal positions"
_UNDER_CANBERRA += " canberra.settlement"


def game(table, random_bytes, books):
    """Only the game in play is loaded."""
    banked = table["game"].startswith("canberra")
    for name in (_UNDER_CANBERRA if banked else _UNDER).split():
        __import__("cardtable.rules." + name)
    if banked:
        from cardtable.engine.banked_game import BankedGame

        return BankedGame(table, random_bytes, books)
    from cardtable.engine.poker_game import PokerGame

    return PokerGame(table, random_bytes, books)


def vault(board, buses, wiring, table):
    files = Files(board.root + "vault/", board.opener, board.system)
    fram = None
    if "fram" in wiring:
        place = wiring["fram"]
        fram = Fram(buses[place["i2c"]], place["address"], place.get("size", layout.SIZE))
    return Vault(table, Calendar(board.clock), files, fram)


def shoe(table, buses, wiring):
    board = table.board
    clock = board.clock
    use_clock(clock)
    if sys.implementation.name == "micropython":
        trim_driver()
    if "shoe" not in wiring:
        from cardtable.readers.no_shoe import NoShoe

        boxes = table.boxes
        place = DEALER if DEALER in boxes.readers else min(boxes.readers)
        return NoShoe(boxes, place, table.work_now)
    from cardtable.readers.shoe import ShoeReader

    wiring = wiring["shoe"]
    if "spi" in wiring:
        from cardtable.drivers.pn532_spi import SPITransport

        transport = SPITransport(
            board.spi(wiring["spi"], wiring["pins"]),
            board.output(wiring["select"]),
            clock,
            board.input(wiring["irq"]),
        )
    else:
        from cardtable.drivers.pn532_i2c import I2CTransport

        transport = I2CTransport(buses[wiring["i2c"]], clock)
    return ShoeReader("shoe", Chip(transport, clock), clock)


def expander(buses, wiring):
    return Expander(buses[wiring["i2c"]], wiring["address"])


def keypad(buses, wiring):
    if wiring.get("chip") == "TCA8418":
        from cardtable.drivers.key_scanner import KeyScanner

        return KeyScanner(buses[wiring["i2c"]], wiring["address"])
    from cardtable.drivers.keypad import Keypad

    return Keypad(expander(buses, wiring))


def panel(keys, sensors, table, values):
    """What keys and sensors mean depends on the game."""
    if "ante_min" not in values:  # players against each other
        from cardtable.ui.panel_poker import PokerPanel

        return PokerPanel(keys, table.round_port.later)
    from cardtable.drivers.contacts import Debounced
    from cardtable.ui.panel import Panel

    # Methods of the table: a function made here would keep this module, which is forgotten.
    table.controller.listeners.append(table.cards_begin)
    return Panel(
        keys, sensors, Debounced(), table.round_port.later, values["ante_min"], table.notice
    )
