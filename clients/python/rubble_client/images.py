# SPDX-License-Identifier: Apache-2.0
"""Pictures from the image server."""
from __future__ import annotations

import socket
import struct
from dataclasses import dataclass, field
from typing import Optional, Tuple

_LARGEST_FRAME = 64 << 20  # bytes


@dataclass
class Frame:
    """A picture: a JPEG file's bytes, or raw rows of B, G, R."""
    type: int  # 0 raw, 1..5 JPEG
    data: bytes = field(repr=False)

    @property
    def is_jpeg(self) -> bool:
        return self.type != 0

    @property
    def size(self) -> Tuple[int, int]:
        """Width and height in pixels."""
        return _jpeg_size(self.data) if self.is_jpeg else struct.unpack(">HH", self.data[:4])

    def rgb(self) -> bytes:
        """The pixels of a raw picture, row 0 on top, 3 bytes each."""
        if self.is_jpeg:
            raise ValueError("this picture is a JPEG file; ask the server for raw ones")
        width, height = self.size
        pitch = (3 * width + 3) // 4 * 4
        rows = []
        for y in range(height):
            row = bytearray(self.data[4 + y * pitch:4 + y * pitch + 3 * width])
            row[0::3], row[2::3] = row[2::3], row[0::3]
            rows.append(bytes(row))
        return b"".join(rows)

    def save(self, path: str) -> None:
        """A JPEG file, or a PPM file of a raw picture."""
        with open(path, "wb") as file:
            if self.is_jpeg:
                file.write(self.data)
            else:
                file.write(b"P6\n%d %d\n255\n" % self.size + self.rgb())


def _jpeg_size(data: bytes) -> Tuple[int, int]:
    at = 2
    while at + 9 < len(data):
        marker, length = struct.unpack(">HH", data[at:at + 4])
        if 0xFFC0 <= marker <= 0xFFCF and marker not in (0xFFC4, 0xFFC8, 0xFFCC):
            height, width = struct.unpack(">HH", data[at + 5:at + 9])
            return width, height
        at += 2 + length
    raise ValueError("this is no JPEG file")


class ImageClient:
    """Asks for one frame at a time."""

    def __init__(self, host: str = "127.0.0.1", port: int = 5003, timeout: float = 10.0):
        self._socket = socket.create_connection((host, port), timeout)

    def __enter__(self) -> "ImageClient":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._socket.close()

    def frame(self, region: Optional[Tuple[int, int, int, int]] = None) -> Frame:
        """The whole picture, or a region: x, y, width, height in pixels."""
        self._socket.sendall(b"OK" if region is None else b"U" + struct.pack(">4I", *region))
        kind, length = struct.unpack(">BI", self._exactly(5))
        if length > _LARGEST_FRAME:
            raise ValueError("the server announces a picture of %d bytes" % length)
        return Frame(kind, self._exactly(length))

    def _exactly(self, count: int) -> bytes:
        pieces = []
        while count > 0:
            piece = self._socket.recv(min(count, 1 << 20))
            if not piece:
                raise ConnectionError("the image server has closed the connection")
            pieces.append(piece)
            count -= len(piece)
        return b"".join(pieces)
