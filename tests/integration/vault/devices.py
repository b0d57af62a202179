"""A vault on emulated FRAM and flash that can be cut, copied, flipped and started again."""

from __future__ import annotations

from cardtable.vault.files import Files
from cardtable.vault.fram import Fram as Driver
from cardtable.vault.migrate import Migrations
from cardtable.vault.vault import Vault
from sim.chips.flash import Flash, mounted
from sim.chips.fram import ADDRESS, Fram
from sim.chips.i2c_bus import I2CBus
from sim.chips.power import Power
from sim.harness.clock import VirtualClock

TABLE = "table-1"
BLOCKS = 32
JACKPOT = {
    "pool": 2_000_000,
    "reserve": 300_000,
    "start_up": 1_000_000,
    "pool_share": 8_000,
    "ceiling": 2_000_500,
    "most_in": 1_000,
}
NEW = {"order": "new", "who": "supervisor", "jackpot": JACKPOT}


def up(state):
    """From a made-up older schema, which did not keep the acknowledged number."""
    return [*state[:4], 0, *state[4:]]


def down(state):
    return [*state[:4], *state[5:]]


OLD_SCHEMA = 0
MIGRATIONS = Migrations(up={0: up}, down={1: down})


class Numbered:
    """A calendar whose time follows from the record's number: the same after any restart."""

    def __init__(self):
        self.vault: Vault | None = None

    def now(self):
        assert self.vault is not None
        return "u", 10 * self.vault.journal.chain.number


class Bus:
    """What the FRAM driver uses of machine.I2C, on an emulated bus."""

    def __init__(self, bus: I2CBus):
        self._bus = bus

    def writeto_mem(self, address, at, data, *, addrsize):
        assert addrsize == 16
        self._bus.write(address, at.to_bytes(2, "big") + bytes(data))

    def readfrom_mem_into(self, address, at, buffer, *, addrsize):
        assert addrsize == 16
        self._bus.write(address, at.to_bytes(2, "big"))
        self._bus.read(address, buffer)


class Devices:
    """FRAM, flash and their supply. `vault()` is the firmware's after a start."""

    def __init__(self, fram=None, flash=None, power=None, clock=None, bus=True, with_fram=True):
        self.power = power or Power()
        self.clock = clock or VirtualClock()
        self.fram = Fram(fram, self.power)
        self.flash = Flash(BLOCKS, flash, self.power)
        if flash is None:
            mounted(self.flash, format=True)
        self.bus = I2CBus(self.clock)
        self.bus.attach(ADDRESS, self.fram)
        self._by_bus = bus
        self._with_fram = with_fram

    def vault(self, table=TABLE, migrations=MIGRATIONS, calendar=None) -> Vault:
        """Built, not yet opened."""
        opener, system = mounted(self.flash)
        calendar = calendar or Numbered()
        memory = None
        if self._with_fram:
            memory = Driver(Bus(self.bus), ADDRESS) if self._by_bus else self.fram.on_the_bench()
        vault = Vault(table, calendar, Files("vault/", opener, system), memory, migrations)
        if isinstance(calendar, Numbered):
            calendar.vault = vault
        vault.segments.limit = 3_000
        vault.journal.keep_bytes = 6_000
        vault.journal.reserve_bytes = 16_384
        return vault

    def opened(self, **more) -> Vault:
        vault = self.vault(**more)
        assert vault.open() is None, vault.stopped
        return vault

    def installed(self, **more) -> Vault:
        """A new table: the supervisor's first order has been carried out."""
        vault = self.vault(**more)
        assert vault.command(NEW) is None, vault.stopped
        return vault

    def after_cut(self) -> Devices:
        """The same devices with the supply back."""
        return Devices(
            self.fram.memory, self.flash.image, Power(), self.clock, self._by_bus, self._with_fram
        )

    def copy(self) -> Devices:
        return Devices(
            bytearray(self.fram.memory),
            bytearray(self.flash.image),
            Power(),
            self.clock,
            self._by_bus,
            self._with_fram,
        )
