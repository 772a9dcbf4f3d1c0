#!/usr/bin/env python3
"""A recording as other programs see it: read with the libraries of viewers, repeated elsewhere,
and read again after the program was killed in the middle."""
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
SKIPPED = 77
TEAM = ["--robot", "P3AT", "--robot", "Element", "--robot", "Kenaf", "--robot", "P2AT"]


def skip(reason):
    print(f"skipped: {reason}")
    sys.exit(SKIPPED)


def install(folder):
    """The packages, with exact versions, into the build folder; once."""
    if shutil.which("npm") is None or shutil.which("node") is None:
        skip("npm and node are not installed")
    folder.mkdir(parents=True, exist_ok=True)
    for name in ["package.json", "package-lock.json", ".npmrc", "read_recording.cjs"]:
        shutil.copy(HERE / name, folder / name)
    stamp = folder / "installed.json"
    lock = (HERE / "package-lock.json").read_text()
    if stamp.exists() and stamp.read_text() == lock:
        return
    done = subprocess.run(["npm", "ci", "--no-audit", "--no-fund"], cwd=folder, capture_output=True,
                          text=True, timeout=300)
    if done.returncode != 0:
        skip("npm ci could not fetch the packages: " + done.stderr.strip()[-300:])
    stamp.write_text(lock)


def read(folder, path, *mode):
    done = subprocess.run(["node", "read_recording.cjs", str(path), *mode], cwd=folder,
                          capture_output=True, text=True, timeout=240)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def rubble(program, *words):
    done = subprocess.run([program, "run", *words, "--json"], capture_output=True, text=True,
                          timeout=240)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def check_whole(program, node, folder):
    path = folder / "whole.mcap"
    run = rubble(program, "worlds/maze.sdf", *TEAM[:4], "--sensor", "all", "--sensor", "urg04lx",
                 "--duration", "3", "--seed", "7", "--record", str(path))
    found = read(node, path)
    indexed = found["indexed"]
    topics = indexed["topics"]
    assert indexed["profile"] == ""
    assert topics["/tf"]["count"] == 30, topics["/tf"]
    assert topics["/tf"]["schema"] == "tf2_msgs/msg/TFMessage"
    assert topics["/tf"]["first"]["frame"] == "world"
    assert topics["/R1/urg04lx"]["schema"] == "rubble.RangeScan"
    scan = topics["/R1/urg04lx/scan"]
    assert scan["schema"] == "sensor_msgs/msg/LaserScan" and scan["first"]["beams"] > 100, scan
    assert scan["first"]["frame"] == "R1/urg04lx"
    assert scan["count"] == topics["/R1/urg04lx"]["count"] > 20
    images = [entry for name, entry in topics.items() if name.endswith("/image")]
    assert images and all(entry["first"] == {"format": "jpeg", "jpeg": True} for entry in images)
    for topic in ["/rubble/commands", "/rubble/truth", "/R1/status", "/R2/description"]:
        assert topic in topics, f"{topic} is missing"
    assert not any(name.startswith("/") or ".." in name for name in indexed["attachments"])
    assert any(name.endswith("/maze.sdf") for name in indexed["attachments"])
    assert indexed["metadata"]["rubble.run"]["seed"] == "7"
    assert indexed["metadata"]["rubble.end"]["state_hash"] == run["state_hash"]
    assert os.environ.get("HOME", "/nowhere") not in json.dumps(indexed["metadata"])
    print(f"{indexed['messages']} messages in {len(topics)} topics, "
          f"{len(indexed['attachments'])} attachments, {path.stat().st_size} bytes")


def check_killed(program, node, folder):
    path = folder / "killed.mcap"
    process = subprocess.Popen([program, "run", "worlds/maze.sdf", *TEAM, "--sensor", "urg04lx",
                                "--duration", "100000", "--record", str(path)],
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    deadline = time.monotonic() + 120
    while (not path.exists() or path.stat().st_size < 600_000) and time.monotonic() < deadline:
        assert process.poll() is None, "it ended by itself"
        time.sleep(0.05)
    process.send_signal(signal.SIGKILL)
    process.wait()
    found = read(node, path, "cut")["stream"]
    assert not found["isComplete"] and found["messages"] > 100, found
    again = rubble(program, "--from", str(path))
    assert again["ticks"] >= 240 and again["recorded_state_hash"] is None, again
    print(f"killed: {found['messages']} messages read, {again['ticks']} ticks repeated")


def main(program, build):
    node = pathlib.Path(build) / "mcap_test"
    install(node)
    with tempfile.TemporaryDirectory() as folder:
        check_whole(program, node, pathlib.Path(folder))
        check_killed(program, node, pathlib.Path(folder))


if __name__ == "__main__":
    main(str(pathlib.Path(sys.argv[1]).resolve()), sys.argv[2])
