"""The board we run on: its clock, buses, cable, files and randomness. Only hw imports `machine`.

The simulator's fake `machine` brings a world with its own clock, cable, files and dice; that is
the one difference between board and desk, and it is here.
"""

import os

import machine


def here():
    """The board this program runs on."""
    simulated = getattr(machine, "simulated", None)
    return Simulated(simulated()) if simulated else Board()


class Board:
    """A real one."""

    root = ""  # of its files
    simulated = False
    found: tuple | list = ()  # what was repaired of the table's own files (file_repair.py)
    wrong: tuple | list = ()  # what could not be
    texts: dict = {}  # name → what it holds, until it is read
    files: tuple = (None, ())  # the release they are found to be, and what is wrong (integrity.py)
    went_back = ""  # the configuration that failed, and was put back at this start

    def __init__(self):
        import time

        from cardtable.drivers.usb import UsbPort

        self.clock = time
        self.opener = open
        self.system = os
        self.port = UsbPort()

    def run_at(self, hertz, millivolts):
        """The chip's clock, where the board's definition asks for another than MicroPython's."""
        from cardtable.drivers.speed import run_at

        run_at(hertz, millivolts)

    def i2c(self, number, pins):
        """A bus with bounded waits: `pins` is (scl, sda, frequency)."""
        scl, sda, freq = pins
        return machine.I2C(
            number, scl=machine.Pin(scl), sda=machine.Pin(sda), freq=freq, timeout=_I2C_TIMEOUT_US
        )

    def spi(self, number, pins):
        """A bus: `pins` is (sck, mosi, miso, frequency)."""
        sck, mosi, miso, freq = pins
        pin = machine.Pin
        return machine.SPI(number, freq, sck=pin(sck), mosi=pin(mosi), miso=pin(miso))

    def output(self, number):
        """A pin that is driven high: chip selects and resets are active low."""
        return machine.Pin(number, machine.Pin.OUT, value=1)

    def input(self, number):
        return machine.Pin(number, machine.Pin.IN, machine.Pin.PULL_UP)

    def pixels(self, number, count):
        """A chain of lamps on a pin that rests low."""
        from cardtable.drivers.ws2812 import Pixels  # only a table that has them pays for them

        return Pixels(machine.Pin(number, machine.Pin.OUT, value=0), count)

    def watchdog(self, ms):
        """Feed it within `ms` (8388 at most on an RP2040), or the board resets. It never ends."""
        return machine.WDT(timeout=ms)

    def reset(self):
        machine.reset()

    def restart(self):
        """Because somebody asked for it: main.py counts it as no failure."""
        try:
            os.remove(self.root + "starts.txt")
        except OSError:
            pass
        machine.reset()

    def reset_cause(self):
        """ "power", or "reset": rp2 cannot tell `reset()` from the bite of a watchdog."""
        return "power" if machine.reset_cause() == machine.PWRON_RESET else "reset"

    def random_bytes(self, count):
        return os.urandom(count)

    def chip(self):
        """What this board's chip is known by: no other has the same. No secret."""
        return machine.unique_id()

    def ready(self, app):
        """The application has started: nothing to do on a real table."""


class Simulated(Board):
    """The same, in an emulated world."""

    simulated = True

    def __init__(self, world):
        self.root = world.root
        self.clock = world.clock
        self.port = world.port
        self._world = world
        # A world may bring a file system of its own: littlefs on emulated flash.
        self.opener, self.system = getattr(world, "files", None) or (open, os)

    def run_at(self, hertz, millivolts):
        """The desk's clock is its own."""

    def random_bytes(self, count):
        return self._world.random_bytes(count)

    def ready(self, app):
        """People at a simulated table see what the table expects of them."""
        self._world.came_up(app)


_I2C_TIMEOUT_US = 5000  # a chip may stretch the clock; a held line must not hold the table
