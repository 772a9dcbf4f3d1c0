# SPDX-License-Identifier: Apache-2.0
"""What a robot says, line by line, as Python objects.

parse() never raises: what cannot be understood stays a plain Message with its segments.
"""
from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Callable, Dict, List, Optional, Tuple

Vector = Tuple[float, ...]

_SEGMENT = re.compile(r"\{([^{}]*)\}")
_NUMBER = re.compile(r"[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?")


def number(text: str) -> Optional[float]:
    """The number a text begins with, or None."""
    match = _NUMBER.match(text.strip())
    return float(match.group()) if match else None


def vector(text: str) -> Vector:
    """Numbers parted by commas, blanks or both; words that are none are left out."""
    words = text.replace(",", " ").split()
    try:
        return tuple(map(float, words))
    except ValueError:
        values = map(number, words)
        return tuple(value for value in values if value is not None)


@dataclass
class Message:
    """One line: a keyword and {Name value} segments in their order."""
    keyword: str
    segments: List[Tuple[str, str]]
    text: str = field(repr=False, default="")

    def get(self, name: str, default: str = "") -> str:
        """The value of the first segment of that name, without regard to case."""
        wanted = name.lower()
        for key, value in self.segments:
            if key.lower() == wanted:
                return value
        return default

    def number(self, name: str) -> Optional[float]:
        return number(self.get(name))

    def vector(self, name: str) -> Vector:
        return vector(self.get(name))

    @property
    def time(self) -> Optional[float]:
        return self.number("Time")

    @property
    def type(self) -> str:
        return self.get("Type")

    @property
    def name(self) -> str:
        return self.get("Name").split(" ")[0]

    def groups(self) -> List[Dict[str, str]]:
        """What is said of each thing that has a name.

        Both ways of grouping are read: {Name F1 Range 4.5} {Name F2 Range 1.9}, all in one
        segment, and {Name F1} {Range 4.5}, one after the other.
        """
        groups: List[Dict[str, str]] = []
        for key, value in self.segments:
            if key == "Name":
                words = value.split()
                groups.append({"Name": words[0] if words else ""})
                groups[-1].update(zip(words[1::2], words[2::2]))
            elif groups:
                groups[-1].setdefault(key, value)
        return groups


@dataclass
class Status(Message):
    """STA: how the robot is."""
    battery: float = 0.0  # seconds left
    light: bool = False
    joints: Dict[str, float] = field(default_factory=dict)  # flippers and the like, rad


@dataclass
class RangeScan(Message):
    """A sweep of a laser; the first value is at the right."""
    resolution: float = 0.0
    fov: float = 0.0
    ranges: List[float] = field(default_factory=list)

    def angle(self, index: int) -> float:
        """Direction of a beam, rad, clockwise from straight ahead: right is positive."""
        if len(self.ranges) < 2:
            return 0.0
        return self.fov * (0.5 - index / (len(self.ranges) - 1))


@dataclass
class Ranges(Message):
    """Sonars or infrared sensors: metres by name."""
    ranges: Dict[str, float] = field(default_factory=dict)


@dataclass
class Touches(Message):
    touched: Dict[str, bool] = field(default_factory=dict)


@dataclass
class Counts(Message):
    """Encoder ticks by name."""
    ticks: Dict[str, int] = field(default_factory=dict)


@dataclass
class Odometry(Message):
    """Where the wheels say the robot is, seen from where it began."""
    x: float = 0.0
    y: float = 0.0
    theta: float = 0.0


@dataclass
class Spatial(Message):
    """INS and GroundTruth: a place and roll, pitch, yaw."""
    location: Vector = (0.0, 0.0, 0.0)
    orientation: Vector = (0.0, 0.0, 0.0)


@dataclass
class Gps(Message):
    has_fix: bool = False
    satellites: int = 0
    latitude: float = 0.0  # degrees, north positive
    longitude: float = 0.0  # degrees, east positive


@dataclass
class Imu(Message):
    acceleration: Vector = ()
    angular_velocity: Vector = ()
    rotation: Vector = ()


@dataclass
class Tags(Message):
    """RFID tags in reach: id -> place seen from the sensor, () if it does not say."""
    tags: Dict[int, Vector] = field(default_factory=dict)


@dataclass
class Victims(Message):
    """Parts of victims in sight: (part, place seen from the sensor)."""
    parts: List[Tuple[str, Vector]] = field(default_factory=list)


@dataclass
class PackageStatus(Message):
    """MISSTA or ASTA: link -> value of its joint."""
    links: Dict[int, float] = field(default_factory=dict)


@dataclass
class StartPose:
    location: Vector
    rotation: Vector


@dataclass
class Description(Message):
    """CONF, GEO and NFO: what the robot, its sensors and the world are."""

    @property
    def start_poses(self) -> Dict[str, StartPose]:
        """The poses of NFO {StartPoses n} {name location rotation name location rotation}."""
        names = [key.lower() for key, _ in self.segments]
        if "startposes" not in names or len(self.segments) < 2:
            return {}
        key, value = self.segments[names.index("startposes") + 1]
        words = [key] + value.split()
        return {words[i]: StartPose(vector(words[i + 1]), vector(words[i + 2]))
                for i in range(0, len(words) - 2, 3)}


@dataclass
class Result(Message):
    """RES: what became of a SET."""

    @property
    def ok(self) -> bool:
        return self.get("Status").lower() != "failed"


_STATUS_WORDS = {"type", "time", "battery", "lighttoggle", "lightintensity", "view", "name"}


def _status(message: Message) -> Message:
    joints = {}
    for key, value in message.segments:
        if key.lower() not in _STATUS_WORDS and number(value) is not None:
            joints[key] = number(value)
    return Status(**vars(message), battery=message.number("Battery") or 0.0,
                  light=message.get("LightToggle").lower() == "true", joints=joints)


def _range_scan(message: Message) -> Message:
    return RangeScan(**vars(message), resolution=message.number("Resolution") or 0.0,
                     fov=message.number("FOV") or 0.0, ranges=list(message.vector("Range")))


def _by_name(message: Message, key: str) -> Dict[str, str]:
    return {group["Name"]: group[key] for group in message.groups() if key in group}


def _ranges(message: Message) -> Message:
    values = {name: number(text) for name, text in _by_name(message, "Range").items()}
    return Ranges(**vars(message),
                  ranges={name: value for name, value in values.items() if value is not None})


def _touches(message: Message) -> Message:
    return Touches(**vars(message), touched={
        name: text.lower() == "true" for name, text in _by_name(message, "Touch").items()})


def _counts(message: Message) -> Message:
    return Counts(**vars(message), ticks={
        name: int(number(text) or 0) for name, text in _by_name(message, "Tick").items()})


def _odometry(message: Message) -> Message:
    pose = message.vector("Pose")
    if len(pose) != 3:
        return message
    return Odometry(**vars(message), x=pose[0], y=pose[1], theta=pose[2])


def _spatial(message: Message) -> Message:
    location, orientation = message.vector("Location"), message.vector("Orientation")
    if len(location) != 3 or len(orientation) != 3:
        return message
    return Spatial(**vars(message), location=location, orientation=orientation)


def _degrees(text: str) -> float:
    """39,8.0341,N -> 39.1339"""
    words = text.split(",")
    if len(words) != 3:
        return 0.0
    value = (number(words[0]) or 0.0) + (number(words[1]) or 0.0) / 60.0
    return -value if words[2].strip().upper() in ("S", "W") else value


def _gps(message: Message) -> Message:
    return Gps(**vars(message), has_fix=bool(message.number("Fix")),
               satellites=int(message.number("Satellites") or 0),
               latitude=_degrees(message.get("Latitude")),
               longitude=_degrees(message.get("Longitude")))


def _imu(message: Message) -> Message:
    return Imu(**vars(message), acceleration=message.vector("XYZAcceleration"),
               angular_velocity=message.vector("AngularVel"), rotation=message.vector("Rotation"))


def _tags(message: Message) -> Message:
    tags: Dict[int, Vector] = {}
    last = None
    for key, value in message.segments:
        if key == "ID" and number(value) is not None:
            last = int(number(value))
            tags[last] = ()
        elif key == "Location" and last is not None:
            tags[last] = vector(value)
    return Tags(**vars(message), tags=tags)


def _victims(message: Message) -> Message:
    parts: List[Tuple[str, Vector]] = []
    for key, value in message.segments:
        if key == "PartName":
            parts.append((value, ()))
        elif key == "Location" and parts:
            parts[-1] = (parts[-1][0], vector(value))
    return Victims(**vars(message), parts=parts)


def _package(message: Message) -> Message:
    links: Dict[int, float] = {}
    link = None
    for key, value in message.segments:
        if key == "Link":
            link = int(number(value) or 0)
        elif key == "Value" and link is not None:
            links[link] = number(value) or 0.0
    return PackageStatus(**vars(message), links=links)


def _description(message: Message) -> Message:
    return Description(**vars(message))


_SENSORS: Dict[str, Callable[[Message], Message]] = {
    "RangeScanner": _range_scan,
    "IRScanner": _range_scan,
    "Sonar": _ranges,
    "IR": _ranges,
    "Range": _ranges,
    "Touch": _touches,
    "Encoder": _counts,
    "Odometry": _odometry,
    "INS": _spatial,
    "INU": _spatial,
    "GroundTruth": _spatial,
    "GPS": _gps,
    "IMU": _imu,
    "RFID": _tags,
    "RFIDTag": _tags,
    "VictSensor": _victims,
}

_KEYWORDS: Dict[str, Callable[[Message], Message]] = {
    "STA": _status,
    "MISSTA": _package,
    "ASTA": _package,
    "CONF": _description,
    "GEO": _description,
    "NFO": _description,
    "RES": lambda message: Result(**vars(message)),
}


def parse(line: str) -> Message:
    """A line without its end as a Message, or as a class of its own where there is one."""
    keyword, _, _ = line.partition("{")
    segments = []
    for inside in _SEGMENT.findall(line):
        key, _, value = inside.strip().partition(" ")
        segments.append((key, value.strip()))
    message = Message(keyword.strip(), segments, line)
    if message.keyword == "SEN":
        make = _SENSORS.get(message.type)
    else:
        make = _KEYWORDS.get(message.keyword)
    return make(message) if make else message
