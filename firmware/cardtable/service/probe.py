"""A technician's look at every mux and reader in turn: who answers, as what, and who blocks a bus.

No sweep goes on meanwhile. The host makes causes and remedies of it (host_tools/doctor/).
"""

from cardtable.drivers.reader_codes import NACKS, OK
from cardtable.rules.cards import card_text

_FAR = 110  # ETIMEDOUT: a line of the bus is held
_ECHOES = 20
_MEMORIES = (b"\xd4\x00\x01", b"\xd4\x00\x02")  # Diagnose: ROM, RAM (UM0701-02 7.2.1)
_MEMORY_MS = 200  # assumed; the emulated chip takes 20
_LOOKS = 50  # for a card, before anything is said of it: taking it away costs it three


def look(boxes, found):
    """A row a reader (`_row`), [name, result] a mux, into `found`.

    A mux's result is that of Muxes.try_out(). `blocks` is 1 when the muxes cannot be reached while
    this reader is connected, and can without it.
    """
    muxes = boxes.muxes
    held = False
    for k in range(len(muxes.astray)):
        result = muxes.try_out(k)
        held = held or result == _FAR
        found.append(["mux %d" % (k + 1), result])
    if held:
        muxes.reset()  # a reader that holds the line is cut off: then the muxes answer again
        for k in range(len(muxes.astray)):
            found[k][1] = muxes.try_out(k)
    for place in sorted(boxes.readers):
        reader = boxes.readers[place]
        chip = reader.chip
        chip.bus_error = 0
        reader.forget()
        code = yield from reader.echo()
        blocks = 0
        if code != OK and chip.bus_error == _FAR:
            blocks = int(muxes.try_out(0) == _FAR)
            muxes.reset()
            if blocks and muxes.try_out(0) == _FAR:
                blocks = 0  # the bus is held by somebody else
        route = chip.transport.route
        mux = 0 if route is None else route.mux  # on SPI there is none
        found.append((yield from _row(reader, code, blocks, mux)))


def look_at_shoe(shoe):
    """The same for the shoe's reader, by the task that watches it."""
    shoe.chip.bus_error = 0
    shoe.forget()
    return (yield from _row(shoe, (yield from shoe.echo()), 0, 0))


def _row(reader, code, blocks, mux):
    """[name, result, version, errno, blocks, mux, bad echoes of 20, ROM, RAM].

    The result is a code of drivers/reader_codes.py. A memory is 0 when the chip finds it well;
    None: not tested.
    """
    chip = reader.chip
    bad = None
    memories = [None, None]
    if code == OK:
        bad = 0
        for _ in range(_ECHOES):
            again = chip.counters[NACKS]
            if (yield from reader.echo()) != OK:
                reader.forget()
                bad += 1
            elif chip.counters[NACKS] != again:
                bad += 1
        for k in range(2):
            if (yield from reader.prepare()) == OK:
                if (yield from chip.exchange(_MEMORIES[k], 1, _MEMORY_MS)) == OK and chip.answer:
                    memories[k] = chip.answer[0]
    reader.forget()  # whatever the tests have left behind
    version = 0 if chip.wrong_chip else chip.version
    return [reader.name, code, version, chip.bus_error, blocks, mux, bad] + memories


def cards_read(fusion):
    """[hits of 100 looks for all cards, weak cards, [place, tags seen once] a reader].

    A weak card is [card, hits of 10 looks, rounded]: under nine, and by one less than the others.
    No counts: how they change in a round would name the cards that lay on the table.
    """
    hits = fusion.readings.hits
    misses = fusion.readings.misses
    hit = sum(hits)
    looks = hit + sum(misses)
    weak = []
    for card in range(len(hits)):
        own = hits[card] + misses[card]
        others = looks - own
        if own < _LOOKS or hits[card] * 10 >= own * 9:
            continue
        if not others or hits[card] * 10 * others < (10 * (hit - hits[card]) - others) * own:
            weak.append([card_text(card), min(8, (hits[card] * 20 + own) // (2 * own))])
    spots = fusion.spots
    once = [[place, spots[place].passing] for place in sorted(spots)]
    return [hit * 100 // looks if looks else None, weak, once]
