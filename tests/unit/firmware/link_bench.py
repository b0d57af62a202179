"""A feed between a port and a desk that can be looked into; for tests on both interpreters."""

import json

from cardtable.link.lines import LineReader, frame
from cardtable.link.server import LinkServer
from cardtable.loop import Loop
from cardtable.records import dumps
from sim.harness.clock import VirtualClock


class Journal:
    """Thirty records, as the feed sees a journal."""

    epoch = 3
    first = 1

    def __init__(self, last=30):
        self.last = last
        self.acked = 0

    def get(self, number):
        return b'[1,3,%d,"u",0,"","end","void",null]' % number

    def acknowledge(self, number):
        assert number <= self.last
        self.acked = max(self.acked, number)


class Port:
    def __init__(self):
        self.incoming = b""
        self.reader = LineReader()
        self.said = []

    def readinto(self, buffer):
        count = min(len(buffer), len(self.incoming))
        buffer[:count] = self.incoming[:count]
        self.incoming = self.incoming[count:]
        return count

    def write(self, data):
        self.said += [json.loads(payload) for payload in self.reader.feed(data)]

    def say(self, *told):
        self.incoming += frame(dumps(told).encode())

    def take(self):
        said, self.said = self.said, []
        return said


class Desk:
    """Answers one question in six parts, and obeys everybody."""

    class keys:
        challenge = "00ff"
        counter = 0

    hosts = 0
    busy = False
    playing = False
    floods = ()

    def flooded(self, present):
        self.floods += (present,)

    def able(self):
        return ["fram"]

    def attached(self):
        self.hosts += 1

    def ask(self, what, args):
        if what == "broken":
            return (1 // k for k in (1, 0))
        return [["part", k] for k in range(6)] if what == "health" else None

    def do(self, role, counter, mac, text):
        return ("ok", text) if role == "dealer" else ("wrong_role", "dealer")


class Bench:
    def __init__(self, last=30):
        self.clock = VirtualClock()
        self.loop = Loop(self.clock)
        self.port = Port()
        self.journal = Journal(last)
        self.feed = LinkServer(self.loop, self.port, self.journal, ("0.1", "pico", "t1"), Desk())
        self.loop.spawn(self.feed.run(), "link")
        self.loop.run_for(20)

    def say(self, *told):
        self.port.say(*told)
        self.loop.run_for(50)
        return self.port.take()
