# SPDX-License-Identifier: Apache-2.0
"""Where robots truly are, from the truth server."""
from __future__ import annotations

from dataclasses import dataclass
from typing import List

from .lines import LineSocket
from .messages import Vector, parse


@dataclass
class TruePose:
    name: str
    robot_class: str
    time: float
    location: Vector
    rotation: Vector


class TruthClient:
    def __init__(self, host: str = "127.0.0.1", port: int = 3989, timeout: float = 5.0):
        self.timeout = timeout
        self._lines = LineSocket(host, port, timeout)

    def __enter__(self) -> "TruthClient":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._lines.close()

    def poses(self, name: str = "", robot_class: str = "") -> List[TruePose]:
        """Of all robots, or of those of a name or class."""
        self._lines.send("{class %s} {name %s}" % (robot_class, name))
        poses = []
        while True:
            line = self._lines.line(self.timeout)
            if line is None:
                raise ConnectionError("the truth server did not answer in time")
            row = parse(line)
            if row.segments and row.segments[0][0] == "End":
                return poses
            poses.append(TruePose(row.get("Name"), row.get("Class"), row.time or 0.0,
                                  row.vector("Location"), row.vector("Rotation")))
