# ruff: noqa: UP031 (the board formats in the short way)
# Runs on the board, in MicroPython's REPL, and on the desk: the measuring end of bringup.
#
# Nothing of the firmware is used: a first board has none, and what is measured should not depend on
# it. PN532 frames by UM0701-02 6.2; times in microseconds.
import json
import time

import machine

ADDRESS = 0x24
ACK = b"\x00\x00\xff\x00\xff\x00"
UNKNOWN = -1  # which channel is connected, after a failure
MIRROR = bytes([sum([(v >> b & 1) << (7 - b) for b in range(8)]) for v in range(256)])


class Gone(Exception):
    pass


class OnI2C:
    """A reader behind a mux channel, or alone (channel None)."""

    def __init__(self, bench, number, channel):
        self.i2c = bench.buses[number]
        self.bench = bench
        self.channel = channel

    def connect(self):
        if self.channel is not None:
            self.bench.choose(self.channel)

    def write(self, data):
        self.i2c.writeto(ADDRESS, data)

    def ready(self):
        return self.i2c.readfrom(ADDRESS, 1)[0] == 1

    def read(self, count):
        return self.i2c.readfrom(ADDRESS, count + 1)[1:]


class OnSPI:
    """A reader with a chip select of its own, or at an output of a decoder."""

    def __init__(self, spi, select):
        self.spi = spi
        self.select = select

    def connect(self):
        pass

    def both(self, data):
        into = bytearray(len(data))
        self.select(0)
        self.spi.write_readinto(data, into)
        self.select(1)
        return into

    def write(self, data):
        self.both(bytes([0x80]) + bytes([MIRROR[b] for b in data]))

    def ready(self):
        status = self.both(b"\x40\x00")[1]
        if status == 0xFF:
            raise OSError(5)
        return bool(status & 0x80)

    def read(self, count):
        return bytes([MIRROR[b] for b in self.both(b"\xc0" + bytes(count))[1:]])


class Bench:
    def __init__(self, wiring):
        self.wiring = wiring
        simulated = getattr(machine, "simulated", None)
        self.clock = simulated().clock if simulated else time
        self.buses = {}
        for number in wiring["i2c"]:
            scl, sda, freq = wiring["i2c"][number]
            pin = machine.Pin
            self.buses[number] = machine.I2C(
                int(number), scl=pin(scl), sda=pin(sda), freq=freq, timeout=50000
            )
        self.chosen = UNKNOWN
        muxes = wiring.get("muxes")
        self.reset = self.output(muxes["reset"]) if muxes and "reset" in muxes else None
        self.cut_off()
        self.ways = {}
        channels = {"box " + seat: wiring["boxes"][seat] for seat in wiring.get("boxes", {})}
        for name in ("dealer", "board", "rack"):
            if name in wiring:
                channels[name] = wiring[name]
        if "selects" in wiring:
            self.decoder(wiring["selects"], channels)
        else:
            for name in channels:
                self.ways[name] = OnI2C(self, muxes["i2c"], channels[name])
        shoe = wiring.get("shoe")
        if shoe and "spi" in shoe:
            self.ways["shoe"] = OnSPI(self.spi(shoe), self.output(shoe["select"]))
        elif shoe:
            self.ways["shoe"] = OnI2C(self, shoe["i2c"], None)
        self.ready = set()

    def spi(self, place):
        sck, mosi, miso, freq = place["pins"]
        pin = machine.Pin
        return machine.SPI(place["spi"], freq, sck=pin(sck), mosi=pin(mosi), miso=pin(miso))

    def output(self, number):
        return machine.Pin(number, machine.Pin.OUT, value=1)

    def decoder(self, place, channels):
        spi = self.spi(place)
        lines = [self.output(pin) for pin in place["lines"]]
        enable = self.output(place["enable"])

        def select(number):
            def chosen(level):
                if not level:
                    for k in range(len(lines)):
                        lines[k](number >> k & 1)
                enable(level)

            return chosen

        for name in channels:
            self.ways[name] = OnSPI(spi, select(channels[name]))

    def cut_off(self):
        """RESET disconnects every channel, also one whose reader holds the bus."""
        if self.reset:
            self.reset(0)
            self.clock.sleep_us(20)
            self.reset(1)

    def choose(self, channel):
        """One channel of all muxes; None: no channel."""
        if channel == self.chosen:
            return
        self.chosen = UNKNOWN
        try:
            self.switch(channel)
        except OSError:
            self.cut_off()
            if channel is not None:
                self.switch(channel)
        self.chosen = channel

    def switch(self, channel):
        """Every mux is told; a mux that is away matters only where its own channel is wanted."""
        muxes = self.wiring["muxes"]
        i2c = self.buses[muxes["i2c"]]
        addresses = muxes["addresses"]
        wrong = None
        for k in range(len(addresses)):
            mine = channel is not None and channel // 8 == k
            try:
                i2c.writeto(addresses[k], bytes([1 << channel % 8 if mine else 0]))
            except OSError as failure:
                if mine or channel is None:
                    wrong = failure
        if wrong:
            raise wrong

    # ---- one exchange

    def wait(self, way, limit_us):
        """Microseconds until something can be read."""
        clock = self.clock
        start = clock.ticks_us()
        while not way.ready():
            if clock.ticks_diff(clock.ticks_us(), start) > limit_us:
                raise Gone("late")
        return clock.ticks_diff(clock.ticks_us(), start)

    def exchange(self, name, body, length, limit_us=60000):
        """[µs to the ACK, µs from there to the answer, answer in hex or None, what was wrong]."""
        way = self.ways[name]
        ack = answer = None
        try:
            way.connect()
            data = b"\xd4" + body
            head = bytes([0, 0, 0xFF, len(data), -len(data) & 0xFF])
            way.write(head + data + bytes([-sum(data) & 0xFF, 0]))
            ack = self.wait(way, 15000)
            if way.read(6) != ACK:
                raise Gone("bad ack")
            answer = self.wait(way, limit_us)
            got = way.read(length + 9)
            count = got[3]
            told = got[5 : 5 + count]
            if got[:3] != b"\x00\x00\xff" or (count + got[4]) & 0xFF or len(told) < count:
                raise Gone("bad frame")
            if (sum(told) + got[5 + count]) & 0xFF:
                raise Gone("bad checksum")
            if told[:2] != bytes([0xD5, body[0] + 1]):
                raise Gone("refused")
            return [ack, answer, told[2:].hex() if hasattr(told, "hex") else _hex(told[2:]), ""]
        except OSError as failure:
            self.chosen = UNKNOWN
            return [ack, answer, None, "bus %d" % failure.args[0]]
        except Gone as why:
            try:
                way.write(ACK)  # give up the running command
            except OSError:
                pass
            return [ack, answer, None, why.args[0]]

    def set_up(self, name):
        if name in self.ready:
            return True
        try:
            self.ways[name].connect()
            self.ways[name].write(b"\x00")  # wakes it
        except OSError:
            pass
        self.clock.sleep_ms(3)
        for body in ("14011401", "3205ff0100", "3202000b05", "320400", "320100"):
            if self.exchange(name, bytes.fromhex(body), 0)[3]:
                return False
        self.ready.add(name)
        return True

    # ---- what is asked

    def rest(self, ms):
        """Cards come to rest; on a simulated table its hands move meanwhile."""
        self.clock.sleep_ms(ms)

    def scan(self):
        """Addresses on each bus; those that come with each channel of the muxes.

        None: while that channel is connected its mux does not answer either, so the line is held.
        """
        told = {"buses": {}, "behind": {}}
        muxes = self.wiring.get("muxes")
        if muxes:
            self.choose(None)
        for number in self.buses:
            told["buses"][number] = self.buses[number].scan()
        if muxes:
            alone = told["buses"][muxes["i2c"]]
            i2c = self.buses[muxes["i2c"]]
            for channel in range(8 * len(muxes["addresses"])):
                try:
                    self.choose(channel)
                except OSError:  # no such mux, which is told by its address
                    told["behind"][str(channel)] = []
                    continue
                try:
                    i2c.readfrom(muxes["addresses"][channel // 8], 1)
                    found = [one for one in i2c.scan() if one not in alone]
                except OSError:
                    found = None
                    self.chosen = UNKNOWN
                told["behind"][str(channel)] = found
            self.choose(None)
        return told

    def times(self, name, body, length, count):
        """The same command `count` times."""
        self.set_up(name)
        return [self.exchange(name, bytes.fromhex(body), length) for _ in range(count)]

    def one_look(self, name, most):
        clock = self.clock
        start = clock.ticks_us()
        uids = []
        wrong = ""
        while len(uids) < most:
            told = self.exchange(name, b"\x4a\x01\x00", 20)
            if told[3]:
                wrong = told[3]
                break
            answer = bytes.fromhex(told[2])
            if not answer or not answer[0]:
                break
            uid = told[2][12 : 12 + 2 * answer[5]]
            if uid in uids:
                wrong = "repeated"
                break
            uids.append(uid)
            self.exchange(name, b"\x44\x00", 1)
        self.exchange(name, b"\x32\x01\x00", 0)
        return [clock.ticks_diff(clock.ticks_us(), start), uids, wrong]

    def look(self, name, count, most=6):
        """[µs, UIDs, what was wrong] of so many scans of a reader."""
        if not self.set_up(name):
            return [[0, [], "set up"]] * count
        return [self.one_look(name, most) for _ in range(count)]

    def whole(self, name, cards, limit_ms):
        """Milliseconds until scans have shown so many different cards; None: not within that."""
        clock = self.clock
        self.set_up(name)
        start = clock.ticks_ms()
        seen = set()
        while True:
            seen.update(self.one_look(name, 6)[1])
            passed = clock.ticks_diff(clock.ticks_ms(), start)
            if len(seen) >= cards:
                return passed
            if passed > limit_ms:
                return None

    def who(self):
        """Readers that see a card now: name → UIDs."""
        found = {}
        for name in sorted(self.ways):
            seen = self.look(name, 1)[0][1]
            if seen:
                found[name] = seen
        return found

    def two(self, name):
        """Targets that a list for two brings."""
        self.set_up(name)
        told = self.exchange(name, b"\x4a\x02\x00", 40)
        self.exchange(name, b"\x32\x01\x00", 0)
        return None if told[3] else bytes.fromhex(told[2])[0]

    def field(self, name, on):
        self.set_up(name)
        return self.exchange(name, bytes([0x32, 1, int(on)]), 0)[3]

    def bleed(self, name):
        """Readers that notice an external field while only this one's is on."""
        others = [one for one in sorted(self.ways) if one != name and self.set_up(one)]
        wrong = self.field(name, True)
        reached = []
        for one in others:
            told = self.exchange(one, b"\x04", 12)
            if not told[3] and bytes.fromhex(told[2])[1]:
                reached.append(one)
        self.field(name, False)
        return [reached, wrong]


def _hex(data):
    return "".join(["%02x" % byte for byte in data])


def bu_begin(wiring):
    global bench
    bench = Bench(json.loads(wiring))
    print(json.dumps(sorted(bench.ways)))


def bu(what, given):
    print(json.dumps(getattr(bench, what)(*json.loads(given))))
