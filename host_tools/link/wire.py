"""The way to a board: a serial port, or a simulated board behind socket://HOST:PORT."""

from __future__ import annotations

import contextlib
import errno
import socket
from typing import Protocol

import serial

from host_tools.common.problems import NO_BOARD, Problem
from host_tools.link import sharing

_SOCKET = "socket://"
_CHUNK = 4096


class Wire(Protocol):
    """Moves bytes. `read` waits at most `wait_s`; it raises Unplugged when the far end is gone."""

    def read(self, wait_s: float) -> bytes: ...
    def write(self, data: bytes) -> None: ...
    def close(self) -> None: ...


class Unplugged(Exception):
    """The cable was pulled, or the board has gone."""


def open_wire(port: str) -> Wire:
    """Connect to `port` (a device, or socket://HOST:PORT), or through the program that has it."""
    through = sharing.reach(port)
    if through is not None:
        return _SocketWire(through)
    by = sharing.holder(port)
    if by is not None:
        raise Problem(f"{port} is in use by {by}", "End that one first.", NO_BOARD)
    return open_direct(port)


def open_direct(port: str) -> Wire:
    """Connect to `port` itself, for whoever has claimed it."""
    return _SocketWire(_connected(port)) if port.startswith(_SOCKET) else _SerialWire(port)


def _connected(port: str) -> socket.socket:
    host, _, number = port.removeprefix(_SOCKET).rpartition(":")
    if not host or not number.isdigit():
        raise Problem(f"{port} is not an address", "Write it as socket://HOST:PORT.", 2)
    try:
        return socket.create_connection((host, int(number)), timeout=5)
    except (OSError, OverflowError) as failure:
        why = getattr(failure, "strerror", None) or failure
        raise Problem(
            f"no simulated board answers at {port} ({why})",
            "Is it running? Start one: cardtable sim",
            NO_BOARD,
        ) from failure


def is_cable(wire: Wire) -> bool:
    """Whether something real is at its other end; a simulated board is behind a socket."""
    return isinstance(wire, _SerialWire)


class _SocketWire:
    def __init__(self, connected: socket.socket) -> None:
        self._socket = connected

    def read(self, wait_s: float) -> bytes:
        self._socket.settimeout(wait_s)
        try:
            data = self._socket.recv(_CHUNK)
        except TimeoutError:
            return b""
        except OSError as failure:
            raise Unplugged from failure
        if not data:
            raise Unplugged
        return data

    def write(self, data: bytes) -> None:
        try:
            self._socket.settimeout(5)
            self._socket.sendall(data)
        except OSError as failure:
            raise Unplugged from failure

    def close(self) -> None:
        with contextlib.suppress(OSError):
            self._socket.close()


class _SerialWire:
    def __init__(self, port: str) -> None:
        try:
            # Two programs on one port would each get half of what the board says.
            self._serial = serial.Serial(port, timeout=0, write_timeout=5, exclusive=True)
        except (serial.SerialException, ValueError) as failure:
            raise Problem(*_unopened(port, failure), NO_BOARD) from failure

    def read(self, wait_s: float) -> bytes:
        try:
            self._serial.timeout = wait_s
            first = self._serial.read(1)
            return first + self._serial.read(self._serial.in_waiting) if first else b""
        except (serial.SerialException, OSError) as failure:
            raise Unplugged from failure

    def write(self, data: bytes) -> None:
        try:
            self._serial.write(data)
        except (serial.SerialException, OSError) as failure:
            raise Unplugged from failure

    def close(self) -> None:
        self._serial.close()


def _unopened(port: str, failure: Exception) -> tuple[str, str]:
    """What is wrong with a port, and what to do: by the system's own error."""
    code = getattr(failure, "errno", None)
    if code == errno.ENOENT:
        return f"{port} is not there", "Is the board plugged in? Its name may have changed."
    if code in (errno.EACCES, errno.EPERM):
        return f"{port} may not be opened by you", "On Linux: join the group that owns it."
    if code == errno.EBUSY or "exclusively lock" in str(failure):
        return f"{port} is in use by another program", "End that one: it may be flashing."
    return f"{port} cannot be opened ({failure})", "Is the board plugged in?"
