# SPDX-License-Identifier: Apache-2.0
"""Paintings for the frames, out of plain shapes."""
from math import cos, pi, sin
from random import Random

from sheet import Sheet


def mixed(low, high, share):
    """A colour between two, each three numbers."""
    return tuple(round(a + (b - a) * share) for a, b in zip(low, high))


def shade(sheet, top, bottom, above, below, steps=40):
    for step in range(steps):
        y = top + (bottom - top) * step / steps
        sheet.box(0, y, sheet.width, (bottom - top) / steps + 1, mixed(above, below, step / (steps - 1)))


def ridge(sheet, random, height, roughness, color):
    points, y = [], height
    for step in range(33):
        points.append((sheet.width * step / 32, y))
        y = height + (y - height) * 0.7 + random.uniform(-roughness, roughness)
    sheet.polygon(points + [(sheet.width, sheet.height), (0, sheet.height)], color)


def fir(sheet, x, foot, size, color):
    sheet.box(x - 0.04 * size, foot - 0.2 * size, 0.08 * size, 0.2 * size, "#4a3526")
    for step in range(3):
        half, low = (0.32 - 0.07 * step) * size, foot - (0.15 + 0.24 * step) * size
        sheet.polygon([(x - half, low), (x, low - 0.42 * size), (x + half, low)], color)


def landscape():
    sheet, random = Sheet(800, 600), Random(3)
    shade(sheet, 0, 360, (92, 140, 196), (250, 214, 160))
    sheet.disc(560, 190, 46, "#fff1bd")
    for height, roughness, color in ((250, 46, "#8d93b5"), (310, 34, "#66799a"), (360, 22, "#4d6b66")):
        ridge(sheet, random, height, roughness, color)
    shade(sheet, 400, 600, (150, 190, 206), (60, 104, 138))
    for _ in range(40):
        x, y = random.uniform(0, 760), random.uniform(410, 590)
        sheet.box(x, y, random.uniform(20, 70), 2.2, mixed((230, 220, 190), (120, 160, 180), random.random()))
    sheet.polygon([(0, 600), (0, 430), (150, 450), (320, 540), (400, 600)], "#3b5b38")
    for x, foot, size in ((60, 470, 190), (150, 505, 150), (230, 545, 170), (110, 560, 200)):
        fir(sheet, x, foot, size, mixed((30, 66, 44), (52, 92, 58), random.random()))
    sheet.polygon([(520, 452), (640, 452), (618, 478), (542, 478)], "#7c2f26")                 # a boat
    sheet.polygon([(578, 448), (578, 352), (634, 444)], "#f6efe0")
    sheet.polygon([(572, 448), (572, 370), (534, 444)], "#e9dcc2")
    sheet.save("landscape", (512, 512), 64)


def abstract():
    sheet = Sheet(800, 600, "#efe6d2")
    sheet.polygon([(0, 600), (330, 0), (470, 0), (210, 600)], "#d9c9a3")
    for x, y, radius, color in ((210, 220, 150, "#1f3f6d"), (210, 220, 108, "#e0a526"), (210, 220, 62, "#c23b2a"),
                                (590, 160, 92, "#1d1d1f"), (590, 160, 66, "#efe6d2"), (590, 160, 30, "#2b7a78"),
                                (640, 440, 116, "#c23b2a"), (610, 410, 60, "#e0a526")):
        sheet.disc(x, y, radius, color)
    sheet.polygon([(330, 560), (470, 250), (560, 560)], "#2b7a78")
    sheet.polygon([(60, 420), (200, 470), (90, 560)], "#1d1d1f")
    for line, color, ends in ((14, "#1d1d1f", ((40, 60), (770, 330))), (6, "#1d1d1f", ((360, 30), (300, 580))),
                              (6, "#c23b2a", ((420, 30), (760, 70))), (9, "#1f3f6d", ((420, 520), (780, 570)))):
        sheet.stroke(ends, color, line)
    for column in range(4):
        for row in range(3):
            sheet.box(700 + 22 * column, 230 + 22 * row, 20, 20, "#1d1d1f" if (column + row) % 2 else "#efe6d2")
    sheet.save("abstract", (512, 512), 32)


def portrait():
    sheet = Sheet(500, 650, "#4d5b50")
    shade(sheet, 0, 650, (106, 120, 104), (52, 62, 58))
    sheet.disc(250, 700, 220, "#22304a", flat=1.15)                                               # shoulders
    sheet.polygon([(196, 470), (304, 470), (270, 590), (250, 620), (230, 590)], "#ece6d6")
    sheet.polygon([(240, 520), (262, 520), (272, 640), (230, 640)], "#8c2f2b")
    sheet.box(212, 380, 76, 110, "#c98f6c", radius=30)                                            # neck
    sheet.disc(250, 270, 128, "#3a2418", flat=1.18)                                               # hair
    sheet.disc(250, 300, 102, "#e0aa84", flat=1.28)
    sheet.polygon([(150, 262), (160, 196), (250, 160), (344, 200), (350, 262), (300, 214), (220, 236)], "#3a2418")
    for x in (208, 292):
        sheet.disc(x, 290, 22, "#f7f3ea", flat=0.55)
        sheet.disc(x, 290, 10, "#2c4a3a")
        sheet.disc(x, 290, 4.5, "#101010")
        sheet.stroke([(x - 24, 262), (x, 254), (x + 24, 262)], "#3a2418", 7)
    sheet.stroke([(250, 296), (238, 346), (254, 350)], "#b97b58", 7)
    sheet.stroke([(218, 382), (234, 391), (266, 391), (284, 380)], "#a0463e", 8)
    sheet.save("portrait", (512, 512), 48)


def shiny(sheet, x, y, radius, low, high):
    """A ball of fruit, lighter towards the upper left."""
    for step in range(24):
        share = step / 23
        sheet.disc(x - 0.32 * radius * share, y - 0.36 * radius * share, radius * (1 - 0.86 * share),
                   mixed(low, high, share))


def still_life():
    sheet = Sheet(800, 600, "#8b8570")
    shade(sheet, 0, 400, (70, 82, 92), (128, 126, 110))
    shade(sheet, 400, 600, (146, 96, 58), (104, 62, 36))
    sheet.disc(370, 500, 300, "#6b4128", flat=0.12)
    sheet.polygon([(586, 480), (566, 250), (606, 150), (606, 90), (654, 90), (654, 150), (694, 250), (674, 480)], "#2d5a4a")
    sheet.stroke([(592, 250), (604, 440)], "#77a690", 9)
    for x, y, radius, low, high in ((250, 350, 78, (150, 24, 20), (250, 130, 96)), (400, 340, 84, (196, 96, 10), (255, 196, 90)),
                                    (330, 260, 76, (92, 128, 26), (214, 226, 120)), (490, 386, 60, (150, 24, 20), (250, 130, 96))):
        shiny(sheet, x, y, radius, low, high)
    sheet.stroke([(330, 190), (344, 160)], "#3b2a1a", 8)
    sheet.polygon([(140, 390), (580, 390), (500, 500), (430, 530), (290, 530), (220, 500)], "#d9dde0")
    sheet.polygon([(140, 390), (580, 390), (568, 408), (152, 408)], "#3f63a0")
    for turn in range(16):
        angle = pi * (turn + 0.5) / 16
        sheet.disc(360 + 150 * cos(angle), 428 + 60 * sin(angle), 7, "#3f63a0")
    shiny(sheet, 130, 510, 56, (196, 96, 10), (255, 196, 90))
    sheet.save("still_life", (512, 512), 64)


def draw_all():
    landscape()
    abstract()
    portrait()
    still_life()
