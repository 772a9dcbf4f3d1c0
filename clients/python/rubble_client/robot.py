# SPDX-License-Identifier: Apache-2.0
"""A robot and its connection."""
from __future__ import annotations

import time
from collections import deque
from typing import Callable, Deque, Dict, Iterator, Optional, Sequence, Tuple, Union

from .lines import LineSocket
from .messages import Description, Message, StartPose, Status, parse


class RobotError(Exception):
    """Something that the other side did or did not do."""


class TimedOut(RobotError):
    pass


class ConnectionLost(RobotError):
    pass


def _number_text(value: float) -> str:
    return "%.6g" % value if abs(value) < 1e5 else "%.4f" % value


def _vector_text(values: Sequence[float]) -> str:
    return ",".join("%.6f" % value for value in values)


class Robot:
    """A connection to the server, and after init() a robot in its world.

    Every call that waits gives up after `timeout` seconds with TimedOut. Messages are kept until
    they are iterated over; beyond `most_messages` the oldest are given up. The last of each sensor
    is always at hand.
    """

    def __init__(self, host: str = "127.0.0.1", port: int = 3000, timeout: float = 5.0,
                 most_messages: int = 1 << 16):
        self.timeout = timeout
        try:
            self._lines = LineSocket(host, port, timeout)
        except OSError as error:
            raise RobotError("nobody answers at %s:%d (%s); is './rubble serve WORLD' running?" %
                             (host, port, error.strerror or error)) from error
        self._messages: Deque[Message] = deque(maxlen=most_messages)
        self._latest: Dict[Tuple[str, str], Message] = {}
        self._turn: Optional[Status] = None  # the last status, until an order answers it
        self.greeting: Message = self.wait_for(lambda message: message.keyword == "NFO")

    def __enter__(self) -> "Robot":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """The robot leaves the world."""
        self._lines.close()

    # --- hearing -----------------------------------------------------------------------------

    def receive(self, timeout: Optional[float] = None) -> Optional[Message]:
        """The next message, or None if none came in time. Raises ConnectionLost at the end."""
        if self._messages:
            return self._messages.popleft()
        return self._take(self.timeout if timeout is None else timeout)

    def __iter__(self) -> Iterator[Message]:
        """All messages as they come, until the connection ends."""
        while True:
            try:
                message = self.receive()
            except ConnectionLost:
                return
            if message is not None:
                yield message

    def update(self) -> None:
        """Reads whatever has arrived, without waiting."""
        while True:
            message = self._take(0.0)
            if message is None:
                return
            self._messages.append(message)

    def latest(self, kind: str, name: str = "") -> Optional[Message]:
        """The last message of a type of sensor ("RangeScanner") or keyword ("STA"), or None."""
        self.update()
        return self._latest.get((kind, name))

    def wait_for(self, wanted: Union[str, Callable[[Message], bool]],
                 timeout: Optional[float] = None) -> Message:
        """The next message that is wanted: a type, a keyword, or a function that says so.

        Others that come meanwhile are kept for iteration."""
        fits = wanted if callable(wanted) else (
            lambda message: wanted in (message.keyword, message.type))
        until = time.monotonic() + (self.timeout if timeout is None else timeout)
        while True:
            message = self._take(max(0.0, until - time.monotonic()))
            if message is None:
                raise TimedOut("the server did not say what was waited for in time")
            if fits(message):
                return message
            self._messages.append(message)

    def steps(self) -> Iterator[Status]:
        """One turn a status: sense, then answer with an order.

        In `--rate lockstep` the world waits for an order of every robot; a turn in which none was
        given is passed. In real time old statuses are skipped, so that a slow client does not lag.
        """
        while True:
            try:
                if self._turn is None:
                    self.wait_for("STA")
                self.update()
                self._messages.clear()
                yield self._turn
                if self._turn is not None:
                    self.pass_turn()
            except ConnectionLost:
                return

    def _take(self, timeout: float) -> Optional[Message]:
        line = self._lines.line(timeout)
        if line is None:
            if not self._lines.is_open:
                raise ConnectionLost("the server has closed the connection")
            return None
        message = parse(line)
        if isinstance(message, Status):
            self._turn = message
        kind = message.type if message.keyword == "SEN" else message.keyword
        self._latest[(kind, "")] = message
        if message.name:
            self._latest[(kind, message.name)] = message
        return message

    # --- entering ----------------------------------------------------------------------------

    def start_poses(self) -> Dict[str, StartPose]:
        """Where the world lets robots begin, by name. May be asked before init()."""
        self.send("GETSTARTPOSES")
        answer = self.wait_for(
            lambda message: message.keyword == "NFO" and message.get("StartPoses") != "")
        return answer.start_poses if isinstance(answer, Description) else {}

    def init(self, robot_class: str, name: str = "", start: str = "",
             location: Optional[Sequence[float]] = None,
             rotation: Optional[Sequence[float]] = None) -> Status:
        """Enters the world, at a start pose or at a place; gives the robot's first status."""
        line = "INIT {ClassName USARBot.%s}" % robot_class
        if name:
            line += " {Name %s}" % name
        if start:
            line += " {Start %s}" % start
        else:
            line += " {Location %s}" % _vector_text(location or (0.0, 0.0, 0.0))
            line += " {Rotation %s}" % _vector_text(rotation or (0.0, 0.0, 0.0))
        self.send(line)
        try:
            return self.wait_for("STA")
        except TimedOut:
            raise TimedOut("no robot came of '%s'; the server's log says why" % line) from None

    # --- asking ------------------------------------------------------------------------------

    def getconf(self, kind: str, name: str = "") -> Message:
        """What GETCONF says of a type of sensor, of "Robot" or "MisPkg"."""
        return self._ask("GETCONF", "CONF", kind, name)

    def getgeo(self, kind: str, name: str = "") -> Message:
        return self._ask("GETGEO", "GEO", kind, name)

    def _ask(self, question: str, answer: str, kind: str, name: str) -> Message:
        self.send("%s {Type %s}%s" % (question, kind, " {Name %s}" % name if name else ""))

        def is_answer(message: Message) -> bool:
            return message.keyword == answer and (
                kind.lower() == "robot" or message.type.lower() == kind.lower())
        return self.wait_for(is_answer)

    # --- ordering ----------------------------------------------------------------------------

    def send(self, line: str) -> None:
        """A line of the protocol, as it is."""
        if not line.upper().startswith("GET"):
            self._turn = None
        try:
            self._lines.send(line)
        except OSError as error:
            raise ConnectionLost("the server has closed the connection") from error

    def drive(self, left: float, right: float, normalized: bool = False,
              light: Optional[bool] = None, flip: bool = False) -> None:
        """Wheel or track speed of each side in rad/s, or in percent if normalized."""
        line = "DRIVE {Left %s} {Right %s}" % (_number_text(left), _number_text(right))
        if normalized:
            line += " {Normalized true}"
        if light is not None:
            line += " {Light %s}" % ("true" if light else "false")
        if flip:
            line += " {Flip true}"
        self.send(line)

    def stop(self) -> None:
        self.drive(0.0, 0.0)

    def pass_turn(self) -> None:
        """An answer in lockstep that changes nothing."""
        self.send("TRACE {On false}")

    def steer(self, speed: float, front: float = 0.0, rear: float = 0.0) -> None:
        """Wheel speed in rad/s and the angles of the steered axles in rad."""
        self.send("DRIVE {Speed %s} {FrontSteer %s} {RearSteer %s}" % (
            _number_text(speed), _number_text(front), _number_text(rear)))

    def fly(self, linear: float = 0.0, lateral: float = 0.0, altitude: float = 0.0,
            rotational: float = 0.0) -> None:
        """Velocities of a flying robot: forward, right and up in m/s, turning as the server has it."""
        self.send("DRIVE {AltitudeVelocity %s} {LinearVelocity %s} {LateralVelocity %s} "
                  "{RotationalVelocity %s}" % tuple(
                      _number_text(value) for value in (altitude, linear, lateral, rotational)))

    def set_joint(self, name: str, angle: float) -> None:
        self.send("SET {Type Joint} {Name %s} {Opcode Angle} {Params %s}" % (
            name, _number_text(angle)))

    def multidrive(self, **joints: float) -> None:
        """Several joints at once: multidrive(FRFlipper=0.5, FLFlipper=0.5)."""
        self.send("MULTIDRIVE " + " ".join(
            "{%s %s}" % (name, _number_text(value)) for name, value in joints.items()))

    def mispkg(self, name: str, *values: float) -> None:
        """A mission package's links, from the first on, to these angles (rad) or positions (m)."""
        self.send("MISPKG {Name %s}" % name + "".join(
            " {Link %d} {Value %s} {Order 0}" % (link, _number_text(value))
            for link, value in enumerate(values, 1)))

    def set(self, kind: str, name: str, opcode: str, params: str = "") -> None:
        """SET as the protocol has it: set("Odometry", "Odometry", "RESET")."""
        line = "SET {Type %s} {Name %s} {Opcode %s}" % (kind, name, opcode)
        self.send(line + (" {Params %s}" % params if params else ""))
