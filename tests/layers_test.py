#!/usr/bin/env python3
"""Holds every #include of src/rubble against src/rubble/LAYERS.

A module may include what stands on a line above its own; neighbours on one line do not know each other.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
LIBRARY = ROOT / "src" / "rubble"
INCLUDE = re.compile(r'^\s*#\s*include\s+"rubble/([a-z0-9_]+)/', re.MULTILINE)


def layer_of_modules(text):
    return {module: number for number, line in enumerate(text.splitlines()) for module in line.split()}


def offences(layers, module, name, text):
    for included in INCLUDE.findall(text):
        if included not in layers:
            yield f"{name}: includes '{included}', which LAYERS does not know"
        elif included != module and layers[included] >= layers[module]:
            yield f"{name}: '{module}' may not include '{included}'; LAYERS puts it beside or above"


def sources():
    return sorted(path for path in LIBRARY.rglob("*") if path.suffix in (".h", ".cpp"))


def check_tree(layers):
    for path in sources():
        module = path.relative_to(LIBRARY).parts[0]
        if module not in layers:
            yield f"{path.relative_to(ROOT)}: module '{module}' is not in LAYERS"
        else:
            yield from offences(layers, module, path.relative_to(ROOT), path.read_text())


def self_test(layers):
    """The test must be able to fail."""
    assert list(offences(layers, "base", "x", '#include "rubble/world/world.h"'))
    assert list(offences(layers, "world", "x", '#include "rubble/messages/command.h"'))
    assert list(offences(layers, "world", "x", '#include "rubble/nonsense/a.h"'))
    assert not list(offences(layers, "world", "x", '#include "rubble/base/id.h"\n#include "rubble/world/a.h"'))


def main():
    layers = layer_of_modules((LIBRARY / "LAYERS").read_text())
    self_test(layers)
    found = list(check_tree(layers))
    modules = {path.relative_to(LIBRARY).parts[0] for path in sources()}
    if len(modules) < 20:
        found.append(f"only {len(modules)} modules were looked at in {LIBRARY}; there are more than 20")
    print("\n".join(found) or f"{len(sources())} files of {len(modules)} modules keep their layers")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
