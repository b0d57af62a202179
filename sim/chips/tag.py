"""A card's inlay: NTAG213, NTAG215 or MIFARE Ultralight EV1, with its state machine and pages.

ISO 14443-3 type A: a tag without field is nothing; with field it is idle, answers a request
(ready), is selected (active) and can be sent to sleep (halt), where only a wake-up or a new field
reaches it. An error sends it back to where it came from: idle, or halt if it had been halted.
"""

IDLE = 0
READY = 1
ACTIVE = 2
HALT = 3

# Commands of the NTAG21x and Ultralight EV1 data sheets (NXP NTAG213_215_216 rev 3.2, 9.1)
_GET_VERSION = 0x60
_READ = 0x30
_FAST_READ = 0x3A
_WRITE = 0xA2
_READ_SIG = 0x3C
_PWD_AUTH = 0x1B
_HLTA = 0x50

NAK = b"NAK"  # a four-bit refusal; no ordinary answer has three bytes
ACKNOWLEDGED = b""  # the four-bit ACK after a write

# kind: (pages, answer to GET_VERSION, first configuration page)
NTAG213 = (45, b"\x00\x04\x04\x02\x01\x00\x0f\x03", 41)
NTAG215 = (135, b"\x00\x04\x04\x02\x01\x00\x11\x03", 131)
ULTRALIGHT_EV1 = (20, b"\x00\x04\x03\x01\x01\x00\x0b\x03", 16)

_PROT = 0x80  # ACCESS byte: reading is protected too


def _bits_on_air(uid):
    """The UID as a number whose highest bit goes over the air first; ten bytes for all."""
    number = 0
    for byte in uid + bytes(10 - len(uid)):
        for bit in range(8):
            number = number << 1 | (byte >> bit & 1)
    return number


class Tag:
    """One tag. The antenna it lies on is kept in `antenna`; its state changes by radio only."""

    answers = 10  # of ten requests; with fewer its inlay is dying
    _asked = 0

    def __init__(
        self,
        uid: bytes,
        kind=NTAG213,
        password: bytes = b"\xff\xff\xff\xff",
        pack: bytes = b"\x00\x00",
        signature: bytes = bytes(32),
        atqa: bytes = b"\x00\x44",
        sak: int = 0,
    ):
        if len(uid) not in (4, 7, 10):
            raise ValueError("a UID has 4, 7 or 10 bytes, not {}".format(len(uid)))
        self.uid = bytes(uid)
        self.bits_on_air = _bits_on_air(self.uid)
        self.atqa = atqa
        self.sak = sak
        self.state = IDLE
        self.antenna = None
        self._was_halted = False
        self._trusted = False
        self._pages, self._version, self._config = kind
        self._signature = signature
        self.memory = bytearray(self._pages * 4)
        self._lay_out(password, pack)

    def _lay_out(self, password, pack):
        m = self.memory
        if len(self.uid) == 7:
            u = self.uid
            m[0:3] = u[:3]
            m[3] = 0x88 ^ u[0] ^ u[1] ^ u[2]  # BCC0, with the cascade tag
            m[4:8] = u[3:]
            m[8] = u[3] ^ u[4] ^ u[5] ^ u[6]  # BCC1
        config = self._config * 4
        m[config + 3] = 0xFF  # AUTH0: nothing protected
        m[config + 8 : config + 12] = password
        m[config + 12 : config + 14] = pack

    def protect(self, first_page: int, reading: bool = False) -> None:
        """Ask for the password from `first_page` on, for writing or for reading as well."""
        config = self._config * 4
        self.memory[config + 3] = first_page
        self.memory[config + 4] = _PROT if reading else 0

    # Radio

    def lose_power(self) -> None:
        """The field is gone, or the tag has left it."""
        self.state = IDLE
        self._was_halted = False
        self._trusted = False

    def hears_request(self, wake_up: bool) -> bool:
        """True when the tag answers REQA (or, with `wake_up`, WUPA) and is ready now."""
        if self.answers < 10 and self.state == IDLE and not self._gets_through():
            return False
        if self.state == IDLE or (wake_up and self.state == HALT):
            self._was_halted = self.state == HALT
            self.state = READY
            return True
        self.fall_back()
        return False

    def _gets_through(self):
        self._asked += 1
        return self._asked * 7 % 10 < self.answers  # spread evenly

    def fall_back(self) -> None:
        """Something it did not understand, or another tag was selected."""
        if self.state != HALT:
            self.state = HALT if self._was_halted else IDLE
            self._trusted = False

    def select(self) -> None:
        """Its whole UID was called."""
        self.state = ACTIVE

    def halt(self) -> None:
        """HLTA while active."""
        self.state = HALT
        self._trusted = False

    def hears(self, command: bytes):
        """The answer to a command while active: bytes, NAK, or None for silence."""
        if self.state != ACTIVE:
            return None
        code = command[0] if command else -1
        if code == _HLTA and len(command) == 2:
            self.halt()
            return None  # HLTA is never answered
        answer = self._obey(code, command)
        if answer == NAK:
            self.fall_back()
        return answer

    def _obey(self, code, command):
        n = len(command)
        if code == _READ and n == 2:
            return self._read(command[1], 4)
        if code == _FAST_READ and n == 3 and command[1] <= command[2] < self._pages:
            if self._closed(command[2], True):
                return NAK
            return self._read(command[1], command[2] - command[1] + 1)
        if code == _WRITE and n == 6:
            return self._write(command[1], command[2:])
        if code == _GET_VERSION and n == 1:
            return self._version
        if code == _READ_SIG and n == 2:
            return self._signature
        if code == _PWD_AUTH and n == 5:
            at = self._config * 4 + 8
            if command[1:] == bytes(self.memory[at : at + 4]):
                self._trusted = True
                return bytes(self.memory[at + 4 : at + 6])
        return NAK

    def _closed(self, page, reading):
        config = self._config * 4
        if self._trusted or page < self.memory[config + 3]:
            return False
        return not reading or bool(self.memory[config + 4] & _PROT)

    def _read(self, first, count):
        if first >= self._pages or self._closed(first, True):
            return NAK
        out = bytearray()
        secret = self._config + 2  # password and PACK always read as zero
        page = first
        for _ in range(count):
            # READ rolls over to page 0 where the memory ends, or what may be read of it (10.2).
            if page >= self._pages or self._closed(page, True):
                page = 0
            hidden = page in (secret, secret + 1)
            out += bytes(4) if hidden else self.memory[page * 4 : page * 4 + 4]
            page += 1
        return bytes(out)

    def _write(self, page, data):
        if page < 2 or page >= self._pages or self._closed(page, False):
            return NAK
        at = page * 4
        if page in (2, 3):  # lock bytes and the one-time page: bits can only be set
            for k in range(2 if page == 2 else 0, 4):
                self.memory[at + k] |= data[k]
        else:
            self.memory[at : at + 4] = data
        return ACKNOWLEDGED
