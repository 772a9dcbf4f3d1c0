#!/usr/bin/env python3
"""Every example in every --help, and every ./rubble line of the README, works when pasted."""
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
EXAMPLE = re.compile(r"^ *(\./rubble .+?)(?:  +#.*|  +[a-z].*)?$", re.MULTILINE)


def run(program, words, folder):
    return subprocess.run([program] + words, cwd=folder, capture_output=True, text=True, timeout=240)


def command_paths(program, prefix=()):
    """All subcommands, found from the help texts themselves."""
    yield list(prefix)
    text = run(program, [*prefix, "--help"], ROOT).stdout
    listed = re.search(r"Subcommands:\n((?:  .*\n?)+)", text)
    for name in re.findall(r"^  ([a-z]\S*)", listed.group(1), re.MULTILINE) if listed else []:
        yield from command_paths(program, (*prefix, name))


def examples(program):
    for path in command_paths(program):
        yield from EXAMPLE.findall(run(program, [*path, "--help"], ROOT).stdout)
    yield from EXAMPLE.findall((ROOT / "README.md").read_text())


def words_of(example):
    """What to run; those who would serve until they are interrupted serve for a second, on free ports."""
    words = shlex.split(example)[1:]
    if words[0] in ("serve", "replay") and "--duration" not in words:
        words += ["--duration", "1", "--port", "0"]
        if words[0] == "serve":
            words += ["--image-port", "0", "--com-port", "0", "--truth-port", "0", "--radio-port", "0", "--web-port", "0"]
    if words[0] == "demo" and "--headless" not in words:
        words += ["--duration", "1", "--web-port", "0"]
    return words


def main(program):
    seen = []
    with tempfile.TemporaryDirectory() as folder:
        for example in examples(program):
            if example in seen or "COMMAND" in example:
                continue
            seen.append(example)
            result = run(program, words_of(example), folder)
            if result.returncode != 0:
                print(f"{example}\nexit {result.returncode}: {result.stderr}")
                return 1
    print(f"{len(seen)} examples work")
    return 0 if len(seen) >= 12 else 1


if __name__ == "__main__":
    sys.exit(main(str(pathlib.Path(sys.argv[1]).resolve())))
