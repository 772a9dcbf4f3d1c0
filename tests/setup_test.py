#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What ./rubble and ./check do before they run: packages, and a build that says how far it is."""
import os
import shutil
import subprocess
import sys
import tempfile
import time

SOURCE = sys.argv[1]

CMAKE = """#!/bin/bash
case "$1" in
  --preset) mkdir -p build/$2; touch build/$2/build.ninja; echo "CMAKE_HOME_DIRECTORY:INTERNAL=$PWD" > build/$2/CMakeCache.txt ;;
  --build) %s ;;
esac
"""
BUILD = 'echo "[0/2] Re-checking globbed directories..."; for i in $(seq 40); do echo "[$i/40] Building CXX object $i"; done'
BROKEN = 'echo "[1/9] Building CXX object a"; echo "a.cpp:3: error: no such thing"; echo "[2/9] Building CXX object b"; exit 1'
IDLE = 'echo "[0/2] Re-checking globbed directories..."; echo "ninja: no work to do."'
SLOW = 'echo begin >> order; sleep 5; echo end >> order'
BRIEF = 'sleep 0.5; echo "ninja: no work to do."'

TOOLS = "bash cat cmp env flock grep id mkdir mktemp nproc rm seq sleep tee touch dirname readlink"


class Place:
    """A folder as a clone has it, with a cmake and no apt of its own."""

    def __init__(self, folder, build, has_apt=True):
        self.root = os.path.join(folder, "clone")
        self.bin = os.path.join(folder, "bin")
        os.makedirs(os.path.join(self.root, "tools"))
        os.makedirs(self.bin)
        for name in ["setup.sh", "packages.txt"]:
            shutil.copy(os.path.join(SOURCE, "tools", name), os.path.join(self.root, "tools"))
        self.write(os.path.join(self.bin, "cmake"), CMAKE % build)
        if has_apt:
            self.write(os.path.join(self.bin, "apt-get"), "#!/bin/bash\n")
            self.write(os.path.join(self.bin, "dpkg-query"), "#!/bin/bash\necho 'install ok installed'\n")
        for tool in TOOLS.split():
            os.symlink(shutil.which(tool), os.path.join(self.bin, tool))
        self.script = os.path.join(self.root, "start")
        self.write(
            self.script,
            "#!/bin/bash\nset -euo pipefail\ncd %s\nroot=%s\nsource tools/setup.sh\n"
            "install_packages build\nbuild_preset release rubble\necho started\n" % (self.root, self.root),
        )

    @staticmethod
    def write(path, text):
        with open(path, "w") as file:
            file.write(text)
        os.chmod(path, 0o755)

    def begin(self, **more):
        return subprocess.Popen(["bash", self.script], env={"PATH": self.bin, **more}, text=True,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def run(self, **more):
        process = self.begin(**more)
        out, told = process.communicate(timeout=60)
        return process.returncode, out, told


def check(is_true, what, told):
    if not is_true:
        sys.exit(f"{what}; it said:\n{told}")


def main():
    with tempfile.TemporaryDirectory() as folder:
        code, out, told = Place(folder, BUILD).run()
        check(code == 0 and out == "started\n", "a build that works ends in the program", told)
        check("40 steps" in told and "20 of 40 steps" in told, "a build says how far it is", told)
        check(5 < told.count("of 40 steps") < 12, "it does so at each tenth", told)
    with tempfile.TemporaryDirectory() as folder:
        place = Place(folder, IDLE)
        place.run()
        code, out, told = place.run()
        check(code == 0 and out == "started\n" and told == "", "where there is nothing to do nothing is said", told)
    with tempfile.TemporaryDirectory() as folder:
        code, out, told = Place(folder, BROKEN).run()
        check(code == 1 and out == "", "a build that fails ends it", told)
        check("a.cpp:3: error: no such thing" in told and "Building failed" in told, "the error is shown", told)
    with tempfile.TemporaryDirectory() as folder:
        place = Place(folder, SLOW)
        first = place.begin()
        time.sleep(0.3)
        code, out, told = place.run()
        first.communicate(timeout=60)
        with open(os.path.join(place.root, "order")) as file:
            order = file.read().split()
        check(code == 0 and "waiting" in told, "the second of two says that it waits", told)
        check(order == ["begin", "end", "begin", "end"], "two do not build at once", str(order))
    with tempfile.TemporaryDirectory() as folder:
        place = Place(folder, BRIEF)
        place.run()
        both = [place.begin(), place.begin()]
        for process in both:
            out, told = process.communicate(timeout=60)
            check(process.returncode == 0 and out == "started\n", "two that start at once both start", told)
            check(told == "", "where nothing is built no wait is mentioned", told)
    with tempfile.TemporaryDirectory() as folder:
        place = Place(folder, IDLE, has_apt=False)
        code, out, told = place.run()
        check(code == 1 and out == "", "without apt it ends", told)
        check("no apt" in told and "libeigen3-dev" in told, "it says what it needs", told)
        check("network" not in told, "it blames nobody", told)
        code, out, told = place.run(RUBBLE_PACKAGES="mine")
        check(code == 0 and out == "started\n", "who has all of it may go on", told)


if __name__ == "__main__":
    main()
