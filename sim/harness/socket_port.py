"""The USB cable as a TCP connection on the loopback interface, or as a pseudo terminal (CPython).

One host at a time: who comes last takes the cable over.
"""

import contextlib
import os
import socket


class SocketPort:
    """The board's end. Without a host what is written is lost, as on an unplugged cable."""

    def __init__(self, port: int = 0, host: str = "127.0.0.1", pty: bool = False):
        self.terminal = ""  # the name of the pseudo terminal, when there is one
        self._master = -1
        if pty:
            self._open_terminal()
        self._server = socket.create_server((host, port))
        self._server.setblocking(False)
        self._client: socket.socket | None = None
        self.address = self._server.getsockname()[:2]

    def readinto(self, buffer) -> int:
        """What has arrived, without waiting; takes a new host when one is there."""
        self._accept()
        if self._client is None:
            return self._from_terminal(buffer)
        try:
            data = self._client.recv(len(buffer))
        except BlockingIOError:
            return 0
        except OSError:
            data = b""
        if not data:
            self._hang_up()
            return 0
        buffer[: len(data)] = data
        return len(data)

    def write(self, data) -> None:
        if self._client is None:
            if self.terminal:
                # Nobody reads: what does not fit is lost, as on a cable nobody listens to.
                with contextlib.suppress(OSError):
                    os.write(self._master, bytes(data))
            return
        try:
            self._client.setblocking(True)
            self._client.settimeout(2)  # as long as a board's write blocks at most
            self._client.sendall(data)
            self._client.setblocking(False)
        except OSError:
            self._hang_up()

    def close(self) -> None:
        self._hang_up()
        self._server.close()

    def _open_terminal(self) -> None:
        import pty  # only where there is one
        import tty

        self._master, far = pty.openpty()
        tty.setraw(far)  # kept open: a host that leaves does not take the terminal with it
        os.set_blocking(self._master, False)
        self.terminal = os.ttyname(far)

    def _from_terminal(self, buffer) -> int:
        if not self.terminal:
            return 0
        try:
            data = os.read(self._master, len(buffer))
        except OSError:
            return 0
        buffer[: len(data)] = data
        return len(data)

    def _accept(self) -> None:
        # A second host takes the cable over: the first may be dead without having said so.
        with contextlib.suppress(BlockingIOError):
            client, _ = self._server.accept()
            self._hang_up()
            client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            client.setblocking(False)
            self._client = client

    def _hang_up(self) -> None:
        if self._client is not None:
            self._client.close()
            self._client = None
