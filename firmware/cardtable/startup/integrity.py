"""The board's own files against the manifest of its release, before anything of them plays.

Needed at the start only. No watchdog runs yet (main.py), so that none has to be fed. Whoever can
write files can also write a manifest that fits them: against that, `cardtable verify` compares with
a signed one. This is against damage, half copies and files that were changed by hand.
"""

import gc
import hashlib
import os
import sys
from binascii import hexlify

_MANIFEST = "manifest.json"
_KEPT = "altered.txt"  # what was found, until the vault is open and it is recorded
_CODES = ("file_altered", "file_missing", "file_unexpected", "manifest_damaged")
_MOST = 8  # files that are named
_ENOENT = 2
_FOLDER = 0x4000
_APART = ("next", "previous")  # an update that waits, the release before: nobody imports from them
# How host_tools/release/manifest.py begins, before a line for each file. JSON, but as a whole it
# would take 40 kB.
_HEAD = ("{", '"manifest":1,', '"version":"', '"mpy":', '"files":{')
_LONGEST_LINE = 200
_ROM = "/rom"
# What boot.py has found whole in ROMFS at this start: size, SHA-256, for which release.
_BURNT = "rom.txt"


def check(root, rom=None):
    """(release, wrong): the manifest's own hash, None without one; (code, path) of what differs.

    A file that is not named and could be imported is wrong as well: a .py comes before a .mpy, and
    many of MicroPython's own modules come after files of their name. `rom`: where ROMFS is.
    """
    in_rom = rom is not None or globals().get("__file__", "").startswith(_ROM + "/")
    rom = rom or _ROM
    try:
        manifest = open(root + _MANIFEST, "rb")
    except OSError as failure:
        if failure.errno == _ENOENT:
            return None, []
        return "", [("manifest_damaged", _MANIFEST)]
    named = set()
    wrong = []
    burnt = in_rom and _burnt_for(root)  # boot.py has found it whole
    digest = hashlib.sha256()
    buffer = memoryview(bytearray(512))
    try:
        with manifest:
            for path, sha256 in _listed(manifest, digest, b'.mpy":' if burnt else None):
                if in_rom and path[-4:] == ".mpy":
                    path = place = rom + "/" + path
                else:
                    place = root + path
                named.add(path)
                code = _compare(place, sha256, buffer)
                if code is not None and len(wrong) < _MOST:
                    wrong.append((code, path))
    except (OSError, ValueError):
        return "", [("manifest_damaged", _MANIFEST)]
    release = hexlify(digest.digest())[:12].decode()
    if burnt and burnt != release:
        wrong.append(("file_altered", _ROM))  # the code of another release
    strangers = []
    _look_for_strangers(root, "", named, _mounts(), strangers)
    if not burnt:
        try:
            _look_for_strangers("", rom, named, (), strangers)
        except OSError:  # no ROMFS, or nothing in it
            pass
    if _chips_are_files(strangers):
        strangers = [path for path in strangers if "cardtable/" in path]
    for path in strangers[: _MOST - len(wrong)]:
        wrong.append(("file_unexpected", path))
    named = None
    gc.collect()  # the application is to find one large room
    return release, wrong


def _burnt_for(root):
    """For which release the code in ROMFS is; None when somebody else has put it there."""
    try:
        with open(root + _BURNT) as file:
            return file.read().strip().split(" ")[2]
    except (OSError, ValueError, IndexError):
        return None


def _listed(manifest, digest, but=None):
    """(path, SHA-256 in hex) of each file; ValueError when this is no whole manifest.

    `but`: lines with this in them are not of interest. A Pico needs a millisecond for each other.
    """
    for begin in _HEAD:
        if not _line(manifest, digest).decode().startswith(begin):
            raise ValueError
    more = True
    while more:
        line = _line(manifest, digest)
        more = line[-1:] == b","
        if but is not None and but in line:
            continue
        path, _, sha256 = line.decode().partition('":"')
        if path[:1] != '"' or sha256[64:] not in ('"', '",'):
            raise ValueError
        yield path[1:], sha256[:64]
    if _line(manifest, digest) != b"}" or _line(manifest, digest) != b"}" or manifest.read(1):
        raise ValueError


def _line(manifest, digest):
    line = manifest.readline(_LONGEST_LINE)
    if line[-1:] != b"\n":
        raise ValueError
    digest.update(line)
    return line[:-1]


def _compare(path, sha256, buffer):
    """None when the file is as released, else the code."""
    digest = hashlib.sha256()
    try:
        with open(path, "rb") as file:
            count = file.readinto(buffer)
            while count:
                digest.update(buffer[:count])
                count = file.readinto(buffer)
    except OSError as failure:
        return "file_missing" if failure.errno == _ENOENT else "file_altered"
    return None if hexlify(digest.digest()).decode() == sha256 else "file_altered"


def _chips_are_files(strangers):
    """A board that somebody emulates has its `machine`, and more beside it, as files of its own."""
    machine = getattr(sys.modules.get("machine"), "__file__", None)
    return machine is not None and machine.lstrip("./") in strangers


def _look_for_strangers(root, folder, named, mounts, found):
    for name in sorted(os.listdir(root + folder)):
        path = folder + "/" + name if folder else name
        if name[-3:] == ".py" or name[-4:] == ".mpy":
            if path not in named:
                found.append(path)
        elif "." not in name and path not in _APART and "/" + path not in mounts:
            if os.stat(root + path)[0] & _FOLDER:
                _look_for_strangers(root, path, named, mounts, found)


def _mounts():
    """Other file systems are not ours to look into."""
    try:
        import vfs

        return [place for _, place in vfs.mount()]
    except (ImportError, TypeError):  # MicroPython before 1.25 cannot tell
        return ["/remote", "/rom", "/sd"]


# ---- for the journal


def keep(root, wrong):
    """Remember what is wrong: code that is not as released must not open the vault to record it."""
    told = _kept(root + _KEPT)
    new = [one for one in wrong if one not in told]
    if not new:
        return
    try:
        with open(root + _KEPT + ".new", "w") as file:
            for one in (told + new)[:_MOST]:
                file.write("%s %s\n" % one)
        os.rename(root + _KEPT + ".new", root + _KEPT)
    except OSError:  # a file system that takes nothing: the link tells it all the same
        pass


def tell(table):
    """Record what earlier starts have found, now that the files are as they should be."""
    path = table.settings.path(_KEPT)
    found = _kept(path)
    for code, where in found:
        table.record(("fault", code, where, 1))
    if found:
        table.vault.flush()
        if table.vault.stopped is None:
            os.remove(path)


def _kept(path):
    found = []
    try:
        with open(path) as file:
            for line in file:
                code, _, where = line.strip().partition(" ")
                if code in _CODES and where:
                    found.append((code, where))
    except (OSError, ValueError):
        pass
    return found
