#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Explores a world with one laser: goes where there is room and where it has been least.

    ./rubble serve worlds/maze.sdf &
    python3 clients/python/examples/explorer.py --duration 120 --map maze.png
"""
import argparse
import math
import pathlib
import random
import struct
import sys
import zlib

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from rubble_client import Robot, RobotError  # noqa: E402

HALF_WIDTH = 0.30  # m, of the lane a robot needs
STOP_DISTANCE = 0.50  # m, laser to obstacle
PLACE = 0.5  # m, the grain of "where have I been"
CELL = 0.05  # m, the grain of the map
ZOOM = 3  # pixels a cell
LEVEL = math.radians(4.0)  # tilted more than that a laser does not see walls
HEADINGS = [math.radians(angle) for angle in range(-110, 111, 10)]


def wrapped(angle):
    return math.remainder(angle, 2.0 * math.pi)


def level_scanner(robot):
    """The name of a laser that is mounted level; robots may have others."""
    try:
        mounts = robot.getgeo("RangeScanner").groups()
    except RobotError:
        raise RobotError("this robot has no laser to explore with") from None
    for mount in mounts:
        roll, pitch, _ = (float(angle) for angle in mount["Orientation"].split(","))
        if abs(roll) < 0.3 and abs(pitch) < 0.3:
            return mount["Name"]
    raise RobotError("no laser of this robot is level")


class Map:
    """What the laser saw: cells it looked through, cells it ended in."""

    def __init__(self):
        self.cells = {}

    def add(self, pose, points, far):
        x0, y0, _ = pose
        for (x, y), is_hit in zip(points, far):
            length = math.hypot(x - x0, y - y0)
            for step in range(0, int(length / CELL)):
                share = step * CELL / length
                self.change(x0 + share * (x - x0), y0 + share * (y - y0), -1)
            if is_hit:
                self.change(x, y, 4)

    def change(self, x, y, amount):
        cell = (round(x / CELL), round(y / CELL))
        self.cells[cell] = max(-20, min(40, self.cells.get(cell, 0) + amount))

    def rows(self):
        """Grey values, row 0 on top; y to the right of the robot's start is down."""
        if not self.cells:
            return [bytes([205])]
        xs, ys = zip(*self.cells)
        left, top = min(xs), min(ys)
        rows = [bytearray([205]) * (max(xs) - left + 1) for _ in range(max(ys) - top + 1)]
        for (x, y), value in self.cells.items():
            rows[y - top][x - left] = 0 if value > 0 else 254
        return [bytes(row) for row in rows]

    def save(self, path):
        rows = [bytes(grey for grey in row for _ in range(ZOOM)) for row in self.rows() for _ in range(ZOOM)]
        width, height = len(rows[0]), len(rows)
        if path.endswith(".png"):
            def chunk(name, data):
                return (struct.pack(">I", len(data)) + name + data +
                        struct.pack(">I", zlib.crc32(name + data)))
            picture = (b"\x89PNG\r\n\x1a\n" +
                       chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)) +
                       chunk(b"IDAT", zlib.compress(b"".join(b"\0" + row for row in rows))) +
                       chunk(b"IEND", b""))
        else:
            picture = b"P5\n%d %d\n255\n" % (width, height) + b"".join(rows)
        pathlib.Path(path).write_bytes(picture)


class Explorer:
    def __init__(self, robot, speed, say):
        self.robot = robot
        self.say = say
        self.map = Map()
        self.visits = {}
        self.way = 0.0
        self.pose = None
        self.doing = ""
        self.target = None  # heading to turn to on the spot
        self.escape_until = None
        self.keep_until = 0.0  # no new direction before that
        self.side = 1  # where it turned last; a robot that cannot decide goes nowhere
        self.turned = -math.inf  # when
        self.watched = (0.0, None)  # time and scan by which we see whether we move
        geometry, limits = robot.getgeo("Robot"), robot.getconf("Robot")
        self.wheel_radius = geometry.number("WheelRadius") or 0.1
        self.separation = geometry.number("WheelSeparation") or 0.4
        self.top_speed = min(speed, 0.9 * self.wheel_radius * (limits.number("MaxSpeed") or 5.0))
        self.scanner = level_scanner(robot)
        laser = robot.getconf("RangeScanner", self.scanner)
        self.max_range = laser.number("MaxRange") or 20.0

    # --- sensing ---

    def look(self):
        """Pose and scan; False until there are both. An INS knows better how far a robot has turned
        than wheels that skid do."""
        scan = self.robot.latest("RangeScanner", self.scanner)
        odometry = self.robot.latest("Odometry")
        ins = self.robot.latest("INS")
        if scan is None or (odometry is None and ins is None):
            return False
        if ins is not None:
            pose = (ins.location[0], ins.location[1], ins.orientation[2])
            self.tilt = max(abs(wrapped(angle)) for angle in ins.orientation[:2])
        else:
            pose = (odometry.x, odometry.y, odometry.theta)
            self.tilt = 0.0
        if self.pose:
            self.way += math.hypot(pose[0] - self.pose[0], pose[1] - self.pose[1])
        is_new = scan is not getattr(self, "scan", None)
        self.pose, self.scan = pose, scan
        self.points = [(distance * math.cos(scan.angle(i)), distance * math.sin(scan.angle(i)))
                       for i, distance in enumerate(scan.ranges) if distance > 0.05]
        if is_new:
            self.remember(scan)
        return True

    def remember(self, scan):
        x, y, theta = self.pose
        place = (round(x / PLACE), round(y / PLACE))
        self.visits[place] = self.visits.get(place, 0) + 1
        if self.tilt > LEVEL:
            return  # it looks at the floor, or over the walls
        reach = min(4.0, 0.95 * self.max_range)
        ends, hits = [], []
        for i in range(0, len(scan.ranges), 2):
            angle, distance = theta + scan.angle(i), min(scan.ranges[i], reach)
            ends.append((x + distance * math.cos(angle), y + distance * math.sin(angle)))
            hits.append(scan.ranges[i] < reach)
        self.map.add(self.pose, ends, hits)

    def room(self, heading):
        """How far a lane of the robot's width is free that way, m."""
        along, across = math.cos(heading), math.sin(heading)
        free = 4.0
        for x, y in self.points:
            ahead = x * along + y * across
            if 0.0 < ahead < free and abs(y * along - x * across) < HALF_WIDTH:
                free = ahead
        return free

    def is_stuck(self, now):
        """Wheels may spin; a scene that does not change while they do says so."""
        then, ranges = self.watched
        if ranges is None or len(ranges) != len(self.scan.ranges):
            self.watched = (now, list(self.scan.ranges))
            return False
        if now - then < 3.0:
            return False
        self.watched = (now, list(self.scan.ranges))
        changes = sorted(abs(a - b) for a, b in zip(ranges, self.scan.ranges))
        return changes[len(changes) * 3 // 4] < 0.03

    # --- deciding ---

    def worth(self, heading, free):
        x, y, theta = self.pose
        worst = 0.0
        for distance in (0.6, 1.2, 1.8):
            if distance < free:
                place = (round((x + distance * math.cos(theta + heading)) / PLACE),
                         round((y + distance * math.sin(theta + heading)) / PLACE))
                worst += self.visits.get(place, 0)
        return min(free, 2.5) - 0.35 * abs(heading) - 0.04 * min(worst, 100)

    def act(self, now):
        if self.escape_until is not None:
            if now < self.escape_until:
                return self.move(-0.6 * self.top_speed, 0.0, "stuck: backing away")
            self.escape_until = None
            self.target = wrapped(self.pose[2] + random.choice((-1, 1)) * random.uniform(1.2, 2.6))
            self.watched = (now, None)
        if self.is_stuck(now):
            self.escape_until = now + 1.5
            return self.move(-0.6 * self.top_speed, 0.0, "stuck: backing away")
        if self.target is not None:
            left = wrapped(self.target - self.pose[2])
            if abs(left) > 0.2:
                return self.move(0.0, math.copysign(1.2, left), "turning on the spot")
            self.target = None
            self.keep_until = now + 2.5  # a turn that was worth it is followed by some way
            self.turned = now
        rooms = {heading: self.room(heading) for heading in HEADINGS}
        is_blocked = max(rooms[h] for h in HEADINGS if abs(h) < 0.2) < STOP_DISTANCE
        if is_blocked or now > self.keep_until:
            choice = [h for h in HEADINGS if rooms[h] > STOP_DISTANCE + 0.15
                      and (abs(h) > 0.3 or not is_blocked)]
            if is_blocked and now - self.turned < 4.0:
                choice = [h for h in choice if h * self.side > 0]  # not back again
        else:
            choice = [h for h in HEADINGS if abs(h) < 0.6]
        if not choice:
            self.target = wrapped(self.pose[2] + self.side * 2.0)
            return self.move(0.0, self.side * 1.2, "dead end: turning round")
        best = max(choice, key=lambda heading: self.worth(heading, rooms[heading]))
        if abs(best) > 0.7 or is_blocked:
            self.side = 1 if best > 0 else -1
            self.target = wrapped(self.pose[2] + best)
            return self.move(0.0, self.side * 1.2, "turning %s" % ("right" if best > 0 else "left"))
        speed = self.top_speed * max(0.25, min(1.0, (rooms[0.0] - STOP_DISTANCE) / 0.8))
        side = "ahead" if abs(best) < 0.2 else "bearing right" if best > 0 else "bearing left"
        return self.move(speed, 1.4 * best, side)

    def move(self, speed, turn, doing):
        """Speed in m/s, turn in rad/s, clockwise positive: the left wheels are the faster ones."""
        half = 0.5 * turn * self.separation
        self.robot.drive((speed + half) / self.wheel_radius, (speed - half) / self.wheel_radius)
        if doing != self.doing:
            self.doing = doing
            x, y, theta = self.pose
            self.say("at (%6.2f, %6.2f) heading %4.0f deg, %.1f m ahead: %s" % (
                x, y, math.degrees(theta), self.room(0.0), doing))


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=3000)
    parser.add_argument("--robot", default="P3AT", help="a class that turns on the spot, with a laser")
    parser.add_argument("--start", default="", help="a start pose; without one the world's first")
    parser.add_argument("--duration", type=float, default=120.0, help="seconds of the world's time")
    parser.add_argument("--speed", type=float, default=0.4, help="m/s")
    parser.add_argument("--seed", type=int, default=1, help="of the choices made when stuck")
    parser.add_argument("--map", default="", help="write what it saw into this file (.pgm, .png)")
    return parser.parse_args()


def main():
    options = arguments()
    random.seed(options.seed)
    with Robot(options.host, options.port) as robot:
        start = options.start or next(iter(robot.start_poses()), "")
        begin = robot.init(options.robot, start=start).time
        explorer = Explorer(robot, options.speed, print)
        for status in robot.steps():
            if status.time - begin > options.duration:
                break
            if explorer.look():
                explorer.act(status.time)
        robot.stop()
    print("went %.1f m, saw %d places of %.1f m" % (explorer.way, len(explorer.visits), PLACE))
    if options.map:
        explorer.map.save(options.map)
        print("wrote", options.map)


if __name__ == "__main__":
    try:
        main()
    except (RobotError, OSError) as error:
        sys.exit("explorer: %s" % error)
    except KeyboardInterrupt:
        sys.exit(130)
