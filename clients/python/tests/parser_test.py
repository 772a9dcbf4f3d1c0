#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What servers of both generations say, as objects."""
import math
import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from rubble_client import (Counts, Description, Gps, Imu, Message, Odometry, PackageStatus,  # noqa: E402
                           RangeScan, Ranges, Result, Spatial, Status, Tags, Touches, Victims, parse)
from rubble_client.messages import number, vector  # noqa: E402


class StatusTest(unittest.TestCase):
    def test_classic(self):
        status = parse("STA {Type GroundVehicle} {Time 3104.57} {FrontSteer 0.0000} {RearSteer 0.0000} "
                       "{FRFlipper -0.0006} {LightToggle False} {LightIntensity 0} {Battery 1200} {View -1}")
        self.assertIsInstance(status, Status)
        self.assertEqual(status.type, "GroundVehicle")
        self.assertEqual(status.time, 3104.57)
        self.assertEqual(status.battery, 1200)
        self.assertFalse(status.light)
        self.assertEqual(status.joints, {"FrontSteer": 0.0, "RearSteer": 0.0, "FRFlipper": -0.0006})

    def test_udk(self):
        status = parse("STA {Time 477.7582} {Battery 99999} {Type GroundVehicle} {LightToggle True} "
                       "{LightIntensity 100} {FrontSteer 0} {RearSteer 0}")
        self.assertEqual(status.time, 477.7582)
        self.assertEqual(status.battery, 99999)
        self.assertTrue(status.light)


class SensorTest(unittest.TestCase):
    def test_range_scan_begins_at_the_right(self):
        scan = parse("SEN {Time 1.50} {Type RangeScanner} {Name Scanner1} {Resolution 0.7854} "
                     "{FOV 3.1416} {Range 1.0000,2.0000,3.0000,4.0000,5.0000}")
        self.assertIsInstance(scan, RangeScan)
        self.assertEqual(scan.name, "Scanner1")
        self.assertEqual(scan.ranges, [1.0, 2.0, 3.0, 4.0, 5.0])
        self.assertAlmostEqual(scan.angle(0), math.pi / 2, 3)
        self.assertAlmostEqual(scan.angle(2), 0.0)
        self.assertAlmostEqual(scan.angle(4), -math.pi / 2, 3)

    def test_sonars_of_both_generations(self):
        classic = parse("SEN {Time 3104.57} {Type Sonar} {Name F1 Range 4.5523} {Name F2 Range 1.9776}")
        self.assertIsInstance(classic, Ranges)
        self.assertEqual(classic.ranges, {"F1": 4.5523, "F2": 1.9776})
        udk = parse("SEN {Time 45.14} {Type Sonar} {Name F1} {Range 2.5000}")
        self.assertEqual(udk.ranges, {"F1": 2.5})
        self.assertEqual(udk.name, "F1")

    def test_encoders_of_both_generations(self):
        classic = parse("SEN {Type Encoder} {Name ECLeft Tick -5} {Name ECRight Tick 7}")
        self.assertIsInstance(classic, Counts)
        self.assertEqual(classic.ticks, {"ECLeft": -5, "ECRight": 7})
        self.assertIsNone(classic.time)
        self.assertEqual(parse("SEN {Time 1} {Type Encoder} {Name W1} {Tick 3}").ticks, {"W1": 3})

    def test_touch_of_both_generations(self):
        self.assertEqual(parse("SEN {Type Touch} {Name T1 Touch True} {Name T2 Touch False}").touched,
                         {"T1": True, "T2": False})
        touch = parse("SEN {Time 2.0} {Type Touch} {Name T1} {Touch True}")
        self.assertIsInstance(touch, Touches)
        self.assertEqual(touch.touched, {"T1": True})

    def test_odometry(self):
        odometry = parse("SEN {Time 4.00} {Type Odometry} {Name Odometry} {Pose 1.2345,-0.5000,-0.000}")
        self.assertIsInstance(odometry, Odometry)
        self.assertEqual((odometry.x, odometry.y, odometry.theta), (1.2345, -0.5, 0.0))

    def test_ins_and_truth(self):
        for kind in ("INS", "GroundTruth"):
            pose = parse("SEN {Type %s} {Name X} {Location 1.00,2.00,-0.10} {Orientation 0.00,0.00,6.28}" % kind)
            self.assertIsInstance(pose, Spatial)
            self.assertEqual(pose.location, (1.0, 2.0, -0.1))
            self.assertEqual(pose.orientation, (0.0, 0.0, 6.28))

    def test_gps(self):
        gps = parse("SEN {Type GPS} {Name GPS} {Latitude 39,8.0341,N} {Longitude 77,13.0001,W} {Fix 1} "
                    "{Satellites 11}")
        self.assertIsInstance(gps, Gps)
        self.assertAlmostEqual(gps.latitude, 39.133902, 5)
        self.assertAlmostEqual(gps.longitude, -77.216668, 5)
        self.assertTrue(gps.has_fix)
        self.assertFalse(parse("SEN {Type GPS} {Name GPS} {Fix 0} {Satellites 0}").has_fix)

    def test_imu(self):
        imu = parse("SEN {Time 1} {Type IMU} {Name IMU} {XYZAcceleration 1,2,3} {AngularVel 0,0,1} "
                    "{AngularAccel 0,0,0} {Rotation 0,0,0.5}")
        self.assertIsInstance(imu, Imu)
        self.assertEqual(imu.acceleration, (1.0, 2.0, 3.0))
        self.assertEqual(imu.rotation, (0.0, 0.0, 0.5))

    def test_tags_and_victims(self):
        tags = parse("SEN {Time 1} {Type RFID} {Name RFID} {ID 118} {Location 1.0,0.5,0.0} {Mem 0} {ID 7}")
        self.assertIsInstance(tags, Tags)
        self.assertEqual(tags.tags, {118: (1.0, 0.5, 0.0), 7: ()})
        victims = parse("SEN {Type VictSensor} {Name V} {PartName Leg} {Location 1,2,3} {PartName Arm} "
                        "{Location 4,5,6}")
        self.assertIsInstance(victims, Victims)
        self.assertEqual(victims.parts, [("Leg", (1.0, 2.0, 3.0)), ("Arm", (4.0, 5.0, 6.0))])
        self.assertEqual(parse("SEN {Type VictSensor} {Name V} {Status NoVictims}").parts, [])

    def test_an_unknown_sensor_is_a_message(self):
        other = parse("SEN {Time 1.0} {Type Tachometer} {Name T} {Vel 1,2} {Pos 3,4}")
        self.assertIs(type(other), Message)
        self.assertEqual(other.vector("Vel"), (1.0, 2.0))

    def test_a_camera_says_nothing(self):
        self.assertEqual(parse("SEN {Time 1.0} {Type Camera} ").type, "Camera")


class OtherTest(unittest.TestCase):
    def test_packages(self):
        package = parse("MISSTA {Time 3104.57} {Name CameraPanTilt} {Link 1} {Value 0.5000} {Torque -20.00} "
                        "{Link 2} {Value -0.2500} {Torque -20.00}")
        self.assertIsInstance(package, PackageStatus)
        self.assertEqual(package.links, {1: 0.5, 2: -0.25})

    def test_geometry_of_both_generations(self):
        classic = parse("GEO {Type Sonar} {Name F2 Location 0.1850,-0.1150,0.0000 Orientation "
                        "0.0000,0.0000,-0.8727 Mount HARD} {Name F3 Location 1,2,3 Orientation 0,0,0 Mount HARD}")
        self.assertIsInstance(classic, Description)
        self.assertEqual(classic.groups()[0]["Location"], "0.1850,-0.1150,0.0000")
        self.assertEqual([group["Name"] for group in classic.groups()], ["F2", "F3"])
        udk = parse("GEO {Type RangeScanner} {Name lms200} {Location 0.21,-0.00,-0.20} "
                    "{Orientation 0.00,-0.00,-0.00}{Mount P3AT}")
        self.assertEqual(udk.groups(), [{"Name": "lms200", "Location": "0.21,-0.00,-0.20",
                                         "Orientation": "0.00,-0.00,-0.00", "Mount": "P3AT"}])

    def test_start_poses(self):
        world = parse("NFO {StartPoses 2} {RobotStart1 1.0000,2.0000,-0.1000 0.0000,0.0000,0.0000 "
                      "RobotStart2 3.0000,2.0000,-0.1000 0.0000,0.0000,1.5708}")
        self.assertEqual(list(world.start_poses), ["RobotStart1", "RobotStart2"])
        self.assertEqual(world.start_poses["RobotStart2"].location, (3.0, 2.0, -0.1))
        self.assertEqual(world.start_poses["RobotStart2"].rotation[2], 1.5708)
        self.assertEqual(parse("NFO {StartPoses 0}").start_poses, {})
        self.assertEqual(parse("NFO {Gametype X} {Level maze} {TimeLimit 0}").start_poses, {})

    def test_results(self):
        self.assertTrue(parse("RES {Time 1} {Type Camera} {Name C} {Status OK}").ok)
        failed = parse("RES {Time 1} {Type RFID} {Name R} {Status Failed}")
        self.assertIsInstance(failed, Result)
        self.assertFalse(failed.ok)

    def test_nonsense_never_raises(self):
        for line in ("", "{", "}", "SEN", "SEN {", "SEN {Type}", "SEN {Type RangeScanner}",
                     "SEN {Type Odometry} {Pose x,y}", "SEN {Type Odometry} {Pose 1,2}", "STA {Battery x}",
                     "SEN {Type Sonar} {Name} {Range}", "NFO {StartPoses 3}", "NFO {StartPoses 1} {A}",
                     "SEN {Type GPS} {Latitude 1,2}", "{{{{}}}}", "MISSTA {Link} {Value}",
                     "STA {Name n} {Size v} {Location v {Memory {m} {Rotation v}", "\x00\xff{\x01 \x02}"):
            self.assertIsInstance(parse(line), Message, line)

    def test_numbers(self):
        self.assertEqual(number("1,00"), 1.0)
        self.assertEqual(number("-.5e1x"), -5.0)
        self.assertIsNone(number("nan"))
        self.assertEqual(vector("1, 2 3,x,,4"), (1.0, 2.0, 3.0, 4.0))


if __name__ == "__main__":
    unittest.main()
