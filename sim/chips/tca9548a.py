"""TCA9548A: eight I2C channels behind one address, with a control register and RESET.

The last byte written is the control register: bit n connects channel n; it can be read back.
RESET (active low) disconnects every channel, also when a device behind one holds the bus.
"""

from sim.chips.faults import FOREVER, Faulty
from sim.chips.i2c_bus import I2CDevice


class TCA9548A(I2CDevice, Faulty):
    """One mux; `control` is its register."""

    part = "mux"
    may_be_absent = False
    _dead = False

    def __init__(self, reset=None):
        Faulty.__init__(self)
        self.control = 0
        self.connected = {}  # address: tuple of the devices behind connected channels
        self._by_control = {}  # the same for each value of the register so far
        self._channels = [{} for _ in range(8)]
        if reset is not None:
            reset.watch(self._on_reset)

    def attach(self, channel: int, address: int, device) -> None:
        """Solder a device behind a channel (I2CBus.attach_behind does this)."""
        if not 0 <= channel < 8:
            raise ValueError("a TCA9548A has channels 0 to 7, not {}".format(channel))
        if address in self._channels[channel]:
            raise ValueError("channel {}: 0x{:02x} is already taken".format(channel, address))
        self._channels[channel][address] = device
        self._by_control.clear()
        self._connect(self.control)

    def fault(self, name: str, count: int = 1) -> None:
        """Switch a fault on (see the catalogue in faults.py)."""
        Faulty.fault(self, name, count)
        if name == "mux_unplugged":
            self.may_be_absent = True
            if count == FOREVER:
                self._dead = True  # no supply, also for a byte that is on its way to it
                self._connect(0)

    def clear(self, name: str) -> None:
        """Switch a fault off."""
        Faulty.clear(self, name)
        if name == "mux_unplugged":
            self.may_be_absent = self._dead = False

    def is_present(self) -> bool:
        """False when nobody acknowledges the address."""
        return not self.strikes("mux_unplugged")

    def i2c_write(self, data: bytes) -> None:
        if data and not self._dead and not (self._faults and self.strikes("mux_stuck")):
            self._connect(data[-1])

    def i2c_read(self, buffer) -> None:
        for k in range(len(buffer)):
            buffer[k] = self.control

    def _connect(self, control):
        self.control = control
        connected = self._by_control.get(control)
        if connected is None:
            connected = {}
            for n in range(8):
                if control >> n & 1:
                    for address in self._channels[n]:
                        device = self._channels[n][address]
                        connected[address] = connected.get(address, ()) + (device,)
            self._by_control[control] = connected
        self.connected = connected

    def _on_reset(self, level):
        if level == 0:
            self._connect(0)
            self.clear("mux_stuck")
