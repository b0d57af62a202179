"""The table never waits for the room: with it gone, everything at the table is the same."""

from __future__ import annotations

from host_tools.forwarding.forwarder import Away, Forwarder, HttpsPost
from host_tools.forwarding.protocol import Report
from host_tools.forwarding.room_key import RoomKey
from tests.integration.ledger.rig import Journal, Rig, made_lines
from tests.integration.room.room_process import free_port

_LINES = made_lines(200)


def synced(path, post=None):
    """(the ledger's bytes, what the board was acknowledged, when by the board's own clock)."""
    rig = Rig(Journal(_LINES), path)
    told = []
    forwarder = None
    if post is not None:
        rig.sync(lambda syncing: syncing.client.hello is not None)
        forwarder = Forwarder(path, rig.table, post, lambda: {"link": "up"}, told.append)
        forwarder.start()
        rig.plug(Journal(_LINES))
    else:
        rig.sync(lambda syncing: syncing.client.hello is not None)
        rig.plug(Journal(_LINES))
    rig.sync()
    if forwarder is not None:
        forwarder.stop()
    return (rig.kept(), rig.journal.acked, rig.clock.now_us), told


def test_a_sync_is_the_same_to_the_microsecond_with_the_room_gone(tmp_path):
    gone = HttpsPost(RoomKey(f"https://127.0.0.1:{free_port()}", "t1", "secret", ""))
    alone, _ = synced(tmp_path / "alone.db")
    without, _ = synced(tmp_path / "without.db", gone)
    assert without == alone and alone[0] == _LINES and alone[1] == 200


def test_a_room_that_hangs_holds_up_nobody(tmp_path):
    import threading

    held = threading.Event()

    def hang(report: Report):
        held.wait(60)
        raise Away("at last")

    alone, _ = synced(tmp_path / "alone.db")
    try:
        hung, _ = synced(tmp_path / "hung.db", hang)
    finally:
        held.set()
    assert hung == alone


def test_a_day_without_the_room_is_sent_when_it_is_back(tmp_path):
    """Whatever the room says it has, it is sent what comes after; an older copy is sent more."""
    path = tmp_path / "l.db"
    synced(path)
    kept: list[bytes] = []

    def post(report: Report):
        if report.lines:
            assert report.lines[0] == _LINES[len(kept)]
        kept.extend(report.lines)
        return {"ok": True, "last": len(kept), "gaps": []}

    forwarder = Forwarder(path, "t1", post, lambda: {"link": "up"})
    while forwarder.step():
        pass
    assert kept == _LINES and forwarder.is_up_to_date()
    del kept[120:]  # the room was put back to an earlier day, and says so
    forwarder._forget()
    while forwarder.step():
        pass
    assert kept == _LINES
