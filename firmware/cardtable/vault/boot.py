"""The start: what every device holds, whether it agrees, what is repaired, and what stops play.

Nothing is ever set to defaults. What cannot be decided from verified copies waits for a
supervisor's order (orders.py). Codes are declared in desk/faults.py, words in docs/vault.md.
"""

import json

from cardtable.records import Chain, body, decode, digest, dumps
from cardtable.vault import layout
from cardtable.vault.fram import FramLost
from cardtable.vault.migrate import Newer
from cardtable.vault.recovery import recover
from cardtable.vault.segments import Damage
from cardtable.vault.segments_start import cut, logs
from cardtable.vault.slots import BLANK, DAMAGED, Copies
from cardtable.vault.vault import Stopped

FLASH = ("books", "spare")  # copies that are files


class Kept:
    """One state found in a slot."""

    def __init__(self, place, generation, schema, state):
        self.place = place
        self.generation = generation
        self.schema = schema
        self.table, self.epoch, self.number, self.digest, self.acked, self.round_at = state[:6]
        self.books = state[6]


class Found:
    """What the slots hold, device by device."""

    def __init__(self, vault, copies=None):
        self.kept = []
        self.bad = []  # (place, which) of damaged slots
        self.blank = []  # places with nothing in either slot
        self.older_schema = False
        blanks = {}
        for place, which, content in (copies or vault.copies).read():
            if content == BLANK:
                blanks[place] = blanks.get(place, 0) + 1
            elif content == DAMAGED:
                self.bad.append((place, which))
            else:
                self._add(vault, place, content)
        self.blank = [place for place in blanks if blanks[place] == 2]
        best = None
        for one in self.kept:
            if best is None or newer(one, best):
                best = one
        self.best: Kept = best  # type: ignore[assignment]  # there is one once _agree has passed

    def _add(self, vault, place, content):
        generation, schema, payload = content
        try:
            state = vault.migrations.raised(schema, json.loads(payload))
        except Newer:
            raise Stopped("schema_newer", place)
        self.older_schema = self.older_schema or schema < vault.migrations.schema
        self.kept.append(Kept(place, generation, schema, state))

    def of(self, flash):
        """The newest state of one device, or None."""
        best = None
        for one in self.kept:
            if (one.place in FLASH) == flash and (best is None or newer(one, best)):
                best = one
        return best


def newer(one, other):
    return (one.epoch, one.number, one.generation) > (other.epoch, other.number, other.generation)


def start(vault):
    """Bring a vault to the state of its last record, or raise Stopped."""
    _self_test(vault)
    vault.files.prepare()
    found = Found(vault)
    _show(vault, found)
    vault.generation = max([one.generation for one in found.kept] + [0])
    order = vault.order()
    if order is not None:
        recover(vault, found, order)
        found = Found(vault)
        _show(vault, found)
    _agree(vault, found)
    _read_records(vault, found)
    _load(vault, found)
    _tidy(vault, found)


def _self_test(vault):
    if vault.fram is None:
        vault.findings.append(("flash_only", "vault", 1))
        return
    try:
        image = _image_of_test_byte(vault.fram)
        keeps = vault.fram.keeps(layout.TEST_BYTE)
        if _image_of_test_byte(vault.fram) != image:
            raise Stopped("fram_smaller", "fram")
        if not keeps:
            raise Stopped("fram_protected", "fram")
    except FramLost:
        # What the files believe can still be looked at.
        files = Copies([p for p in vault.copies.places if p.name in FLASH])
        _show(vault, Found(vault, files))
        raise Stopped("fram_missing", "fram")


def _image_of_test_byte(fram):
    """What lies 32 kB above it: in a chip of 32 kB itself, as it does not look at the highest bit
    of an address. Under a definition of 64 kB the ring would lie over the books."""
    there = bytearray(1)
    if fram.size > layout.SIZE:
        fram.read(layout.TEST_BYTE + layout.SIZE, there)
    return there[0]


def _show(vault, found):
    """The meters as each copy believes them: viewable whatever happens."""
    vault.believed = []
    for one in found.kept:
        for name, values in one.books:
            if name == "amounts":
                vault.believed.append((one.place, one.epoch, one.number, values[0], values[1]))


def _agree(vault, found):  # noqa: C901  # one finding a branch; needed once
    """Do both devices tell of this table, in the same epoch?"""
    flash = found.of(True)
    fram = found.of(False)
    has_files = bool([n for n in vault.files.names() if n.endswith(".log")])
    if vault.fram is None:
        if flash is None:
            raise Stopped("vault_damaged" if found.bad or has_files else "vault_blank", "flash")
        if flash.table != vault.table:
            raise Stopped("flash_foreign", flash.table)
        return
    fram_blank = "fram a" in found.blank and "fram b" in found.blank
    flash_blank = "books" in found.blank and not has_files
    if fram is None and flash is None:
        blank = fram_blank and flash_blank
        raise Stopped("vault_blank" if blank else "vault_damaged", "vault")
    if fram is not None and fram.table != vault.table:
        raise Stopped("fram_foreign", fram.table)
    if flash is not None and flash.table != vault.table:
        raise Stopped("flash_foreign", flash.table)
    if flash is None:
        if flash_blank:
            raise Stopped("flash_new", "flash")
    elif fram is None:
        if fram_blank:
            raise Stopped("fram_new", "fram")
        vault.ring.epoch = flash.epoch
        if not vault.ring.marked():  # without a mark nobody knows what else was lost
            raise Stopped("fram_damaged", "fram")
    elif fram.epoch != flash.epoch:
        raise Stopped("epochs_differ", "fram" if fram.epoch < flash.epoch else "flash")


def _read_records(vault, found):
    """Files and ring, each checked by itself and one against the other."""
    best = found.best
    ring = vault.ring
    if ring.durable:
        repaired = ring.scan(best.epoch)
        if repaired:
            vault.findings.append(("ring_repaired", "fram", repaired))
    _read_files(vault, found, best)
    segments = vault.segments
    last = segments.last
    if not last and best.number:
        raise Stopped("journal_damaged", "flash")
    if ring.durable and ring.last > ring.base:
        if ring.base > last:
            raise Stopped("journal_damaged", "flash")
        if ring.last >= last and not _continues(ring, segments):
            raise Stopped("copies_disagree", "ring")
    if not ring.durable or ring.last < last or ring.last == ring.base:
        ring.restart(last)
    last = max(last, ring.last)
    if last < best.number or (ring.durable and ring.marked() > last):
        raise Stopped("ring_damaged", "fram")
    tail = digest(vault.journal.get(last)) if last else None
    acked = max([one.acked for one in found.kept if one.epoch == best.epoch])
    acked = max(acked, vault.journal.first - 1)  # only what was acknowledged is ever removed
    vault.journal.start(Chain(vault.table, best.epoch, last, tail), acked)
    vault.measure()


def _read_files(vault, found, best):
    segments = vault.segments
    ring = vault.ring
    while True:
        try:
            segments.scan(best.epoch)
            return
        except Damage as damage:
            found_logs = logs(vault.files, best.epoch)
            names = [name for _, _, name in found_logs]
            in_ring = ring.durable and ring.base < damage.number <= ring.last
            if damage.segment.name == names[-1] and in_ring and damage.size:
                cut(segments, damage)
                vault.findings.append(("journal_repaired", "flash", 1))
                continue
            _drop_acknowledged(vault, found, damage, names, found_logs)


def _drop_acknowledged(vault, found, damage, names, found_logs):
    """A damaged old file may go when the host has everything in it."""
    at = names.index(damage.segment.name)
    acked = max([one.acked for one in found.kept])
    if at + 1 >= len(names) or found_logs[at + 1][1] > acked + 1:
        raise Stopped("journal_damaged", damage.segment.name)
    for name in names[: at + 1]:
        vault.files.remove(name)
    vault.findings.append(("journal_hurt", damage.segment.name, at + 1))


def _continues(ring, segments):
    """Whether ring and files tell the same story where they meet."""
    last = segments.last
    if last == 0:
        return ring.base == 0
    if ring.base < last:
        return digest(ring.get(last)) == segments.last_digest
    return decode(ring.get(ring.base + 1))[5] == segments.last_digest


def _load(vault, found):
    """The books of the newest state, moved by the records since; held against the other copies."""
    best = found.best
    _replay(vault, best)
    result = dumps(vault.state())
    for place in vault.copies.places:
        mine = [one for one in found.kept if one.place == place.name]
        if not mine:
            continue
        other = mine[0] if len(mine) == 1 or newer(mine[0], mine[1]) else mine[1]
        if other is best or other.number + 1 < vault.journal.first:
            continue
        _replay(vault, other)
        if dumps(vault.state()) != result:
            raise Stopped("copies_disagree", place.name)
    problem = vault.books.why_not()
    if problem:
        raise Stopped("audit_failed", problem)


def _replay(vault, kept):
    journal = vault.journal
    if kept.number >= journal.first and digest(journal.get(kept.number)) != kept.digest:
        raise Stopped("copies_disagree", kept.place)
    vault.books.load(kept.books)
    vault.round_at = kept.round_at
    for number in range(kept.number + 1, journal.chain.number + 1):
        record = decode(journal.get(number))
        told = body(record)
        vault.apply(told, number, record[3], record[4])
        meter = vault.books.meter
        if told[0] == "meter" and told[1:] != (meter.pool, meter.reserve):
            raise Stopped("audit_failed", "record %d" % number)


def _tidy(vault, found):
    """Repair the copies that were bad or behind; forget the hidden cards of a finished round."""
    for place, which in found.bad:
        vault.findings.append(("copy_repaired", "%s %d" % (place, which), 1))
    best = found.best.number
    current = [place.name for place in vault.copies.places]
    for one in found.kept:
        if one.number == best and one.place in current:
            current.remove(one.place)
    if vault.ring.durable and vault.ring.marked() != vault.ring.last:
        vault.ring.mark()
    try:
        if current or found.bad or found.older_schema:
            vault.checkpoint()
            if found.bad or found.older_schema:
                vault.checkpoint()  # the other slot of each copy as well
    except OSError as failure:
        vault.flash_failed = vault.flash_code(failure)
    if vault.round_at >= vault.journal.first:
        vault.takes = vault.find_takes(vault.round_at)
        chain = vault.journal.chain
        vault.entries.read(vault.round_at, chain.epoch, chain.number, vault.takes)
    if vault.round_at:
        vault.hidden.settle(vault.round_at, vault.journal.chain.number)
        return
    vault.hidden.forget()
    if vault.journal.waiting:
        vault.flush()
