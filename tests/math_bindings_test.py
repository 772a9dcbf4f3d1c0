#!/usr/bin/env python3
"""usage: math_bindings_test.py PROGRAM

Which library's sine does Bullet call? The dynamic linker is asked to bind every function when the program starts and
to say to what (ld.so(8), LD_DEBUG). None of the functions in cmake/math_functions.txt may come from the C library, and
what does come from its libm must be exact on every CPU.
"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
BINDING = re.compile(r"binding file (\S+) \[\d+\] to (\S+) \[\d+\]: normal symbol `(\w+)'")
# IEEE 754 leaves no choice in these, or they compute nothing.
EXACT = re.compile(r"(ceil|floor|trunc|round|rint|nearbyint|l?lround|l?lrint|fmod|remainder|remquo|frexp|ldexp|modf|fma"
                   r"|scalbl?n|logb|ilogb|copysign|nextafter|nexttoward|fdim|fmax|fmin|fabs|sqrt)[fl]?"
                   r"|fe[a-z]+|_?_?signgam|__(issignaling|fpclassify|signbit|isnan|isinf|finite)(f|l|f128)?")
# Fortran's run-time library, which LAPACK brings along, binds functions that nothing here calls.
FORTRAN = ("libgfortran", "libquadmath")
SANITIZERS = ("libasan", "libtsan", "libubsan")


def bindings(program):
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "LD_BIND_NOW": "1", "LD_DEBUG": "bindings", "LD_DEBUG_OUTPUT": f"{folder}/log"}
        subprocess.run([program, "--version"], env=environment, capture_output=True, check=True)
        for path in pathlib.Path(folder).iterdir():
            for user, provider, name in BINDING.findall(path.read_text(errors="replace")):
                yield pathlib.Path(user).name, pathlib.Path(provider).name, name


def main():
    program = sys.argv[1]
    listed = [line for line in (ROOT / "cmake" / "math_functions.txt").read_text().split("\n") if re.match("[a-z]", line)]
    listed = set(listed) | {name + "f" for name in listed}
    wrong, to_program = set(), set()
    for user, provider, name in bindings(program):
        if user.startswith((*FORTRAN, *SANITIZERS, "libm.so")):
            continue
        if name in listed and provider == pathlib.Path(program).name:
            to_program.add((user, name))
        elif name in listed:
            wrong.add(f"{user} calls {name} of {provider}")
        elif provider.startswith("libm.so") and not EXACT.fullmatch(name):
            wrong.add(f"{user} calls {name} of {provider}, which is neither exact nor in cmake/math_functions.txt")
    print("\n".join(sorted(wrong)))
    users = {user for user, name in to_program}
    for needed in ("libBulletDynamics", "libBulletCollision", "libLinearMath", "libsdformat", "libignition-math"):
        if not any(user.startswith(needed) for user in users):
            wrong.add(needed)
            print(f"{needed} is not seen to call any of the program's functions")
    print(f"{len(to_program)} bindings of {len(users)} libraries lead to the program, {len(wrong)} are wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
