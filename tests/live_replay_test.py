#!/usr/bin/env python3
"""rubble serve --record and rubble replay over sockets: a client hears the same bytes at the same rate."""
import json
import pathlib
import socket
import statistics
import subprocess
import sys
import tempfile
import time

ROOM = pathlib.Path(__file__).resolve().parent / "conversations" / "room.sdf"
TOLD_AGAIN = ("SEN ", "STA ", "MISSTA ")
SECONDS = 6


class Program:
    """The program with a port of its own, for as long as the block lasts."""

    def __init__(self, program, *words):
        self.process = subprocess.Popen([program, *words], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        ready = self.process.stdout.readline()
        if not ready.startswith("ready "):
            raise RuntimeError(f"{words}: {ready!r}")
        self.port = json.loads(ready[len("ready "):])["usarsim"]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait(timeout=30)


def listen(port, orders, is_enough, patience):
    """Lines with the time they came, until there are enough, nothing comes for a while or the server closes."""
    heard, begun = [], b""
    with socket.create_connection(("127.0.0.1", port), timeout=patience) as connection:
        connection.sendall("".join(order + "\r\n" for order in orders).encode())
        while not is_enough(heard):
            try:
                data = connection.recv(65536)
            except socket.timeout:
                break
            if not data:
                break
            *lines, begun = (begun + data).split(b"\r\n")
            now = time.monotonic()
            heard += [(now, line) for line in lines if line.startswith(tuple(w.encode() for w in TOLD_AGAIN))]
    return heard


def status_interval(heard):
    times = [when for when, line in heard if line.startswith(b"STA ")]
    return statistics.median(b - a for a, b in zip(times, times[1:]))


def main(program):
    with tempfile.TemporaryDirectory() as folder:
        recording = str(pathlib.Path(folder) / "run.mcap")
        ports = ["--port", "0", "--image-port", "off", "--com-port", "off", "--truth-port", "off", "--radio-port", "off", "--web-port", "off"]
        init = "INIT {ClassName USARBot.P2AT} {Name R1} {Location 0,0,0}"
        orders = [init, "DRIVE {Left 2} {Right 1}", "MISPKG {Name CameraPanTilt} {Link 1} {Value 0.4}"]
        with Program(program, "serve", str(ROOM), *ports, "--duration", str(SECONDS), "--record", recording) as server:
            live = listen(server.port, orders, lambda _: False, 30)
            server.process.wait(timeout=60)
        with Program(program, "replay", recording, "--port", "0") as server:
            again = listen(server.port, [init], lambda heard: len(heard) >= len(live), 10)
    if len(live) < 100 or [line for _, line in live] != [line for _, line in again]:
        first = next((pair for pair in zip(live, again) if pair[0][1] != pair[1][1]), None)
        print(f"{len(live)} lines live, {len(again)} again; the first that differs: {first}")
        return 1
    intervals = status_interval(live), status_interval(again)
    print(f"{len(live)} lines, the same again; STA every {intervals[0]:.4f} s live, {intervals[1]:.4f} s again")
    # Medians hardly notice a busy machine; the exact pace is held by live_replay_test.cpp.
    return 0 if abs(intervals[0] - intervals[1]) < 0.1 * intervals[0] else 1


if __name__ == "__main__":
    sys.exit(main(str(pathlib.Path(sys.argv[1]).resolve())))
