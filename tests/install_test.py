#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""An installed Rubble works in any folder with its own data, and the project of docs/library.md builds against it.

    install_test.py CMAKE BUILD_FOLDER COMPILER
"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parent.parent
HERE = {name: value for name, value in os.environ.items() if not name.startswith(("RUBBLE_", "GZ_", "GAZEBO_"))}


def run(words, folder):
    done = subprocess.run([str(word) for word in words], cwd=folder, env=HERE, capture_output=True, text=True, timeout=300)
    if done.returncode != 0:
        sys.exit(f"{' '.join(str(word) for word in words)}\nexit {done.returncode}\n{done.stdout[-3000:]}{done.stderr[-3000:]}")
    return done.stdout


def check_program(prefix, folder):
    """A world that only the installed data have is found, so the source tree is not read."""
    worlds = prefix / "share/rubble/worlds"
    (worlds / "maze.sdf").rename(worlds / "only_installed.sdf")
    printed = run([prefix / "bin/rubble", "run", "only_installed", "--robot", "P3AT", "--duration", "0.1"], folder)
    (worlds / "only_installed.sdf").rename(worlds / "maze.sdf")
    assert "P3AT" in printed, printed
    run([prefix / "bin/rubble", "slam", "clients/logs/corridor.clf", "-o", "corridor.tum"], folder)  # a log that comes with it
    assert (prefix / "lib/rubble/librubble-radio.so").is_file()


def check_page(prefix, folder):
    page = prefix / "share/rubble/page/index.html"
    if not page.is_file():
        return  # built without npm
    page.write_text("the installed page")
    ports = [word for port in ("port", "image-port", "com-port", "truth-port", "radio-port") for word in ("--" + port, "off")]
    serve = subprocess.Popen([prefix / "bin/rubble", "serve", "maze", *ports, "--web-port", "0"], cwd=folder, env=HERE,
                             stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    try:
        address = next(found.group() for line in serve.stdout if (found := re.search(r"http://\S+?/(?=\s|\"|$)", line)))
        assert urllib.request.urlopen(address, timeout=30).read() == b"the installed page"
    finally:
        serve.terminate()
        serve.wait()


def fenced(kind, text):
    return re.search(rf"```{kind}\n(.*?)```", text, re.S).group(1)


def check_library(cmake, compiler, prefix, folder):
    text = (ROOT / "docs/library.md").read_text()
    (folder / "CMakeLists.txt").write_text(fenced("cmake", text))
    (folder / "hello.cpp").write_text(fenced("cpp", text))
    run([cmake, "-S", ".", "-B", "build", f"-DCMAKE_PREFIX_PATH={prefix}", f"-DCMAKE_CXX_COMPILER={compiler}"], folder)
    run([cmake, "--build", "build"], folder)
    printed = run([folder / "build/hello"], folder)
    print(printed, end="")
    assert "541 beams" in printed or "181 beams" in printed, printed
    assert "after restoring: the same state" in printed


def main(cmake, build, compiler):
    with tempfile.TemporaryDirectory() as name:
        prefix, folder = pathlib.Path(name) / "prefix", pathlib.Path(name) / "elsewhere"
        folder.mkdir()
        for component in ("program", "library"):
            run([cmake, "--install", build, "--prefix", prefix, "--component", component], folder)
        check_program(prefix, folder)
        check_page(prefix, folder)
        check_library(cmake, compiler, prefix, folder)


if __name__ == "__main__":
    main(*sys.argv[1:])
