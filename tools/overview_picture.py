#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Draws docs/images/overview.svg, the picture of the whole: what goes in, one tick, what comes out, and how it is assessed.

    tools/overview_picture.py
"""
import html
import pathlib

TARGET = pathlib.Path(__file__).resolve().parent.parent / "docs/images/overview.svg"
INK, PAPER = "#22313f", "#ffffff"
INPUT, TICK, OUTPUT, OFFLINE = "#e8eef7", "#fdf3dc", "#e6f3e8", "#f3e8f3"

# x, y, width, height, fill, title, small lines
BOXES = [
    (20, 60, 190, 66, INPUT, "worlds and models", ["SDF files, generators", "sdf, generators, world"]),
    (20, 146, 190, 66, INPUT, "clients", ["USARSim lines on a port", "net, usarsim"]),
    (20, 232, 190, 66, INPUT, "page in a browser", ["keys, stick, clicks", "viewer, server"]),
    (20, 318, 190, 66, INPUT, "pilots and files", ["wander, explore, commands", "pilots"]),
    (300, 76, 170, 52, TICK, "commands", ["messages, robots"]),
    (300, 158, 170, 52, TICK, "physics", ["State, 240 Hz"]),
    (300, 240, 170, 52, TICK, "rays and smoke", ["rays, smoke, rendering"]),
    (300, 322, 170, 52, TICK, "sensors", ["readings"]),
    (560, 60, 200, 66, OUTPUT, "radio", ["links, relays, radio-exec", "radio, wireless"]),
    (560, 146, 200, 66, OUTPUT, "lines to clients", ["readings, status; images", "usarsim, net, server"]),
    (560, 232, 200, 66, OUTPUT, "frames to the page", ["3-D view, plots, cameras", "viewer_protocol, server"]),
    (560, 318, 200, 66, OUTPUT, "recording", ["input, readings, true poses", "recording, mcap"]),
    (20, 470, 190, 66, OFFLINE, "logs", ["CARMEN, USARSim, MCAP", "logs"]),
    (300, 470, 170, 66, OFFLINE, "SLAM", ["scans to poses and a map", "slam/2d, maps"]),
    (560, 470, 200, 66, OFFLINE, "assessment", ["errors, significance, report", "evaluation, groundtruth"]),
]

# Points of each arrow; the last has the head.
ARROWS = [
    [(210, 93), (285, 66)], [(210, 179), (300, 98)], [(210, 265), (300, 108)], [(210, 351), (300, 118)],
    [(385, 128), (385, 158)], [(385, 210), (385, 240)], [(385, 292), (385, 322)],
    [(470, 184), (560, 93)], [(470, 342), (560, 179)], [(470, 347), (560, 265)], [(470, 351), (560, 351)],
    [(210, 503), (300, 503)], [(470, 503), (560, 503)],
    [(620, 384), (620, 428), (115, 428), (115, 470)], [(700, 384), (700, 470)],
]

FRAMES = [(280, 36, 210, 358, "one tick: sim"), (0, 440, 790, 116, "afterwards, without a simulation")]
HEADS = [(115, 40, "in"), (660, 40, "out")]


def text(x, y, words, size, weight="normal", colour=INK):
    return (f'<text x="{x}" y="{y}" font-size="{size}" font-weight="{weight}" fill="{colour}" text-anchor="middle">'
            f"{html.escape(words)}</text>")


def box(x, y, width, height, fill, title, lines):
    middle = x + width / 2
    parts = [f'<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="6" fill="{fill}" stroke="{INK}"/>',
             text(middle, y + 21, title, 15, "bold")]
    return parts + [text(middle, y + 39 + 16 * row, line, 12) for row, line in enumerate(lines)]


def arrow(points):
    path = " ".join(f"{x},{y}" for x, y in points)
    return f'<polyline points="{path}" fill="none" stroke="{INK}" stroke-width="1.4" marker-end="url(#head)"/>'


def frame(x, y, width, height, title):
    return [f'<rect x="{x + 5}" y="{y}" width="{width - 10}" height="{height}" rx="8" fill="none" stroke="#8a97a5" stroke-dasharray="5 4"/>',
            text(x + width / 2, y + 20, title, 13, "bold", "#5a6773")]


def picture():
    parts = ['<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 790 570" font-family="sans-serif">',
             '<defs><marker id="head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto">'
             f'<path d="M0,0 L8,4 L0,8 z" fill="{INK}"/></marker></defs>',
             f'<rect width="790" height="570" fill="{PAPER}"/>']
    for one in FRAMES:
        parts += frame(*one)
    parts += [text(x, y, words, 15, "bold", "#5a6773") for x, y, words in HEADS]
    parts += [arrow(points) for points in ARROWS]
    for one in BOXES:
        parts += box(*one)
    return "\n".join(parts + ["</svg>"]) + "\n"


if __name__ == "__main__":
    TARGET.write_text(picture())
