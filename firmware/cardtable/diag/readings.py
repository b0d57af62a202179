"""How a reader and each card have done: counted in fixed memory, asked for by the host."""

from array import array

import micropython

# Upper ends of the buckets in ms; the last one has none. Model: 17 ms empty, 11 ms more a card.
LATENCY_MS = (15, 20, 30, 45, 70, 100, 200)
TREND = 16  # results of the antenna test that are kept
_CARDS = 53


class Readings:
    """One reader. Counters of its chip (results, NACKs, starts …) are kept by the chip."""

    # Of the class until a technician tests: there are thirteen of these.
    antenna = bytes(TREND)  # results, newest last
    tests = 0
    bleeds = -1  # readers whose field reaches this one, by bit (selftest.bleed); -1: not tested

    def __init__(self):
        self.scans = 0
        self.answered = 0
        self.clean = 0
        self.cards = 0  # tags seen, all scans together
        self.latency = array("I", [0] * (len(LATENCY_MS) + 1))
        self.longest_ms = 0

    @micropython.native
    def note(self, answered, clean, cards, took_ms):
        """One scan."""
        self.scans += 1
        if answered:
            self.answered += 1
            self.cards += cards
            if clean:
                self.clean += 1
        k = 0
        while k < len(LATENCY_MS) and took_ms > LATENCY_MS[k]:
            k += 1
        self.latency[k] += 1
        if took_ms > self.longest_ms:
            self.longest_ms = took_ms

    def note_antenna(self, result):
        """One antenna test (Diagnose 07): 0, or the detector's bits. Of use as a trend only."""
        self.antenna = self.antenna[1:] + bytes((result,))
        self.tests += 1

    def report(self):
        """Everything as plain numbers, for the host."""
        return [
            self.scans,
            self.answered,
            self.clean,
            self.cards,
            list(self.latency),
            self.longest_ms,
            list(self.antenna),
            self.tests,
            self.bleeds,
        ]


class CardReadings:
    """Per card: scans that showed it, and clean scans of its place that did not while it lay there.

    Hits against misses over all antennas find a dying inlay. For a technician between rounds, and
    roughly (service/probe.py): the counts, or how they change, would name face-down cards.
    """

    def __init__(self):
        self.hits = array("I", bytes(4 * _CARDS))
        self.misses = array("I", bytes(4 * _CARDS))
