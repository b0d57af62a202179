"""What a PN532 does with each command (UM0701-02, chapter 7).

A command is a generator: it yields the microseconds it takes and returns its answer without TFI
and response code, SYNTAX_ERROR (the chip sends its error frame) or NO_ANSWER (it never answers).
Times on air are computed from ISO 14443-3 at 106 kbit/s; they are a model, not measured.
"""

from sim.chips.faults import Faulty
from sim.chips.tag import ACKNOWLEDGED, ACTIVE, IDLE, NAK, READY

SYNTAX_ERROR = None
NO_ANSWER = False
WAIT_FOR_TAG = -1  # yielded: nothing happens until the antenna sees a change

_FIELD_ON_US = 5_100  # unmodulated field before the first request (ISO 14443-3 5.2.1)
_TRY_US = 5_500  # one unanswered request (published: 5 to 6 ms)
_ACTIVATE_US = 4_504  # REQA to the last SAK of a 7-byte UID, no collision
_COLLISION_US = 650  # one bit of anticollision more
_HALT_US = 1_368  # HLTA and its guard time
_HLTA_AIR_US = 368
_BYTE_US = 85  # eight bits and parity at 106 kbit/s
_FRAME_US = 137  # start, end and the tag's delay
_FOREVER = 0xFF

# Status bytes (7.1)
_OK = 0x00
_TIMEOUT = 0x01
_CRC = 0x02
_COLLISION = 0x06
_WRONG_CONTEXT = 0x27

_RF_ITEM_LENGTHS = {1: 1, 2: 3, 4: 1, 5: 3, 10: 11, 11: 8, 12: 3, 13: 9}  # 7.3.1
_CIU_TX_CONTROL = 0x6304
_ANDET = 0x610C  # antenna detector
_WRONG_IC = 0x07  # a chip of another family


class Commands(Faulty):
    """The command set; PN532 adds frames, time and wires."""

    part = "chip"
    memory_result = 0  # of the tests of ROM and RAM
    lists_two = True  # whether a list for two targets brings two (sim/harness/measured.py)
    antenna_result = 0  # of the antenna's test: the detector bits that trip

    def __init__(self, clock, antenna, interface, ic):
        super().__init__()
        self.clock = clock
        self.antenna = antenna
        self.interface = interface
        self.ic = ic
        self._asleep = False
        self.forget()

    def forget(self):
        """Back to what the chip knows after power on."""
        self.sam = False
        self.error = _OK  # the last error, told by GetGeneralStatus
        self.parameters = 0x14  # 7.2.9
        self.baud_code = 4  # 115200
        self._retry_us = 51_200  # fRetryTimeout 0x0A
        self._activation_retries = _FOREVER  # MxRtyPassiveActivation
        self._targets = {}
        self._registers = {_CIU_TX_CONTROL: 0x80, _ANDET: 0}
        self._gpio = [0x3F, 0x06]

    def run(self, code, p):
        """The generator that works on command `code` with parameters `p`."""
        work = self.known.get(code)
        if work is None:
            return self._refuse(p)
        return work(self, p)

    def _refuse(self, p):
        return SYNTAX_ERROR
        yield

    # Miscellaneous (7.2)

    def _diagnose(self, p):
        if not p:
            return SYNTAX_ERROR
        test = p[0]
        if test == 0:  # communication line: echo
            return p
        if test in (1, 2) and len(p) == 1:  # ROM, RAM
            yield 20_000
            return bytes((self.memory_result,))
        if test == 4 and len(p) == 2:  # polling test: 128 requests to a FeliCa card, all unanswered
            yield 128 * _TRY_US
            return b"\x80"
        if test == 5 and len(p) == 4:  # echo back as a target: runs until aborted
            return NO_ANSWER
        if test == 6 and len(p) == 1:  # attention request to an ISO 14443-4 card
            yield self._retry_us
            return bytes((_TIMEOUT if self._targets else _WRONG_CONTEXT,))
        if test == 7 and len(p) == 2:  # antenna: 00, or the detector bits that tripped
            self._registers[_ANDET] = p[1] & 0x3F
            return bytes((self.antenna_result,))
        return SYNTAX_ERROR

    def _firmware_version(self, p):
        if p:
            return SYNTAX_ERROR
        ic = self.ic
        if self._faults and self.strikes("wrong_ic"):
            ic = _WRONG_IC
        return bytes((ic, 1, 6, 7))
        yield

    def _general_status(self, p):
        if p:
            return SYNTAX_ERROR
        out = bytearray((self.error, int(self.antenna.disturbed()), len(self._targets)))
        for number in sorted(self._targets):
            out += bytes((number, 0, 0, 0))  # 106 kbit/s both ways, ISO 14443
        return bytes(out) + b"\x80"
        yield

    def _read_register(self, p):
        if not p or len(p) % 2:
            return SYNTAX_ERROR
        out = bytearray()
        for k in range(0, len(p), 2):
            out.append(self._registers.get(p[k] << 8 | p[k + 1], 0))
        return bytes(out)
        yield

    def _write_register(self, p):
        if not p or len(p) % 3:
            return SYNTAX_ERROR
        for k in range(0, len(p), 3):
            self._registers[p[k] << 8 | p[k + 1]] = p[k + 2]
        return b""
        yield

    def _read_gpio(self, p):
        if p:
            return SYNTAX_ERROR
        return bytes((self._gpio[0], self._gpio[1], self.interface))
        yield

    def _write_gpio(self, p):
        if len(p) != 2:
            return SYNTAX_ERROR
        for port in (0, 1):
            if p[port] & 0x80:  # only a validated byte is taken over
                self._gpio[port] = p[port] & (0x3F if port == 0 else 0x06)
        return b""
        yield

    def _serial_baud_rate(self, p):
        if len(p) != 1 or p[0] > 8:
            return SYNTAX_ERROR
        self.baud_code = p[0]
        return b""
        yield

    def _set_parameters(self, p):
        if len(p) != 1:
            return SYNTAX_ERROR
        self.parameters = p[0]
        return b""
        yield

    def _sam_configuration(self, p):
        if not 1 <= len(p) <= 3 or p[0] not in (1, 2, 3, 4):
            return SYNTAX_ERROR
        self.sam = True
        return b""
        yield

    def _power_down(self, p):
        if not 1 <= len(p) <= 2:
            return SYNTAX_ERROR
        self._drop_field()
        self.clock.at(2_000, self._fall_asleep)  # after its answer is out (assumed)
        return b"\x00"
        yield

    def _fall_asleep(self):
        self._asleep = True

    # Radio (7.3)

    def _rf_configuration(self, p):
        if not p or _RF_ITEM_LENGTHS.get(p[0]) != len(p) - 1:
            return SYNTAX_ERROR
        item = p[0]
        if item == 1:
            if p[1] & 1:
                if not self.antenna.field_on:
                    yield from self._raise_field()
            else:
                self._drop_field()
        elif item == 2:
            self._retry_us = 100 << (p[3] - 1) if p[3] else 0
        elif item == 5:
            self._activation_retries = p[3]
        return b""

    def _raise_field(self):
        self.antenna.switch_field(True)
        self._registers[_CIU_TX_CONTROL] = 0x83
        yield _FIELD_ON_US

    def _drop_field(self):
        self.antenna.switch_field(False)
        self._registers[_CIU_TX_CONTROL] = 0x80
        self._targets = {}

    def _list_passive_target(self, p):
        if len(p) < 2 or p[0] not in (1, 2) or p[1] > 4:
            return SYNTAX_ERROR
        if not self.antenna.field_on:
            yield from self._raise_field()
        self._targets = {}
        if p[1] != 0:  # only cards of 106 kbit/s type A live on this felt
            yield _TRY_US
            return b"\x00"
        wanted = p[2:]
        if len(wanted) == 8 and wanted[0] == 0x88:  # cascade tag in front of a 7-byte UID
            wanted = wanted[1:]
        out = b""
        for number in range(1, p[0] + 1):
            retries = self._activation_retries
            if number == 2 and not self.lists_two:
                break
            if number == 2:  # the first sleeps while the second is looked for
                self._targets[1].halt()
                yield _HALT_US
                retries = 0
            tag = yield from self._find(wanted, retries)
            if tag is None:
                break
            self._targets[number] = tag
            out += bytes((number,)) + self._describe(tag)
        return bytes((len(self._targets),)) + out

    def _describe(self, tag):
        uid = tag.uid
        if self._faults and self.strikes("garbled_uid"):
            uid = uid[:-1] + bytes((uid[-1] ^ 0x10,))
        return tag.atqa + bytes((tag.sak, len(uid))) + uid

    def _auto_poll(self, p):
        if len(p) < 3 or p[0] == 0 or not 1 <= p[1] <= 15:
            return SYNTAX_ERROR
        if not self.antenna.field_on:
            yield from self._raise_field()
        self._targets = {}
        rounds = 0
        while p[0] == _FOREVER or rounds < p[0]:
            rounds += 1
            for kind in p[2:]:
                if kind in (0x00, 0x10):  # 106 kbit/s type A, or MIFARE
                    tag = yield from self._find(b"", 0)
                    if tag is not None:
                        self._targets[1] = tag
                        data = b"\x01" + self._describe(tag)
                        return bytes((1, 0x10, len(data))) + data
                else:
                    yield _TRY_US
            yield p[1] * 150_000  # the period's unit (7.3.13)
        return b"\x00"

    def _find(self, wanted, retries):
        tries = 0
        while True:
            found = self._request(False)
            if wanted:
                for tag in found:
                    if tag.uid != wanted:
                        tag.fall_back()
                found = [tag for tag in found if tag.uid == wanted]
            if len(found) > 1 and self._faults and self.strikes("collision"):
                self.error = _COLLISION
                for tag in found:
                    tag.fall_back()
                found = []
            if found:
                winner, collisions = self._anticollide(found)
                yield _ACTIVATE_US + collisions * _COLLISION_US
                if winner.state == READY:  # it stayed until the end
                    self._select(found, winner)
                    return winner
            elif retries == _FOREVER and not self._someone_idle():
                yield WAIT_FOR_TAG
            else:
                yield _TRY_US
            if retries != _FOREVER:
                if tries >= retries:
                    return None
                tries += 1

    def _someone_idle(self):
        """A tag that was addressed in the middle of something falls silent once, then answers."""
        for tag in self.antenna.hearing():
            if tag.state == IDLE:
                return True
        return False

    def _request(self, wake_up):
        ghosts = bool(self._faults) and self.strikes("ghost_uid")
        found = []
        for tag in self.antenna.hearing(ghosts):
            if tag.hears_request(wake_up):
                found.append(tag)
        return found

    def _anticollide(self, found):
        """(the tag whose UID wins, bits that collided): at a collision the chip follows the 1."""
        collisions = 0
        alive = found
        while len(alive) > 1:
            highest = max([t.bits_on_air for t in alive])
            lowest = min([t.bits_on_air for t in alive])
            if highest == lowest:
                break  # clones
            # Of the first bit in which they differ, the ones go on: they are nearer the highest.
            alive = [t for t in alive if t.bits_on_air ^ highest < t.bits_on_air ^ lowest]
            collisions += 1
        return alive[0], collisions

    def _select(self, found, winner):
        for tag in found:
            if tag.state == READY:
                if tag.uid == winner.uid:  # clones move in step
                    tag.select()
                else:
                    tag.fall_back()

    # Talking to targets

    def _data_exchange(self, p):
        if len(p) < 2:
            return SYNTAX_ERROR
        tag = self._targets.get(p[0] & 0x3F)
        if tag is None:
            return bytes((_WRONG_CONTEXT,))
        return (yield from self._talk(tag.uid, p[1:]))

    def _communicate_thru(self, p):
        if not p:
            return SYNTAX_ERROR
        for tag in self.antenna.hearing():
            if tag.state == ACTIVE:
                return (yield from self._talk(tag.uid, p))
        yield self._retry_us
        return bytes((_TIMEOUT,))

    def _talk(self, uid, command):
        lost = bool(self._faults) and self.strikes("tag_lost")
        answer = None
        if not lost:
            yield len(command) * _BYTE_US
            for tag in self.antenna.hearing():
                if tag.uid == uid and tag.state == ACTIVE:
                    answer = tag.hears(command)
        if answer is None:
            self.error = _TIMEOUT
            yield _HLTA_AIR_US + self._retry_us
            return bytes((_TIMEOUT,))
        if answer == NAK:
            self.error = _CRC
            yield _FRAME_US
            return bytes((_CRC,))
        yield (len(answer) + 4) * _BYTE_US + _FRAME_US  # two CRCs
        return b"\x00" + (b"" if answer == ACKNOWLEDGED else answer)

    def _deselect(self, p):
        return (yield from self._let_go(p, False))

    def _release(self, p):
        return (yield from self._let_go(p, True))

    def _let_go(self, p, forget):
        if len(p) != 1:
            return SYNTAX_ERROR
        numbers = [n for n in sorted(self._targets) if p[0] in (0, n)]
        if p[0] and not numbers:
            return bytes((_WRONG_CONTEXT,))
        for number in numbers:
            uid = self._targets[number].uid
            if self._faults and self.strikes("deselect_no_halt"):
                for tag in self.antenna.hearing():
                    if tag.state == ACTIVE and tag.uid == uid:
                        tag.fall_back()
            else:
                # A tag that answered from a neighbouring antenna hears this too.
                for tag in self.antenna.hearing(True):
                    if tag.state == ACTIVE and tag.uid == uid:
                        tag.halt()
                yield _HALT_US
            if forget:
                del self._targets[number]
        return b"\x00"

    def _select_target(self, p):
        if len(p) != 1:
            return SYNTAX_ERROR
        tag = self._targets.get(p[0])
        if tag is None:
            return bytes((_WRONG_CONTEXT,))
        found = self._request(True)
        same = [t for t in found if t.uid == tag.uid]
        yield _ACTIVATE_US
        if not same:
            for other in found:
                other.fall_back()
            self.error = _TIMEOUT
            return bytes((_TIMEOUT,))
        self._select(found, tag)
        return b"\x00"

    known = {
        0x00: _diagnose,
        0x02: _firmware_version,
        0x04: _general_status,
        0x06: _read_register,
        0x08: _write_register,
        0x0C: _read_gpio,
        0x0E: _write_gpio,
        0x10: _serial_baud_rate,
        0x12: _set_parameters,
        0x14: _sam_configuration,
        0x16: _power_down,
        0x32: _rf_configuration,
        0x40: _data_exchange,
        0x42: _communicate_thru,
        0x44: _deselect,
        0x4A: _list_passive_target,
        0x52: _release,
        0x54: _select_target,
        0x60: _auto_poll,
    }
