#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Exit codes are the same in all commands: 1 what cannot be written, 2 wrong usage, 3 bad input.

    command_line_test.py RUBBLE
"""
import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
LOG = "clients/logs/corridor.clf"
WORLD = "worlds/maze.sdf"
FREE_PORTS = [word for port in ("port", "image-port", "com-port", "truth-port", "radio-port", "web-port")
              for word in ("--" + port, "0")]


def code_of(rubble, words, folder):
    done = subprocess.run([rubble, *words], cwd=folder, capture_output=True, text=True, timeout=300)
    return done.returncode, done.stderr + (done.stdout if done.returncode == 0 else "")


def unwritable(folder):
    """Each command with an output in a folder that is not there."""
    nowhere = os.path.join(folder, "nowhere", "file")
    return [
        ["slam", LOG, "-o", nowhere + ".tum"],
        ["slam", LOG, "--map", nowhere + ".pgm"],
        ["slam", LOG, "--constraints", nowhere + ".json"],
        ["slam", LOG, "-o", "folder.tum"],
        ["convert", "a.tum", nowhere + ".kitti"],
        ["convert", "m.yaml", nowhere + ".tif"],
        ["convert", "m.yaml", nowhere + ".png"],
        ["truth", LOG, "--constraints", nowhere + ".json", "--export", "r.relations"],
        ["truth", LOG, "--constraints", "c.json", "--export", nowhere + ".relations"],
        ["assess", "--trajectory", "a.tum", "--truth", "a.tum", "--csv", nowhere + ".csv"],
        ["assess", "--trajectory", "a.tum", "--truth", "a.tum", "--html", nowhere + ".html"],
        ["maze", "-o", nowhere + ".sdf"],
        ["world", "info", WORLD, "--plan", nowhere + ".svg"],
        ["run", WORLD, "--duration", "0", "--plot", nowhere + ".svg"],
        ["run", WORLD, "--duration", "0", "--record", nowhere + ".mcap"],
        ["run", WORLD, "--duration", "0", "--record", nowhere + ".jsonl"],
        ["run", WORLD, "--duration", "0", "--readings", nowhere + ".jsonl"],
        ["run", WORLD, "--duration", "0", "--save", nowhere + ".snap"],
        ["probe", WORLD, "--sensor", "urg04lx", "--pose", "0.6 0.6 0.3 0 0 0", "-o", nowhere + ".png"],
        ["challenge", "--width", "5", "--height", "5", "-o", "a.tum/folder"],
    ]


WRONG_USAGE = [
    ["challenge", "--width", "nan"],
    ["challenge", "--height", "1e9"],
    ["challenge", "--seed", "-1"],
    ["challenge", "--seed", "1x"],
    ["challenge", "--seeds", "5-1"],
    ["challenge", "--condition", "rain"],
    ["challenge", "--laser-range", "9"],
    ["challenge", "--team", "us"],
    ["challenge", "-o", ""],
    ["challenge", "--team", "us=a.tum", "--seeds", "1-2"],
    ["challenge", "--team", "us=a.tum", "--record-only"],
    ["maze", "--width", "nan"],
    ["maze", "--seed", "-1"],
    ["run", WORLD, "--seed", "-1"],
    ["run", WORLD, "--duration", "nan"],
    ["slam", LOG, "-o", "a.xyz"],
    ["convert", "a.tum", "a.tum"],
    ["assess", "-t", "a.tum", "--truth", "a.tum", "--associate", "nearest"],
    ["assess", "-t", "a.tum", "--truth", "a.tum", "--time-offset", "soon"],
    ["assess", "-t", "a.tum", "--truth", "a.tum", "--associate", "index", "--time-offset", "1"],
    ["slam", LOG, "--poses", "some"],
    ["slam", LOG, "--poses", "all", "-o", "a.g2o"],
    ["slam", LOG, "--robust"],
    ["slam", LOG, "--laser", "sideways"],
    ["convert", "a.tum", "b.tum", "--laser", "mirrored"],
    # The end of a name says what becomes of it; none is written otherwise than it says.
    ["assess", "-t", "a.tum", "--truth", "a.tum", "--html", "x.pdf"],
    ["assess", "-t", "a.tum", "--truth", "a.tum", "--csv", "x.xls"],
    ["assess", "-t", "a.tum", "--truth", "a.tum", "--markdown", "x.doc"],
    ["assess", "-t", "a.tum", "--truth", "a.tum", "--latex", "x.pdf"],
    ["assess", "-t", "a.tum", "--truth", "a.tum", "--svg", "x.pdf"],
    ["assess", "-t", "a.tum", "--truth", "a.tum", "--overlay", "x.png"],
    ["assess", "--map-estimate", "m.yaml", "--map-truth", "m.yaml", "--map-picture", "x.pdf"],
    ["convert", "a.tum", "a.bag"],
    ["run", WORLD, "--duration", "0", "--record", "run.bag"],
    ["run", WORLD, "--duration", "0", "--readings", "run.csv"],
    ["run", WORLD, "--duration", "0", "--radio-log", "links.txt"],
    ["run", WORLD, "--duration", "0", "--plot", "way.png"],
    ["serve", WORLD, "--duration", "1", "--record", "run.jsonl"],
    ["probe", WORLD, "--sensor", "urg04lx", "-o", "scan.svg"],
    ["maze", "-o", "maze.txt"],
    ["world", "info", WORLD, "--plan", "plan.pdf"],
    ["world", "map", WORLD, "-o", "map.bmp"],
    ["signal", WORLD, "--from", "0.6 0.6 1", "--map", "map.svg"],
    ["signal-fit", "strengths.csv", "-o", "fit.pdf"],
    ["slam", LOG, "--map", "map.bmp"],
    ["slam", LOG, "--constraints", "found.txt"],
]

BAD_INPUT = [
    ["challenge", "--team", "us=none.tum"],
    ["run", WORLD, "--robot", "P3AT@1,2,3,4,5", "--duration", "0"],
    ["run", WORLD, "--robot", "P3AT@nan,0,0,0", "--duration", "0"],
    ["run", WORLD, "--sensor", "urg04lx", "--duration", "0"],
    ["run", WORLD, "--robot", "P3AT", "--sensor", "no_such", "--duration", "0"],
    ["slam", "none.clf"],
    ["convert", "none.tum", "b.tum"],
    ["truth", "none.clf", "--constraints", "d.json"],
    ["log-doctor", "none.clf"],
    ["slam", "long.clf"],
    ["truth", "long.clf", "--constraints", "d.json"],
    ["log-doctor", "long.clf"],
]


# What is mistyped gets the nearest name: words, and what must be said.
MISTYPED = [
    (["hlep"], "'help'"),
    (["wrold", "info"], "'world'"),
    (["world", "infp"], "'world info'"),
    (["run", WORLD, "--sead", "3"], "--seed"),
    (["run", "maez"], "'maze'"),
    (["run", WORLD, "--robot", "P3TA", "--duration", "0"], "'P3AT'"),
    (["run", WORLD, "--robot", "none.sdf", "--duration", "0"], "no such model file"),
    (["run", WORLD, "--robot", "P3AT@RobotStrt2", "--duration", "0"], "'RobotStart2'"),
    (["run", WORLD, "--robot", "P3AT", "--drive", "wandr", "--duration", "0"], "wander"),
    (["run", WORLD, "--robot", "P3AT", "--sensor", "urg04l", "--duration", "0"], "urg04lx"),
    (["sensors", "urg04l"], "urg04lx"),
    # Names of starts are listed, the nearest first.
    (["probe", WORLD, "--sensor", "urg04lx", "--pose", "RobotStrt2"], "(RobotStart2, RobotStart1"),
    (["world", "map", WORLD, "-o", "map.pgm", "--from", "RobotStrt2"], "(RobotStart2, RobotStart1"),
    (["signal", WORLD, "--from", "RobotStrt2", "--to", "1 1 1"], "(RobotStart2, RobotStart1"),
    (["probe", WORLD, "--sensor", "urg04lx", "--pose", "door"], "(RobotStart1, RobotStart2"),
]

# What works, and what it says of it.
DONE = [
    (["help", "run"], "--duration"),
    (["run", "maze", "--duration", "0", "--plot", "way.svg"], "wrote way.svg"),
    (["maze", "--smoke", "3m", "-o", "smoky.sdf"], "wrote smoky.sdf"),
    (["run", "smoky.sdf", "--smoke", "0.01", "--duration", "0", "--record", "run.mcap"], "wrote run.mcap"),
    # A robot's file in the current folder, and its recording.
    (["run", "maze", "--robot", "el.sdf@RobotStart2", "--duration", "0.1", "--record", "el.mcap"], "wrote el.mcap"),
    (["run", "--from", "el.mcap"], "the same as the recorded state_hash"),
    (["convert", "a.tum", "a.kitti"], "wrote a.kitti"),
    # A map is two files.
    (["world", "map", "maze", "-o", "map.yaml"], "wrote map.pgm\nwrote map.yaml"),
    (["slam", str(ROOT / LOG), "-o", "drive.tum", "--map", "drive.png"], "wrote drive.tum\nwrote drive.png\nwrote drive.yaml"),
    (["convert", "map.yaml", "copy.pgm"], "wrote copy.pgm\nwrote copy.yaml"),
    (["convert", "map.yaml", "copy.tif"], "wrote copy.tif"),
    (["serve", "maze", "--duration", "0.1", "--rate", "max", "--record", "served.mcap", *FREE_PORTS], "wrote served.mcap"),
    (["probe", "maze", "--sensor", "urg04lx", "--pose", "RobotStart1", "-o", "scan.png"], "wrote scan.png"),
]


MAZE = ["challenge", "--width", "5", "--height", "5", "-o", "my maze"]


def faults_of_challenge(rubble, folder):
    """What is wrong with a small challenge in a folder whose name has a blank."""
    code, said = code_of(rubble, [*MAZE, "--record-only"], folder)
    if code != 0:
        yield f"challenge --record-only: exit code {code}; said: {said[:300]}"
        return
    commands = [shlex.split(line) for line in said.splitlines() if line.startswith("  ./rubble ")]
    named = [word for command in commands for word in command if "maze" in word]
    if len(named) < 5 or not all(os.path.isfile(os.path.join(folder, word)) for word in named):
        yield f"the commands that challenge prints do not name files: {said[:600]}"
    yield from faults_of_broken_drives(rubble, folder)
    yield from faults_of_json(rubble, folder)


def faults_of_json(rubble, folder):
    """Standard error has progress and the name of what was written, nothing else; a single seed has no deviation."""
    done = subprocess.run([rubble, *MAZE, "--keep", "--json", "--no-ramp-handling"], cwd=folder, capture_output=True,
                          text=True, timeout=300)
    told = [line for line in done.stderr.splitlines() if not re.match(r"maze, seed 1: \d+ %", line)]
    if done.returncode != 0 or told != ["wrote my maze/challenge.html"]:
        yield f"challenge --json: exit code {done.returncode}; said on standard error: {done.stderr[:300]}"
        return
    average = json.loads(done.stdout)["conditions"][0]["averages"][0]
    page = (pathlib.Path(folder) / "my maze" / "challenge.html").read_text()
    if average["absolute"][1] is not None or "their deviation" in page:
        yield f"challenge with one seed has a deviation: {average}"


def faults_of_broken_drives(rubble, folder):
    """What was kept of a drive is input: where it is broken, or a team's file does not belong to it, the code is 3."""
    seed = pathlib.Path(folder) / "my maze" / "seed1"
    whole = (seed / "run.mcap").read_bytes()
    for name, content in [("run.mcap", b""), ("run.mcap", b"no recording"), ("run.mcap", whole[:len(whole) // 2]),
                          ("run.mcap", whole[:2000] + bytes(len(whole) // 2) + whole[2000 + len(whole) // 2:]),
                          ("drive.json", b"{"), ("drive.json", b"5"), ("drive.json", None),
                          ("maze.sdf", b"<sdf/>"), ("maze.sdf", None)]:
        kept = (seed / name).read_bytes()
        (seed / name).unlink()
        if content is not None:
            (seed / name).write_bytes(content)
        code, said = code_of(rubble, [*MAZE, "--keep"], folder)
        if code != 3 or name not in said:
            yield f"challenge --keep, {name} is {(content or b'missing')[:20]}: exit code {code}; said: {said[:300]}"
        (seed / name).write_bytes(kept)
    (pathlib.Path(folder) / "late.tum").write_text("100001 0 0 0 0 0 0 1\n100002 1 0 0 0 0 0 1\n")
    code, said = code_of(rubble, [*MAZE, "--keep", "--team", "us=late.tum"], folder)
    if code != 3 or "late.tum" not in said:
        yield f"challenge --keep, a team of another time: exit code {code}; said: {said[:300]}"


def prepare(folder):
    def write(name, text):
        with open(os.path.join(folder, name), "w", encoding="ascii") as file:
            file.write(text)

    os.mkdir(os.path.join(folder, "folder.tum"))
    shutil.copy(ROOT / "models/Element/model.sdf", os.path.join(folder, "el.sdf"))
    write("a.tum", "1 0 0 0 0 0 0 1\n2 1 0 0 0 0 0 1\n3 2 0 0 0 0 0 1\n")
    write("m.yaml", "image: m.pgm\nresolution: 0.05\norigin: [0, 0, 0]\n")
    write("m.pgm", "P2 2 1 255\n0 254\n")
    write("long.clf", "ODOM 0 0 0 0 0 0 1 h 1\nFLASER " + "1 " * 5_000_000 + "\n")


def main():
    rubble = os.path.abspath(sys.argv[1])
    failed = []
    with tempfile.TemporaryDirectory() as folder:
        prepare(folder)
        cases = [(words, 1) for words in unwritable(folder)]
        cases += [(words, 2) for words in WRONG_USAGE] + [(words, 3) for words in BAD_INPUT]
        for words, wanted in cases:
            code, said = code_of(rubble, words, folder)
            if code != wanted or not said.strip():
                failed.append(f"{' '.join(words)}: exit code {code}, wanted {wanted}; said: {said.strip()[:300]}")
            if "long.clf" in words and "long.clf:2: " not in said:
                failed.append(f"{' '.join(words)} does not name the line: {said.strip()[:300]}")
        for words, said_of_it in MISTYPED + DONE:
            code, said = code_of(rubble, words, folder)
            if said_of_it not in said or (code != 0 and (words, said_of_it) in DONE):
                failed.append(f"{' '.join(words)}: exit code {code}, does not say {said_of_it}: {said.strip()[:300]}")
        failed += faults_of_challenge(rubble, folder)
    print("\n".join(failed) or f"{len(cases)} commands end with the code they should")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
