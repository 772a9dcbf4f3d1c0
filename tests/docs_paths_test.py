#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Links between the pages of the documentation, and the source files that they name, exist."""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
PLACES = (".", "src/rubble", "src", "docs", "apps", "viewer/src")
SOURCE = re.compile(r"`([\w./*]+/[\w./*]+(?:\.(?:h|cpp|ts|py|sh|txt|cmake|html|mjs)|/))`")
# Output folders and names of a user, not of the project.
NOT_OURS = ("~/", "OUT/", "results/", "challenge/", "build/", "resources/", "world/...")


def pages():
    yield from (ROOT / "docs").rglob("*.md")
    yield from (ROOT / name for name in ("README.md", "CONTRIBUTING.md", "clients/README.md"))


def heading_anchors(path):
    for heading in re.findall(r"^#+ (.*)$", path.read_text(), re.MULTILINE):
        yield re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def broken_links(page, text):
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        if re.match(r"[a-z]+:", target):
            continue
        name, _, anchor = target.partition("#")
        path = page.parent / name if name else page
        if not path.exists():
            yield f"links to {target}, which is not there"
        elif anchor and anchor not in heading_anchors(path):
            yield f"links to {target}, which has no such heading"


def missing_sources(page, text):
    for name in SOURCE.findall(text):
        if name.startswith(NOT_OURS):
            continue
        if not any(list(folder.glob(name)) for folder in (page.parent, *(ROOT / place for place in PLACES))):
            yield f"names {name}, which is not there"


def main():
    failures, count = [], 0
    for page in pages():
        text = page.read_text()
        count += 1
        failures += [f"{page.relative_to(ROOT)} {each}" for each in (*broken_links(page, text), *missing_sources(page, text))]
    print("\n".join(failures) or f"links and source files of {count} pages are there")
    return 1 if failures or count < 30 else 0


if __name__ == "__main__":
    sys.exit(main())
