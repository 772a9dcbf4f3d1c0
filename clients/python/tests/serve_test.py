#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The clients against the real program: serve_test.py RUBBLE [HELLO_CLIENT]."""
import contextlib
import json
import math
import pathlib
import subprocess
import sys
import tempfile
import unittest

FOLDER = pathlib.Path(__file__).resolve().parent.parent
ROOT = FOLDER.parent.parent
sys.path.insert(0, str(FOLDER))
from rubble_client import ImageClient, RangeScan, Robot, TruthClient  # noqa: E402

PROGRAM = ""
HELLO_CLIENT = ""


@contextlib.contextmanager
def rubble(*words):
    """The program with these arguments; gives its ports by name."""
    with subprocess.Popen([PROGRAM, *map(str, words)], cwd=ROOT, stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL, text=True) as process:
        try:
            line = process.stdout.readline()
            assert line.startswith("ready "), line
            yield json.loads(line[len("ready "):])
        finally:
            process.terminate()
            process.communicate(timeout=60)


def served(*words):
    return rubble("serve", "worlds/maze.sdf", "--port", 0, "--image-port", 0, "--com-port", "off",
                  "--truth-port", 0, "--radio-port", 0, "--web-port", "off", *words)


def drive_for(robot, seconds, left, right):
    """Drives that long in the world's time."""
    begin = None
    for status in robot.steps():
        begin = status.time if begin is None else begin
        if status.time - begin >= seconds:
            return
        robot.drive(left, right)


class ServeTest(unittest.TestCase):
    def test_odometry_and_truth_agree_about_a_drive(self):
        with served("--rate", "lockstep") as ports, \
                Robot(port=ports["usarsim"], timeout=60) as robot, \
                TruthClient(port=ports["truth"], timeout=60) as truth:
            self.assertIn("RobotStart1", robot.start_poses())
            robot.init("P3AT", name="Scout", start="RobotStart1")
            self.assertGreater(robot.getgeo("Robot").number("WheelRadius"), 0.05)
            drive_for(robot, 0.5, 0.0, 0.0)
            before, truly_before = robot.latest("Odometry"), truth.poses(name="Scout")[0]
            drive_for(robot, 2.0, 2.0, 2.0)
            after, truly_after = robot.latest("Odometry"), truth.poses(name="Scout")[0]
            moved = math.hypot(after.x - before.x, after.y - before.y)
            truly = math.dist(truly_after.location[:2], truly_before.location[:2])
            self.assertGreater(moved, 0.2)
            self.assertAlmostEqual(truly, moved, delta=0.1 + 0.2 * moved)
            scan = robot.latest("RangeScanner")
            self.assertIsInstance(scan, RangeScan)
            self.assertGreater(len(scan.ranges), 90)

    def test_a_camera_gives_a_picture(self):
        with served("--image-type", "raw") as ports, Robot(port=ports["usarsim"], timeout=60) as robot:
            robot.init("P3AT", start="RobotStart1")
            with ImageClient(port=ports["image"], timeout=60) as images:
                frame = images.frame(region=(0, 0, 320, 240))
            self.assertEqual(frame.size, (320, 240))
            self.assertGreater(len(set(frame.rgb())), 10, "it shows something")

    def run_client(self, *words):
        result = subprocess.run(list(map(str, words)), capture_output=True, text=True, timeout=240)
        self.assertEqual(result.returncode, 0, result.stderr)
        return result.stdout

    def test_the_explorer_gets_around_and_draws_a_map(self):
        with served("--rate", "lockstep") as ports, tempfile.TemporaryDirectory() as folder:
            picture = pathlib.Path(folder) / "map.pgm"
            said = self.run_client(sys.executable, FOLDER / "examples/explorer.py", "--port",
                                   ports["usarsim"], "--duration", 40, "--map", picture)
            way = float(said.split("went ")[1].split(" m")[0])
            places = int(said.split("saw ")[1].split(" ")[0])
            self.assertGreater(way, 4.0, said)
            self.assertGreater(places, 5, said)
            self.assertTrue(picture.read_bytes().startswith(b"P5\n"))

    def test_hello_in_both_languages(self):
        with served("--rate", "lockstep") as ports:
            said = self.run_client(sys.executable, FOLDER / "examples/hello.py", "--host", "127.0.0.1",
                                   "--port", ports["usarsim"])
            self.assertIn("Odometry", said)
            if HELLO_CLIENT:
                self.assertIn("odometry ", self.run_client(HELLO_CLIENT, ports["usarsim"], 2))


class ReplayTest(unittest.TestCase):
    def test_a_text_log_comes_back_word_for_word(self):
        lines = []
        for i in range(40):
            time = 100.0 + 0.05 * i
            lines.append("SEN {Time %.4f} {Type Odometry} {Name Odometry} {Pose %.4f,0.0000,-0.000}" % (
                time, 0.1 * i))
            lines.append("STA {Type GroundVehicle} {Time %.2f} {Battery 1200}" % time)
        with tempfile.TemporaryDirectory() as folder:
            log = pathlib.Path(folder) / "run.log"
            log.write_bytes("\r\n".join(lines).encode() + b"\r\n")
            with rubble("replay", log, "--port", 0, "--rate", "max") as ports, \
                    Robot(port=ports["usarsim"]) as robot:
                robot.send("INIT {ClassName USARBot.P2AT} {Location 0,0,0}")
                told = [robot.receive().text for _ in lines]
                self.assertEqual(told, lines)
                self.assertIsNone(robot.receive(timeout=0.2), "silent at the end")
                self.assertEqual(robot.getconf("Odometry").type, "Odometry")


if __name__ == "__main__":
    PROGRAM = str(pathlib.Path(sys.argv.pop(1)).resolve())
    if len(sys.argv) > 1 and not sys.argv[1].startswith("-"):
        HELLO_CLIENT = str(pathlib.Path(sys.argv.pop(1)).resolve())
    unittest.main()
