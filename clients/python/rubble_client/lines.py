# SPDX-License-Identifier: Apache-2.0
"""A TCP connection that speaks lines."""
from __future__ import annotations

import select
import socket
import time
from collections import deque
from typing import Deque, Optional


class LineSocket:
    """Lines in and out. Nothing here waits longer than it is told to."""

    def __init__(self, host: str, port: int, timeout: float):
        self._socket = socket.create_connection((host, port), timeout)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._begun = b""
        self._lines: Deque[str] = deque()
        self.is_open = True

    def send(self, line: str) -> None:
        if "\r" in line or "\n" in line:
            raise ValueError("one line at a time: %r" % line)
        self._socket.sendall(line.encode("ascii", "replace") + b"\r\n")

    def line(self, timeout: float) -> Optional[str]:
        """The next line, or None if none came in time or the other side has closed."""
        until = time.monotonic() + timeout
        while not self._lines:
            left = max(0.0, until - time.monotonic())
            if not self.is_open or not self._read(left):
                return None
        return self._lines.popleft()

    def _read(self, timeout: float) -> bool:
        ready, _, _ = select.select([self._socket], [], [], timeout)
        if not ready:
            return False
        try:
            piece = self._socket.recv(1 << 16)
        except ConnectionError:
            piece = b""
        if not piece:
            self.is_open = False
            return False
        *whole, self._begun = (self._begun + piece).replace(b"\r", b"\n").split(b"\n")
        self._lines.extend(text.decode("ascii", "replace") for text in whole if text)
        return True

    def close(self) -> None:
        self.is_open = False
        self._socket.close()
