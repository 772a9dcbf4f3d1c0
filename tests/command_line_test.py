#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Exit codes are the same in all commands: 1 what cannot be written, 2 wrong usage, 3 bad input.

    command_line_test.py RUBBLE
"""
import os
import subprocess
import sys
import tempfile

LOG = "clients/logs/corridor.clf"
WORLD = "worlds/maze.sdf"


def code_of(rubble, words, folder):
    done = subprocess.run([rubble, *words], cwd=folder, capture_output=True, text=True, timeout=300)
    return done.returncode, done.stderr


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
        ["probe", WORLD, "--sensor", "urg04lx", "--pose", "0.6 0.6 0.3 0 0 0", "-o", nowhere + ".png"],
        ["challenge", "--width", "5", "--height", "5", "-o", "a.tum/folder"],
    ]


WRONG_USAGE = [
    ["challenge", "--width", "nan"],
    ["challenge", "--height", "1e9"],
    ["challenge", "--seed", "-1"],
    ["challenge", "--seed", "1x"],
    ["challenge", "--seeds", "5-1"],
    ["maze", "--width", "nan"],
    ["maze", "--seed", "-1"],
    ["run", WORLD, "--seed", "-1"],
    ["run", WORLD, "--duration", "nan"],
    ["slam", LOG, "-o", "a.xyz"],
    ["convert", "a.tum", "a.tum"],
]

BAD_INPUT = [
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


def prepare(folder):
    def write(name, text):
        with open(os.path.join(folder, name), "w", encoding="ascii") as file:
            file.write(text)

    os.mkdir(os.path.join(folder, "folder.tum"))
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
    print("\n".join(failed) or f"{len(cases)} commands end with the code they should")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
