"""How a table comes up: the vault first, then what it found, then the round that was open.

Needed once: it unloads itself and everything else that only a start needs.
"""

import gc

from cardtable.heap import tidy_packages
from cardtable.startup.integrity import tell
from cardtable.tracker.places import STALE
from cardtable.unload import unload
from cardtable.vault.kept_bytes import KeptBytes
from cardtable.vault.layout import LARGE, LINK, LINK_SLOT, faces_wait

_FOR_THE_START = (
    "entry file_copies startup.integrity startup.file_repair startup.start startup.factory"
    " startup.front vault.boot vault.recovery vault.ring_start vault.segments_start startup"
)
# What a host's first command loads: in play that would stop the board for a tenth of a second, so
# it is done before where there is room (code in ROMFS, a Pico 2): after hello, for which somebody
# waits, and before the heap is put in order.
_SOON = "link.commands rules.inputs service.commands service.queries"
_ROOM = 60_000  # bytes
_HELLO_MS = 20  # the link's first turn
_LOOK_MS = 2000  # three sweeps with full boxes
_WHEN_STOPPED = ("link", "lamps", "sign")  # what runs while play has stopped


def begin(app):
    """Open the vault and start the tasks: all of them, or those that tell why play has stopped."""
    vault = app.vault
    stopped = vault.open()
    # A FRAM for which play has stopped may be another one: nothing is written to it.
    app.desk.keys.remember(KeptBytes(vault.files, vault.fram if stopped is None else None))
    unload("rp2", *["cardtable." + name for name in _FOR_THE_START.split()])
    app.heap.before = _load_what_comes_soon(app)
    if stopped is not None:
        # Nothing is recorded, nothing is played; the host is told why, and may look at meters.
        app.feed.stop(stopped, vault.believed)
        app.guard.start(_WHEN_STOPPED)
        return
    vault.believed = []  # for whoever looks at a vault that has stopped
    _wait_with_faces(app)  # before a record has the number that the end of a cut round was to have
    app.record(("boot",) + app.about + (app.board.reset_cause(),))
    for finding in vault.findings:
        app.record(("fault",) + finding)
    for finding in app.board.found:
        app.record(("fault",) + finding)
    tell(app)
    _tell_configuration(app)
    _link(app)
    if app.controller.start():
        _find_cards(app)
    if app.boxes is not None and not app.controller.begun:
        app.loop.spawn(_look_at_the_felt(app), "felt")
    app.guard.start()


def _link(app):
    """Where the jackpot is one of several tables: from the first round on."""
    if not app.desk.keys.room or not app.config["game"].startswith("canberra"):
        return
    from cardtable.service.lease import Link

    vault = app.vault
    kept = KeptBytes(vault.files, vault.fram, "link", LINK, LINK_SLOT)
    vault.books.link = link = Link(app, kept)
    app.loop.spawn(link.run(), "lease")


def _tell_configuration(app):
    """Whether a new configuration is on trial, or the old one is in force again."""
    from cardtable.service.in_force import settles, waiting

    if app.board.went_back:
        app.notice("configuration_failed", app.board.went_back)
    if waiting(app.settings):
        app.loop.spawn(settles(app.settings), "settles")
    else:
        unload("cardtable.service.in_force")


def _wait_with_faces(app):
    """Where faces are released later, or still wait: vault/delayed_faces.py."""
    vault = app.vault
    values = app.controller.game.values
    scope = values.get("reveal", "never")
    if vault.fram is None or vault.fram.size < LARGE:
        return  # no room for them: the policy is not in force, and nothing says that it is
    if scope == "never" and not faces_wait(vault.fram):
        return
    from cardtable.vault.delayed_faces import DelayedFaces

    vault.delayed = DelayedFaces(vault.fram, scope, values.get("reveal_minutes", 0))
    vault.delayed.read(vault.journal.epoch, vault.journal.chain.number)
    if scope != "never":
        app.controller.game.reveal = (scope, values["reveal_minutes"])


def _load_what_comes_soon(app):
    if app.board.simulated:
        return  # nobody waits there, and its memory is not a board's
    yield _HELLO_MS
    gc.collect()
    free = gc.mem_free
    for name in _SOON.split():
        if free() >= _ROOM:
            __import__("cardtable." + name)
            yield 0
    tidy_packages()


def _look_at_the_felt(app):
    """What lies there as the board starts between rounds is of the last one: nobody deals it."""
    tracker = app.tracker
    for card in app.deck.codes():
        tracker.places.set(card, STALE)
    yield _LOOK_MS
    if not tracker.dealing:
        tracker.deck_is_in_the_shoe()


def _find_cards(app):
    """After a restart in the middle of a round: the cards lie where its records put them."""
    played = app.controller.round
    if played is None:
        return
    for record in app.vault.open_round():
        if record[0] == "deal":
            app.tracker.put(played.sealer.face(record[2]), record[1])
        else:
            app.follow(record)
