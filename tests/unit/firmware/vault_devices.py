"""A vault on emulated FRAM and flash, small enough for a board's heap: for both interpreters."""

from cardtable.vault.files import Files
from cardtable.vault.fram import Fram as Driver
from cardtable.vault.migrate import Migrations
from cardtable.vault.vault import Vault
from sim.chips.flash import Flash, mounted
from sim.chips.fram import ADDRESS, Fram
from sim.chips.i2c_bus import I2CBus
from sim.chips.pin import Wire
from sim.chips.power import Power
from sim.harness.clock import VirtualClock

JACKPOT = {"pool": 2000000, "reserve": 300000, "start_up": 1000000, "pool_share": 8000}
NEW = {"order": "new", "who": "sue", "jackpot": JACKPOT}


class Bus:
    """What the FRAM driver uses of machine.I2C."""

    def __init__(self, bus):
        self._bus = bus

    def writeto_mem(self, address, at, data, *, addrsize):
        assert addrsize == 16
        self._bus.write(address, at.to_bytes(2, "big") + bytes(data))

    def readfrom_mem_into(self, address, at, buffer, *, addrsize):
        assert addrsize == 16
        self._bus.write(address, at.to_bytes(2, "big"))
        self._bus.read(address, buffer)


class Numbered:
    """A calendar whose time follows from the record's number."""

    vault: Vault = None  # type: ignore[assignment]  # set as soon as there is one

    def now(self):
        return "u", 10 * self.vault.journal.chain.number


class Desk:
    """One board's devices; `start()` is a power-up."""

    def __init__(self, blocks=16, with_fram=True):
        self.clock = VirtualClock()
        self.power = Power()
        self.protect = Wire("WP", 0)
        self.fram = Fram(None, self.power, self.protect)
        self.flash = Flash(blocks, None, self.power)
        self.with_fram = with_fram
        self.format()

    def format(self):
        mounted(self.flash, format=True)

    def image(self):
        """Everything the devices hold, for `put_back`."""
        return bytes(self.fram.memory), bytes(self.flash.image)

    def put_back(self, image):
        self.fram.memory[:] = image[0]
        self.flash.image[:] = image[1]
        self.power_back()

    def fram_holds(self, text):
        return _holds(self.fram.memory, text)

    def flash_holds(self, text):
        return _holds(self.flash.image, text)

    def new_fram(self):
        self.fram = Fram(None, self.power, self.protect)

    def power_back(self, cut_after=None, torn=False):
        self.power = Power(cut_after, torn)
        self.fram.power = self.power
        self.flash.power = self.power

    def vault(self, table="t1", migrations=None):
        """Built; nothing read yet."""
        bus = I2CBus(self.clock)
        bus.attach(ADDRESS, self.fram)
        opener, system = mounted(self.flash)
        self.files = Files("vault/", opener, system)
        calendar = Numbered()
        driver = Driver(Bus(bus), ADDRESS) if self.with_fram else None
        vault = Vault(table, calendar, self.files, driver, migrations or Migrations())
        calendar.vault = vault
        vault.segments.limit = 2000
        vault.journal.keep_bytes = 8192
        vault.journal.reserve_bytes = 8192
        return vault

    def start(self, **more):
        """(vault, why it stopped or None)."""
        vault = self.vault(**more)
        return vault, vault.open()

    def stopped(self, **more):
        """(vault, the code it stops with); fails when it does not."""
        vault = self.vault(**more)
        stopped = vault.open()
        assert stopped is not None
        return vault, stopped[0]

    def install(self, **more):
        """A new table, its books opened."""
        vault = self.vault(**more)
        assert vault.command(NEW) is None, vault.stopped
        return vault


def _holds(memory, text):
    """Searched in pieces: a copy of the whole would not fit a board's heap."""
    piece = 1024
    for start in range(0, len(memory), piece):
        if text in bytes(memory[start : start + piece + len(text)]):
            return True
    return False


def work(vault):
    """What the board does between inputs."""
    while vault.work_on():
        pass


def token(k):
    """Something like a seal."""
    return f"{k:032x}"


def play(vault, number, wager=100, cards=2, end=True):
    """A small round: its snapshot, sealed cards, and the group that ends it."""
    vault.write_all([("round", number, "canberra", "00ff", None, []), ("canberra", 0, [])])
    for k in range(cards):
        hidden = b"secret-of-round" + bytes((number,)) + bytes(range(1, k + 2))
        vault.write_all([("deal", 1, token(k))], hidden)
    if end:
        finish(vault, wager)
        work(vault)


def finish(vault, wager=100):
    meter = vault.books.meter
    to_pool = wager * 8 // 10
    vault.write_all(
        [
            ("end", "settled", None),
            ("meter_in", to_pool, wager - to_pool, 0, 0),
            ("meter", meter.pool + to_pool, meter.reserve + wager - to_pool),
        ]
    )


def known(vault):
    """What must be the same before and after."""
    chain = vault.journal.chain
    return chain.epoch, chain.number, chain.last, vault.round_at, vault.books.dump()


def codes(vault):
    return [finding[0] for finding in vault.findings]
