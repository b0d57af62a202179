"""Runs inside MicroPython: the emulated table around a board in a process of its own.

The firmware comes from the board's flash. What only the desk has of `cardtable`, and the simulator
needs, is borrowed from the desk's files, module by module.
"""

import json
import os
import sys
import time

_FRAM_SIZE = 65536  # of a new chip: MB85RC512T


def make(words, root):
    """A world from FRAM_FILE VISIT [SEED [ROUNDS [SPEED [GAME [WIRED]]]]]; `root`: the desk's
    checkout. WIRED is a file of the desk, how the table is wired (board.json) if not as usual.

    With ROUNDS 0 people play without end; with -1 nobody comes to the table, and with -2 nobody
    has ever installed it: every card there is lies in the technician's bag. A technician's hands
    are told what to do in the file FRAM_FILE.hands.
    """
    fram, visit = "/host" + words[0], int(words[1])
    given = words[2:]
    seed, rounds, speed, game, wired = given + ["1", "0", "50", "canberra", ""][len(given) :]
    board = None
    if wired:
        with open("/host" + wired) as file:
            board = json.load(file)
    borrow(root + "/firmware")
    from cardtable.drivers.usb import UsbPort
    from sim.harness.world import World
    from sim.people.house import BRISK, STEADY

    class OnFlash(World):
        """Configuration that is on the board stays; what is missing a technician has put there."""

        def _write(self, name, value):
            if rounds != "-2" and name not in os.listdir(""):
                World._write(self, name, value)

        def _install(self, config):
            if rounds != "-2":
                World._install(self, config)

    installed = "table.json" in os.listdir("")
    world = OnFlash(
        "",
        UsbPort(),
        int(seed),
        clock=paced(float(speed)),
        rounds=int(rounds),
        fram=FramFile(fram, _FRAM_SIZE if board is None else board["fram"]["size"]),
        board=board,
        full=True,
        game="draw" if rounds == "-2" else game,
        determinations={"joker": 1} if rounds == "-2" else None,
        visit=visit if installed else 0,
    )
    world.house.pace = BRISK if world.full is None else STEADY
    if int(rounds) >= 0:
        world.open()
    try:
        Hands(world, fram + ".hands")
    except OSError:
        pass  # nobody has laid a line to a technician
    return world


class Hands:
    """A technician's hands and eyes: a line of JSON each, told through a FIFO of the desk.

    ["hold", card, where]   ["release"]   ["key", name]   ["chip", seat, on]   ["switch", on]
    ["pull", where]   ["plug", where]   ["look_at"]   ["lay", count, where, mm]   ["clear"]
    What a look sees is written to PATH.seen.
    """

    _LOOK_US = 20000

    def __init__(self, world, path):
        import select

        from cardtable.engine.round_port import where
        from sim.people.hand import Hand

        os.stat(path)
        self._path = path
        self._file = open(path, "rb")
        self._poll = select.poll()
        self._poll.register(self._file, select.POLLIN)
        self._world = world
        self._hand = Hand(world.felt)
        self._laid = []
        self._wrong = None  # why the last thing could not be done
        self._antennas = {where(place): world.full.antennas[place] for place in world.full.antennas}
        self._antennas["shoe"] = world.shoe_antenna
        self._chips = {where(place): world.full.chips[place] for place in world.full.chips}
        world.clock.at(self._LOOK_US, self._look)

    def _look(self):
        self._world.clock.at(self._LOOK_US, self._look)
        while self._poll.poll(0):
            line = self._file.readline()
            if not line:
                return
            words = json.loads(line)
            try:
                getattr(self, "_" + words[0])(*words[1:])
                self._wrong = None
            except (ValueError, KeyError) as wrong:
                self._wrong = "that cannot be done: {}".format(wrong)

    def _hold(self, card, where):
        self._hand.hold(card, self._antennas[where])

    def _lay(self, count, where, away_mm):
        """Cards so far from an antenna's middle, and no others there."""
        self._clear()
        for card in self._world.felt.deck[:count]:
            self._antennas[where].lay(card.tag, away_mm)
            self._laid.append(card.tag)

    def _clear(self):
        self._hand.release()
        for tag in self._laid:
            tag.antenna.take(tag)
            tag.answers = 10
        self._laid = []

    def _pull(self, where):
        """A reader's cable comes off."""
        self._chips[where].fault("unplugged", -1)

    def _plug(self, where):
        """A reader, the same or another: it knows nothing yet."""
        self._chips[where].clear("unplugged")

    def _release(self):
        self._hand.release()

    def _key(self, name):
        from cardtable.drivers.keypad import KEYS

        self._world.keypad.tap(KEYS.index(name), hold_ms=120)

    def _chip(self, seat, on):
        (self._world.sensors.pull if on else self._world.sensors.release)(seat - 1)

    def _switch(self, on):
        self._world.key_switch.turn(bool(on))

    def _look_at(self):
        told = {
            "lamps": [list(lamp) for lamp in self._world.lamps.colours],
            "sign": self._world.display.text,
            "us": self._world.clock.now_us,
        }
        if self._wrong:
            told["wrong"] = self._wrong
        # Not renamed into place: the unix port's rename gives a mounted folder one name for both.
        with open(self._path + ".seen", "w") as file:
            file.write(json.dumps(told))


def borrow(firmware):
    """Load what is not on the board from the desk, and nothing else."""
    with open(firmware + "/not_on_board.txt") as file:
        names = [line.strip() for line in file if line.strip() and line[0] != "#"]
    modules = [name[:-3].replace("/", ".") for name in names if "__init__" not in name]
    for module in modules:
        _borrow(module, modules, firmware)


def _borrow(module, modules, firmware):
    if module in sys.modules:
        return
    path = firmware + "/" + module.replace(".", "/") + ".py"
    with open(path) as file:
        source = file.read()
    for name, wanted in _imports(source):
        if name in modules:
            _borrow(name, modules, firmware)
        else:
            __import__(name)
            _give_numbers(name, wanted, firmware)
    # Their package is not on the board either: it is found where the desk has it.
    __import__("cardtable")
    parent = sys.modules["cardtable"]
    mine = parent.__path__
    parent.__path__ = firmware + "/cardtable"
    try:
        __import__(module)
    finally:
        parent.__path__ = mine


def _imports(source):
    """(module, names) of what is imported from the firmware, as this code base writes it."""
    for piece in ("\n" + source).split("\nfrom ")[1:]:
        module, _, names = piece.partition(" import ")
        if module.startswith("cardtable"):
            names = names[1 : names.index(")")] if names[0] == "(" else names.split("\n")[0]
            yield module, [name.strip() for name in names.split(",") if name.strip()]


def _give_numbers(name, wanted, firmware):
    """What a release has no names for any more, because it has the numbers where they are used
    (sim/micropython/constants.py), the desk's modules get from the desk's source."""
    module = sys.modules[name]
    gone = [one for one in wanted if one.isupper() and not hasattr(module, one)]
    if not gone:
        return
    path = firmware + "/" + name.replace(".", "/")
    with open(path + ".py") as file:
        for line in file:
            words = line.split("#")[0].split(" = ")
            if len(words) == 2 and words[0] in gone:
                setattr(module, words[0], eval(words[1], {"const": int}))


class FramFile:
    """The FRAM's memory in a file of the desk: what is written survives this process."""

    def __init__(self, path, size=_FRAM_SIZE):
        try:
            os.stat(path)
        except OSError:
            with open(path, "wb") as file:
                file.write(bytes(size))
        self._file = open(path, "r+b")
        self._size = self._file.seek(0, 2)

    def __len__(self):
        return self._size

    def __getitem__(self, at):
        if isinstance(at, slice):
            start = at.start or 0
            self._file.seek(start)
            return bytearray(self._file.read((self._size if at.stop is None else at.stop) - start))
        self._file.seek(at)
        return self._file.read(1)[0]

    def __setitem__(self, at, value):
        if isinstance(at, slice):
            self._file.seek(at.start or 0)
            self._file.write(value)
        else:
            self._file.seek(at)
            self._file.write(bytes((value,)))


def paced(speed):
    """A virtual clock that waits for the wall clock: `speed` seconds of it pass in one."""
    from sim.harness.clock import VirtualClock

    class Paced(VirtualClock):
        def __init__(self):
            VirtualClock.__init__(self)
            self._wall = time.ticks_us()
            self._ahead_us = 0

        def advance_us(self, us):
            VirtualClock.advance_us(self, us)
            now = time.ticks_us()
            self._ahead_us += us / speed - time.ticks_diff(now, self._wall)
            self._wall = now
            if self._ahead_us > 2000:
                time.sleep_us(int(self._ahead_us))
            elif self._ahead_us < -1000000:
                self._ahead_us = 0  # the desk was too slow: go on from now

    return Paced()
