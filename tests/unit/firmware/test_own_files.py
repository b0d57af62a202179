"""The board's own files against its manifest: whatever is not as released is named, and kept."""

import hashlib
import os
import sys
from binascii import hexlify

from cardtable.startup import integrity

_ROOT = "own_files_test/"
_FILES = {
    "boot.py": b"boot",
    "main.py": b"main",
    "cardtable/__init__.mpy": b"",
    "cardtable/app.mpy": b"a" * 1500,  # more than two buffers
    "cardtable/vault/vault.mpy": b"v" * 512,  # a buffer, exactly
    "digitalio.mpy": b"d",
}
_FOLDERS = ("cardtable", "cardtable/vault", "vault", "next", "previous")


def _sha256(content):
    return hexlify(hashlib.sha256(content).digest()).decode()


def _manifest():
    """As release/manifest.py writes it; tests/integration/flash compares with a real one."""
    lines = [f'"{path}":"{_sha256(_FILES[path])}"' for path in sorted(_FILES)]
    head = '{\n"manifest":1,\n"version":"0.1.0",\n"mpy":6,\n"files":{\n'
    return (head + ",\n".join(lines) + "\n}\n}\n").encode()


def _put(path, content):
    with open(_ROOT + path, "wb") as file:
        file.write(content)


_ROM = "own_files_rom_test"


def _in_rom(test):
    """Modules in ROMFS instead; here that is a folder like others."""

    @_on_a_flashed_board
    def run():
        if _ROM in os.listdir("."):
            _clear(_ROM)
        for folder in ("", "/cardtable", "/cardtable/vault"):
            os.mkdir(_ROM + folder)
        try:
            for path in _FILES:
                if path[-4:] == ".mpy":
                    os.remove(_ROOT + path)
                    _put_in_rom(path, _FILES[path])
            test()
        finally:
            _clear(_ROM)

    return run


def _put_in_rom(path, content):
    with open(_ROM + "/" + path, "wb") as file:
        file.write(content)


def _read(path):
    with open(_ROOT + path) as file:
        return file.read()


def _clear(folder):
    for name in os.listdir(folder):
        path = folder + "/" + name
        if os.stat(path)[0] & 0x4000:
            _clear(path)
        else:
            os.remove(path)
    os.rmdir(folder)


def _on_a_flashed_board(test):
    def run():
        if _ROOT[:-1] in os.listdir("."):
            _clear(_ROOT[:-1])
        os.mkdir(_ROOT[:-1])
        try:
            for folder in _FOLDERS:
                os.mkdir(_ROOT + folder)
            for path in _FILES:
                _put(path, _FILES[path])
            _put("manifest.json", _manifest())
            _put("board.json", b"{}")
            _put("vault/books.0", b"books")
            _put("next/half.py", b"nobody imports from there")
            _put("previous/pack", b"the release before")
            test()
        finally:
            _clear(_ROOT[:-1])

    return run


@_on_a_flashed_board
def test_files_as_released_are_said_to_be_so_by_the_hash_of_their_manifest():
    assert integrity.check(_ROOT) == (_sha256(_manifest())[:12], [])


@_on_a_flashed_board
def test_without_a_manifest_nothing_is_checked():
    os.remove(_ROOT + "manifest.json")
    _put("main.py", b"mine")
    assert integrity.check(_ROOT) == (None, [])


@_on_a_flashed_board
def test_one_byte_anywhere_in_any_file_is_found():
    for path in _FILES:
        content = _FILES[path]
        for at in range(0, len(content), 100):
            _put(path, content[:at] + b"!" + content[at + 1 :])
            assert integrity.check(_ROOT)[1] == [("file_altered", path)], (path, at)
        _put(path, content + b"\n")
        assert integrity.check(_ROOT)[1] == [("file_altered", path)], path
        _put(path, content)
    assert integrity.check(_ROOT)[1] == []


@_in_rom
def test_in_romfs_every_module_is_compared_where_it_is_imported_from():
    assert integrity.check(_ROOT, _ROM) == (_sha256(_manifest())[:12], [])
    for path in _FILES:
        if path[-4:] == ".mpy":
            _put_in_rom(path, _FILES[path] + b"!")
            assert integrity.check(_ROOT, _ROM)[1] == [("file_altered", _ROM + "/" + path)]
            _put_in_rom(path, _FILES[path])
    _put("main.py", b"mine")
    assert integrity.check(_ROOT, _ROM)[1] == [("file_altered", "main.py")]


@_in_rom
def test_beside_romfs_a_module_among_the_files_is_a_stranger_and_one_in_it_as_well():
    _put("cardtable/app.mpy", _FILES["cardtable/app.mpy"])  # as released, and in the way
    _put_in_rom("rp2.mpy", b"")
    assert integrity.check(_ROOT, _ROM)[1] == [
        ("file_unexpected", "cardtable/app.mpy"),
        ("file_unexpected", _ROM + "/rp2.mpy"),
    ]


@_in_rom
def test_what_boot_has_found_whole_must_be_for_this_release():
    release = _sha256(_manifest())[:12]
    _put("rom.txt", b"1000 " + b"0" * 64 + b" " + release.encode() + b"\n")
    assert integrity.check(_ROOT, _ROM) == (release, [])
    _put("rom.txt", b"1000 " + b"0" * 64 + b" 0123456789ab\n")
    assert integrity.check(_ROOT, _ROM)[1] == [("file_altered", "/rom")]
    _put("rom.txt", b"1000")  # then each file is looked at
    assert integrity.check(_ROOT, _ROM)[1] == []


@_on_a_flashed_board
def test_a_file_that_is_missing_or_cut_short_is_named():
    os.remove(_ROOT + "digitalio.mpy")
    _put("cardtable/app.mpy", b"a" * 512)
    assert integrity.check(_ROOT)[1] == [
        ("file_altered", "cardtable/app.mpy"),
        ("file_missing", "digitalio.mpy"),
    ]


@_on_a_flashed_board
def test_a_folder_in_place_of_a_file_is_found():
    os.remove(_ROOT + "digitalio.mpy")
    os.mkdir(_ROOT + "digitalio.mpy")
    code, path = integrity.check(_ROOT)[1][0]
    assert code != "file_unexpected" and path == "digitalio.mpy"


@_on_a_flashed_board
def test_what_could_be_imported_and_is_not_named_is_found():
    os.mkdir(_ROOT + "hashlib")
    for path in (
        "cardtable/app.py",  # comes before cardtable/app.mpy
        "json.mpy",  # comes before MicroPython's own
        "hashlib/__init__.py",
        "vault/evil.py",
    ):
        _put(path, b"import os")
        assert integrity.check(_ROOT)[1] == [("file_unexpected", path)], path
        os.remove(_ROOT + path)
    _put("notes.txt", b"no program")
    assert integrity.check(_ROOT)[1] == []


@_on_a_flashed_board
def test_the_chips_of_an_emulated_board_may_be_files_beside_ours():
    class Machine:
        __file__ = "/machine.py"

    before = sys.modules.get("machine")
    sys.modules["machine"] = Machine  # type: ignore[assignment]
    try:
        _put("rp2.py", b"")
        assert integrity.check(_ROOT)[1] == [("file_unexpected", "rp2.py")]
        _put("machine.py", b"")
        assert integrity.check(_ROOT)[1] == []
        _put("cardtable/app.py", b"")
        assert integrity.check(_ROOT)[1] == [("file_unexpected", "cardtable/app.py")]
    finally:
        del sys.modules["machine"]
        if before is not None:
            sys.modules["machine"] = before


@_on_a_flashed_board
def test_a_file_that_was_struck_off_the_list_is_a_stranger():
    lines = _manifest().split(b"\n")
    lines = [line for line in lines if not line.startswith(b'"cardtable/app.mpy"')]
    _put("manifest.json", b"\n".join(lines))
    assert integrity.check(_ROOT)[1] == [("file_unexpected", "cardtable/app.mpy")]


@_on_a_flashed_board
def test_a_manifest_that_is_cut_short_anywhere_is_refused():
    whole = _manifest()
    for size in range(len(whole)):
        _put("manifest.json", whole[:size])
        assert integrity.check(_ROOT) == ("", [("manifest_damaged", "manifest.json")]), size


@_on_a_flashed_board
def test_a_manifest_of_rubbish_is_refused():
    whole = _manifest()
    for rubbish in (
        b"\x00" * 4096,
        b"\xff\xfe\xfd\n" * 9,
        b"{}\n",
        b"[]\n",
        b"x" * 100000,
        whole + b"}",
        whole + whole,
        whole.replace(b'"manifest":1,', b'"manifest":2,'),
        whole.replace(b"\n", b"\r\n"),
        whole.replace(b'",\n', b'"\n'),
        whole.replace(b'":"', b'": "'),
    ):
        _put("manifest.json", rubbish)
        assert integrity.check(_ROOT) == ("", [("manifest_damaged", "manifest.json")]), rubbish


@_on_a_flashed_board
def test_a_digit_of_the_manifest_that_changed_is_found_at_its_file():
    whole = _manifest()
    at = whole.index(b'app.mpy":"') + 10
    other = b"0" if whole[at : at + 1] != b"0" else b"1"
    _put("manifest.json", whole[:at] + other + whole[at + 1 :])
    assert integrity.check(_ROOT)[1] == [("file_altered", "cardtable/app.mpy")]


@_on_a_flashed_board
def test_a_board_that_lost_everything_names_a_few_and_holds_no_long_list():
    for n in range(30):
        _put(f"x{n}.py", b"")
    assert len(integrity.check(_ROOT)[1]) == 8


# ---- until it is recorded


class _Vault:
    def __init__(self):
        self.stopped = None
        self.flushed = 0

    def flush(self):
        self.flushed += 1


class _Table:
    def __init__(self):
        self.settings = self
        self.vault = _Vault()
        self.records = []

    def path(self, name):
        return _ROOT + name

    def record(self, body):
        self.records.append(body)


@_on_a_flashed_board
def test_what_was_found_is_recorded_once_at_the_next_good_start():
    found = [("file_altered", "main.py"), ("file_missing", "cardtable/app.mpy")]
    integrity.keep(_ROOT, found)
    integrity.keep(_ROOT, found)  # the same at the next start: once
    integrity.keep(_ROOT, [("file_unexpected", "json.py")])
    table = _Table()
    integrity.tell(table)
    assert table.records == [
        ("fault", "file_altered", "main.py", 1),
        ("fault", "file_missing", "cardtable/app.mpy", 1),
        ("fault", "file_unexpected", "json.py", 1),
    ]
    assert table.vault.flushed == 1
    again = _Table()
    integrity.tell(again)
    assert again.records == [] and again.vault.flushed == 0


@_on_a_flashed_board
def test_what_could_not_be_recorded_is_kept_for_the_next_start():
    integrity.keep(_ROOT, [("file_altered", "main.py")])
    table = _Table()
    table.vault.stopped = ("fram_lost", "fram")  # type: ignore[assignment]
    integrity.tell(table)
    assert _read("altered.txt") == "file_altered main.py\n"


@_on_a_flashed_board
def test_a_list_that_somebody_wrote_over_brings_nothing_strange_into_the_records():
    _put("altered.txt", b"\xff\xfe\n")
    table = _Table()
    integrity.tell(table)
    _put("altered.txt", b"settle 3 500\n\nfile_altered\nfile_altered main.py\n")
    integrity.tell(table)
    assert table.records == [("fault", "file_altered", "main.py", 1)]
