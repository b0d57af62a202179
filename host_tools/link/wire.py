"""The way to a board: a serial port, or a simulated board behind socket://HOST:PORT."""

from __future__ import annotations

import contextlib
import socket
from typing import Protocol

import serial

from host_tools.problems import Problem

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
    """Connect to `port`: a device name, or socket://HOST:PORT."""
    return _SocketWire(port) if port.startswith(_SOCKET) else _SerialWire(port)


class _SocketWire:
    def __init__(self, port: str) -> None:
        host, _, number = port.removeprefix(_SOCKET).rpartition(":")
        if not host or not number.isdigit():
            raise Problem(f"{port} is not an address", "Write it as socket://HOST:PORT.", 2)
        try:
            self._socket = socket.create_connection((host, int(number)), timeout=5)
        except OSError as failure:
            raise Problem(
                f"no simulated board answers at {port} ({failure.strerror or failure})",
                "Is it running?",
            ) from failure

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
            self._serial = serial.Serial(port, timeout=0)
        except (serial.SerialException, ValueError) as failure:
            raise Problem(
                f"{port} cannot be opened ({failure})", "Is the board plugged in?"
            ) from failure

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
