# SPDX-License-Identifier: Apache-2.0
"""What is printed or woven on things of the room: wallpaper, rug, screen, keys, spines of books, a clock's dial."""
from math import cos, pi, sin

from sheet import BLACK, WHITE, Sheet

TITLES = ("ATLAS", "ROBOTS", "POEMS", "GEOLOGY", "COOKING", "HISTORY", "RESCUE", "BIRDS")

SCREEN_LINES = ("# Search the floor, room by room.", "for room in rooms:", "    robot.drive_to(room.door)", "    scan = robot.scan()",
                "    for spot in warm_spots(scan):", "        robot.look_at(spot)", "        report(robot.picture())", "",
                "print('rooms searched:', len(rooms))")


def wallpaper():
    """One strip from a roll, 0.53 m wide, with a motif that repeats."""
    sheet = Sheet(530, 1860, "#e7dfc8")
    step, pitch = 1860 / 14, 530 / 6
    for column in range(6):
        sheet.box(pitch * column, 0, 40, 1860, "#ded3b6")
    for row in range(15):
        for column in range(7):
            x, y = 20 + pitch * column, step * (row + 0.5 * (column % 2))
            for leaf in range(6):
                turn = leaf * pi / 3
                sheet.disc(x + 17 * cos(turn), y + 17 * sin(turn), 10, "#8fa58a")
            sheet.disc(x, y, 10, "#b06a4c")
    sheet.save("wallpaper", (256, 1024), 64)


def rug():
    sheet = Sheet(2000, 1400, "#7a2230")
    for inset, color in ((40, "#e2cfa4"), (70, "#1f3350"), (170, "#e2cfa4"), (190, "#7a2230")):
        sheet.box(inset, inset, 2000 - 2 * inset, 1400 - 2 * inset, color)
    for x in range(150, 1900, 100):
        for y in (120, 1280):
            sheet.polygon([(x, y - 34), (x + 34, y), (x, y + 34), (x - 34, y)], "#c9973f")
    for y in range(220, 1240, 100):
        for x in (120, 1880):
            sheet.polygon([(x, y - 34), (x + 34, y), (x, y + 34), (x - 34, y)], "#c9973f")
    for size, color in ((430, "#e2cfa4"), (390, "#1f3350"), (280, "#c9973f"), (240, "#7a2230"), (110, "#e2cfa4")):
        sheet.polygon([(1000, 700 - size), (1000 + 1.5 * size, 700), (1000, 700 + size), (1000 - 1.5 * size, 700)], color)
    sheet.save("rug", (512, 512), 12)


def screen():
    sheet = Sheet(520, 300, "#20262e")
    sheet.box(0, 0, 520, 24, "#3a4552")
    sheet.text(12, 18, "search.py", 10, WHITE, face="Sans")
    for row, line in enumerate(SCREEN_LINES):
        color = "#8fc98f" if line.startswith("#") else "#e8e4d8"
        sheet.text(14, 56 + 27 * row, line, 11, color, face="SansMono")
    sheet.save("screen", (1024, 512), 16)


def keyboard():
    sheet = Sheet(440, 140, "#2a2c30")
    rows = ("1234567890-=", "QWERTYUIOP[]", "ASDFGHJKL;'#", "ZXCVBNM,./<>")
    for row, letters in enumerate(rows):
        for column, letter in enumerate(letters):
            x, y = 10 + 35 * column, 8 + 26 * row
            sheet.box(x, y, 32, 23, "#dcdcd6", radius=3)
            sheet.text(x + 16, y + 16, letter, 9, BLACK, face="Sans", anchor="ms")
    for x, width in ((10, 67), (80, 277), (360, 67)):
        sheet.box(x, 112, width, 21, "#dcdcd6", radius=3)
    sheet.save("keyboard", (512, 256), 12)


def clock_dial():
    """The numerals inside the ring of marks, which are solid."""
    sheet = Sheet(200, 200)
    for hour in range(1, 13):
        turn = hour * pi / 6
        sheet.text(100 + 80 * sin(turn), 100 - 80 * cos(turn), str(hour), 17, anchor="mm")
    sheet.text(100, 150, "QUARTZ", 6, face="Sans", anchor="mm")
    sheet.save("clock_dial", (256, 256), 8)


def spines():
    """White where the colour of the book shows: the renderer multiplies both."""
    for number, title in enumerate(TITLES, start=1):
        sheet = Sheet(220, 30)
        bands = (6, 204) if number % 2 else (24, 186)
        for x in bands:
            sheet.box(x, 0, 8, 30, "#6b6250")
        sheet.text(110, 23, title, 16, "#2c281f", face="Serif-Bold" if number % 3 else "Sans-Bold", anchor="ms")
        sheet.turned().save(f"spine_{number}", (64, 512), 8)


def draw_all():
    wallpaper()
    rug()
    screen()
    keyboard()
    clock_dial()
    spines()
