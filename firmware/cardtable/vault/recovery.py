"""A supervisor's order about what to believe, when the devices cannot decide it themselves.

    {"order": "new", "who": …, "jackpot": {…}}      a new table: books as approved
    {"order": "fram", "who": …}                     the FRAM is right (formatted flash, new board)
    {"order": "flash", "who": …}                    the files are right (new FRAM)
    {"order": "ledger", "who": …, "epoch": n, "books": […], "from": [epoch, number]}

Except where an intact FRAM simply goes on, a new epoch begins with a record of what was believed.
The order is first rewritten so that it holds everything it needs; carrying it out may then be cut
short and begun again any number of times. It is removed last, before anything is told outside.
"""

from cardtable.jackpot.books import Books, new_books
from cardtable.records import Chain, body, decode, digest, dumps
from cardtable.vault.segments import Damage
from cardtable.vault.vault import ORDER, Stopped

_KNOWN = ("new", "fram", "flash", "ledger", "begin")


def recover(vault, found, order):
    """Carry out an order, or raise Stopped when it does not fit what is here."""
    kind = order.get("order")
    if kind not in _KNOWN:
        vault.files.remove(ORDER)
        raise Stopped("order_unknown", str(kind)[:20])
    if kind == "new":
        order = _new(vault, found, order)
    elif kind == "flash":
        order = _believe(vault, found.of(True), order, "flash")
    elif kind == "fram":
        order = _fram(vault, found, order)
    elif kind == "ledger":
        order = _ledger(found, order)
    if order is not None:
        vault.files.write(ORDER, (dumps(order).encode(),))
        _begin(vault, order)
    vault.files.remove(ORDER)


def _prepared(source, epoch, books, before, who):
    return {
        "order": "begin",
        "source": source,
        "epoch": epoch,
        "books": books,
        "from": before,
        "who": who,
    }


def _new(vault, found, order):
    # Also what is damaged is not nothing: somebody must look at it first.
    if found.kept or found.bad or [n for n in vault.files.names() if n.endswith(".log")]:
        vault.files.remove(ORDER)
        raise Stopped("not_new", "vault")
    books = new_books(**order["jackpot"])
    return _prepared("new", 1, books.dump(), [0, 0], order["who"])


def _believe(vault, kept, order, source):
    """A new epoch from what one device holds: its state, and its records as far as they go."""
    if kept is None:
        vault.files.remove(ORDER)
        raise Stopped("nothing_to_restore", source)
    books = Books()
    books.load(kept.books)
    number = kept.number
    for record in _records(vault, kept, source):
        if record[2] == number + 1:
            books.apply(body(record), record[3], record[4])
            number += 1
    before = [kept.epoch, number]
    return _prepared(source, kept.epoch + 1, books.dump(), before, order["who"])


def _records(vault, kept, source):
    """The whole records that a device holds in the epoch of `kept`."""
    holder = vault.segments
    try:
        if source == "fram":
            holder = vault.ring
            holder.scan(kept.epoch)
            first = holder.base + 1
        else:
            holder.scan(kept.epoch)
            first = holder.first
    except Damage as damage:
        first = holder.first
        holder.all[-1].last = damage.number - 1
    for number in range(first, holder.last + 1):
        yield decode(holder.get(number))


def _fram(vault, found, order):
    fram = found.of(False)
    files = [n for n in vault.files.names() if n.endswith(".log")]
    if files or fram is None or fram.table != vault.table:
        return _believe(vault, fram, order, "fram")
    # The files are gone, the FRAM is whole: the same epoch goes on with what the ring holds.
    ring = vault.ring
    ring.scan(fram.epoch)
    if ring.last <= fram.number:
        ring.restart(fram.number)
    if ring.base > fram.number or ring.last < ring.marked():
        return _believe(vault, fram, order, "fram")
    vault.segments.start(fram.epoch)
    vault.books.load(fram.books)
    vault.round_at = fram.round_at
    tail = fram.digest
    for number in range(fram.number + 1, ring.last + 1):
        line = ring.get(number)
        record = decode(line)
        vault.apply(body(record), number, record[3], record[4])
        tail = digest(line)
    vault.journal.start(Chain(vault.table, fram.epoch, ring.last, tail), fram.acked)
    vault.write(("adopted", "fram", ring.last, order["who"]))
    if not vault.flush():
        raise Stopped(vault.flash_failed, "flash")
    return None


def _ledger(found, order):
    epoch = order["epoch"]
    for one in found.kept:
        if one.epoch >= epoch:
            epoch = one.epoch + 1
    return _prepared("ledger", epoch, order["books"], order["from"], order["who"])


def _begin(vault, order):
    """A new epoch: its books in every copy, then its first records."""
    epoch = order["epoch"]
    for name in vault.files.names():
        if name.startswith("e%d-" % epoch):  # of an attempt that was cut short
            vault.files.remove(name)
    vault.segments.start(epoch)
    vault.journal.start(Chain(vault.table, epoch))
    vault.books.load(order["books"])
    vault.round_at = 0
    if vault.ring.durable:
        vault.ring.epoch = epoch
        vault.hidden.erase()
    vault.ring.restart(0)
    problem = vault.books.why_not()
    if problem:
        raise Stopped("audit_failed", problem)
    vault.checkpoint()
    vault.checkpoint()  # nothing of the old epoch is left in any slot
    before = order["from"]
    sections = [("books", name, values) for name, values in vault.books.sections()]
    vault.write_all([("restored", order["source"], before[0], before[1], order["who"])] + sections)
    if not vault.flush():
        raise Stopped(vault.flash_failed, "flash")
