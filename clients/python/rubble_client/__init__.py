# SPDX-License-Identifier: Apache-2.0
"""Drives robots of Rubble, or of any server that speaks USARSim. Standard library only.

    from rubble_client import Robot

    with Robot() as robot:
        robot.init("P3AT", start="RobotStart1")
        robot.drive(2.0, 2.0)
        for message in robot:
            print(message)

Units are metres, seconds, radians; x forward, y right, z down; angles clockwise from above.
"""
from .images import Frame, ImageClient
from .messages import (Counts, Description, Gps, Imu, Message, Odometry, PackageStatus, Ranges,
                       RangeScan, Result, Spatial, StartPose, Status, Tags, Touches, Victims, parse)
from .robot import ConnectionLost, Robot, RobotError, TimedOut
from .truth import TruePose, TruthClient

__all__ = [
    "ConnectionLost", "Counts", "Description", "Frame", "Gps", "ImageClient", "Imu", "Message",
    "Odometry", "PackageStatus", "Ranges", "RangeScan", "Result", "Robot", "RobotError", "Spatial",
    "StartPose", "Status", "Tags", "TimedOut", "Touches", "TruePose", "TruthClient", "Victims",
    "parse",
]
