"""A whole table whose link takes whatever somebody makes up; for both interpreters.

Everything is real: vault, croupier, keys, commands. What a fuzzer made up is sent as it is, as a
good line, as a command under a right key, or as an input of one. After each nothing may have raised
out of a handler: also what the link caught and told as a failure is a defect.
"""

import json
import os
from binascii import hexlify

from sim import paths

paths.install()

import machine  # noqa: E402  # pyright: ignore[reportMissingImports]

from cardtable.desk.messages import MESSAGES  # noqa: E402
from cardtable.link.commands import COMMANDS, QUESTIONS  # noqa: E402
from cardtable.link.keys import ROLES, signed  # noqa: E402
from cardtable.link.lines import LineReader, frame, message  # noqa: E402
from cardtable.records import dumps  # noqa: E402
from cardtable.rules.inputs import INPUTS  # noqa: E402
from cardtable.rules.seals import hmac_sha256  # noqa: E402
from sim.harness.cable import Cable  # noqa: E402
from sim.harness.world import World  # noqa: E402

KEYS = {role: "%02x" % (7 * k + 1) * 32 for k, role in enumerate(ROLES)}
RAW, LINE, ORDER, INPUT, ASK = range(5)
WAYS = 5
_STEP_MS = 400
_FIELD = ("int", "cents", "ms", "flag", "seat", "place")
# What no fuzzer would think of in an hour: each has broken somebody's parser.
ODD = (
    "0", "-0", "-1", "1", "10", "11", "31", "32", "255", "65536", "2147483648", "99999999999",
    "100000000001", "999999999999999", "-999999999999999", "9999999999999999", "1e9", "1.5", "NaN",
    "true", "false", "null", '""', '"x"', '"As"', '"Zz"', '"%s"' % ("0f" * 16), '"\\u0000"',
    '"\\ud800"', '"\\u001b[2J"', '"\\n"', '"../../keys.json"', '"%s"' % ("x" * 161), '"\\"',
    '"<b>"', '"%s"' % ("f" * 64), "[]", "{}", "[[]]", '{"a":1,"a":2}', "[1,[2,[3,[4]]]]", '"table"',
    '"board"', '"order"', '"supervisor"', "00", "01", "+1", "--1", "1 2", ",", ']', '"\xe9"',
)  # fmt: skip


class Restarts(Exception):
    """The board was told to start again, and the fuzzed table does."""


class Fuzzed:
    """One table; `take(way, role, text)` sends, and says what was answered."""

    def __init__(self, root, game="canberra"):
        self._root = root
        self._game = game
        self.sent = 0
        self.restarts = 0
        self._start(True)

    def _start(self, new=False):
        cable = Cable()
        cable.listener = self  # type: ignore[assignment]
        if new:
            self._fram = bytearray(65536)
        self.world = World(self._root, cable, fram=self._fram, game=self._game, visit=self.restarts)
        if new:
            with open(self._root + "keys.json", "w") as file:
                json.dump(KEYS, file)
        self._cable = cable
        self._reader = LineReader(4096)
        self.told = []
        machine.plug(self.world)
        from cardtable.entry import chosen

        run, board = chosen(self._root)
        assert run is not None, board
        self.app = run(board)
        self.app.begin()
        self._run(200)
        self.hello = [one for one in self.told if one[0] == "hello"][-1]
        self.counter = 0

    def feed(self, data):
        """The host's end of the cable."""
        for payload in self._reader.feed(data):
            told = message(payload)
            if told is None:
                told = json.loads(payload)  # an answer may be nested deeper than anything said
            if isinstance(told[0], str):
                wrong = MESSAGES.why_not(told)
                assert wrong is None, (wrong, told)
                assert told[0] != "reply" or told[2] != "command_failed", told
            self.told.append(told)

    def _run(self, ms):
        try:
            self.app.loop.run_for(ms)
        except machine.SimReset:
            raise Restarts from None

    def order(self, role, text):
        """The line of a command under a right key."""
        self.counter += 1
        key = bytes([int(KEYS[role][k : k + 2], 16) for k in range(0, 64, 2)])
        due = hmac_sha256(key, signed(self.hello[7], self.counter, role, text))
        return frame(dumps(("do", role, self.counter, hexlify(due).decode(), text)).encode())

    def take(self, way, role, data):
        """Send it and let the table run; AssertionError when anything was raised by it."""
        self.told = []
        if way == RAW:
            self._cable._to_board += data + b"\n"
        elif way == LINE:
            self._cable._to_board += frame(data.replace(b"\n", b" "))
        elif way == ASK:
            self._cable._to_board += frame(b'["ask",1,%s]' % data.replace(b"\n", b" "))
        else:
            text = "".join([chr(byte) for byte in data if byte != 10])
            if way == INPUT:
                text = f'["input",[{text}]]'
            self._cable._to_board += self.order(ROLES[role % len(ROLES)], text)
        self.sent += 1
        try:
            for _ in range(5):
                self._run(_STEP_MS // 5)
                if not self._cable._to_board:
                    break
            self._whole()
        except Restarts:
            self.restarts += 1
            self._start()
        return self.told

    def _whole(self):
        feed = self.app.feed
        assert feed.failed == 0, "a message raised"
        assert "link" in [task.name for task in self.app.loop.tasks], "the link's task has ended"

    def alive(self):
        """It still says hello."""
        try:
            self._run(4000)  # what waits is taken, half a line forgotten
        except Restarts:  # the last of it was an order to
            self._start()
        self.take(RAW, 0, b"")
        return "hello" in [one[0] for one in self.take(LINE, 0, b'["hail",1]')]


def made_up(dice):
    """(way, role, bytes) by `dice`: declared kinds with values that fit, nearly fit, or do not."""
    way = dice.below(WAYS + 2)
    role = dice.below(3)
    if way == RAW:
        return way, role, bytes([dice.below(256) for _ in range(dice.below(80))])
    if way == LINE:
        text = _declared(dice, MESSAGES)
    elif way == ASK:
        return (
            way,
            role,
            b'"%s",[%s]'
            % (
                _one(dice, QUESTIONS.names()).encode(),
                (_one(dice, ODD) if dice.below(3) else _declared(dice, INPUTS)).encode("utf-8"),
            ),
        )
    elif way == INPUT:
        return way, role, _declared(dice, INPUTS)[1:-1].encode("utf-8")
    else:
        way = ORDER
        text = _declared(dice, COMMANDS)
    content = bytearray(text.encode("utf-8"))
    if dice.below(4) == 0 and content:
        content[dice.below(len(content))] = dice.below(256)
    return way, role, bytes(content)


def _one(dice, things):
    return things[dice.below(len(things))]


def _declared(dice, kinds):
    name = _one(dice, kinds.names())
    words = [f'"{name}"']
    for field in kinds.fields(name):
        words.append(_one(dice, ODD) if dice.below(3) == 0 else _fitting(dice, field))
    if dice.below(12) == 0:
        words.append(_one(dice, ODD))
    return "[{}]".format(",".join(words))


def _fitting(dice, field):
    if field.many and field.type != "any":
        return "[{}]".format(",".join([_value(dice, field) for _ in range(dice.below(4))]))
    if field.type == "any":
        return _declared(dice, INPUTS) if field.many else "1"
    return _value(dice, field)


def _value(dice, field):
    if field.choices is not None:
        choice = _one(dice, field.choices)
        return str(choice) if field.type in _FIELD else f'"{choice}"'
    if field.type in _FIELD:
        low = field.low or 0
        return str(low + dice.below(12)) if dice.below(4) else str(field.high or 10**11)
    if field.type in ("card", "cards", "token"):
        return '"{}"'.format(_one(dice, ("As", "Kd", "Jk", "0f" * 16, "2c", "Zz")))
    if field.type == "hex":
        return '"{}"'.format(_one(dice, ("00", "ab" * 32, "f" * 63)))
    return '"{}"'.format(_one(dice, ("a", "day", "fold", "9.9", "x y", "e30=", "W10=")))


def clean(root):
    """A folder for a table, empty."""
    for path in (root, root + "vault/"):
        try:
            os.mkdir(path[:-1])
        except OSError:
            for name in os.listdir(path):
                try:
                    os.remove(path + name)
                except OSError:
                    pass
