# cardtable boot 2
"""Finishes an update that lies staged in next/, however often the power goes while it does; and
looks at the code in ROMFS, where there is some, before anything is imported from it.

next/pack has the new files one after the other: on their own they would not fit beside the old
ones on a Pico. Each is written beside its place and renamed, which littlefs does whole or not at
all; the one that is called /rom becomes the ROMFS partition, its first page last. Nothing begins
before next/commit is there, which is written last; after a cut all of it is done again.
"""

import hashlib
import os
import sys
from binascii import hexlify

import micropython

_ENOENT = 2
_ROM = "/rom"
_SECTOR = 4096
_PAGE = 256  # the least that a flash programs


def _remove(path):
    if path == _ROM:
        device = _rom()
        if device is not None:
            device.ioctl(6, 0)  # without its first sector it is nothing
        return
    try:
        os.remove(path)
    except OSError as failure:
        if failure.errno != _ENOENT:
            raise


def _put(path, text):
    with open(path + ".new", "w") as file:
        file.write(text)
    os.rename(path + ".new", path)


def _text(path):
    try:
        with open(path) as file:
            return file.read()
    except OSError:
        return ""


def _remember(name, line, most):
    """The board keeps its last ten changes, and what was wrong until it is recorded."""
    told = _text(name).split("\n")[:-1]
    if line not in told:
        _put(name, "\n".join((told + [line])[-most:]) + "\n")


def _fill(pack, buffer):
    """So many bytes of the pack; what a read gives may be less."""
    at = 0
    while at < len(buffer):
        count = pack.readinto(buffer[at:])
        if not count:
            raise OSError("next/pack is too short")
        at += count


def _take(pack, size, path):
    """The next `size` bytes of the pack become the file at `path`."""
    if path == _ROM:
        _burn(pack, size)
        return
    buffer = memoryview(bytearray(512))
    at = path.find("/")
    while at > 0:
        try:
            os.mkdir(path[:at])
        except OSError:  # there already, or what follows cannot be done either
            pass
        at = path.find("/", at + 1)
    with open(path + ".new", "wb") as file:
        while size:
            part = buffer[: min(size, 512)]
            _fill(pack, part)
            file.write(part)
            size -= len(part)
    os.rename(path + ".new", path)


# ---- ROMFS


def _rom():
    """The partition, which is a block device and memory to read, or None. What is in it can be
    imported no more."""
    try:
        import vfs

        try:
            vfs.umount(_ROM)
        except OSError:
            pass
        device = vfs.rom_ioctl(2, 0)
    except (ImportError, AttributeError):  # before 1.25
        return None
    return device if hasattr(device, "ioctl") else None


def _burn(pack, size):
    """The next `size` bytes of the pack become the code in ROMFS.

    Its header is in the first page: that is gone before anything else changes and comes last, so
    that MicroPython never mounts a half. Every sector is read again.
    """
    device = _rom()
    if device is None:
        raise OSError("this MicroPython has no ROMFS")
    begin = pack.tell()
    buffer = memoryview(bytearray(_SECTOR))
    device.ioctl(6, 0)
    sector = 1
    while sector * _SECTOR < size:
        pack.seek(begin + sector * _SECTOR)
        device.ioctl(6, sector)
        _fill(pack, buffer[: min(size - sector * _SECTOR, _SECTOR)])
        _program(device, sector, buffer, 0)
        sector += 1
    pack.seek(begin)
    _fill(pack, buffer[: min(size, _SECTOR)])
    _program(device, 0, buffer, _PAGE)
    _program(device, 0, buffer[:_PAGE], 0)
    pack.seek(begin + size)


def _program(device, sector, buffer, offset):
    device.writeblocks(sector, buffer[offset:], offset)
    at = sector * _SECTOR
    if memoryview(device)[at + offset : at + len(buffer)] != buffer[offset:]:
        raise OSError("ROMFS does not keep what is written to it")


def _whole(told):
    """Mount the code in ROMFS if it is what rom.txt says; else nothing of it can be imported."""
    device = _rom()
    try:
        if device is None:
            raise ValueError
        size, sha256 = told.split(" ")[:2]
        found = hashlib.sha256(memoryview(device)[: int(size)]).digest()
        if hexlify(found).decode() != sha256:
            raise ValueError
    except ValueError:  # no ROMFS here, or another
        _remember("altered.txt", "file_altered " + _ROM, 8)
        return
    import vfs

    vfs.mount(vfs.VfsRom(device), _ROM)  # pyright: ignore[reportAttributeAccessIssue]
    if _ROM not in sys.path:  # MicroPython puts it there when it starts, if there was something
        sys.path.append(_ROM)


# ---- each start


def _finish(steps):
    with open("next/pack", "rb") as pack:
        for step in steps:
            do, told = step[:1], step[1:]
            if do == "+":
                size, _, path = told.partition(" ")
                _take(pack, int(size), path)
            elif do == "-":
                _remove(told)
            elif do == "=":
                _remember("changes.txt", told, 10)
    os.remove("next/commit")


def _start():
    # A power cut in the middle of a rename leaves littlefs with a move to finish. Until something
    # is about to write, a lookup beside the moved file finds nothing although it is there: so a
    # removal of nothing comes first, on every start, for all that follows.
    try:
        os.remove("next/nothing")
    except OSError:
        pass
    steps = _text("next/commit")
    if steps:
        micropython.kbd_intr(-1)  # a host that looks for the REPL sends Ctrl-C
        try:
            _finish(steps.split("\n"))
        except Exception as failure:
            # Some files are old and some new: that must not play. main.py sees next/commit.
            print("cardtable: the update cannot be finished:", repr(failure))
            try:
                _put("last_error.txt", "the update cannot be finished: %r" % failure)
            except OSError:
                pass
        micropython.kbd_intr(3)
    told = _text("rom.txt")
    if told:
        _whole(told)


_start()
# main.py comes after this among the same names, and has no room to spare.
for _name in [name for name in globals() if name[:1] == "_" and name[:2] != "__"]:
    globals()[_name] = None
