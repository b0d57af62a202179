"""Dead ends end: each of these was one, and is begun at here. Both interpreters."""

from cardtable.records import Chain
from cardtable.vault import layout
from cardtable.vault.fram import Fram as Driver
from cardtable.vault.segments_start import logs
from cardtable.vault.vault import Stopped, Vault
from sim.chips.fram import ADDRESS, LARGE, Fram
from sim.chips.i2c_bus import I2CBus
from tests.unit.firmware.test_vault_bad_days import flip_file
from tests.unit.firmware.vault_devices import Bus, Desk, codes, finish, known, play, work


class Table:
    """A croupier's game of which only the records matter."""

    def __init__(self):
        self.restored = 0

    def new_round(self, number):
        return self, [("round", number, "canberra", "00ff", None, []), ("canberra", 0, [])]

    def restore(self, records, private):
        self.restored += 1
        for _ in records:
            pass
        return

    def give_up(self):
        return [("end", "void", None)]

    def resume(self, records):
        for _ in records:
            pass

    def guard(self, given):
        raise AssertionError


def _controller(vault):
    from cardtable.engine.controller import RoundController

    return RoundController(vault, Table())


def _fill(desk, vault):
    """Play until no other round may be opened; the number of the next."""
    number = 1
    while vault.why_not_round() is None:
        play(vault, number)
        number += 1
        assert number < 100
    return number


def _junk(desk):
    """Somebody else's files take the rest of the flash."""
    k = 0
    while True:
        try:
            desk.files.write(f"junk{k}", (bytes(4000),))
            k += 1
        except OSError:
            return k


# ---- full


def test_once_the_reserve_is_touched_refusals_are_counted_and_the_count_is_told():
    desk = Desk(blocks=14)
    desk.install()
    vault, _ = desk.start()
    _fill(desk, vault)
    assert vault.why_not_round() == "journal_full"
    controller = _controller(vault)
    before = vault.journal.last
    for k in range(1000):
        controller.record(("refused", ["bet", 1, k], "journal_full", ""))
        work(vault)
    assert vault.stopped is None and vault.flash_failed is None
    assert vault.journal.last - before == 10  # 1, 2, 4 … 512
    controller.record(("mode", "test"))  # what moves something is kept
    assert vault.journal.last - before == 11
    vault.journal.acknowledge(vault.journal.last)
    vault.tick()
    vault.tick()
    assert vault.why_not_round() is None
    assert b'"fault","records_held_back","journal",1000]' in vault.journal.get(vault.journal.last)


def test_a_full_file_system_takes_records_again_once_the_host_has_old_ones():
    """Acknowledged files go before anything is written: written first, nothing would ever fit."""
    desk = Desk(blocks=14)
    desk.install()
    vault, _ = desk.start()
    number = _fill(desk, vault)
    play(vault, number, end=False)
    _junk(desk)
    finish(vault)
    work(vault)
    assert vault.flash_failed == "flash_full"
    vault.journal.acknowledge(vault.journal.last)
    vault.tick()
    work(vault)
    assert vault.flash_failed is None and vault.segments.last == vault.journal.last
    again, stopped = desk.start()
    assert stopped is None and known(again) == known(vault)


def test_play_that_has_stopped_over_a_full_file_system_begins_again_after_a_sync():
    desk = Desk(blocks=14)
    desk.install()
    vault, _ = desk.start()
    number = _fill(desk, vault)
    play(vault, number, end=False)
    _junk(desk)
    try:
        for k in range(400):
            vault.write(("deal", 1, f"{k:032x}"))
        raise AssertionError("the ring has no end")
    except Stopped:
        pass
    assert vault.stopped == ("flash_full", "flash")
    before = known(vault)
    for _ in range(3):  # starting there leads nowhere else
        vault, stopped = desk.start()
        assert known(vault) == before
        try:
            vault.write(("boot", "0.1.0", "pico", "t1", "power"))
            vault.flush()
        except Stopped:
            pass
        vault.tick()
        assert not vault.mended
        before = known(vault)
    # The host is told all of it, from the ring and the files; then it acknowledges.
    for record in range(vault.journal.first, vault.journal.last + 1):
        assert vault.journal.get(record)
    vault.journal.acknowledge(vault.journal.last)
    vault.tick()
    assert vault.mended or vault.why_not_round() is None or vault.moves
    work(vault)
    again, stopped = desk.start()
    assert stopped is None and known(again)[1:] == known(vault)[1:]
    again.write(("boot", "0.1.0", "pico", "t1", "power"))
    assert again.flush()


def test_many_epochs_do_not_fill_the_flash():
    desk = Desk(blocks=14)
    vault = desk.install()
    for epoch in range(2, 25):
        play(vault, 1)
        play(vault, 2)
        assert vault.command({"order": "flash", "who": "sue"}) is None, (epoch, vault.stopped)
        assert vault.journal.epoch == epoch
        while vault.why_not_round() is not None:
            before = len(logs(vault.files))
            vault.tick()
            work(vault)
            assert len(logs(vault.files)) < before
    vault, stopped = desk.start()
    assert stopped is None and vault.journal.epoch == 24


# ---- an acknowledged file under an open round


def test_a_damaged_acknowledged_file_under_an_open_round_voids_the_round_and_no_more():
    desk = Desk()
    vault = desk.install()
    play(vault, 1)
    play(vault, 2, cards=0, end=False)
    for k in range(60):
        vault.write(("deal", 1, f"{k:032x}"))
        vault.flush()
    opened = next(s for s in vault.segments.all if s.first <= vault.round_at <= s.last)
    assert opened is not vault.segments.all[-1]
    vault.journal.acknowledge(vault.journal.last)
    vault.checkpoint()
    books = vault.books.dump()
    flip_file(desk, opened.name, opened.size - 8)
    vault = None
    again, stopped = desk.start()
    assert stopped is None and codes(again) == ["journal_hurt"]
    assert again.books.dump() == books
    controller = _controller(again)
    assert controller.start() is False
    kept = [again.journal.get(again.journal.last - k) for k in (3, 2)]
    assert b'"fault","round_lost","vault",1]' in kept[0] and b'"end","void",null]' in kept[1]
    assert controller.round is not None  # the next one
    again, stopped = desk.start()
    assert stopped is None and _controller(again).start() is False


# ---- large numbers


def _at_number(number, rounds=8):
    """A table that has written `number` records."""
    desk = Desk()
    vault = desk.install()
    vault.journal.keep_bytes = 65536
    vault.flush()
    for _, _, name in logs(vault.files):
        vault.files.remove(name)
    vault.segments.start(1)
    vault.journal.start(Chain("t1", 1, number, "ab" * 16), number)
    vault.ring.restart(number)
    for k in range(1, rounds):
        play(vault, k)
        vault.journal.acknowledge(vault.journal.last - 2)
    play(vault, rounds, end=False)
    work(vault)
    return desk, vault


def _grows_past(number):
    desk, vault = _at_number(number)
    before = known(vault)
    assert before[1] > number + 40 and len(vault.segments.all) > 1
    again, stopped = desk.start()
    assert stopped is None and again.findings == [], stopped
    assert known(again) == before
    firsts = [segment.first for segment in again.segments.all]
    assert firsts == sorted(firsts) and again.private() is not None
    finish(again)
    work(again)
    before = known(again)
    again, stopped = desk.start()
    assert stopped is None and known(again) == before


def test_record_numbers_grow_past_what_eight_digits_hold():
    _grows_past(99_999_960)


def test_record_numbers_grow_past_a_small_integer_of_a_board():
    _grows_past((1 << 30) - 40)


def test_record_numbers_grow_past_thirty_one_bits():
    _grows_past((1 << 31) - 40)


def test_damage_is_found_by_number_past_eight_digits_too():
    desk, vault = _at_number(99_999_960)
    names = [s.name for s in vault.segments.all]
    assert names != sorted(names), "as text they would come in another order"
    vault.checkpoint()
    flip_file(desk, names[0], 40)
    again, stopped = desk.start()
    assert stopped is None and codes(again) == ["journal_hurt"]
    assert [s.name for s in again.segments.all] == names[1:]


# ---- a memory chip that is not what the definition says


def _with_chip(desk, chip, size):
    bus = I2CBus(desk.clock)
    bus.attach(ADDRESS, chip)
    vault = desk.vault()
    return Vault("t1", vault.calendar, desk.files, Driver(Bus(bus), ADDRESS, size))


def test_a_small_memory_chip_under_a_definition_of_a_large_one_is_found_before_a_write():
    desk = Desk()
    desk.install()
    before = bytes(desk.fram.memory)
    for _ in range(2):
        assert _with_chip(desk, desk.fram, LARGE).open() == ("fram_smaller", "fram")
        after = bytes(desk.fram.memory)
        at = layout.TEST_BYTE
        assert after[:at] == before[:at] and after[at + 1 :] == before[at + 1 :]
    _vault, stopped = desk.start()  # the right definition: nothing has happened
    assert stopped is None


def test_a_large_memory_chip_is_taken_for_what_it_is():
    desk = Desk()
    desk.vault()
    vault = _with_chip(desk, Fram(None, desk.power, desk.protect, size=LARGE), LARGE)
    vault.calendar.vault = vault
    assert vault.open() == ("vault_blank", "vault")
