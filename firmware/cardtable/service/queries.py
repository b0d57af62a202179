"""What anybody beside the table may know: the answers to questions, in parts.

Nothing here may depend on a face-down card: no face, no tag, no order of cards.
"""

import gc

from cardtable.rules.round import names_cards


def _expects(table, args):
    played = table.controller.round
    return () if played is None else played.expects()


def _why_not(table, args):
    given = args[0] if args and isinstance(args[0], list) else None
    if not given or names_cards(given):  # would try out hidden cards
        return (["not_a_question", ""],)
    return (table.why_not(given),)


def _config(table, args):
    config = table.config
    yield ["game", config["game"]]
    yield ["fingerprint", config["fingerprint"]]
    values = config["values"]
    for name in sorted(values):
        yield [name, values[name]]


def _meters(table, args):
    yield ["display", [table.vault.books.display or 0, int(table.vault.books.meter.locked)]]
    for name, values in table.vault.books.sections():
        yield [name, values]


def _readers(table, args):
    shoe = ["shoe", 0, table.shoe_state(), 0] + list(table.shoe.counters)
    if hasattr(table.shoe, "readings"):  # its antenna was tested (device_tests.py)
        shoe += [list(table.shoe.readings.antenna), table.shoe.readings.tests]
    yield shoe
    boxes = table.boxes
    if boxes is None:
        return
    for place in sorted(boxes.readings):
        reader = boxes.readers[place]
        head = [reader.name, place, boxes.state(place), boxes.now[place]]
        yield head + boxes.readings[place].report() + [list(reader.counters)]


def _deck(table, args):
    """Which cards are enrolled; never their tags."""
    decks = table.decks()
    for name in ("deck", "other"):
        cards = sorted(decks[name].values())
        for at in range(0, len(cards), 20):
            yield [name, cards[at : at + 20]]


def _muxes(table, args):
    if table.boxes is not None:
        muxes = table.boxes.muxes
        for k in range(len(muxes.astray)):
            yield ["mux %d" % (k + 1), muxes.astray[k]]


def _health(table, args):
    for pair in table.health():
        yield pair
    if hasattr(gc, "mem_alloc"):
        yield ["heap_used", gc.mem_alloc()]  # type: ignore[attr-defined]
        yield ["heap_free", gc.mem_free()]  # type: ignore[attr-defined]


def _faults(table, args):
    return [list(key) for key in sorted(table.faults)]


def _noticed(table, args):
    return [list(key) + [table.noticed[key]] for key in sorted(table.noticed)]


def _vault(table, args):
    vault = table.vault
    journal = vault.journal
    yield ["durable", int(vault.durable)]
    yield ["stopped", None if vault.stopped is None else list(vault.stopped)]
    yield ["flash_failed", vault.flash_failed]
    yield ["generation", vault.generation]
    yield ["audit", vault.books.why_not()]
    yield ["epoch", journal.epoch]
    yield ["first", journal.first]
    yield ["last", journal.last]
    yield ["acknowledged", journal.acked]
    yield ["waiting", journal.waiting]
    yield ["capacity", journal.capacity]
    for finding in vault.findings:
        yield ["found", list(finding)]
    for one in vault.believed:
        yield ["believed", list(one)]


def _work(table, args):
    from cardtable.service import work

    return work.asked(table)


def _persons(table, args):
    """Names are known beside the table; keys stay here."""
    keys = table.desk.keys
    for one in keys.signers:
        if keys.knows(one):
            role, _, name = one.partition("/")
            yield [role, name]


ASKED = {
    "expects": _expects,
    "why_not": _why_not,
    "config": _config,
    "meters": _meters,
    "readers": _readers,
    "health": _health,
    "faults": _faults,
    "deck": _deck,
    "muxes": _muxes,
    "noticed": _noticed,
    "vault": _vault,
    "work": _work,
    "persons": _persons,
}
