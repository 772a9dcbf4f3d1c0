#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The smallest robot: drives ahead for three seconds and says where its wheels think it is."""
import argparse
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from rubble_client import Robot  # noqa: E402

parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("--host", default="127.0.0.1")
parser.add_argument("--port", type=int, default=3000)
options = parser.parse_args()
with Robot(options.host, options.port) as robot:
    begin = robot.init("P3AT", start="RobotStart1").time
    robot.drive(2.0, 2.0)
    for status in robot.steps():
        if status.time - begin > 3.0:
            break
    print(robot.latest("Odometry"))
