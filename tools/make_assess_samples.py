#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the samples of docs/assess.md: a robot that goes round a corridor, as it truly went, as a SLAM and as its
wheels believe, true relations, and two maps. Same bytes each time.

    python3 tools/make_assess_samples.py docs/data
"""
import math
import pathlib
import random
import sys

START = 1000.0  # s
STEP = 0.5
COUNT = 420
SPEED = 0.4  # m/s
HALF_LENGTH, HALF_WIDTH, CORNER = 4.5, 2.5, 0.8  # m, of the way round


def wrapped(angle):
    return math.atan2(math.sin(angle), math.cos(angle))


def joined(a, b):
    c, s = math.cos(a[2]), math.sin(a[2])
    return (a[0] + c * b[0] - s * b[1], a[1] + s * b[0] + c * b[1], wrapped(a[2] + b[2]))


def inverse(a):
    c, s = math.cos(a[2]), math.sin(a[2])
    return (-c * a[0] - s * a[1], s * a[0] - c * a[1], wrapped(-a[2]))


def way(length):
    """The pose after so many metres round a rectangle with round corners."""
    sides = [2 * (HALF_LENGTH - CORNER), 2 * (HALF_WIDTH - CORNER)] * 2
    bend = CORNER * math.pi / 2
    length %= sum(sides) + 4 * bend
    pose = (-(HALF_LENGTH - CORNER), -HALF_WIDTH, 0.0)
    for side in sides:
        if length <= side:
            return joined(pose, (length, 0.0, 0.0))
        pose, length = joined(pose, (side, 0.0, 0.0)), length - side
        turn = min(length, bend) / CORNER
        moved = joined(pose, (CORNER * math.sin(turn), CORNER * (1 - math.cos(turn)), turn))
        if length <= bend:
            return moved
        pose, length = moved, length - bend
    return pose


def wandering(count, sigma, memory, source):
    """Noise that remembers."""
    value, values = 0.0, []
    for _ in range(count):
        value = memory * value + math.sqrt(1 - memory * memory) * source.gauss(0, sigma)
        values.append(value)
    return values


def slam_estimate(truth, source):
    x, y, turn = (wandering(len(truth), s, 0.9, source) for s in (0.02, 0.02, 0.004))
    return [(p[0] + a, p[1] + b, wrapped(p[2] + c)) for p, a, b, c in zip(truth, x, y, turn)]


def odometry_of(truth, source):
    poses = [(0.0, 0.0, 0.0)]
    for before, after in zip(truth, truth[1:]):
        moved = joined(inverse(before), after)
        slip = (moved[0] * 1.015, moved[1], moved[2] * 1.02 + source.gauss(0.0008, 0.004))
        poses.append(joined(poses[-1], slip))
    return poses


def relations_of(truth):
    pairs = [(i, i + 2) for i in range(0, len(truth) - 2, 2)]
    for j in range(0, len(truth), 4):
        for i in range(0, j - 60, 2):
            if math.hypot(truth[i][0] - truth[j][0], truth[i][1] - truth[j][1]) < 0.12:
                pairs.append((i, j))
                break
    return [(i, j, joined(inverse(truth[i]), truth[j])) for i, j in pairs]


def stamp(index):
    return START + STEP * index


def tum_text(poses):
    rows = (f"{stamp(i):.6f} {p[0]:.4f} {p[1]:.4f} 0 0 0 {math.sin(p[2] / 2):.6f} {math.cos(p[2] / 2):.6f}\n"
            for i, p in enumerate(poses))
    return "# timestamp tx ty tz qx qy qz qw\n" + "".join(rows)


def plan_cell(x, y):
    """0 free, 1 wall, None unknown: a ring of corridors around a block with a niche, in a house."""
    outer = max(abs(x) - 5.6, abs(y) - 3.6)
    inner = max(abs(x) - 3.4, abs(y) - 1.4)
    niche = abs(x - 1.0) < 0.7 and y > 0.2
    alcove = 0 <= x + 3.5 < 1.2 and 3.5 < y < 4.2
    if inner < 0 and not niche:
        return 1 if inner > -0.15 else (1 if abs(abs(x - 1.0) - 0.75) < 0.08 and y > 0.15 else None)
    if outer > 0 and not alcove:
        return 1 if outer < 0.15 else None
    return 0


def map_files(folder, name, resolution, width, height, plan_from_map, flips, source):
    rows = bytearray()
    for row in reversed(range(height)):
        for column in range(width):
            x, y, _ = joined(plan_from_map, ((column + 0.5) * resolution, (row + 0.5) * resolution, 0.0))
            cell = plan_cell(x, y)
            if flips and cell is not None and source.random() < flips:
                cell = None
            rows.append({0: 254, 1: 0, None: 205}[cell])
    (folder / f"{name}.pgm").write_bytes(f"P5\n{width} {height}\n255\n".encode() + bytes(rows))
    (folder / f"{name}.yaml").write_text(
        f"image: {name}.pgm\nresolution: {resolution}\norigin: [0.0, 0.0, 0.0]\nnegate: 0\n"
        "occupied_thresh: 0.65\nfree_thresh: 0.196\n")


def main(folder):
    source = random.Random(7)
    truth = [way(SPEED * STEP * i) for i in range(COUNT)]
    odometry = odometry_of(truth, source)
    (folder / "rounds-truth.tum").write_text(tum_text(truth))
    (folder / "rounds-slam.tum").write_text(tum_text(slam_estimate(truth, source)))
    (folder / "rounds-odometry.txt").write_text(
        "".join(f"{stamp(i):.6f} {x:.4f} {y:.4f} {h:.5f}\n" for i, (x, y, h) in enumerate(odometry)))
    relations = relations_of(truth)
    (folder / "rounds.relations").write_text(
        "# stamp_i stamp_j x y z roll pitch yaw\n" +
        "".join(f"{stamp(i):.6f} {stamp(j):.6f} {d[0]:.5f} {d[1]:.5f} 0 0 0 {d[2]:.6f}\n" for i, j, d in relations))
    map_files(folder, "rounds-truth", 0.1, 130, 92, (-6.5, -4.6, 0.0), 0.0, source)
    map_files(folder, "rounds-slam", 0.08, 180, 150, (-8.0, -4.5, -0.15), 0.05, source)


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]))
