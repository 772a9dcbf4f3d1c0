#!/usr/bin/env python3
"""rubble radio-exec with rubble serve: robots come over the robots' port, their programs talk over the radio."""
import json
import pathlib
import shutil
import socket
import subprocess
import sys
import tempfile

ROOM = pathlib.Path(__file__).resolve().parent / "conversations" / "room.sdf"
ROBOTS = {"R1": "-1,0,-0.3", "R2": "1,0,-0.3"}
LISTEN = ("import socket; s = socket.create_server(('', 7100)); print('ready', flush=True); "
          "c, who = s.accept(); print(socket.gethostbyaddr(who[0])[0], c.recv(99).decode()); c.sendall(b'back')")
CONNECT = ("import socket; c = socket.create_connection(('R2', 7100), timeout=20); c.sendall(b'there'); "
           "print(socket.gethostname(), c.recv(99).decode())")


class Server:
    """A world on free ports with two robots in it, for as long as the block lasts."""

    def __init__(self, program):
        ports = ["--port", "0", "--radio-port", "0", "--image-port", "off", "--com-port", "off", "--truth-port",
                 "off", "--web-port", "off"]
        self.process = subprocess.Popen([program, "serve", str(ROOM), *ports], stdout=subprocess.PIPE, text=True)
        self.ports = json.loads(self.process.stdout.readline()[len("ready "):])
        self.robots = [self.bring(name, place) for name, place in ROBOTS.items()]

    def bring(self, name, place):
        connection = socket.create_connection(("127.0.0.1", self.ports["usarsim"]), timeout=20)
        connection.sendall(f"INIT {{ClassName USARBot.P3AT}} {{Name {name}}} {{Location {place}}}\r\n".encode())
        heard = b""
        while b"STA " not in heard:
            heard += connection.recv(4096)
        return connection

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for connection in self.robots:
            connection.close()
        self.process.terminate()
        self.process.wait(timeout=30)


def expect(claim, what):
    if not claim:
        raise AssertionError(what)


def check_talk(execute):
    listener = subprocess.Popen(execute("R2", "python3", "-c", LISTEN), stdout=subprocess.PIPE, text=True)
    try:
        expect(listener.stdout.readline() == "ready\n", "the listener did not start")
        client = subprocess.run(execute("R1", "python3", "-c", CONNECT), capture_output=True, text=True, timeout=60)
        expect(client.stdout == "R1 back\n", client)
        expect(listener.communicate(timeout=30)[0] == "R1 there\n", "the listener heard something else")
    finally:
        listener.kill()


def check_codes(execute):
    def run(*words):
        return subprocess.run(execute(*words), capture_output=True, text=True, timeout=60)

    expect(run("R1", "sh", "-c", "exit 42").returncode == 42, "the exit code is not the program's")
    expect(run("R1", "sh", "-c", "echo $0 -- $1", "a", "--robot").stdout == "a -- --robot\n", "arguments changed")
    missing = run("R1", "no-such-program-at-all")
    expect(missing.returncode == 127 and "no such program" in missing.stderr, missing)
    unknown = run("R9", "true")
    expect(unknown.returncode == 3 and "R1, R2" in unknown.stderr, unknown)


def check_static(execute):
    compiler = shutil.which("cc")
    with tempfile.TemporaryDirectory() as folder:
        source, program = pathlib.Path(folder) / "static.c", pathlib.Path(folder) / "static"
        source.write_text("int main(void) { return 0; }\n")
        built = compiler and subprocess.run([compiler, "-static", "-o", program, source], capture_output=True)
        if not built or built.returncode != 0:
            return print("no compiler that links statically: not tried")
        refused = subprocess.run(execute("R1", str(program)), capture_output=True, text=True, timeout=60)
        expect(refused.returncode == 3 and "statically" in refused.stderr, refused)


def main(program):
    with Server(program) as server:
        port = str(server.ports["radio"])

        def execute(robot, *words):
            return [program, "radio-exec", "--robot", robot, "--radio-port", port, "--", *words]

        check_talk(execute)
        check_codes(execute)
        check_static(execute)
    gone = subprocess.run(execute("R1", "true"), capture_output=True, text=True, timeout=60)
    expect(gone.returncode == 3 and "rubble serve" in gone.stderr, gone)
    print("robots' programs talk over the radio")


if __name__ == "__main__":
    main(sys.argv[1])
