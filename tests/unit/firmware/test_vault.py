"""The vault: what it keeps, through restarts and cuts, on both interpreters."""

from cardtable.records import BrokenChain, Chain, decode
from cardtable.vault import layout
from cardtable.vault.segments import Segments
from cardtable.vault.vault import Stopped
from sim.chips.power import PowerCut
from tests.unit.firmware.vault_devices import Desk, codes, finish, known, play, token, work


def test_records_and_money_are_there_after_a_restart():
    desk = Desk()
    vault = desk.install()
    for number in (1, 2, 3):
        play(vault, number)
    play(vault, 4, end=False)
    before = known(vault)
    again, stopped = desk.start()
    assert stopped is None and again.findings == []
    assert known(again) == before
    assert again.books.meter.pool == 2000240
    assert [record[0] for record in again.open_round()] == ["round", "canberra", "deal", "deal"]
    finish(again)
    assert again.books.meter.pool == 2000320


def test_every_record_continues_the_chain_from_the_first_to_the_last():
    desk = Desk()
    vault = desk.install()
    for number in range(1, 6):
        play(vault, number)
    again, _ = desk.start()
    journal = again.journal
    assert journal.first == 1 and len(again.segments.all) > 1
    chain = Chain("t1")
    for number in range(1, journal.last + 1):
        chain.follow(journal.get(number))
    assert chain.last == journal.chain.last


def test_reading_while_a_file_grows_gives_every_record():
    desk = Desk()
    desk.vault()
    desk.files.prepare()
    segments = Segments(desk.files)
    chain = Chain("t1")
    lines = [chain.encode(("fault", "panel_silent", "panel", k), "u", k) for k in range(20)]
    segments.append(1, lines[:10])
    growing = segments.appending(11, lines[10:])
    next(growing)
    assert segments.last == 10  # nothing of it counts yet
    assert segments.get(8) == lines[7]  # this file is now open for reading as well
    for _ in growing:
        pass
    assert [segments.get(number) for number in range(9, 21)] == lines[8:]


def test_a_group_is_kept_whole_or_not_at_all():
    desk = Desk()
    vault = desk.install()
    play(vault, 1, end=False)
    points = desk.power.points
    group = [("fold", 1), ("settle", 1, -500, 0, "lost", "NI2004-492 7.3")]
    image = bytes(desk.fram.memory)
    vault.write_all(group)
    needed = desk.power.points - points
    seen = set()
    for cut in range(0, needed, 7):
        desk.fram.memory[:] = image
        desk.power_back()
        vault, stopped = desk.start()
        assert stopped is None
        last = vault.journal.last
        desk.power_back(cut)
        vault = desk.vault()
        try:
            assert vault.open() is None
            vault.write_all(group)
            raise AssertionError("no cut")
        except PowerCut:
            pass
        desk.power_back()
        after, stopped = desk.start()
        assert stopped is None
        seen.add(after.journal.last - last)
    assert seen <= {0, 2}


def test_a_cut_at_any_write_leaves_the_state_before_or_after():
    desk = Desk(blocks=12)
    desk.install()
    image = desk.image()
    for torn in (False, True):
        cut = 0
        while True:
            desk.put_back(image)
            vault, _ = desk.start()
            states = [known(vault)]
            desk.power_back(cut, torn)
            try:
                vault.write_all([("round", 1, "canberra", "00ff", None, []), ("canberra", 0, [])])
                states.append(known(vault))
                vault.write_all([("deal", 1, token(7))], b"secret-of-round-1\x07")
                states.append(known(vault))
                finish(vault)
                states.append(known(vault))
                work(vault)
                done = True
            except PowerCut:
                done = False
            desk.power_back()
            again, stopped = desk.start()
            assert stopped is None, (cut, stopped)
            assert again.books.why_not() is None
            if len(states) < 4:  # the interrupted group may have got through
                assert known(again)[1] >= states[-1][1], cut
                assert known(again) == states[-1] or known(again)[1] > states[-1][1], cut
            else:
                assert known(again) == states[-1], cut
            play(again, 2)  # and play goes on
            assert again.books.why_not() is None
            if done:
                break
            cut += 83


def test_hidden_cards_are_in_fram_only_and_gone_when_the_round_is_over():
    desk = Desk()
    vault = desk.install()
    play(vault, 1, end=False)
    work(vault)
    vault.flush()  # a long round goes to the files before its end
    hidden = b"secret-of-round\x01"
    assert desk.fram_holds(hidden)
    assert not desk.flash_holds(hidden)
    assert vault.private() == hidden + b"\x01\x02"
    again, _ = desk.start()
    assert again.private() == hidden + b"\x01\x02"
    finish(again)
    assert not desk.fram_holds(b"secret")


def test_hidden_cards_of_a_record_that_was_never_kept_do_not_count():
    desk = Desk()
    vault = desk.install()
    play(vault, 1, end=False)
    kept = vault.private() or b""
    assert kept
    number = vault.journal.chain.number
    vault.hidden.keep(kept + b"\x09", number + 1)  # and then the power goes
    again, _ = desk.start()
    assert again.private() == kept
    again.write(("boot", "1", "pico", "t1", "power"))  # takes the number that was meant
    assert again.private() == kept
    third, _ = desk.start()
    assert third.private() == kept


def test_files_go_when_they_are_acknowledged_and_not_before():
    desk = Desk()
    vault = desk.install()
    for number in range(1, 13):
        play(vault, number)
    assert vault.journal.first == 1  # nobody has acknowledged anything
    vault.journal.acknowledge(vault.journal.last)
    play(vault, 13)
    first = vault.journal.first
    assert first > 1
    rounds = [n for n in range(first, vault.journal.last + 1) if b'"round"' in vault.journal.get(n)]
    assert len(rounds) >= 2
    vault, stopped = desk.start()
    assert stopped is None and vault.journal.first == first
    assert vault.journal.acked >= first - 1


def test_a_full_journal_stops_play_before_anything_unacknowledged_is_lost():
    desk = Desk(blocks=14)
    vault = desk.install()
    desk.start()
    vault, _ = desk.start()
    number = 1
    while vault.why_not_round() is None:
        play(vault, number)
        number += 1
        assert number < 100
    assert vault.why_not_round() == "journal_full"
    assert vault.journal.first == 1 and number > 3
    vault.journal.acknowledge(vault.journal.last)
    vault.tick()
    assert vault.why_not_round() is None  # the oldest acknowledged ones went
    assert vault.journal.first > 1


def test_a_full_file_system_keeps_the_round_in_the_ring_and_stops_the_next():
    desk = Desk(blocks=14)
    vault = desk.install()
    play(vault, 1, end=False)
    junk = 0
    while True:  # somebody fills the flash
        try:
            desk.files.write(f"junk{junk}", (bytes(4000),))
            junk += 1
        except OSError:
            break
    finish(vault)
    work(vault)
    assert vault.flash_failed == "flash_full" and vault.why_not_round() == "flash_full"
    before = known(vault)
    again, stopped = desk.start()
    assert stopped is None and known(again)[1:] == before[1:]
    assert again.why_not_round() == "flash_full"
    for k in range(junk):
        desk.files.remove(f"junk{k}")
    again.tick()
    work(again)
    again.tick()  # looks again how much room there is
    assert again.why_not_round() is None
    assert again.segments.last == again.journal.last


def test_a_round_longer_than_the_ring_goes_to_the_files_meanwhile():
    desk = Desk(blocks=24)
    vault = desk.install()
    play(vault, 1, cards=0, end=False)
    for k in range(150):
        vault.write(("turn", 1, token(k), "As", token(k)))
    before = known(vault)
    vault, stopped = desk.start()  # one vault at a time, as on a board: two would not fit its heap
    assert stopped is None and known(vault) == before
    assert sum(1 for _ in vault.open_round()) == 152
    big = [("turn", 1, token(k), "As", token(k)) for k in range(100)]
    vault.write_all(big)  # one input's records, larger than the ring itself
    big.clear()
    before = known(vault)
    vault, stopped = desk.start()
    assert stopped is None and known(vault) == before


def test_without_fram_records_wait_for_the_files_and_are_not_given_before():
    desk = Desk(with_fram=False)
    vault = desk.install()
    assert not vault.durable and codes(vault) == ["flash_only"]
    play(vault, 1)
    kept = known(vault)
    play(vault, 2, end=False)
    assert vault.journal.last == kept[1]  # what could still be lost is not for the wire
    again, stopped = desk.start()
    assert stopped is None and known(again) == kept  # the group is lost as a whole
    play(again, 2, end=False)
    again.tick()
    pieces = 0
    while again.work_on():  # nothing of it counts before the file is closed
        pieces += 1
        assert again.journal.last in (kept[1], kept[1] + 4)
    assert pieces > 4 and again.journal.last == kept[1] + 4
    third, _ = desk.start()
    assert third.round_at and third.private() is None


def test_a_stopped_vault_takes_nothing():
    desk = Desk()
    vault = desk.install()
    play(vault, 1)
    desk.fram.present = False
    try:
        vault.write(("fault", "panel_silent", "panel", 1))
        raise AssertionError("taken")
    except Stopped as stop:
        assert stop.args == ("fram_lost", "fram")
    try:
        vault.write(("fault", "panel_silent", "panel", 1))
        raise AssertionError("taken")
    except Stopped:
        pass
    desk.fram.present = True
    again, stopped = desk.start()
    assert stopped is None and again.books.meter.pool == 2000080


def test_a_record_that_does_not_fit_a_line_is_refused_and_changes_nothing():
    vault = Desk().install()
    before = known(vault)
    try:
        vault.write(("fault", "x" * 600, "panel", 1))
        raise AssertionError("taken")
    except ValueError:
        pass
    assert known(vault) == before


def test_the_layout_fits_the_chip_and_nothing_overlaps():
    parts = [
        (layout.BOOKS_A, 2 * layout.BOOKS_SLOT),
        (layout.BOOKS_B, 2 * layout.BOOKS_SLOT),
        (layout.PRIVATE_A, 2 * layout.PRIVATE_SLOT),
        (layout.PRIVATE_B, 2 * layout.PRIVATE_SLOT),
        (layout.MARKS, 16),
        (layout.TEST_BYTE, 1),
        (layout.RING_A, layout.RING_SIZE),
        (layout.RING_B, layout.RING_SIZE),
    ]
    end = 0
    for start, size in parts:
        assert start >= end
        end = start + size
    assert end <= layout.SIZE


def test_a_line_from_another_chain_is_not_taken():
    desk = Desk()
    vault = desk.install()
    line = vault.journal.get(1)
    try:
        Chain("t2").follow(line)
        raise AssertionError("taken")
    except BrokenChain:
        pass


def test_records_that_come_while_a_move_goes_on_are_in_the_files_once():
    """Pieces of background work between the records, also over the end of a round."""
    desk = Desk(blocks=32)
    vault = desk.install()
    dice = 1
    for number in range(1, 13):
        vault.write_all([("round", number, "canberra", "00", None, []), ("canberra", 0, [])])
        for _ in range(30):
            vault.write(("deal", 1, token(number)))
            dice = (dice * 1103515245 + 12345) % 2147483648
            if dice >> 16 & 1 and vault._moving is None:
                vault._moving = vault._move()  # as when the ring is half full
            for _ in range(dice >> 18 & 3):
                vault.work_on()
        vault.write(("end", "void", None))
    _one_chain(vault)
    vault = None
    again, stopped = desk.start()
    assert stopped is None and again.findings == []
    _one_chain(again)
    work(again)
    _one_chain(again)


def _one_chain(vault):
    journal = vault.journal
    chain = None
    for number in range(journal.first, journal.chain.number + 1):
        line = journal.get(number)
        record = decode(line)
        if chain is None:
            chain = Chain("t1", record[1], number - 1, record[5])
        chain.follow(line)
    assert chain is not None and chain.last == journal.chain.last
