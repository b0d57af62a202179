"""Safe mode: a board that cannot run its table stays on the link, says why, and stays closed.

It answers hello, health and faults, and obeys a technician's signed order into maintenance or to
restart; sign and lamps say that play has stopped. The vault stays closed. Everything else may be
damaged, so this stands alone, but for reading the table's files; what it shares with the link it
has in a shorter form of its own. After ten minutes the table is tried again.
"""

import gc
import json
import os
import sys
from binascii import crc32, hexlify, unhexlify
from hashlib import sha256

from cardtable.file_copies import read
from cardtable.settings import unmasked

_POLL_MS = 20
_AGAIN_MS = 600_000
_SHOW_MS = 2000  # a sign that was unplugged is right again after this
_SLOW_MS = 60_000  # after a wrong key
_LONGEST = 512
_ROLE = "technician"
_ORDERS = ('["maintenance"]', '["maintenance_now"]', '["restart"]')
_HIDDEN = (9216, 992)  # the hidden cards of the open round (vault/layout.py)
_BLUE = b"\0\0\x40"  # the lamps of a table that has stopped (lamps.py)


def run(machine, root, why):
    """For ever: it ends with a restart. `why` is [(code, where), …]."""
    safe = Safe(machine, root, why)
    clock = safe.clock
    begun = shown = clock.ticks_ms()
    safe.hello()
    safe.show()
    while clock.ticks_diff(clock.ticks_ms(), begun) < _AGAIN_MS:
        safe.listen()
        if clock.ticks_diff(clock.ticks_ms(), shown) >= _SHOW_MS:
            shown = clock.ticks_ms()
            safe.show()
        clock.sleep_ms(_POLL_MS)
    safe.restart()


class Safe:
    def __init__(self, machine, root, why):
        self._machine = machine
        self._root = root
        self._why = [(code, _text(where)) for code, where in why]
        simulated = getattr(machine, "simulated", None)
        self._world = simulated() if simulated else None
        if self._world:
            self.clock = self._world.clock
            self._port = self._world.port
        else:
            import time

            self.clock = time
            self._port = _Usb()
        self._wiring = self._told("board.json")
        self._table = str(self._told("table.json").get("table", ""))
        keys = read(root, "keys.json")
        # Keys that cannot be read are keys all the same: then only the jumper opens the board.
        self._keyed = keys is not None or _there(root + "keys.json") or _there(root + "keys.copy")
        self._keys = self._of_technicians(keys or {})
        self._challenge = hexlify(self._random(8)).decode()
        self._counter = 0
        self._wrong = None  # when a wrong key came
        self._line = bytearray()
        self._sign = self._lamps = None

    def _told(self, name):
        told = read(self._root, name)
        return told if isinstance(told, dict) else {}

    def _of_technicians(self, keys):
        """The key that they share, and those of persons (link/keys.py)."""
        try:
            keys = unmasked(keys, self._machine.unique_id())
            found = [one for one in keys if one.partition("/")[0] == _ROLE]
            return {one: unhexlify(keys[one]) for one in found}
        except (AttributeError, TypeError, ValueError):
            return {}

    def _random(self, count):
        return self._world.random_bytes(count) if self._world else os.urandom(count)

    # ---- the link

    def listen(self):
        """Take what has arrived, a little at a time."""
        buffer = bytearray(64)
        for k in range(self._port.readinto(buffer)):
            if buffer[k] != 10:
                if len(self._line) <= _LONGEST:
                    self._line.append(buffer[k])
                continue
            line = bytes(self._line).rstrip(b"\r")
            self._line = bytearray()
            try:
                if len(line) <= _LONGEST:
                    self._take(line)
            except Exception as failure:  # whatever came
                self._say("error", "", "not understood: " + type(failure).__name__)
            gc.collect()

    def _take(self, line):
        payload = line[:-9]
        if line[-9:-8] != b"*" or int(line[-8:], 16) != crc32(payload) & 0xFFFFFFFF:
            return
        told = json.loads(payload)
        name = told[0]
        if name in ("hail", "greet"):
            self.hello()
        elif name == "ask":
            self._answer(int(told[1]), told[2])
        elif name == "do":
            self._do(told[1], int(told[2]), told[3], told[4])

    def hello(self):
        able = ["keyed"] if self._keyed else []
        able += ["stopped", "safe"]
        if self._why[0][0].startswith(("file_", "manifest_")):
            able.append("altered")
        if self._world:
            able.append("simulated")
        about = (_version(), str(self._wiring.get("name", "")), self._table)
        self._say("hello", 1, *about, 0, 0, self._challenge, self._counter, able)
        for code, where in self._why[:1]:
            self._say("stopped", code, where)

    def _answer(self, number, what):
        if what == "faults":
            parts = [list(one) for one in self._why]
        elif what == "health":
            power = self._machine.reset_cause() == self._machine.PWRON_RESET
            parts = [["files", ""], ["safe", self._why[0][0]], ["round_in_play", 0]]
            parts += [["reset_cause", "power" if power else "reset"]]
        else:
            self._say("error", "ask", "not a question in safe mode")
            return
        for k in range(len(parts)):
            self._say("answer", number, k, 1, parts[k])
        self._say("answer", number, len(parts), 0, None)

    def _do(self, role, counter, mac, text):
        if not isinstance(mac, str) or not isinstance(text, str):
            raise TypeError  # and is not put into words: it may be nested deeply
        code = self._why_not(role, counter, mac, text)
        if code is None and text not in _ORDERS:
            code = "no_table"
        self._say("reply", counter, code or "ok", None)
        if code is None:
            self._obey(text)

    def _why_not(self, role, counter, mac, text):
        if not self._keyed:
            return None if text == _ORDERS[0] else "no_keys"
        clock = self.clock
        if self._wrong is not None:
            if clock.ticks_diff(clock.ticks_ms(), self._wrong) < _SLOW_MS:
                return "slow_down"
        signed = "%s:%d:%s:%s" % (self._challenge, counter, role, text)
        key = self._keys.get(role)
        if not key or not _same(_hmac(key, signed.encode()), mac):
            self._wrong = clock.ticks_ms()
            return "wrong_key"
        if counter <= self._counter:
            return "replayed"
        self._counter = counter
        self._wrong = None
        return None

    def _say(self, *told):
        payload = json.dumps(told, separators=(",", ":")).encode()
        self._port.write(payload + b"*%08x\n" % (crc32(payload) & 0xFFFFFFFF))

    # ---- orders

    def _obey(self, text):
        if text != _ORDERS[2]:
            self._wipe()
            with open(self._root + "maintenance", "w") as file:
                file.write("[]")
        self.clock.sleep_ms(300)  # the reply is to get there
        self.restart()

    def _wipe(self):
        """In maintenance everything can be read: the open round's hidden cards are not there any
        more. The round is void at the next start."""
        try:
            at = self._wiring["fram"]
            scl, sda, freq = self._wiring["i2c"][str(at["i2c"])]
            pin = self._machine.Pin
            i2c = self._machine.I2C(int(at["i2c"]), scl=pin(scl), sda=pin(sda), freq=freq)
            first, count = _HIDDEN
            for k in range(first, first + count, 32):
                i2c.writeto_mem(at["address"], k, bytes(32), addrsize=16)
        except Exception:  # no FRAM, or none that answers
            pass

    def restart(self):
        try:
            os.remove(self._root + "starts.txt")
        except OSError:
            pass
        self._machine.reset()

    # ---- sign and lamps

    def show(self):
        """Where their description and their drivers can be read."""
        try:
            from cardtable.drivers.board import here

            board = here()
            if "lamps" in self._wiring:
                if self._lamps is None:
                    at = self._wiring["lamps"]
                    self._lamps = board.pixels(at["pin"], at["count"])
                self._lamps.write(_BLUE * self._lamps.count)
            if "display" in self._wiring:
                if self._sign is None:
                    from cardtable.drivers.max7219 import Max7219

                    at = self._wiring["display"]
                    spi = board.spi(at["spi"], at["pins"])
                    self._sign = Max7219(spi, board.output(at["select"]))
                    self._sign.word("StOP")
                self._sign.refresh()
        except Exception:  # as much as can be shown
            pass


class _Usb:
    """The cable: `readinto` takes what is there and never waits."""

    def __init__(self):
        import select

        self._poll = select.poll()
        self._poll.register(sys.stdin, select.POLLIN)
        self._byte = bytearray(1)
        self.write = sys.stdout.buffer.write

    def readinto(self, buffer):
        for k in range(len(buffer)):
            if not self._poll.poll(0) or not sys.stdin.buffer.readinto(self._byte):
                return k
            buffer[k] = self._byte[0]
        return len(buffer)


def _version():
    try:
        from cardtable import VERSION

        return VERSION
    except ImportError:
        return "unknown"


def _text(where):
    """The end of it, printable."""
    return "".join([c if " " <= c <= "~" else " " for c in where]).strip()[-200:]


def _there(path):
    try:
        os.stat(path)
        return True
    except OSError:
        return False


def _hmac(key, message):
    """RFC 2104, of a key that is no longer than a block."""
    key = key + bytes(64 - len(key))
    inner = sha256(bytes([one ^ 0x36 for one in key]) + message).digest()
    return hexlify(sha256(bytes([one ^ 0x5C for one in key]) + inner).digest()).decode()


def _same(one, other):
    """Compare in a time that does not tell where they differ."""
    differs = len(one) ^ len(other)
    for k in range(min(len(one), len(other))):
        differs |= ord(one[k]) ^ ord(other[k])
    return not differs
