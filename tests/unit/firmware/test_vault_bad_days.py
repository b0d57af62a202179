"""Bad days of the vault: what each is called, what is repaired, and the way back."""

from cardtable.vault import layout
from cardtable.vault.migrate import Migrations
from cardtable.vault.slots import HEAD
from tests.unit.firmware.vault_devices import Desk, codes, finish, known, play, work

_BOOKS = (
    layout.BOOKS_A,
    layout.BOOKS_A + layout.BOOKS_SLOT,
    layout.BOOKS_B,
    layout.BOOKS_B + layout.BOOKS_SLOT,
)


def played(rounds=3, **more):
    """(desk, what is known) of a table in the middle of a round."""
    desk = Desk(**more)
    vault = desk.install()
    for number in range(1, rounds + 1):
        play(vault, number)
    play(vault, rounds + 1, end=False)
    work(vault)
    return desk, known(vault)


def flip(desk, at, bit=3):
    desk.fram.memory[at] ^= 1 << bit


def flip_file(desk, name, at):
    """A bit of a file turns; the file system itself does not notice."""
    desk.vault()
    data = bytearray(desk.files.read(name))
    data[at] ^= 4
    desk.files.write(name, (bytes(data),))


def money(vault):
    return vault.books.meter.pool, vault.books.meter.reserve


def test_a_flipped_bit_in_any_one_copy_of_the_books_is_found_and_repaired():
    desk, before = played()
    image = desk.image()
    for slot in _BOOKS:
        for at in (0, 3, 6, 9, 12, HEAD, HEAD + 40):
            desk.put_back(image)
            flip(desk, slot + at)
            vault, stopped = desk.start()
            assert stopped is None and known(vault) == before
            assert codes(vault) == ["copy_repaired"], (slot, at)
            again, stopped = desk.start()
            assert stopped is None and again.findings == [] and known(again) == before
    for name in ("books.0", "books.1"):
        desk.put_back(image)
        flip_file(desk, name, 30)
        vault, stopped = desk.start()
        assert stopped is None and known(vault) == before
        assert codes(vault) == ["copy_repaired"]
        again, _ = desk.start()
        assert again.findings == []


def test_flipped_bits_in_every_copy_of_the_books_stop_play_and_nothing_is_reset():
    desk, _ = played()
    for slot in _BOOKS:
        flip(desk, slot + 60)
    for name in ("books.0", "books.1"):
        flip_file(desk, name, 60)
    vault, stopped = desk.start()
    assert stopped == ("vault_damaged", "vault")
    order = {"order": "new", "who": "sue", "jackpot": {}}
    assert vault.command(order) == ("not_new", "vault")


def test_flipped_bits_in_all_of_the_fram_s_books_are_made_good_from_the_files():
    desk, before = played()
    for slot in _BOOKS:
        flip(desk, slot + 60)
    vault, stopped = desk.start()
    assert stopped is None and known(vault) == before
    assert codes(vault) == ["copy_repaired"] * 4


def test_a_flipped_bit_in_one_copy_of_the_ring_is_found_and_repaired():
    desk, before = played()
    image = desk.image()
    for copy in (layout.RING_A, layout.RING_B):
        for at in (0, 2, 5, 60, 130, 250):
            desk.put_back(image)
            flip(desk, copy + at)
            vault, stopped = desk.start()
            assert stopped is None and known(vault) == before, (copy, at)
            assert codes(vault) == ["ring_repaired"], (copy, at)


def test_flipped_bits_in_both_copies_of_the_ring_stop_play():
    desk, before = played()
    flip(desk, layout.RING_A + 60)
    flip(desk, layout.RING_B + 70)
    vault, stopped = desk.start()
    assert stopped == ("ring_damaged", "fram")
    assert len(vault.believed) == 6  # the meters can be looked at
    assert vault.command({"order": "flash", "who": "sue"}) is None
    assert money(vault) == (2000240, 300060) and vault.journal.epoch == before[0] + 1
    assert not vault.round_at


def test_a_flipped_bit_in_an_acknowledged_file_costs_only_history():
    desk = Desk()
    vault = desk.install()
    for number in range(1, 9):
        play(vault, number)
    assert len(vault.segments.all) > 2
    vault.journal.acknowledge(vault.journal.last)
    vault.journal.keep_bytes = 65536
    play(vault, 9)
    before = known(vault)
    flip_file(desk, vault.segments.all[0].name, 50)
    again, stopped = desk.start()
    assert stopped is None and known(again) == before
    assert codes(again) == ["journal_hurt"]


def test_a_flipped_bit_in_a_file_nobody_has_acknowledged_stops_play():
    desk = Desk()
    vault = desk.install()
    for number in range(1, 4):
        play(vault, number)
    flip_file(desk, vault.segments.all[0].name, 50)
    vault, code = desk.stopped()
    assert code == "journal_damaged"
    assert vault.command({"order": "fram", "who": "sue"}) is None
    assert money(vault) == (2000240, 300060)
    assert b'"restored","fram",1,' in vault.journal.get(1)


def test_without_the_fram_play_stops_and_the_files_meters_are_shown():
    desk, _ = played()
    desk.fram.present = False
    vault, stopped = desk.start()
    assert stopped == ("fram_missing", "fram")
    assert ("books", 1, vault.believed[-1][2], 2000240, 300060) in vault.believed
    desk.fram.present = True
    _, stopped = desk.start()
    assert stopped is None


def test_a_write_protected_fram_is_noticed_before_anything_is_lost():
    desk, before = played()
    desk.protect.drive(1)
    _, stopped = desk.start()
    assert stopped == ("fram_protected", "fram")
    desk.protect.drive(0)
    vault, stopped = desk.start()
    assert stopped is None and known(vault) == before


def test_a_new_fram_on_the_old_board_waits_for_the_order_to_believe_the_files():
    desk, before = played()
    desk.new_fram()
    vault, stopped = desk.start()
    assert stopped == ("fram_new", "fram")
    assert vault.command({"order": "flash", "who": "sue"}) is None
    assert money(vault) == (2000240, 300060)
    # Records that were only in the old FRAM may be with the host: their numbers are not used again.
    assert vault.journal.epoch == before[0] + 1
    assert b'"restored","flash",1,' in vault.journal.get(1)
    play(vault, 5)
    again, stopped = desk.start()
    assert stopped is None and known(again) == known(vault)


def test_formatted_flash_or_a_new_board_goes_on_from_the_old_fram():
    desk, before = played()
    desk.format()
    vault, stopped = desk.start()
    assert stopped == ("flash_new", "flash")
    assert vault.command({"order": "fram", "who": "sue"}) is None
    assert vault.journal.epoch == before[0]
    assert vault.journal.chain.number == before[1] + 1  # the record that says so
    assert vault.round_at == before[3] and vault.books.dump() == before[4]
    assert b'"adopted","fram",' in vault.journal.get(vault.journal.last)
    finish(vault)  # the very round that was interrupted comes to its end
    work(vault)
    again, stopped = desk.start()
    assert stopped is None and money(again) == (2000320, 300080)


def test_the_fram_of_another_table_is_not_believed():
    desk, _ = played()
    other = Desk()
    other.install(table="t2")
    desk.fram.memory[:] = other.fram.memory
    vault, stopped = desk.start()
    assert stopped == ("fram_foreign", "t2")
    assert vault.command({"order": "flash", "who": "sue"}) is None
    assert money(vault) == (2000240, 300060)


def test_the_files_of_another_table_are_not_believed():
    desk, before = played()
    other = Desk()
    other.install(table="t2")
    desk.flash.image[:] = other.flash.image
    vault, stopped = desk.start()
    assert stopped == ("flash_foreign", "t2")
    assert vault.command({"order": "fram", "who": "sue"}) is None
    assert vault.books.meter.pool == 2000240 and vault.journal.epoch == before[0] + 1


def test_nothing_anywhere_is_no_reason_to_begin_with_defaults():
    desk = Desk()
    _, stopped = desk.start()
    assert stopped == ("vault_blank", "vault")
    vault, stopped = desk.start()
    assert stopped == ("vault_blank", "vault") and vault.believed == []


def test_the_ledger_brings_the_books_back_when_both_devices_are_new():
    desk, before = played()
    desk.format()
    desk.new_fram()
    vault, stopped = desk.start()
    assert stopped == ("vault_blank", "vault")
    order = {"order": "ledger", "who": "sue", "epoch": 2, "books": before[4], "from": [1, 30]}
    assert vault.command(order) is None
    assert money(vault) == (2000240, 300060)
    assert b'"restored","ledger",1,30' in vault.journal.get(1)
    again, stopped = desk.start()
    assert stopped is None and known(again) == known(vault)


def test_an_old_fram_in_a_board_that_has_moved_on_is_noticed():
    desk, _ = played()
    image = desk.image()
    desk.new_fram()
    vault, _ = desk.start()
    vault.command({"order": "flash", "who": "sue"})
    desk.fram.memory[:] = image[0]
    _, stopped = desk.start()
    assert stopped == ("epochs_differ", "fram")


def test_an_order_that_makes_no_sense_is_dropped():
    desk, before = played()
    vault, _ = desk.start()
    assert vault.command({"order": "reset"}) == ("order_unknown", "reset")
    vault, stopped = desk.start()
    assert stopped is None and known(vault) == before


def test_a_newer_schema_is_refused_and_untouched_and_an_older_one_migrated():
    up = {0: lambda state: state[:4] + [0] + state[4:]}
    down = {1: lambda state: state[:4] + state[5:]}
    both = Migrations(1, up, down)
    desk = Desk()
    vault = desk.install(migrations=both)
    play(vault, 1)
    before = known(vault)
    vault.keep_in_schema(0)
    vault, stopped = desk.start(migrations=both)
    assert stopped is None and known(vault) == before
    vault.copies.write(9, vault.generation + 1, b"[]")
    vault, code = desk.stopped(migrations=both)
    assert code == "schema_newer"
    assert vault.copies.places[0].read((vault.generation + 1) % 2) is not None


def test_books_that_do_not_balance_stop_play():
    desk = Desk()
    vault = desk.install()
    play(vault, 1)
    vault.books.meter.pool += 1  # what no record says
    try:
        vault.write(("meter", 1, 1))
        raise AssertionError("taken")
    except Exception as stop:
        assert stop.args == ("audit_failed", "audit_equation")
    again, code = desk.stopped()
    assert code == "audit_failed"  # the record is there, and says what is not so
    assert again.believed
