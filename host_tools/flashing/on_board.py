"""Sent to the board and run there by its REPL: MicroPython only, stock modules only."""

import binascii
import hashlib
import os


def ct_there(path):
    try:
        os.stat(path)
        return True
    except OSError:
        return False


def ct_mounts():
    """Other file systems are not ours to look into."""
    try:
        import vfs

        return [place for _, place in vfs.mount()]
    except (ImportError, TypeError):  # MicroPython before 1.25 cannot tell
        return ["/remote", "/rom", "/sd"]


def ct_hash(path):
    digest = hashlib.sha256()
    buffer = memoryview(bytearray(512))
    with open(path, "rb") as file:
        while True:
            count = file.readinto(buffer)
            if not count:
                return binascii.hexlify(digest.digest()).decode()
            digest.update(buffer[:count])


def ct_tree(folder, unhashed, mounts):
    """A line for every file: size, SHA-256 (or - where nobody needs it), path."""
    for name, kind, *_ in os.ilistdir(folder or "/"):
        path = folder + "/" + name if folder else name
        if kind == 0x4000:
            if "/" + path not in mounts:
                ct_tree(path, unhashed, mounts)
        else:
            skip = [one for one in unhashed if path.startswith(one)]
            print(os.stat(path)[6], "-" if skip else ct_hash(path), path)


def ct_folders(path):
    """Make every folder on the way to a file."""
    at = path.find("/")
    while at > 0:
        if not ct_there(path[:at]):
            os.mkdir(path[:at])
        at = path.find("/", at + 1)


def ct_pack(paths, target):
    """Files one after the other in one; a line for each, or the host takes the board for gone."""
    ct_folders(target)
    buffer = memoryview(bytearray(512))
    with open(target, "wb") as new:
        for path in paths:
            with open(path, "rb") as old:
                while True:
                    count = old.readinto(buffer)
                    if not count:
                        break
                    new.write(buffer[:count])
            print(path)


def ct_parts(path, sizes):
    """A line for every part of a pack: its SHA-256."""
    buffer = memoryview(bytearray(512))
    with open(path, "rb") as file:
        for size in sizes:
            digest = hashlib.sha256()
            while size:
                count = file.readinto(buffer[: min(size, 512)])
                if not count:
                    break
                digest.update(buffer[:count])
                size -= count
            print(binascii.hexlify(digest.digest()).decode())


def ct_clear(folder):
    """Remove a folder and all that is in it."""
    if not ct_there(folder):
        return
    for name, kind, *_ in os.ilistdir(folder):
        if kind == 0x4000:
            ct_clear(folder + "/" + name)
        else:
            os.remove(folder + "/" + name)
    os.rmdir(folder)


def ct_put(path, text):
    """A small file, all at once."""
    with open(path + ".new", "w") as file:
        file.write(text)
    os.rename(path + ".new", path)


def ct_remove(path):
    if ct_there(path):
        os.remove(path)
