# SPDX-License-Identifier: Apache-2.0
"""Safety signs and door plates. The figures are our own simple shapes."""
from math import cos, pi, sin

from sheet import BLACK, SAFETY_GREEN, SAFETY_RED, SAFETY_YELLOW, WHITE, Sheet


def arrow(sheet, x, y, size, color, turn=0.0):
    """Points right before it is turned (clockwise, in radians) about its middle."""
    shape = [(-1.0, -0.28), (0.1, -0.28), (0.1, -0.8), (1.0, 0.0), (0.1, 0.8), (0.1, 0.28), (-1.0, 0.28)]
    c, s = cos(turn) * size / 2, sin(turn) * size / 2
    sheet.polygon([(x + c * a - s * b, y + s * a + c * b) for a, b in shape], color)


def running_figure(sheet, x, y, size, color):
    """Runs to the left; x, y is the hip, size the height of the whole figure."""
    def at(a, b):
        return x + a * size, y + b * size

    head = at(-0.10, -0.42)
    sheet.disc(*head, 0.085 * size, color)
    sheet.stroke([at(-0.03, -0.26), at(0.02, -0.02)], color, 0.155 * size)          # trunk
    sheet.stroke([at(-0.05, -0.28), at(-0.22, -0.20), at(-0.32, -0.32)], color, 0.07 * size)
    sheet.stroke([at(0.00, -0.27), at(0.17, -0.17), at(0.13, 0.02)], color, 0.07 * size)
    sheet.stroke([at(0.00, 0.00), at(-0.21, 0.10), at(-0.20, 0.34), at(-0.29, 0.34)], color, 0.09 * size)
    sheet.stroke([at(0.03, 0.00), at(0.10, 0.22), at(0.34, 0.27), at(0.37, 0.19)], color, 0.09 * size)


def emergency_exit():
    sheet = Sheet(400, 200, WHITE)
    sheet.box(6, 6, 388, 188, SAFETY_GREEN, radius=8)
    sheet.box(42, 28, 92, 150, WHITE)                                               # the open door
    sheet.polygon([(52, 38), (76, 46), (76, 178), (52, 178)], SAFETY_GREEN)
    sheet.disc(71, 112, 3.5, WHITE)
    running_figure(sheet, 182, 108, 150, WHITE)
    arrow(sheet, 318, 100, 96, WHITE, turn=pi / 2)
    sheet.save("emergency_exit", (512, 256), 16)


def exit_letters():
    sheet = Sheet(600, 200, SAFETY_GREEN)
    sheet.box(6, 6, 588, 188, SAFETY_GREEN, radius=8, edge=WHITE, line=5)
    sheet.text(36, 150, "EXIT", 100, WHITE)
    arrow(sheet, 500, 100, 110, WHITE)
    sheet.save("exit_letters", (512, 256), 16)


def flame(sheet, x, y, size, color):
    shape = [(0.0, 0.5), (-0.30, 0.28), (-0.32, -0.02), (-0.14, -0.22), (-0.12, 0.02), (0.02, -0.5),
             (0.22, -0.16), (0.20, 0.02), (0.30, -0.10), (0.34, 0.22), (0.22, 0.42)]
    sheet.polygon([(x + a * size, y + b * size) for a, b in shape], color)


def fire_extinguisher():
    sheet = Sheet(200, 200, WHITE)
    sheet.box(5, 5, 190, 190, SAFETY_RED, radius=6)
    sheet.box(38, 68, 44, 112, WHITE, radius=14)                                     # the bottle
    sheet.box(50, 46, 20, 26, WHITE)
    sheet.stroke([(34, 40), (82, 34)], WHITE, 9)
    sheet.stroke([(74, 50), (100, 62), (104, 112)], WHITE, 8)
    sheet.polygon([(97, 108), (111, 108), (116, 132), (92, 132)], WHITE)
    flame(sheet, 148, 124, 104, WHITE)
    sheet.save("fire_extinguisher", (256, 256), 16)


def high_voltage():
    sheet = Sheet(200, 240, WHITE)
    sheet.polygon([(100, 10), (194, 176), (6, 176)], BLACK)
    sheet.polygon([(100, 32), (176, 166), (24, 166)], SAFETY_YELLOW)
    sheet.polygon([(106, 62), (80, 116), (100, 112), (86, 156), (122, 98), (102, 102), (116, 66)], BLACK)
    sheet.text(100, 216, "DANGER 400 V", 15, BLACK, anchor="ms")
    sheet.save("high_voltage", (256, 256), 16)


def room_plate():
    sheet = Sheet(400, 200, "#e9e9e4")
    sheet.box(4, 4, 392, 192, "#23364f", radius=8)
    sheet.text(200, 104, "ROOM 214", 46, WHITE, anchor="ms")
    sheet.box(30, 126, 340, 3, "#c9a13b")
    sheet.text(200, 168, "Reading room", 26, WHITE, face="Sans", anchor="ms")
    sheet.save("room_plate", (512, 256), 16)


def draw_all():
    emergency_exit()
    exit_letters()
    fire_extinguisher()
    high_voltage()
    room_plate()
