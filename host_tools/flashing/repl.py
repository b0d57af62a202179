"""A board's REPL, by mpremote's own transport; a lost board becomes a plain Problem."""

from __future__ import annotations

import contextlib
import struct
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import serial
from mpremote.transport import TransportError, TransportExecError
from mpremote.transport_serial import SerialTransport

from host_tools.common.problems import NO_BOARD, Problem
from host_tools.flashing.patience import Wait
from sim.micropython.mpy_file import Kind, kind_of

_HELPER = Path(__file__).with_name("on_board.py")
_QUIET_S = 5.0  # a board that says nothing for so long within an exchange is gone
_WORK_S = 10
_ENTER_S = 4
_BREATH_S = 0.1  # between two looks whether the board has begun to answer
_READ = 4096
_CHUNK = 512  # bytes a write: as text up to four times as long, which a Pico still holds easily

_AWAY = (
    "Is it plugged in? A board that was flashed just now shows no port before it has put its files "
    "in place, which may take some minutes."
)

# What goes wrong when a board is reset or pulled while mpremote talks to it.
_LOST = (TransportError, serial.SerialException, OSError, struct.error, EOFError)


@dataclass(frozen=True)
class Facts:
    """What MicroPython says about the board it runs on.

    `mpy`: which compiled modules it loads; `rom_bytes`: its ROMFS partition, 0 without one.
    """

    version: tuple[int, int, int]
    mpy: Kind
    machine: str
    free_bytes: int
    rom_bytes: int = 0


@dataclass(frozen=True)
class Entry:
    """A file on the board; `sha256` is empty where it was not asked for."""

    size: int
    sha256: str


class NoRepl(Problem):
    """Nothing that understands Python answers at the port."""


class Lost(Problem):
    """The board went away in the middle of an exchange."""

    def __init__(self, why: object) -> None:
        super().__init__(
            f"the board has gone ({why})", "Plug it in and run the same command again.", NO_BOARD
        )


class _Buffered:
    """A serial port read in chunks: mpremote asks for every byte by itself, which is slow."""

    def __init__(self, port: serial.Serial) -> None:
        self._port = port
        self._have = bytearray()

    def read(self, size: int = 1) -> bytes:
        while len(self._have) < size:
            new = self._port.read(min(max(1, self._port.in_waiting), _READ))
            if not new:
                break  # nothing for as long as `timeout` says
            self._have += new
        told = bytes(self._have[:size])
        del self._have[:size]
        return told

    def inWaiting(self) -> int:  # as mpremote calls it
        return len(self._have) + self._port.in_waiting

    def write(self, data: bytes) -> int | None:
        return self._port.write(data)

    def wait(self, seconds: float) -> None:
        self._port.timeout = seconds

    def close(self) -> None:
        self._port.close()


class Repl:
    """One connection; use it as a context manager. The board must be in maintenance, or virgin."""

    def __init__(self, port: str, patience_s: int = _ENTER_S) -> None:
        self.served = False  # whether it was in service until we came
        try:
            self._transport = SerialTransport(port, timeout=_BREATH_S)
            given: Any = self._transport.serial
            self._port = _Buffered(given)
            self._transport.serial = self._port  # type: ignore[assignment]
        except (TransportError, serial.SerialException, ValueError, OSError) as failure:
            raise NoRepl(f"{port} cannot be opened ({failure})", _AWAY, NO_BOARD) from failure
        try:
            with _quiet():
                self._transport.enter_raw_repl(soft_reset=False, timeout_overall=patience_s)
        except _LOST as failure:
            self._close()
            raise NoRepl(
                f"no MicroPython answers at {port}",
                "Press Ctrl-C in a terminal on it, or set the maintenance jumper and restart it.",
                NO_BOARD,
            ) from failure
        self._port.wait(_QUIET_S)
        self.run(_HELPER.read_text(encoding="utf-8"))

    def __enter__(self) -> Repl:
        return self

    def __exit__(self, *_: object) -> None:
        with contextlib.suppress(*_LOST):
            if self._transport.in_raw_repl:
                self._transport.exit_raw_repl()
        self._close()

    def _close(self) -> None:
        with contextlib.suppress(*_LOST):
            self._transport.close()

    # ---- exchanges

    def run(self, code: str, quiet_s: int = _WORK_S) -> str:
        """What `code` prints on the board, which may work for so long without a word."""
        with _translated():
            told, failure = self._transport.exec_raw(code, quiet_s)
            if failure:
                raise TransportExecError(told, failure.decode())
            return told.decode()

    def facts(self) -> Facts:
        with _translated():
            told: Any = self._transport.eval(
                "(lambda i,o: (tuple(i.version[:3]), getattr(i, '_mpy', 0),"
                " getattr(i, '_machine', None) or o.uname()[4], o.statvfs('/'),"
                " len(ct_rom() or b'')))"
                "(__import__('sys').implementation, __import__('os'))"
            )
        version, mpy, machine, room, rom_bytes = told
        return Facts(version, kind_of(mpy), machine, room[0] * room[3], rom_bytes)

    def tree(self, unhashed: tuple[str, ...] = ()) -> dict[str, Entry]:
        """Every file on the board; those whose path begins as one of `unhashed` by name only.

        Folders have a slash at their end. What is in ROMFS is /rom as a whole, and file by file
        /rom/…, where it can be imported from there.
        """
        found = {}
        told = self.run(f"ct_tree('', {unhashed!r}, ct_mounts())\nct_rom_tree()")
        for line in told.splitlines():
            size, digest, path = line.split(" ", 2)
            found[path] = Entry(int(size), "" if digest == "-" else digest)
        return found

    def read(self, path: str) -> bytes | None:
        """A file's content, or None when there is none."""
        with _translated():
            try:
                return bytes(self._transport.fs_readfile(path))
            except FileNotFoundError:
                return None

    def write(self, path: str, content: bytes, moved: Callable[[int], object]) -> None:
        """Copy a file to the board; `moved(bytes)` is told as it goes."""
        done = 0

        def progress(written: int, _total: int) -> None:
            nonlocal done
            moved(written - done)
            done = written

        self.run(f"ct_folders({path!r})")
        with _translated():
            self._transport.fs_writefile(path, content, _CHUNK, progress)

    def reset(self) -> None:
        """Restart the board; this connection is of no use afterwards."""
        # After a moment, so that the board can still say that it has understood.
        with contextlib.suppress(*_LOST):
            self._transport.exec_raw_no_follow(
                "import machine,time\ntime.sleep_ms(100)\nmachine.reset()\n"
            )
        self._transport.in_raw_repl = False


@contextlib.contextmanager
def _translated() -> Iterator[None]:
    try:
        yield
    except FileNotFoundError:
        raise
    except TransportExecError as failure:
        last = failure.error_output.strip().splitlines()[-1:] or ["?"]
        raise Problem(
            f"the board could not do it: {last[0]}",
            "What it ran before is still in place; run the same command again.",
        ) from failure
    except _LOST as failure:
        raise Lost(str(failure) or type(failure).__name__) from failure


@contextlib.contextmanager
def _quiet() -> Iterator[None]:
    """mpremote prints what it got before it raises; we say it in our own words."""
    import io

    with contextlib.redirect_stdout(io.StringIO()):
        yield


def reconnect(port: Callable[[], str], wait: Wait | None = None) -> Repl:
    """The REPL again after a restart: USB takes a moment to come back, maybe under another name."""
    wait = wait or Wait()
    while True:
        try:
            # What we say before the board listens is lost: little patience, and again.
            return Repl(port(), 1)
        except Problem:
            if not wait.goes_on():
                raise
