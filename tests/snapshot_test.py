#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A run that is saved and restored in another process ends as the one that never stopped.

    snapshot_test.py RUBBLE
"""
import json
import os
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
# World and what is put into it. Together: wheels, tracks with flippers, a car, a flying robot; all of their sensors;
# haze, plumes, doors; drivers that wander and explore.
RUNS = [
    ("worlds/maze.sdf", ["--robot", "P3AT", "--robot", "AirRobot", "--sensor", "usual", "--drive", "wander"]),
    ("worlds/maze.sdf", ["--robot", "Element", "--drive", "explore"]),
    ("worlds/arena_red.sdf", ["--robot", "Kenaf", "--robot", "Absolem", "--sensor", "usual", "--drive", "wander"]),
    ("worlds/office.sdf", ["--robot", "Talon", "--robot", "FrontAckerman", "--sensor", "usual", "--drive", "wander"]),
    ("worlds/smoke_room.sdf", ["--robot", "P2AT", "--sensor", "urg04lx", "--sensor", "INS", "--drive", "wander"]),
]


def run(rubble, words, folder):
    done = subprocess.run([rubble, "run", "--json", *words], cwd=folder, capture_output=True, text=True, timeout=500)
    if done.returncode != 0:
        raise SystemExit(f"rubble run {' '.join(words)}: exit code {done.returncode}: {done.stderr.strip()[-500:]}")
    return json.loads(done.stdout)


def readings(path):
    with open(path, encoding="utf8") as file:
        return file.read()


def broken_files(rubble, folder):
    """Files that are no snapshot, or half of one, are refused with exit code 3 and a sentence."""
    with open(os.path.join(folder, "half.snap"), "rb") as file:
        whole = file.read()
    cases = {"empty.snap": b"", "cut.snap": whole[: len(whole) // 2], "text.snap": b"not a snapshot\n"}
    for name, content in cases.items():
        with open(os.path.join(folder, name), "wb") as file:
            file.write(content)
        done = subprocess.run([rubble, "run", "--restore", name], cwd=folder, capture_output=True, text=True, timeout=100)
        if done.returncode != 3 or name not in done.stderr:
            yield f"{name}: exit code {done.returncode}, said: {done.stderr.strip()[:300]}"


def main():
    rubble = os.path.abspath(sys.argv[1])
    failed = []
    for world, words in RUNS:
        with tempfile.TemporaryDirectory() as folder:
            world_words = [os.path.join(ROOT, world), *words, "--seed", "5"]
            whole = run(rubble, [*world_words, "--duration", "6", "--readings", "whole.jsonl"], folder)
            first = run(rubble, [*world_words, "--duration", "3", "--save", "half.snap", "--readings", "first.jsonl"], folder)
            second = run(rubble, ["--restore", "half.snap", "--duration", "3", "--threads", "7", "--readings", "second.jsonl"],
                         folder)
            if first["state_hash"] == whole["state_hash"]:
                failed.append(f"{world}: nothing moves in the second half")
            if second["state_hash"] != whole["state_hash"]:
                failed.append(f"{world}: ends in {second['state_hash']}, unbroken in {whole['state_hash']}")
            halves = [readings(os.path.join(folder, name)) for name in ("first.jsonl", "second.jsonl")]
            if "".join(halves) != readings(os.path.join(folder, "whole.jsonl")):
                failed.append(f"{world}: readings differ from those of the unbroken run")
            failed += broken_files(rubble, folder)
    print("\n".join(failed) or f"{len(RUNS)} runs go on to the bit after a restore")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
