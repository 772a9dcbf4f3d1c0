#!/usr/bin/env python3
"""The same bits anywhere: worlds, runs, readings, pictures and maps, on CPUs and from compilers that differ.

usage: same_bits_test.py PROGRAM [OTHER_PROGRAM...]

Each case is a command line of ./rubble and what it must leave behind: a state_hash, a readings_hash, a file. It is
carried out by PROGRAM as it is, by PROGRAM where the C library believes that the CPU has neither AVX2 nor fused
multiply-add, and where Embree is limited to older instructions; with RUBBLE_SWEEP=full by all of them on more cases,
and by the other programs (of another compiler, with other options) too.
"""
import concurrent.futures
import hashlib
import json
import lzma
import os
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
SHARED_LOG = ROOT.parent / "shared" / "data" / "slam" / "fr079.clf.xz"
LINES_OF_SHARED_LOG = 1500
IS_FULL = os.environ.get("RUBBLE_SWEEP") == "full"

OLD_CPU = {"GLIBC_TUNABLES": "glibc.cpu.hwcaps=-AVX2,-FMA,-FMA4,-AVX512F,-ERMS"}
EMBREE = "RUBBLE_EMBREE_ISA"


class Refusal(Exception):
    """The program would not; some sensors want a robot to sit on."""


class Setting:
    """A program on a kind of CPU."""

    def __init__(self, name, program, environment):
        self.name, self.program = name, program
        self.environment = {**os.environ, **environment}

    def run(self, arguments, folder):
        # Folders are the same for all, so that names in files are.
        done = subprocess.run([self.program, *arguments], cwd=folder, env=self.environment, capture_output=True, text=True)
        if done.returncode != 0:
            raise Refusal(f"rubble {' '.join(arguments)} ended with {done.returncode}: {done.stderr}")
        return done.stdout


def settings_of(programs):
    first = programs[0]
    yield Setting("as it is", first, {})
    yield Setting("CPU without AVX2 and FMA, Embree with SSE4.2", first, {**OLD_CPU, EMBREE: "sse4.2"})
    if IS_FULL:
        yield Setting("CPU without AVX2 and FMA", first, OLD_CPU)
        for instructions in ("sse2", "sse4.2", "avx", "avx2"):
            yield Setting(f"Embree with {instructions}", first, {EMBREE: instructions})
        for other in programs[1:]:
            preset = pathlib.Path(other).parent.parent.name
            yield Setting(f"preset {preset}", other, {})
            yield Setting(f"preset {preset}, CPU without AVX2 and FMA, Embree with SSE4.2", other,
                          {**OLD_CPU, EMBREE: "sse4.2"})


def digest(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()[:16]


def world_case(kind, seed):
    def carry_out(setting, folder):
        setting.run(["world", "make", kind, "--seed", str(seed), "-o", "world.sdf"], folder)
        return digest(folder / "world.sdf")

    return f"world {kind} of seed {seed}", carry_out


def run_case(world, robot, seconds, drive="wander", sensors=("all",), seed=1):
    arguments = ["run", str(ROOT / "worlds" / f"{world}.sdf"), "--robot", robot, "--drive", drive, "--seed", str(seed),
                 "--duration", str(seconds), "--json", *(word for sensor in sensors for word in ("--sensor", sensor))]

    def carry_out(setting, folder):
        told = json.loads(setting.run(arguments, folder))
        return f"state {told['state_hash']} readings {told['readings_hash']} of {told['readings']}"

    return f"{robot} in {world}, {drive}, {seconds} s with {', '.join(sensors)}", carry_out


def probe_case(sensor, world, pose):
    def carry_out(setting, folder):
        told = setting.run(["probe", str(ROOT / "worlds" / f"{world}.sdf"), "--sensor", sensor, "--pose", pose, "--time",
                            "12", "--seed", "3", "--json"], folder)
        return hashlib.sha256(told.encode()).hexdigest()[:16]

    return f"{sensor} in {world}", carry_out


def picture_case(world, pose):
    def carry_out(setting, folder):
        setting.run(["probe", str(ROOT / "worlds" / f"{world}.sdf"), "--sensor", "camera_vga", "--pose", pose, "-o",
                     "view.png"], folder)
        return digest(folder / "view.png")

    return f"picture of {world}", carry_out


def mapped(setting, folder, log):
    setting.run(["slam", log, "-o", "way.tum", "--constraints", "found.json", "--map", "map.pgm"], folder)
    return " ".join(digest(folder / name) for name in ("way.tum", "found.json", "map.pgm"))


def own_log_case(seconds):
    def carry_out(setting, folder):
        setting.run(["run", str(ROOT / "worlds" / "maze.sdf"), "--robot", "Element", "--drive", "explore", "--sensor",
                     "ScannerH", "--sensor", "ScannerV", "--sensor", "IMU", "--sensor", "Odometry", "--duration",
                     str(seconds), "--record", "drive.mcap"], folder)
        return digest(folder / "drive.mcap") + " " + mapped(setting, folder, "drive.mcap")

    return f"recording and map of an explorer, {seconds} s", carry_out


def shared_log_case():
    def carry_out(setting, folder):
        with lzma.open(SHARED_LOG, "rt", errors="replace") as log:
            lines = [line for _, line in zip(range(LINES_OF_SHARED_LOG), log)]
        (folder / "real.clf").write_text("".join(lines))
        return mapped(setting, folder, "real.clf")

    return f"map of {LINES_OF_SHARED_LOG} lines of a real log", carry_out


def radio_case(preset):
    def carry_out(setting, folder):
        return setting.run(["signal", str(ROOT / "worlds" / "radio_floor.sdf"), "--preset", preset, "--from", "2 2 0.5",
                            "--to", "33 12 0.7", "--json"], folder)

    return f"signal by {preset}", carry_out


def names_of(told):
    """Of `rubble ... list --json` in whichever shape."""
    told = json.loads(told)
    while isinstance(told, dict):
        told = next(value for value in told.values() if isinstance(value, list))
    return [entry["name"] if isinstance(entry, dict) else entry for entry in told]


def cases(program):
    listed = Setting("", program, {})
    robots = sorted(path.name for path in (ROOT / "models").iterdir() if (path / "model.sdf").exists()
                    and path.name not in ("ComStation", "maze_tiles"))
    kinds = names_of(listed.run(["world", "list", "--json"], ROOT))
    sensors = names_of(listed.run(["sensors", "--json"], ROOT))
    for kind in kinds:
        for seed in (1, 2, 3) if IS_FULL else (1,):
            yield world_case(kind, seed)
    for robot in robots:
        yield run_case("maze", robot, 10 if IS_FULL else 2)
    for kind in kinds if IS_FULL else ("office", "station"):
        yield run_case(kind, "P3AT", 10 if IS_FULL else 2, sensors=("urg04lx", "INS"))
    for sensor in sensors:
        yield probe_case(sensor, "smoke_room", "1.0 1.5 0.6 0.02 -0.03 0.4")
        if IS_FULL:
            yield probe_case(sensor, "maze", "0.6 0.6 0.4 0.02 -0.03 0.4")
    for world in kinds if IS_FULL else ("office",):
        yield picture_case(world, "1.3 0.9 0.8 0.01 0.05 0.7")
    for preset in ("seed", "wss", "multiwall"):
        yield radio_case(preset)
    yield own_log_case(60 if IS_FULL else 15)
    if SHARED_LOG.exists():
        yield shared_log_case()


def outcome(case, setting):
    with tempfile.TemporaryDirectory() as folder:
        try:
            return case[1](setting, pathlib.Path(folder))
        except Refusal as refusal:
            return str(refusal)


def main():
    programs = [str(pathlib.Path(program).resolve()) for program in sys.argv[1:]]
    if not programs:
        print(__doc__)
        return 2
    missing = [program for program in programs[1:] if not pathlib.Path(program).exists()] if IS_FULL else []
    if missing:
        print(f"{' and '.join(missing)} not there; ./check --full builds them")
        return 1
    chosen, all_cases = list(settings_of(programs)), list(cases(programs[0]))
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as workers:
        found = {(case[0], setting.name): workers.submit(outcome, case, setting)
                 for case in all_cases for setting in chosen}
    differences = []
    for case in all_cases:
        wanted = found[case[0], chosen[0].name].result()
        for setting in chosen[1:]:
            got = found[case[0], setting.name].result()
            if got != wanted:
                differences.append(f"{case[0]}: {setting.name}: {got}\n  {chosen[0].name}: {wanted}")
    refused = [found[case[0], chosen[0].name].result() for case in all_cases
               if found[case[0], chosen[0].name].result().startswith("rubble ")]
    print("\n".join(refused + differences))
    if len(refused) > len(all_cases) // 4:
        differences.append("too many cases were refused")
    print(f"{len(all_cases)} cases, {len(chosen)} settings: {len(all_cases) * len(chosen)} combinations, "
          f"{len(differences)} differ from '{chosen[0].name}'")
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main())
