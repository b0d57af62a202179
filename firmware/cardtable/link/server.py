"""The feed: records to the host, in order, each until it is acknowledged; questions and commands.

At most WINDOW records are on their way beyond the host's last acknowledgement: when a host stops
reading while the port is open, a write blocks for up to two seconds and a line can be lost. What
is not acknowledged in time is sent again; receiving twice is the host's to bear.

Of what comes it takes only so much, whoever sends it: bytes a pass, lines a second, and in a round
a tenth of the board's time. The rest waits in the cable, where USB holds its sender up.
"""

from cardtable.link.lines import LIMIT, PROTOCOL, LineReader, frame, message
from cardtable.records import dumps

WINDOW = 16
RESEND_MS = 2000
_POLL_MS = 30  # a turn costs half a millisecond: at 20 one per cent of the board more
_QUESTIONS = 8  # that may wait for their answers
_ACK = b'["ack"'
_DO = b'["do","'
_PARTS = 4  # of an answer in one pass: the others want the wire too
READS = 2  # of 64 bytes in one pass
LINES = 200  # a second, of which ERRORS are answered with an error
ERRORS = 20
HAILS = 4  # a second that are answered
DENIALS = 4  # commands a second of roles that have to wait, before such lines are not even parsed
_PASS_MS = 4  # then the next message, part of an answer or record waits for another pass
_RESTS = 3  # times as long as it took to listen and to answer
_RESTS_IN_PLAY = 9
_HALF_MS = 3000  # half a line of which nothing more comes is nobody's
RUBBISH = 20  # lines a second that are a flood
# So are so many bytes without an end that no record, answer or success accounts for. A host that
# waits for those has at most 1.5 kB under way (acknowledgements of a window, its questions, a
# command), but at a busy table the cable may not be empty for minutes: the link rests most of them.
FLOOD = 4096
_AN_ACK = 48  # bytes at most
_MOST = 10**11  # as schema.py bounds every number that is said back
CALM_S = 60  # without one, then it is over

# What a host may say, a letter a field: messages.py declares it, a test holds the two together.
# n: a whole number from 0   N: from 1   t: printable text   l: a list of anything
HEARD = {"hail": "N", "greet": "Nnn", "ack": "Nn", "ask": "ntl", "do": "tNtt"}


class LinkServer:
    """One link: `port` moves bytes, `journal` has the records, `about` says who we are.

    `desk` answers questions (`ask`), obeys commands (`do`) and is told of a host (`attached`).
    """

    def __init__(self, loop, port, journal, about, desk):
        self._loop = loop
        self._clock = loop.clock
        self._port = port
        self._journal = journal
        self._about = about  # (firmware, board, table)
        self._desk = desk
        self._asked = []  # (id, answer) not yet told to the end
        self._part = 0
        self.reader = LineReader()
        self._buffer = bytearray(64)
        self._heard = None  # the last record this host says it has; None before it has greeted
        self._next = 1  # the record to send
        self._sent = 0  # the last one that was ever sent
        self._since = 0  # when something was last sent or acknowledged
        self._stopped = ()  # what to say after hello when play has stopped
        self.resent = 0
        self.refused = 0
        self.failed = 0  # messages that raised: each is a bug, none may cost the link
        self._second = self._clock.ticks_ms()  # when the present one began
        self._lines = LINES  # that may still be taken in it
        self._errors = ERRORS
        self._hails = HAILS
        self._denials = DENIALS
        self._hailed = False
        self._unasked = 0  # bytes without an end that nothing accounts for
        self._rubbish = 0  # when it began
        self._calm_s = CALM_S
        self._owed = 0  # the counter of the command whose reply waits for a judgement
        self._waiting = []  # payloads that were read and not taken yet
        self._began = 0  # this pass
        self._rest_ms = 0
        self._rests = self._second  # since when
        self._came = 0  # when something last did
        self.floods = 0  # seconds

    def stop(self, why, believed):
        """Play has stopped before it began: say (code, where) and the meters, send no records."""
        self._stopped = [("stopped",) + why] + [("believed",) + one for one in believed]

    def run(self):
        """Speak and listen, for ever."""
        self.hello()
        clock = self._clock
        while True:
            now = clock.ticks_ms()
            if clock.ticks_diff(now, self._second) >= 1000:
                self._next_second(now)
            if self._desk.busy:  # a command may find nothing half done
                pass
            elif clock.ticks_diff(now, self._rests) >= self._rest_ms:
                self._began = now
                self.listen()
                if self._hailed and self._hails > 0:
                    self._hailed = False
                    self._hails -= 1
                    self.hello()
                if self._asked:
                    self.answer()
                self._rest()
                if self._owed:
                    yield from self._desk.judging()
                    self._reply(self._owed, self._desk.outcome)
                    self._owed = 0
            self.send()
            yield _POLL_MS

    def hello(self):
        journal = self._journal
        firmware, board, table = self._about
        hello = ("hello", PROTOCOL, firmware, board, table, journal.epoch, journal.last)
        keys = self._desk.keys
        self._say(hello + (keys.challenge, keys.counter, self._desk.able()))
        for told in self._stopped:
            self._say(told)

    def _in_time(self):
        clock = self._clock
        return clock.ticks_diff(clock.ticks_ms(), self._began) < _PASS_MS

    def _rest(self):
        """After work, in proportion to it: the readers and the keypad want their turns."""
        clock = self._clock
        self._rests = clock.ticks_ms()
        took_ms = clock.ticks_diff(self._rests, self._began)
        if took_ms:
            took_ms *= _RESTS_IN_PLAY if self._desk.playing else _RESTS
        self._rest_ms = took_ms

    def listen(self):
        """Take what has arrived, as much of it as one pass may."""
        if self._take_waiting():
            return
        for _ in range(READS):
            if self._lines <= 0:
                return
            count = self._port.readinto(self._buffer)
            self._unasked = self._unasked + count if count == len(self._buffer) else 0
            if count and self._arrived(count):
                return
            if count < len(self._buffer):
                if self.reader.half:
                    self._drop_half()
                return

    def _arrived(self, count):
        """So many bytes; True when something is left for the next pass."""
        reader = self.reader
        self._came = self._clock.ticks_ms()
        rubbish = reader.rubbish
        for payload in reader.feed(self._buffer, count):
            self._lines -= 1
            if self._waiting and payload[:6] == _ACK == self._waiting[-1][:6]:
                self._waiting[-1] = payload  # the later one says both: a full table has bursts
            else:
                self._waiting.append(payload)
        self._lines -= reader.rubbish - rubbish
        return self._take_waiting()

    def _drop_half(self):
        clock = self._clock
        if clock.ticks_diff(clock.ticks_ms(), self._came) > _HALF_MS:
            self.reader.drop()

    def _take_waiting(self):
        """Take what was read, one by one while there is time; True when some is left."""
        waiting = self._waiting
        while waiting and not self._owed and self._in_time():
            self._take(waiting.pop(0))
        return bool(waiting)

    def _next_second(self, now):
        """Begin to count anew; tell of a flood, once, and when it is long over."""
        rubbish = self.reader.rubbish + self.refused
        if self._unasked >= FLOOD or rubbish - self._rubbish >= RUBBISH:
            self.floods += 1
            if self._calm_s >= CALM_S:
                self._desk.flooded(True)
            self._calm_s = 0
        elif self._calm_s < CALM_S:
            self._calm_s += 1
            if self._calm_s == CALM_S:
                self._desk.flooded(False)
        clock = self._clock
        second = clock.ticks_add(self._second, 1000)  # by the clock, however late this turn came
        self._second = now if clock.ticks_diff(now, second) >= 1000 else second
        self._lines = LINES
        self._errors = ERRORS
        self._hails = HAILS
        self._denials = DENIALS
        self._rubbish = rubbish

    def _account_for(self, count):
        self._unasked = max(0, self._unasked - count)

    def send(self):
        """Send what the window allows, some in each pass."""
        if self._heard is None:
            return
        journal = self._journal
        now = self._clock.ticks_ms()
        on_their_way = self._next - 1 - self._heard
        if on_their_way and self._clock.ticks_diff(now, self._since) >= RESEND_MS:
            self.resent += on_their_way
            self._next = self._heard + 1
        if self._next < journal.first:  # it was acknowledged long ago, and has gone meanwhile
            self._next = journal.first
            self._heard = max(self._heard, self._next - 1)
        last = min(journal.last, self._heard + WINDOW)
        while self._next <= last and self._clock.ticks_diff(self._clock.ticks_ms(), now) < _PASS_MS:
            self._port.write(frame(journal.get(self._next)))
            if self._next > self._sent:
                self._sent = self._next
                self._account_for(_AN_ACK)
            self._next += 1
            self._since = now

    def answer(self):
        """Tell a few parts of what was asked."""
        for _ in range(_PARTS):
            if not self._asked or not self._in_time():
                return
            number, parts = self._asked[0]
            try:
                part = ("answer", number, self._part, 1, next(parts))
                self._part += 1
            except StopIteration:
                part = ("answer", number, self._part, 0, None)
            except Exception as failure:  # a bug in one answer must not cost the link
                part = ("error", "ask", "the answer failed: " + repr(failure)[:60])
            if part[0] == "error" or not part[3]:
                self._asked.pop(0)
                self._part = 0
            self._say(part)

    def _is_held_up(self, payload):
        """Whether it is one of many commands of a role that has to wait for wrong keys: a flood of
        forgeries costs little, and whoever has another role gets through."""
        if self._denials > 0 or payload[:7] != _DO:
            return False
        return self._desk.keys.has_to_wait(payload[7 : payload.find(b'"', 7)])

    def _take(self, payload):
        name = ""
        try:
            if self._is_held_up(payload):
                self.refused += 1
                return
            told = message(payload)
            if told is None:
                told = ("",)
            reason = why_not(told)
            if _fits("t", told[0]):
                name = told[0][:20]
            if reason is None:
                reason = getattr(self, "_take_" + name)(*told[1:])
        except Exception as failure:  # whatever it is, the next line must find the link
            self.failed += 1
            reason = "it failed: " + repr(failure)[:60]
        if reason is not None:
            self.refused += 1
            if self._errors > 0:
                self._errors -= 1
                self._say(("error", name, reason))

    def _take_ask(self, number, what, args):
        if len(self._asked) >= _QUESTIONS:
            return "too many questions at once"
        try:
            parts = self._desk.ask(what, args)
        except Exception as failure:
            return "the answer failed: " + repr(failure)[:60]
        if parts is None:
            return "not a question: " + what[:20]
        self._asked.append((number, iter(parts)))
        self._account_for(LIMIT // 4)
        return None

    def _take_do(self, role, counter, mac, text):
        told = self._desk.do(role, counter, mac, text)
        if told is None:
            self._owed = counter
        else:
            self._reply(counter, told)

    def _reply(self, counter, told):
        if told[0] == "ok":
            self._account_for(LIMIT)
        elif told[0] == "slow_down":
            self._denials -= 1
        self._say(("reply", counter) + told)

    def _take_hail(self, protocol):
        self._hailed = True  # one hello is enough for all who hail in a moment

    def _take_greet(self, protocol, epoch, have):
        if protocol != PROTOCOL:
            return "this board speaks protocol %d" % PROTOCOL
        if not epoch:
            self._asked.clear()  # somebody else listens now
            self._part = 0
        self._desk.attached()
        journal = self._journal
        if epoch == journal.epoch and have > journal.last:
            return "the host has record %d, the board only %d" % (have, journal.last)
        self.hello()
        # Of another epoch the host has nothing: it gets everything the journal still holds.
        self._heard = max(have if epoch == journal.epoch else 0, journal.first - 1)
        self._next = self._heard + 1
        self._since = self._clock.ticks_ms()
        if epoch == journal.epoch:
            journal.acknowledge(have)
        return None

    def _take_ack(self, epoch, number):
        journal = self._journal
        # A host that greets again may still acknowledge what came before its greeting.
        if self._heard is None or epoch != journal.epoch or number > self._sent:
            return "record %d of epoch %d was not sent" % (number, epoch)
        if number > self._heard:
            self._heard = number
            self._next = max(self._next, number + 1)
            self._since = self._clock.ticks_ms()
            journal.acknowledge(number)
        return None

    def _say(self, told):
        try:
            self._port.write(frame(dumps(told).encode()))
        except Exception:  # no memory for it: who waits for it asks again
            self.failed += 1


def why_not(told):
    """None, or in a few words why this is nothing a host says."""
    fields = HEARD.get(told[0]) if isinstance(told[0], str) else None
    if fields is None:
        return "a host does not say that"
    if len(told) != len(fields) + 1:
        return "%d fields, not %d" % (len(fields), len(told) - 1)
    for k in range(len(fields)):
        if not _fits(fields[k], told[k + 1]):
            return "field %d is not of its kind" % (k + 1)
    return None


def _fits(kind, value):
    if kind == "l":
        return isinstance(value, list)
    if kind == "t":
        if not isinstance(value, str):
            return False
        try:
            letters = value.encode()  # a letter after the other would take 80 µs each
        except ValueError:  # half of a pair of surrogates: the desk's Python has no bytes for it
            return False
        return not letters or (min(letters) >= 32 and max(letters) < 127)
    if not isinstance(value, int) or isinstance(value, bool):
        return False
    return (1 if kind == "N" else 0) <= value <= _MOST
