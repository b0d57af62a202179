"""The simulated table: a board, its wiring, a felt, and people around it.

One seed makes one world: the same cards, tags, secrets and decisions on every interpreter.
"""

import json
import os

from cardtable.rules.cards import parse_card
from cardtable.rules.determinations import settled
from sim.chips.antenna import Antenna
from sim.chips.fram import ADDRESS as FRAM_ADDRESS
from sim.chips.fram import LARGE, Fram
from sim.chips.i2c_bus import I2CBus
from sim.chips.key_switch import KeySwitch
from sim.chips.keypad import Keypad
from sim.chips.max7219 import MAX7219
from sim.chips.pcf8575 import PCF8575
from sim.chips.pn532 import I2C_ADDRESS, PN532
from sim.chips.spi_bus import SPIBus
from sim.chips.tca8418 import TCA8418, ScannedKeypad
from sim.chips.wiring import Wiring
from sim.chips.ws2812 import WS2812
from sim.harness.clock import VirtualClock
from sim.harness.full_table import BOARD_PARTS, FullTable
from sim.people.actor import Actor
from sim.people.dice import Dice
from sim.people.felt import Felt, make_deck
from sim.people.house import LIVELY, CanberraHouse
from sim.people.house_poker import PokerHouse

SEATS = (1, 2, 3, 4, 5, 6, 7)  # a usual Canberra Poker layout
POKER_SEATS = (1, 3, 4, 6)

# What is played: (game, determinations). Commission, so that there is something to count.
GAMES = {
    "canberra": ("canberra", {}),
    "canberra-1997": ("canberra-1997", {}),
    "holdem": ("holdem", {"commission": "tas-holdem"}),
    "omaha": ("omaha", {"commission": "act-5"}),
    "draw": ("draw", {"commission": "act-5", "blinds": [], "ante": 100, "limit": "full-pot"}),
    "stud": ("stud", {"commission": "tas-stud-normal", "min_bet": 200}),
    "freeze-out": ("stud", {"freeze_wager": 500}),
}
SENSORS_ADDRESS = 0x20
KEYPAD_ADDRESS = 0x21
SIGN_SELECT = 13
LAMPS_PIN = 2
LAMPS = 11  # at ten boxes, and the jackpot's
KEY_PIN = 14

# What the board reads about itself: which pins and buses carry what.
BOARD = {
    "name": "pico",
    "i2c": {"0": [5, 4, 400000], "1": [7, 6, 400000]},  # scl, sda, frequency
    "shoe": {"i2c": "0"},
    "sensors": {"i2c": "1", "address": SENSORS_ADDRESS},
    "keypad": {"i2c": "1", "address": KEYPAD_ADDRESS},
    "fram": {"i2c": "1", "address": FRAM_ADDRESS, "size": LARGE},
    "display": {"spi": 1, "pins": [10, 11, 12, 1000000], "select": SIGN_SELECT},
    "lamps": {"pin": LAMPS_PIN, "count": LAMPS},
    "key_switch": {"pin": KEY_PIN},
}


class World(Wiring):
    """What the fake `machine` is plugged into, and what goes on around it."""

    def __init__(
        self,
        root,
        port,
        seed=1,
        seats=None,
        pace=LIVELY,
        clock=None,
        rounds=0,
        fram=None,
        full=False,
        game="canberra",
        determinations=None,
        visit=0,
        relabel=None,
        table="sim-1",
        board=None,
    ):
        """`game` is one of GAMES; `determinations` come before those it has there.

        `table` is the name of the table.

        `relabel(deck)` may print other faces on the cards before they are enrolled.

        `visit` counts how often people have come to this table before: the deck and the files are
        as they left them, the shuffles are others.

        `fram` is the memory of the FRAM, 32 or 64 kB; when it is blank, or there is none, the table
        is new. Without one the chip is as large as BOARD says.

        `full`: readers under boxes, dealer, board and rack as well, and the shoe on SPI.

        `board` is how it is wired (board.json), if not as BOARD and BOARD_PARTS say: a full table.
        """
        super().__init__(clock if clock is not None else VirtualClock())
        self.root = root
        self.port = port
        if hasattr(self.clock, "outside"):  # it charges for the board's work, not for a host's
            port.write = self.clock.outside(port.write)
        self._secrets = Dice(seed * 7 + 3 + 1000003 * visit)
        dice = Dice(seed)
        name, given = GAMES[game]
        config = settled(name, dict(given, **(determinations or {})))
        values = config["values"]
        deck = make_deck(dice, values["deck"], bool(values["joker"]))
        if relabel is not None:
            relabel(deck)
        if visit:
            dice = Dice(seed + 1000003 * visit)
        self._left_open = bool(visit)  # cards may lie on the felt
        # Dealt by hand only the boxes name a card; thrown cards are seen in the rack.
        self._wired = board
        full = full or board is not None or values["deal"] == "hand" or name == "draw"
        self.full = FullTable(self, board or BOARD_PARTS) if full else None
        if self.full is not None:
            self.shoe_antenna = self.full.shoe_antenna
            self.shoe_chip = self.full.shoe_chip
        else:
            self.shoe_antenna = Antenna("shoe")
            self.shoe_chip = PN532(self.clock, self.shoe_antenna)
            self.add_i2c(0, I2CBus(self.clock)).attach(I2C_ADDRESS, self.shoe_chip)
        wired = BOARD if board is None else board
        panel = self.add_i2c(int(wired["sensors"]["i2c"]), I2CBus(self.clock))
        self.sensors = PCF8575()
        scans = wired["keypad"].get("chip") == "TCA8418"
        self.keys = TCA8418(self.clock) if scans else PCF8575()
        panel.attach(wired["sensors"]["address"], self.sensors)
        panel.attach(wired["keypad"]["address"], self.keys)
        self.fram = Fram(fram, size=wired["fram"]["size"])
        panel.attach(wired["fram"]["address"], self.fram)
        self.keypad = (ScannedKeypad if scans else Keypad)(self.clock, self.keys)
        sign = wired["display"]
        self.display = MAX7219(
            self.add_spi(sign["spi"], SPIBus(self.clock)), self.pin(sign["select"])
        )
        self.lamps = WS2812(self.clock, self.pin(wired["lamps"]["pin"]), LAMPS)
        self.key_switch = KeySwitch(self.clock, self.pin(wired["key_switch"]["pin"]))
        antennas = None if self.full is None else self.full.antennas
        self.felt = Felt(self.clock, deck, self.shoe_antenna, antennas=antennas)
        self.app = None  # the application that runs on this board, once it is ready
        self.shoe_is_out = False  # people deal by hand
        self.config = config
        if name.startswith("canberra"):
            seats = list(SEATS if seats is None else seats)
            self.house = CanberraHouse(
                self.felt, self.keypad, self.sensors, dice, seats, pace, self.round_in_play
            )
            self.house.from_the_right = name == "canberra-1997"  # S89-1997 r 9.5
        else:
            self.house = PokerHouse(self, dice, POKER_SEATS if seats is None else seats, pace)
        config.update(_table(table))
        if not visit:
            self._write("board.json", self._board())
            self._write("table.json", config)
            enrolled = {card.tag.uid.hex(): card.face for card in deck}
            self._write("deck.json", {"deck": enrolled, "other": {}})
        if self.fram.is_blank():
            self._install(config)
        self._rounds = rounds

    def open(self, done=None) -> None:
        """Let the people begin; `done()` is called when they have played their rounds."""
        Actor(self.clock, self.house.script(self._rounds), done)

    def came_up(self, app) -> None:
        """The application runs. People who come back find the cards where its records have them."""
        self.app = app
        if self._left_open and hasattr(app, "tracker"):  # a table, not a board without one
            self._left_open = False
            places = app.tracker.places
            self.felt.lay_out(lambda face: places.of(parse_card(face)))

    def round_in_play(self):
        """What people at the table see of it."""
        return None if self.app is None else self.app.controller.round

    def random_bytes(self, count: int) -> bytes:
        return self._secrets.bytes(count)

    def _install(self, config):
        """What a technician and a supervisor did some other day: books opened in an empty vault."""
        from cardtable.vault.files import Files
        from cardtable.vault.vault import Vault

        files = Files(self.root + "vault/", open, os)
        for name in files.names():
            files.remove(name)
        vault = Vault(config["table"], _Bench(), files, self.fram.on_the_bench())
        order = {"order": "new", "who": "installer", "jackpot": config["jackpot"]}
        if vault.command(order) is not None:
            raise ValueError("the vault was not opened: {}".format(vault.stopped))

    def _board(self):
        """What the board reads about itself."""
        wired = self._wired or BOARD
        board = dict(wired, fram=dict(wired["fram"], size=self.fram.size))
        if self.full is not None and self._wired is None:
            board.update(BOARD_PARTS)
        return board

    def _write(self, name, value):
        with open(self.root + name, "w") as file:
            file.write(json.dumps(value))


class _Bench:
    """The time while the table was installed: of no interest."""

    def now(self):
        return "u", 0


def _table(name) -> dict:
    """What the board reads about the table besides its game: name and jackpot."""
    return {
        "table": name,
        "jackpot": {
            "pool": 2000000,
            "reserve": 300000,
            "start_up": 1000000,
            "pool_share": 8000,
        },
    }
