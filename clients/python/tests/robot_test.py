#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The clients against servers of a few lines, on loopback."""
import pathlib
import socket
import struct
import sys
import threading
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from rubble_client import ConnectionLost, ImageClient, Robot, TimedOut, TruthClient  # noqa: E402


class Script:
    """A server for one client: says lines, wants lines, in order; then closes or stays silent."""

    def __init__(self, *lines, stays=False):
        self.port_socket = socket.create_server(("127.0.0.1", 0))
        self.port = self.port_socket.getsockname()[1]
        self.wrong = []
        self.end = threading.Event()
        self.thread = threading.Thread(target=self.play, args=(lines, stays), daemon=True)
        self.thread.start()

    def play(self, lines, stays):
        connection, _ = self.port_socket.accept()
        with connection, connection.makefile("rwb") as file:
            for line in lines:
                if line.startswith("> "):
                    got = file.readline().decode().rstrip("\r\n")
                    if got != line[2:]:
                        self.wrong.append(got)
                else:
                    file.write(line[2:].encode() + b"\r\n")
                    file.flush()
            if stays:
                self.end.wait(10)

    def close(self):
        self.end.set()
        self.thread.join(10)
        self.port_socket.close()


class RobotTest(unittest.TestCase):
    def play(self, *lines, stays=False):
        script = Script("< NFO {Gametype BotDeathMatch} {Level maze} {TimeLimit 0}", *lines, stays=stays)
        self.addCleanup(script.close)
        return script

    def test_enters_asks_and_drives(self):
        script = self.play(
            "> GETSTARTPOSES",
            "< NFO {StartPoses 1} {S1 1.0,2.0,-0.1 0,0,0}",
            "> INIT {ClassName USARBot.P3AT} {Name R9} {Start S1}",
            "< SEN {Time 0.1} {Type Odometry} {Name Odo} {Pose 0,0,0}",
            "< STA {Type GroundVehicle} {Time 0.1} {Battery 1200}",
            "> GETGEO {Type Robot}",
            "< GEO {Type GroundVehicle} {Name P3AT} {WheelRadius 0.1100}",
            "> DRIVE {Left 1.5} {Right -2}",
            "> DRIVE {Left 50} {Right 50} {Normalized true} {Light true} {Flip true}",
            "> DRIVE {Speed 1} {FrontSteer 0.25} {RearSteer 0}",
            "> DRIVE {AltitudeVelocity 0.5} {LinearVelocity 1} {LateralVelocity 0} {RotationalVelocity 0.1}",
            "> SET {Type Joint} {Name FRFlipper} {Opcode Angle} {Params 0.5}",
            "> MULTIDRIVE {FRFlipper 0.5} {FLFlipper 0.25}",
            "> MISPKG {Name CameraPanTilt} {Link 1} {Value 1.5} {Order 0} {Link 2} {Value 0} {Order 0}",
            "> SET {Type Odometry} {Name Odo} {Opcode RESET}")
        with Robot(port=script.port) as robot:
            self.assertEqual(robot.greeting.get("Level"), "maze")
            self.assertEqual(list(robot.start_poses()), ["S1"])
            self.assertEqual(robot.init("P3AT", name="R9", start="S1").time, 0.1)
            self.assertEqual(robot.getgeo("Robot").number("WheelRadius"), 0.11)
            robot.drive(1.5, -2.0)
            robot.drive(50, 50, normalized=True, light=True, flip=True)
            robot.steer(1.0, 0.25)
            robot.fly(linear=1.0, altitude=0.5, rotational=0.1)
            robot.set_joint("FRFlipper", 0.5)
            robot.multidrive(FRFlipper=0.5, FLFlipper=0.25)
            robot.mispkg("CameraPanTilt", 1.5, 0.0)
            robot.set("Odometry", "Odo", "RESET")
            script.thread.join(5)
            with self.assertRaises(ConnectionLost):
                while True:
                    robot.wait_for("STA")
            self.assertEqual(robot._latest[("Odometry", "Odo")].x, 0.0)
        self.assertEqual(script.wrong, [])

    def test_iterates_until_the_end_and_keeps_the_order(self):
        script = self.play(*["< STA {Type GroundVehicle} {Time %d}" % i for i in range(20)])
        with Robot(port=script.port) as robot:
            self.assertEqual([message.time for message in robot], list(range(20)))

    def test_takes_turns(self):
        lines = []
        for i in range(3):
            lines += ["< SEN {Time %d} {Type Odometry} {Name O} {Pose %d,0,0}" % (i, i),
                      "< STA {Type GroundVehicle} {Time %d}" % i, "> DRIVE {Left %d} {Right %d}" % (i, i)]
        script = self.play(*lines)
        with Robot(port=script.port) as robot:
            for status in robot.steps():
                robot.drive(robot.latest("Odometry").x, status.time)
        self.assertEqual(script.wrong, [])

    def test_passes_a_turn_without_an_order(self):
        script = self.play("> INIT {ClassName USARBot.P3AT} {Location 0.000000,0.000000,0.000000} "
                           "{Rotation 0.000000,0.000000,0.000000}",
                           "< STA {Time 1}", "> GETCONF {Type Robot}", "< CONF {Type GroundVehicle}",
                           "> TRACE {On false}", "< STA {Time 2}", "> DRIVE {Left 0} {Right 0}")
        with Robot(port=script.port) as robot:
            robot.init("P3AT")
            robot.getconf("Robot")
            times = []
            for status in robot.steps():
                times.append(status.time)
                if len(times) == 2:
                    robot.stop()
        self.assertEqual(script.wrong, [])
        self.assertEqual(times, [1.0, 2.0])

    def test_gives_up_in_time(self):
        script = self.play(stays=True)
        with Robot(port=script.port, timeout=0.1) as robot:
            with self.assertRaises(TimedOut):
                robot.init("P3AT")
            self.assertIsNone(robot.receive())
            self.assertIsNone(robot.latest("STA"))

    def test_lines_arrive_in_any_pieces(self):
        script = self.play("< STA {Time 1}\r\n\r\nSTA {Ti", "< me 2}\n\rSTA {Time 3}")
        with Robot(port=script.port) as robot:
            times = [message.time for message in robot]
        self.assertEqual((times[0], times[-1]), (1.0, 3.0))

    def test_refuses_two_lines_in_one(self):
        script = self.play(stays=True)
        with Robot(port=script.port) as robot:
            with self.assertRaises(ValueError):
                robot.send("DRIVE {Left 1}\nDRIVE {Left 2}")


class OtherClientsTest(unittest.TestCase):
    def test_truth(self):
        script = Script("> {class } {name R1}",
                        "< {Name R1} {Class P3AT} {Time 29.9739} {Location 0.67,2.30,1.86} {Rotation -0.00,0.46,0.00}",
                        "< {End}")
        self.addCleanup(script.close)
        with TruthClient(port=script.port) as truth:
            pose = truth.poses(name="R1")[0]
        self.assertEqual(pose.location, (0.67, 2.3, 1.86))
        self.assertEqual((pose.name, pose.robot_class, pose.time), ("R1", "P3AT", 29.9739))
        self.assertEqual(script.wrong, [])

    def test_raw_picture(self):
        pixels = bytes([1, 2, 3, 4, 5, 6, 7, 8, 9]) + b"\0\0\0"  # 3 x 1, rows of 12 bytes
        port_socket = socket.create_server(("127.0.0.1", 0))
        asked = []

        def serve():
            connection, _ = port_socket.accept()
            with connection:
                asked.append(connection.recv(17))
                body = struct.pack(">HH", 3, 1) + pixels
                connection.sendall(struct.pack(">BI", 0, len(body)) + body)

        thread = threading.Thread(target=serve, daemon=True)
        thread.start()
        with ImageClient(port=port_socket.getsockname()[1]) as images:
            frame = images.frame(region=(0, 0, 3, 1))
        thread.join(5)
        port_socket.close()
        self.assertEqual(asked, [b"U" + struct.pack(">4I", 0, 0, 3, 1)])
        self.assertEqual(frame.size, (3, 1))
        self.assertEqual(frame.rgb(), bytes([3, 2, 1, 6, 5, 4, 9, 8, 7]))


if __name__ == "__main__":
    unittest.main()
