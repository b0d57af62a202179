"""Runs inside MicroPython: a board with littlefs on a flash that outlives the process.

    micropython -i as_board.py FLASH CONTROL CAUSE CUT_AT ROOT [what the world is made of]

What a Pico does: mount (format when that fails), boot.py, main.py, then the REPL. With a file
FLASH.rom it is one whose MicroPython has a ROMFS partition, mounted when there is a header. The
desk's own files are at /host, so that emulated hardware can live beside the firmware; the firmware
itself comes from the flash and from nowhere else. A reset, and a power cut at the n-th write of the
flash, are told on CONTROL; whoever started this process ends it then and there. So is the moment at
which USB comes up, which on an RP2040 is after boot.py.
"""

import os
import sys
import time

import vfs

_BLOCK = 4096
_PROGRAM = 256

_FLASH, _CONTROL, _CAUSE, _CUT_AT, _ROOT = sys.argv[1:6]
_WORLD = sys.argv[6:]
_control = open(_CONTROL, "w")


def _over(why):
    """Nothing of this board runs on after this."""
    _control.write(why + "\n")
    while True:
        time.sleep(1)


class Flash:
    """Blocks in a file; what is written is there, whatever becomes of this process.

    So is what the chip had to do for it, in a file beside: sectors erased, pages programmed.
    """

    def __init__(self, path, cut_at):
        self._file = open(path, "r+b")
        self._blocks = self._file.seek(0, 2) // _BLOCK
        self._cut_at = cut_at
        self.writes = 0
        self._told = open(path + ".work", "r+")
        self._work = [int(word) for word in self._told.read().split()]

    def readblocks(self, block, buffer, offset=0):
        self._file.seek(block * _BLOCK + offset)
        self._file.readinto(buffer)

    def writeblocks(self, block, buffer, offset=0):
        self._worked(0, len(buffer) // _PROGRAM)
        self._write(block * _BLOCK + offset, buffer)

    def ioctl(self, op, arg):
        if op == 4:
            return self._blocks
        if op == 5:
            return _BLOCK
        if op == 6:
            self._worked(1, 0)
            self._write(arg * _BLOCK, b"\xff" * _BLOCK)
        return 0

    def _worked(self, sectors, pages):
        work = self._work
        work[0] += sectors
        work[1] += pages
        self._told.seek(0)
        self._told.write("%10d %10d" % (work[0], work[1]))

    def _write(self, at, data):
        self.writes += 1
        self._file.seek(at)
        if self.writes == self._cut_at:
            # Torn: the first half has got there, the rest not.
            self._file.write(memoryview(data)[: len(data) // 2])
            _over("cut")
        self._file.write(data)


class Rom(bytearray):
    """The ROMFS partition as rp2 has it: a block device, and memory that code runs from.

    Written to the same flash, so that the n-th write counts here as well. What is programmed twice
    keeps the zeros of both, as in a flash.
    """

    def keep_in(self, file, flash):
        self._file = file
        self._flash = flash

    def writeblocks(self, block, buffer, offset):
        at = block * _BLOCK + offset
        if at % _PROGRAM or len(buffer) % _PROGRAM or at + len(buffer) > len(self):
            raise ValueError("a flash programs whole pages")
        self._flash._worked(0, len(buffer) // _PROGRAM)
        for page in range(0, len(buffer), _PROGRAM):
            new = bytearray(buffer[page : page + _PROGRAM])
            for i in range(_PROGRAM):
                new[i] &= self[at + page + i]
            self._keep(at + page, new)

    def ioctl(self, op, arg):
        if op == 4:
            return len(self) // _BLOCK
        if op == 5:
            return _BLOCK
        if op == 6:
            self._flash._worked(1, 0)
            self._keep(arg * _BLOCK, b"\xff" * _BLOCK)
        return 0

    def _keep(self, at, data):
        self._flash.writes += 1
        torn = self._flash.writes == self._flash._cut_at
        if torn:
            data = data[: len(data) // 2]
        self[at : at + len(data)] = data
        self._file.seek(at)
        self._file.write(data)
        self._file.flush()
        if torn:
            _over("cut")


class VfsWithRom:
    """MicroPython's `vfs` with what the unix port lacks of it: rom_ioctl and its partition."""

    mount = vfs.mount
    umount = vfs.umount

    def __init__(self, rom):
        self._rom = rom
        for name in ("VfsLfs2", "VfsPosix", "VfsRom"):
            setattr(self, name, getattr(vfs, name))

    def rom_ioctl(self, op, *arguments):
        return {1: 1, 2: self._rom}.get(op, -22)


def plug_rom_in(flash):
    """Before boot.py, as mp_vfs_mount_romfs_protected does."""
    try:
        file = open("/host" + _FLASH + ".rom", "r+b")
    except OSError:
        return
    rom = Rom(file.read())
    rom.keep_in(file, flash)
    sys.modules["vfs"] = VfsWithRom(rom)
    if bytes(rom[:3]) == b"\xd2\xcd\x31":
        vfs.mount(vfs.VfsRom(rom), "/rom")
        sys.path += ["/rom", "/rom/lib"]


def mount():
    flash = Flash(_FLASH, int(_CUT_AT))
    vfs.umount("/")
    try:
        there = vfs.VfsLfs2(flash, progsize=_PROGRAM)
    except OSError:
        vfs.VfsLfs2.mkfs(flash, progsize=_PROGRAM)
        there = vfs.VfsLfs2(flash, progsize=_PROGRAM)
    vfs.mount(there, "/")
    vfs.mount(vfs.VfsPosix("/"), "/host")
    os.chdir("/")
    sys.path[:] = ["", ".frozen", "/lib", "/host" + _ROOT + "/sim/shims/board", "/host" + _ROOT]
    sys.argv[:] = []
    plug_rom_in(flash)
    return flash


def plug_in(flash):
    """The fake `machine`, with what only a board in a process of its own can do."""
    import machine

    machine.reset = lambda: _over("reset")
    machine.PWRON_RESET = 1
    machine.WDT_RESET = 3
    machine.reset_cause = lambda: 1 if _CAUSE == "power" else 3
    machine.plug(Lazy())


class OnlyACable:
    """Around a board whose firmware is too damaged for a table: nothing else answers."""

    clock = time

    def __init__(self):
        import select

        self.port = self
        self._poll = select.poll()
        self._poll.register(sys.stdin, select.POLLIN)
        self.write = sys.stdout.buffer.write

    def readinto(self, buffer):
        if not self._poll.poll(0):
            return 0
        buffer[:1] = sys.stdin.buffer.read(1)
        return 1

    def random_bytes(self, count):
        return os.urandom(count)


class Lazy:
    """The world, made from the firmware in the flash when it is first looked at."""

    root = ""
    _made = None

    def __getattr__(self, name):
        if Lazy._made is None:
            try:
                try:
                    import cardtable  # noqa: F401
                except ImportError:
                    if "main.py" in os.listdir("/"):  # damaged: it gets no modules from the desk
                        raise
                    # Nothing is flashed yet: the table around it is there already.
                    sys.path.append("/host" + _ROOT + "/firmware")
                from sim.micropython.board_world import make

                Lazy._made = make(_WORLD, "/host" + _ROOT)
            except Exception:  # the emulation stands on modules of the firmware, which may be bad
                Lazy._made = OnlyACable()
        return getattr(Lazy._made, name)


def run(name):
    try:
        with open(name) as file:
            code = file.read()
    except OSError:
        return
    try:
        exec(compile(code, name, "exec"), {"__name__": "__main__", "__file__": name})
    except Exception as failure:
        sys.print_exception(failure)
    except BaseException as stop:
        # A watchdog of the emulated hardware bites, or somebody called for a reset.
        if type(stop).__name__ != "SimReset":
            raise
        _over("reset")


plug_in(mount())
run("boot.py")
_control.write("usb" + _WORLD[1] + "\n")  # of this start
run("main.py")
