"""The link takes only so much, whoever sends it, and nothing on it raises out of its handler."""

import json
import sys
import time

from cardtable.desk.messages import MESSAGES, PROTOCOL
from cardtable.link.lines import DEPTH, DIGITS, LIMIT, bounded, frame, message
from cardtable.link.server import CALM_S, DENIALS, ERRORS, FLOOD, HAILS, LINES, READS
from cardtable.records import dumps
from sim.people.dice import Dice
from tests.unit.firmware.link_bench import Bench

_TICK_MS = 20
_POLL_MS = 15


class Flood:
    """A port at which something always waits; the bytes cost time as they do on a board."""

    def __init__(self, clock, piece, us_a_read=0, us_a_write=0):
        self.piece = piece
        self.us_a_read = us_a_read
        self.us_a_write = us_a_write
        self.clock = clock
        self.at = 0
        self.taken = 0
        self.said = {}  # how often, by the name of the message
        self.stopped = False

    def readinto(self, buffer):
        if self.stopped:
            return 0
        for k in range(len(buffer)):
            buffer[k] = self.piece[self.at]
            self.at = (self.at + 1) % len(self.piece)
        self.taken += len(buffer)
        self.clock.sleep_us(self.us_a_read)
        return len(buffer)

    def write(self, data):
        self.clock.sleep_us(self.us_a_write)
        name = json.loads(data[:-10])[0]
        self.said[name] = self.said.get(name, 0) + 1


def flooded(piece, ms=1000, playing=False, **costs):
    """(bench, flood, how often a task that wants every 20 ms had its turn)."""
    bench = Bench()
    flood = Flood(bench.clock, piece, **costs)
    bench.feed._port = flood  # type: ignore[assignment]
    bench.feed._desk.playing = playing
    turns = [0]

    def others():
        while True:
            turns[0] += 1
            yield _TICK_MS

    bench.loop.spawn(others(), "others")
    bench.loop.run_for(ms)
    return bench, flood, turns[0]


def test_a_pass_takes_only_so_many_bytes_and_others_have_their_turns():
    for piece in (b"x", b"\n", b"\x00\xff", frame(b'["hail",1]'), b"x" * 600 + b"\n"):
        bench, flood, turns = flooded(piece)
        assert flood.taken <= READS * 64 * (1000 // _POLL_MS + 2), piece
        assert turns >= 1000 // _TICK_MS - 1, piece
        assert bench.feed.failed == 0


def test_a_second_takes_only_so_many_lines():
    line = frame(b"[1]")
    bench, _, _ = flooded(line, 10000)
    taken = bench.feed.reader.good
    assert taken <= 11 * (LINES + 64 // len(line) + 1)
    bench, _, _ = flooded(b"x\n", 10000)
    assert bench.feed.reader.bad <= 11 * (LINES + 32)


def test_rubbish_is_answered_a_few_times_a_second_and_hails_fewer():
    _, flood, _ = flooded(frame(b'["sing"]'), 5000)
    assert ERRORS <= flood.said["error"] <= 6 * ERRORS
    _, flood, _ = flooded(frame(b'["hail",1]'), 5000)
    assert HAILS <= flood.said["hello"] <= 6 * HAILS


def test_the_link_takes_a_share_of_the_time_and_no_more():
    """64 bytes cost 1.5 ms to read and an answer 10 ms to write, about as on a Pico."""
    for playing, share in ((False, 0.30), (True, 0.13)):
        for piece in (
            b"x\n",
            frame(b'["ask",1,"health",[]]'),
            frame(b'["do","dealer",1,"0","[]"]'),
        ):
            _, flood, _ = flooded(piece, 20000, playing, us_a_read=1500, us_a_write=10000)
            spent = flood.taken // 64 * 1.5 + sum(flood.said.values()) * 10
            assert spent / 20000 < share, (piece, playing, spent)


def test_a_flood_is_told_once_and_once_when_it_is_over():
    ms = 60000 if sys.implementation.name == "micropython" else 600000  # slow there
    bench, flood, _ = flooded(b"\x55" * 50 + b"\n", ms)
    assert bench.feed._desk.floods == (True,)
    assert bench.feed.floods >= ms // 1000 * 0.98
    flood.stopped = True
    bench.loop.run_for((CALM_S - 5) * 1000)
    assert bench.feed._desk.floods == (True,)
    bench.loop.run_for(10000)
    assert bench.feed._desk.floods == (True, False)


def test_whatever_comes_without_an_end_is_a_flood_in_a_round_too():
    """64 bytes cost 1.5 ms to read there and an answer 10 ms to write, about as on a Pico."""
    for piece in (
        b"\n",
        b"x" * 600 + b"\n",
        frame(b'["hail",1]'),
        frame(b'["ack",3,1]'),
        frame(b'["ask",1,"health",[]]'),
        frame(b'["do","nobody",1,"' + b"0" * 64 + b'","[]"]'),
    ):
        bench, _, _ = flooded(piece, 60000, True, us_a_read=1500, us_a_write=10000)
        assert bench.feed._desk.floods == (True,), piece


def test_a_few_bad_lines_and_a_host_that_talks_much_are_no_flood():
    bench = Bench()
    for _ in range(200):
        bench.port.incoming += b"noise\n"
        for k in range(3):
            bench.port.say("ask", k, "health", [])
        bench.loop.run_for(300)
        assert [told for told in bench.port.take() if told[0] == "error"] == []
    assert bench.feed._desk.floods == ()


def test_the_busiest_ordinary_host_is_no_flood():
    """A console that enters an input as soon as the last is answered, a doctor that asks all the
    time, and an acknowledgement for each record of bursts; an input takes a Pico 150 ms in a round,
    after which the link rests for more than a second."""
    bench = Bench(0)
    bench.feed._desk.playing = True

    def do(role, counter, mac, text):
        bench.clock.sleep_us(150_000)
        bench.journal.last += 12  # records of one input
        return "ok", text

    bench.feed._desk.do = do  # type: ignore[method-assign]
    bench.say("greet", PROTOCOL, bench.journal.epoch, 0)
    command = ("do", "dealer", 1, "0" * 64, '["input",["raise",10,100000]]')
    bench.port.say(*command)
    for k in range(6):
        bench.port.say("ask", k, "health", [])
    most = inputs = 0
    for _ in range(12000):  # two minutes, looked at every 10 ms
        bench.loop.run_for(10)
        for told in bench.port.take():
            if told[0] == 1:
                bench.port.say("ack", told[1], told[2])
            elif told[0] == "reply":
                inputs += 1
                bench.port.say(*command)
            elif told[0] == "answer" and not told[3]:
                bench.port.say("ask", told[1], "health", [])
            assert told[0] != "error", told
        most = max(most, bench.feed._unasked)
    assert inputs > 20 and bench.journal.acked > 200
    assert bench.feed._desk.floods == () and bench.feed.floods == 0
    assert most * 2 <= FLOOD, most


def test_nothing_nested_and_no_long_number_is_parsed():
    deep = "[" * (DEPTH + 1) + "]" * (DEPTH + 1)
    assert bounded(("[" * DEPTH + "]" * DEPTH).encode()) and not bounded(deep.encode())
    assert bounded(b'["' + b"[" * 400 + b'"]')  # a text may hold anything
    assert not bounded(b'["\\"",' + deep.encode() + b"]")
    assert bounded(b"9" * DIGITS) and not bounded(b"9" * (DIGITS + 1))
    assert bounded(b"[1,-2,true,false,null]")
    for text in (b"[1.5]", b"[1e5]", b"[1E5]", b"[NaN]", b"[Infinity]", b"[\x00]", b"[\xff]"):
        assert not bounded(text) and message(text) is None


def test_brackets_without_end_and_huge_numbers_are_refused_in_a_word():
    """0.1.0 printed the brackets: past the end of an rp2's stack."""
    bench = Bench()
    bench.port.take()
    for payload in (b"[" * 240 + b"]" * 240, b'["ack",1,%s]' % (b"9" * 330), b"[[],{}]", b"5"):
        bench.port.incoming += frame(payload)
        bench.loop.run_for(200)
        assert [told[:2] for told in bench.port.take()] == [["error", ""]], payload
    assert bench.feed.failed == 0


def test_whatever_a_handler_raises_the_next_line_finds_the_link():
    bench = Bench()

    class Bad:
        floods = ()
        busy = False
        playing = False
        keys = bench.feed._desk.keys

        def ask(self, what, args):
            raise RuntimeError("maximum recursion depth exceeded")

        def attached(self):
            raise OSError(28)

        def do(self, *args):
            raise MemoryError("memory allocation failed")

    good = bench.feed._desk
    bench.feed._desk = Bad()  # type: ignore[assignment]
    for told in (
        ("greet", PROTOCOL, 3, 0),
        ("ask", 1, "health", []),
        ("do", "dealer", 1, "0", "[]"),
    ):
        said = bench.say(*told)
        assert [one[:2] for one in said if one[0] == "error"] == [["error", told[0]]]
    assert bench.feed.failed == 2  # a question that fails is told as such
    bench.feed._desk = good
    assert bench.say("do", "dealer", 1, "0", "[]")[-1] == ["reply", 1, "ok", "[]"]


def test_half_a_line_is_forgotten_and_spoils_no_other():
    bench = Bench()
    bench.port.incoming += b'["ack",1,'
    bench.loop.run_for(4000)
    assert bench.say("do", "dealer", 1, "0", "[]")[-1][0] == "reply"
    assert bench.feed.reader.bad == 1
    whole = frame(b'["hail",1]')  # byte by byte, each in time: a slow host is no rubbish
    bench.port.take()
    for k in range(len(whole)):
        bench.port.incoming += whole[k : k + 1]
        bench.loop.run_for(900)
    assert [told[0] for told in bench.port.take()] == ["hello"]


def _waiting_roles(bench, *roles):
    """A desk at which these roles have to wait; the commands it is asked are counted."""
    asked = []

    def do(role, counter, mac, text):
        asked.append(role)
        return ("slow_down", None) if role in roles else ("ok", text)

    class Keys(bench.feed._desk.keys):
        def has_to_wait(self, role):
            return role.decode() in roles

    bench.feed._desk.do = do  # type: ignore[method-assign]
    bench.feed._desk.keys = Keys()  # type: ignore[assignment, misc]
    return asked


def test_of_commands_that_have_to_wait_a_few_a_second_are_looked_at():
    bench = Bench()
    asked = _waiting_roles(bench, "supervisor")
    for _ in range(40):
        bench.port.say("do", "supervisor", 1, "0", "[]")
    bench.port.say("do", "dealer", 1, "0", "[]")
    bench.loop.run_for(950)
    assert asked == ["supervisor"] * DENIALS + ["dealer"]
    assert bench.feed.refused == 40 - DENIALS


def test_who_has_to_wait_holds_up_no_question_whatever_it_says():
    """Where a command has its role a question has its number."""
    bench = Bench()
    _waiting_roles(bench, "supervisor", "1,")
    for _ in range(DENIALS + 1):
        bench.port.say("do", "supervisor", 1, "0", "[]")
    bench.port.incoming += frame(b'["ask",1,"health",[]]')
    bench.loop.run_for(900)
    assert [told[1] for told in bench.port.take() if told[0] == "answer"] == [1] * 7
    assert bench.feed.refused == 1


def test_while_something_waits_nothing_more_is_read():
    """What was read and not taken yet lies in the board's memory: the cable holds the rest."""
    bench = Bench()
    line = frame(b'["ask",1,"x",[]]')
    flood = Flood(bench.clock, line)
    bench.feed._port = flood  # type: ignore[assignment]
    most = 0

    def ask(what, args):
        bench.clock.sleep_us(9000)  # each takes longer than a pass may
        return

    bench.feed._desk.ask = ask  # type: ignore[method-assign]
    for _ in range(200):
        bench.loop.run_for(10)
        most = max(most, len(bench.feed._waiting))
    assert most <= READS * 64 // len(line) + 1


# ---- anything at all, by seed; on MicroPython on a stack like a board's


def _value(dice, depth):
    kind = dice.below(10)
    if kind < 2 and depth:
        return [_value(dice, depth - 1) for _ in range(dice.below(4))]
    if kind == 2 and depth:
        return {"k": _value(dice, depth - 1)}
    if kind == 3:
        return 10 ** dice.below(40)
    if kind == 4:
        return ("", "hail", "ask", "x" * 90, "\u00e9", "\n", "ack", "do", "health")[dice.below(9)]
    return (None, True, False, -1, 0, 1, 3, PROTOCOL, 1 << 31, 1.5)[dice.below(10)]


def _line(dice):
    kind = dice.below(7)
    if kind == 0:
        return bytes([dice.below(256) for _ in range(dice.below(90))])
    if kind == 1:
        return b"[" * dice.below(LIMIT) + b"\n"
    if kind == 2:
        return frame(b"[" * dice.below(250) + b"]" * dice.below(250))
    if kind == 3:
        names = MESSAGES.names()
        name = names[dice.below(len(names))]
        fields = [_value(dice, 3) for _ in MESSAGES.fields(name)]
        return frame(dumps([name] + fields).encode())
    if kind == 4:
        return frame(dumps(_value(dice, 6)).encode())
    if kind == 5:
        return frame(b'["do","dealer",%d,"00","%s"]' % (dice.below(9), b"[" * dice.below(300)))
    good = bytearray(frame(dumps(["ask", dice.below(9), "health", []]).encode()))
    good[dice.below(len(good))] ^= 1 << dice.below(8)
    return bytes(good)


def _survives(seed, lines):
    dice = Dice(seed)
    bench = Bench(5)
    bench.port.said = []
    for k in range(lines):
        bench.port.incoming += _line(dice)
        if k % 4 == 0:
            bench.loop.run_for(200)
            assert bench.feed.failed == 0
            for told in bench.port.take():
                assert told[0] == 1 or MESSAGES.why_not(told) is None, told
    bench.port.incoming += b"\n"
    bench.loop.run_for(3000)
    bench.port.take()
    assert bench.say("hail", PROTOCOL)[-1][0] in ("hello", 1)
    assert len(bench.loop.tasks) == 1


def test_anything_at_all_leaves_the_link_alive():
    if sys.implementation.name != "micropython":
        for seed in range(20):
            _survives(seed, 60)
        return
    import _thread

    done = []

    def small():
        try:
            for seed in range(6):
                _survives(seed, 40)
            done.append(None)
        except BaseException as failure:
            done.append(failure)

    # The port is 64-bit and keeps 8 kB of a thread's stack to itself: about rp2's 8 kB are left.
    _thread.stack_size(24 * 1024)
    _thread.start_new_thread(small, ())
    while not done:
        time.sleep(0.01)
    if done[0] is not None:
        raise done[0]


def test_a_flood_of_forgeries_holds_up_nobody_of_another_role():
    """A line that is read costs a board 1.5 ms, one that is parsed and answered ten times that:
    the forged ones of a role that waits are not even parsed."""
    from binascii import hexlify

    from cardtable.link.keys import ROLES, Keys, signed
    from cardtable.rules.seals import hmac_sha256

    bench = Bench()
    clock = bench.clock
    keys = Keys(dict.fromkeys(ROLES, "5a" * 32), lambda count: bytes(count), clock)
    good = bench.feed._desk
    parsed = [0]

    class Real:
        busy = False
        playing = True
        floods = ()

        def flooded(self, present):
            pass

        def do(self, role, counter, mac, text):
            parsed[0] += 1
            clock.sleep_us(6000)
            return keys.why_not(role, counter, mac, text) or "ok", None

    desk = Real()
    desk.keys = keys  # type: ignore[attr-defined]
    desk.able = good.able  # type: ignore[attr-defined]
    bench.feed._desk = desk  # type: ignore[assignment]
    piece = frame(b'["do","supervisor",3,"' + b"ab" * 32 + b'","[\\"restart\\"]"]')
    flood = Flood(clock, piece, us_a_read=1500, us_a_write=10000)
    bench.feed._port = flood  # type: ignore[assignment]
    bench.loop.run_for(10_000)
    assert parsed[0] < 10 * 6  # four a second are answered, the rest is not looked at
    mac = hexlify(hmac_sha256(b"\x5a" * 32, signed(keys.challenge, 1, "dealer", "[]"))).decode()
    flood.piece += frame(b'["do","dealer",1,"' + mac.encode() + b'","[]"]')
    bench.loop.run_for(4000)
    assert keys.counter == 1  # the honest one got through between them
