"""TCA9548A: eight I2C channels behind one address, with a control register and RESET.

The last byte written is the control register: bit n connects channel n; it can be read back.
RESET (active low) disconnects every channel, also when a device behind one holds the bus.
"""

from sim.hardware.faults import Faulty
from sim.hardware.i2c_bus import I2CDevice


class TCA9548A(I2CDevice, Faulty):
    """One mux; `control` is its register."""

    part = "mux"

    def __init__(self, reset=None):
        Faulty.__init__(self)
        self.control = 0
        self._connected = []
        self._by_control = {}
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

    def behind(self, address: int) -> list:
        """The devices with this address on the connected channels."""
        found = []
        for channel in self._connected:
            device = channel.get(address)
            if device is not None and device.is_present():
                found.append(device)
        return found

    def i2c_write(self, data: bytes) -> None:
        if data and not (self._faults and self.strikes("mux_stuck")):
            self._connect(data[-1])

    def i2c_read(self, buffer) -> None:
        buffer[:] = bytes((self.control,)) * len(buffer)

    def _connect(self, control):
        self.control = control
        connected = self._by_control.get(control)
        if connected is None:
            connected = [self._channels[n] for n in range(8) if control >> n & 1]
            self._by_control[control] = connected
        self._connected = connected

    def _on_reset(self, level):
        if level == 0:
            self._connect(0)
            self.clear("mux_stuck")
