"""A Pico in a process: real MicroPython behind a serial port, its files on littlefs that persists.

    with Pico(folder) as pico:
        mpremote connect pico.port resume fs ls

The unix port of MicroPython is the board; sim/micropython/as_board.py makes it start as a stock
Pico does. A reset ends its process and begins the next one on the same flash; so does a power cut,
which may be ordered for the n-th write of the flash. Linux and macOS only: needs a pty.
"""

import os
import select
import subprocess
import threading
import time
from pathlib import Path

from sim.micropython import bench
from sim.people.technician import Technician, fifo, waited
from sim.roots import ROOT

BLOCK = 4096
BLOCKS = 352  # a plain Pico with a stock MicroPython: 1408 kB for files
_WORK = "{:10d} {:10d}"  # always as long: whoever reads it while it changes finds two numbers
_STARTER = Path(__file__).parents[1] / "micropython" / "as_board.py"
_HEAP_BYTES = 4 << 20  # emulated hardware lives beside the firmware; budgets are held elsewhere
_LIMIT_S = 30.0
_IDLE_MS = 5
_READ_ROM = """
import os, sys, vfs
with open(sys.argv[1], "rb") as file:
    data = file.read()
def tell(folder):
    for name, kind, *_ in os.ilistdir(folder):
        path = folder + "/" + name
        if kind == 0x4000:
            tell(path)
        else:
            with open(path, "rb") as file:
                print(path[5:], file.read().hex())
if data[:3] == b"\\xd2\\xcd\\x31":
    vfs.mount(vfs.VfsRom(data), "/rom")
    tell("/rom")
"""
_PATIENCE_S = 2.0  # as long as a Pico's USB write waits for a host that does not read


class Pico:
    """`port` is where a host connects; it stays the same through every reset."""

    def __init__(
        self,
        folder: Path,
        world: tuple[str, ...] = (),
        blocks: int = BLOCKS,
        rom_blocks: int = 0,
    ):
        self.folder = Path(folder).resolve()  # the board sees it from elsewhere
        self.folder.mkdir(parents=True, exist_ok=True)
        self.flash = self.folder / "flash.bin"
        if not self.flash.exists():
            self.flash.write_bytes(b"\xff" * BLOCK * blocks)
        self.rom = self.folder / "flash.bin.rom"  # where its MicroPython has a ROMFS partition
        if rom_blocks and not self.rom.exists():
            self.rom.write_bytes(b"\xff" * BLOCK * rom_blocks)
        self._work = self.folder / "flash.bin.work"
        self._work.write_text(_WORK.format(0, 0))
        self._control = self.folder / "control"
        self._world = world  # what make() of sim/micropython/board_world.py is given
        self.starts: list[str] = []  # why the board started: "power" or "reset"
        self.cuts = 0
        self.said = bytearray()  # everything the board has put out
        self.restart_after_cut = True
        self.powered = True  # whether it starts when it is plugged in
        self._process: subprocess.Popen | None = None
        self._board = -1  # our end of the board's terminal
        self._usb = False  # up once boot.py has ended: before, what a host sends reaches nobody
        self._lock = threading.RLock()
        self._stop = threading.Event()
        self._threads: list[threading.Thread] = []

    # ---- for whoever holds it in the hand

    def __enter__(self) -> "Pico":
        import pty
        import tty

        self._host, slave = pty.openpty()
        tty.setraw(slave)
        self.port = os.ttyname(slave)
        os.close(slave)
        os.set_blocking(self._host, False)
        self._told = fifo(self._control)
        self.technician = Technician(self.folder)
        if self.powered:
            self.power_on()
        for work in (self._pump, self._listen):
            self._threads.append(threading.Thread(target=work, daemon=True))
            self._threads[-1].start()
        return self

    def __exit__(self, *_) -> None:
        self._stop.set()
        for thread in self._threads:
            thread.join(_LIMIT_S)
        self.power_off()
        os.close(self._host)
        os.close(self._told)
        self.technician.close()

    def power_on(self, cut_at: int = 0, cause: str = "power") -> None:
        """Start the board; the power goes at its n-th write of the flash (0: never)."""
        import pty
        import tty

        with self._lock:
            self.power_off()
            if cause == "power":  # what was sent to a board that had gone reached nobody
                while _read(self._host):
                    pass
            self._board, slave = pty.openpty()
            tty.setraw(slave)
            os.set_blocking(self._board, False)
            around = [str(self.folder / "fram.bin"), str(len(self.starts)), *self._world]
            self._process = subprocess.Popen(
                [
                    bench.executable(), "-X", f"heapsize={_HEAP_BYTES}", "-i", str(_STARTER),
                    str(self.flash), str(self._control), cause, str(cut_at), str(self.around()),
                    *around,
                ],
                stdin=slave, stdout=slave, stderr=slave,
            )  # fmt: skip
            os.close(slave)
            self._usb = False
            self.starts.append(cause)

    def around(self) -> Path:
        """The checkout whose emulated table this start is to find around the board."""
        return ROOT

    def power_off(self) -> None:
        with self._lock:
            if self._process is not None:
                self._process.kill()
                self._process.wait()
                self._process = None
                os.close(self._board)
                self._board = -1

    def wait_for(self, condition, what: str, limit_s: float = _LIMIT_S):
        """Wait until `condition()` is true; what it returned."""
        try:
            return waited(condition, what, limit_s)
        except TimeoutError as late:
            tail = bytes(self.said[-600:]).decode(errors="replace")
            raise TimeoutError(f"{late}; the board last said:\n{tail}") from None

    def files(self) -> dict[str, bytes]:
        """Every file in the flash, read by littlefs on the desk."""
        import littlefs

        content = bytearray(self.flash.read_bytes())
        context = littlefs.context.UserContext(len(content))
        context.buffer = content
        there = littlefs.LittleFS(
            context=context, block_size=BLOCK, block_count=len(content) // BLOCK, prog_size=256,
            read_size=1024,  # each read is a call from C: 32 bytes at a time took a second
            cache_size=1024, lookahead_size=32, mount=True,
        )  # fmt: skip
        found = {}
        for folder, _, names in there.walk("/"):
            for name in names:
                path = f"{folder.rstrip('/')}/{name}"
                with there.open(path, "rb") as file:
                    found[path.lstrip("/")] = bytes(file.read())
        return found

    def in_rom(self) -> dict[str, bytes]:
        """Every file in ROMFS, read by MicroPython's own VfsRom in another process."""
        if not self.rom.exists():
            return {}
        asked = [bench.executable(), "-c", _READ_ROM, str(self.rom)]
        told = subprocess.run(asked, capture_output=True, text=True, check=True).stdout
        lines = [line.split(" ") for line in told.splitlines()]
        return {path: bytes.fromhex(content) for path, content in lines}

    def flash_work(self) -> tuple[int, int]:
        """(sectors erased, pages programmed) since this board was taken in hand."""
        sectors, pages = self._work.read_text().split()
        return int(sectors), int(pages)

    # ---- inside

    def _listen(self) -> None:
        """Resets and cuts, as the board tells them: its process ends, the next one begins."""
        while not self._stop.is_set():
            if not select.select([self._told], [], [], 0.05)[0]:
                continue
            for why in os.read(self._told, 100).decode().split():
                with self._lock:
                    if why.startswith("usb"):
                        self._usb |= why == f"usb{len(self.starts) - 1}"
                        continue
                    self._drain()
                    if why == "cut":
                        self.cuts += 1
                        self.power_off()
                        if self.restart_after_cut:
                            self.power_on()
                    else:
                        self.power_on(cause="reset")

    def _drain(self) -> None:
        """What the board said before it went is on its way already."""
        while data := _read(self._board):
            self.said += data
            _write(self._host, data)

    def _pump(self) -> None:
        """Bytes between the board's terminal and the port."""
        while not self._stop.is_set():
            with self._lock:
                board = self._board
                ends = [self._host] + ([board] if board >= 0 else [])
                ready = select.select(ends, [], [], 0)[0]
                moved = 0
                if board in ready:
                    data = _read(board)
                    self.said += data
                    moved += len(data)
                    _write(self._host, data)
                if self._host in ready:
                    data = _read(self._host)
                    moved += len(data)
                    if board >= 0 and self._usb:
                        _write(board, data)
            if not moved:
                _idle(ends)


def _read(end: int) -> bytes:
    try:
        return os.read(end, 4096)
    except OSError:  # nobody at the other end
        return b""


def _idle(ends: list[int]) -> None:
    """Until something comes, or a moment. A reset may close the board's end meanwhile: poll() tells
    of an end that is none any more, where select() raises."""
    waits = select.poll()
    for end in ends:
        if not _hung_up(end):
            waits.register(end, select.POLLIN)
    waits.poll(_IDLE_MS)


def _hung_up(end: int) -> bool:
    poll = select.poll()
    poll.register(end, 0)
    return any(event & (select.POLLHUP | select.POLLNVAL) for _, event in poll.poll(0))


def _write(end: int, data: bytes) -> None:
    """As a Pico's USB does: wait a while for a host that does not read, then lose it."""
    until = time.monotonic() + _PATIENCE_S
    while data and not _hung_up(end) and time.monotonic() < until:
        try:
            data = data[os.write(end, data) :]
        except BlockingIOError:
            select.select([], [end], [], 0.05)
        except OSError:
            return
