#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The keys that --json prints are those of docs/json.md.

    json_keys_test.py RUBBLE
"""
import json
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent


def printed_keys(value, path=""):
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from printed_keys(inner, f"{path}.{name}" if path else name)
    elif isinstance(value, list) and value and isinstance(value[0], dict):
        for inner in value:
            yield from printed_keys(inner, path + "[]")
    else:
        yield path


def groups_of(text):
    """{errors} stands for `mean`, ..."""
    return {name: re.findall(r"`(\w+)`", names)
            for name, names in re.findall(r"^`\{(\w+)\}` stands for ((?:`\w+`,? ?)+)", text, re.MULTILINE)}


def documented_keys(section, groups):
    """Each key, and whether it must be there."""
    for cell, meaning in re.findall(r"^\| (`.*?) \| (.*)\|$", section, re.MULTILINE):
        prefix, _, keys = cell.rpartition("`: ")
        for key in re.findall(r"`([^`]+)`", keys):
            key = prefix.strip("`") + "." + key if prefix else key
            group = re.search(r"\{(\w+)\}$", key)
            for inner in groups[group.group(1)] if group else [None]:
                yield key[:group.start()] + "." + inner if group else key, not meaning.startswith("*if*")


def differences(printed, documented):
    """Keys on one side only. A list or object that is empty or null in this output hides the keys below it."""
    def stands_for(key, name):
        return key == name or (key.endswith(".*") and name.startswith(key[:-2]))

    def is_hidden(key):
        return any(key.startswith((name + "[]", name + ".")) for name in printed)

    for name in printed:
        if not any(stands_for(key, name) or key.startswith((name + "[]", name + ".")) for key in documented):
            yield f"'{name}' is printed and not documented"
    for key, is_required in documented.items():
        if is_required and not is_hidden(key) and not any(stands_for(key, name) for name in printed):
            yield f"'{key}' is documented and not printed"


def main(program):
    text = (ROOT / "docs/json.md").read_text()
    groups, count, failures = groups_of(text), 0, []
    with tempfile.TemporaryDirectory() as folder:
        for data in ("clients", "docs", "worlds"):
            (pathlib.Path(folder) / data).symlink_to(ROOT / data)
        for section in re.split(r"^## ", text, flags=re.MULTILINE)[1:]:
            command = re.search(r"^\./rubble (.*)$", section, re.MULTILINE)
            if not command:
                continue
            done = subprocess.run([program, *shlex.split(command.group(1))], cwd=folder, capture_output=True, text=True,
                                  timeout=120)
            if done.returncode != 0:
                failures.append(f"{command.group()}: exit {done.returncode}: {done.stderr}")
                continue
            printed = dict.fromkeys(printed_keys(json.loads(done.stdout)))
            documented = dict(documented_keys(section.split("\nOf the others:")[0], groups))
            failures += [f"{command.group()}: {each}" for each in differences(printed, documented)]
            count += 1
    print("\n".join(failures) or f"the keys of {count} commands are those of docs/json.md")
    return 1 if failures or count < 12 else 0


if __name__ == "__main__":
    sys.exit(main(str(pathlib.Path(sys.argv[1]).resolve())))
