#!/usr/bin/env python3
"""Holds every #include of src/rubble against src/rubble/LAYERS.

A module may include what stands on a line above its own; neighbours on one line do not know each other. A module is a
folder of src/rubble, or a folder in one that LAYERS names by itself, such as usarsim/client. Other folders in a module
belong to it.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
LIBRARY = ROOT / "src" / "rubble"
INCLUDE = re.compile(r'^\s*#\s*include\s+"rubble/([^"]+)"', re.MULTILINE)


def layer_of_modules(text):
    return {module: number for number, line in enumerate(text.splitlines()) for module in line.split()}


def module_of(layers, path):
    """The longest folder of a path that LAYERS names; else the first folder."""
    folders = path.split("/")[:-1]
    for length in range(len(folders), 0, -1):
        if "/".join(folders[:length]) in layers:
            return "/".join(folders[:length])
    return folders[0] if folders else path


def offences(layers, name, text):
    module = module_of(layers, name)
    if module not in layers:
        yield f"{name}: module '{module}' is not in LAYERS"
        return
    for path in INCLUDE.findall(text):
        included = module_of(layers, path)
        if included not in layers:
            yield f"{name}: includes '{included}', which LAYERS does not know"
        elif included != module and layers[included] >= layers[module]:
            yield f"{name}: '{module}' may not include '{included}'; LAYERS puts it beside or above"


def sources():
    return sorted(path for path in LIBRARY.rglob("*") if path.suffix in (".h", ".cpp"))


def self_test():
    """The test must be able to fail."""
    layers = layer_of_modules("base\ngeometry\nworld messages\nusarsim\nusarsim/client")
    bad = [("base/a.h", "world/world.h"), ("world/a.h", "messages/command.h"), ("world/a.h", "nonsense/a.h"),
           ("usarsim/protocol/a.h", "usarsim/client/a.h"), ("nonsense/a.h", "base/a.h")]
    good = [("world/a.h", "base/id.h"), ("world/deep/a.h", "world/a.h"), ("usarsim/client/a.h", "usarsim/protocol/a.h")]
    for name, included in bad:
        assert list(offences(layers, name, f'#include "rubble/{included}"')), (name, included)
    for name, included in good:
        assert not list(offences(layers, name, f'#include "rubble/{included}"')), (name, included)


def main():
    layers = layer_of_modules((LIBRARY / "LAYERS").read_text())
    self_test()
    found = [line for path in sources()
             for line in offences(layers, str(path.relative_to(LIBRARY)), path.read_text())]
    modules = {module_of(layers, str(path.relative_to(LIBRARY))) for path in sources()}
    if len(modules) < 20:
        found.append(f"only {len(modules)} modules were looked at in {LIBRARY}; there are more than 20")
    print("\n".join(found) or f"{len(sources())} files of {len(modules)} modules keep their layers")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
