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


def ct_rom():
    """The ROMFS partition, a block device that is memory to read; None where there is none."""
    try:
        import vfs

        device = vfs.rom_ioctl(2, 0)
        return memoryview(device) if hasattr(device, "ioctl") else None
    except (ImportError, AttributeError):  # MicroPython before 1.25
        return None


def ct_image():
    """What is in ROMFS, as long as its header says; None when nothing is (extmod/vfs_rom.c)."""
    rom = ct_rom()
    if rom is None or bytes(rom[:3]) != b"\xd2\xcd\x31":
        return None
    size = 0
    for at in range(3, 8):
        size = size << 7 | rom[at] & 0x7F
        if not rom[at] & 0x80:
            return rom[: at + 1 + size] if at + 1 + size <= len(rom) else None
    return None


def ct_chunks(path):
    """What is in a file, or in ROMFS, piece by piece."""
    if path == "/rom":
        image = ct_image()
        for at in range(0, len(image), 512):
            yield image[at : at + 512]
        return
    buffer = memoryview(bytearray(512))
    with open(path, "rb") as file:
        while True:
            count = file.readinto(buffer)
            if not count:
                return
            yield buffer[:count]


def ct_hash(path):
    digest = hashlib.sha256()
    for chunk in ct_chunks(path):
        digest.update(chunk)
    return binascii.hexlify(digest.digest()).decode()


def ct_tree(folder, unhashed, mounts):
    """A line for every file: size, SHA-256 (or - where nobody needs it), path; and for folders."""
    for name, kind, *_ in os.ilistdir(folder or "/"):
        path = folder + "/" + name if folder else name
        if kind == 0x4000:
            if "/" + path not in mounts:
                print(0, "-", path + "/")
                ct_tree(path, unhashed, mounts)
        else:
            skip = [one for one in unhashed if path.startswith(one)]
            print(os.stat(path)[6], "-" if skip else ct_hash(path), path)


def ct_rom_tree():
    """The same for ROMFS: as a whole, and each file that is in it."""
    image = ct_image()
    if image is None:
        return
    print(len(image), ct_hash("/rom"), "/rom")
    let_in = ct_there("/rom")
    if not let_in:  # boot.py has found that it is not what was put there
        import vfs

        vfs.mount(vfs.VfsRom(image), "/rom")
    try:
        ct_tree("/rom", (), ())
    except OSError:  # damaged beyond its names
        pass
    if not let_in:
        vfs.umount("/rom")


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
    count = 0
    with open(target, "wb") as new:
        for path in paths:
            for chunk in ct_chunks(path):
                new.write(chunk)
                count += 1
                if not count % 16:
                    print(end=".")
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


def ct_settle(name):
    """name.new becomes a file of the table: in both copies, where the firmware has two."""
    try:
        from cardtable import file_copies
    except ImportError:
        os.rename(name + ".new", name)
        return
    with open(name + ".new", "rb") as file:
        file_copies.write("", name, file.read())
    os.remove(name + ".new")


def ct_open_keys():
    """For a firmware that knows no masks."""
    try:
        from cardtable import file_copies
    except ImportError:
        return
    import machine

    file_copies.open_keys("", machine.unique_id())
