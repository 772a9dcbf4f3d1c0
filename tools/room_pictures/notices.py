# SPDX-License-Identifier: Apache-2.0
"""Printed paper: notices in several sizes of print, a plan, an eye chart, a calendar."""
from calendar import monthcalendar

from sheet import BLACK, SAFETY_BLUE, SAFETY_GREEN, SAFETY_RED, WHITE, Sheet
from signs import arrow, flame

EVACUATION = (  # words, height of capitals in mm, colour
    ("Stay calm. Warn everyone.", 17.5, BLACK),
    ("Press the alarm button.", 17.5, BLACK),
    ("Call 112 and say:", 17.5, BLACK),
    ("Where is the fire?", 16, SAFETY_RED),
    ("How many people are hurt?", 16, SAFETY_RED),
    ("Which floor and room?", 16, SAFETY_RED),
    ("Close windows and doors.", 17.5, BLACK),
    ("Follow the green signs.", 17.5, BLACK),
    ("Never use the lift.", 17.5, BLACK),
    ("Help people who need it.", 17.5, BLACK),
    ("Meet at the oak tree.", 17.5, BLACK),
)

HOUSE_RULES = (
    "Doors open at 8 am.",
    "Please wipe your feet.",
    "No food, no drinks.",
    "Speak in a low voice.",
    "Put books back in",
    "the shelf they are from.",
    "Switch off the lamp",
    "before you leave.",
    "Report what is broken",
    "to the office, room 201.",
    "Thank you!",
)

CHART_ROWS = (("R", 88), ("N H", 62), ("K D Z", 44), ("O V C S", 31), ("H Z R K N", 22), ("S D V O C H", 15.5),
              ("K N Z R D S V", 11), ("C O H V N R Z K", 7.8))


def evacuation_notice():
    sheet = Sheet(420, 594)
    sheet.box(0, 0, 420, 104, SAFETY_RED)
    flame(sheet, 52, 52, 84, WHITE)
    sheet.text(98, 52, "IN CASE OF FIRE", 22, WHITE)
    sheet.text(98, 88, "Evacuation of room 214", 17, WHITE, face="Sans")
    y = 144
    for words, cap_height, color in EVACUATION:
        sheet.text(24 if color == BLACK else 52, y, words, cap_height, color)
        y += 38.5
    sheet.box(0, 558, 420, 36, SAFETY_GREEN)
    sheet.text(210, 582, "Safety officer: Mrs Fields, 2140", 13, WHITE, anchor="ms")
    sheet.save("evacuation_notice", (1024, 1024), 16)


def house_rules():
    sheet = Sheet(297, 420, "#fdfbf2")
    sheet.box(6, 6, 285, 408, "#fdfbf2", edge=SAFETY_BLUE, line=3)
    sheet.text(148.5, 50, "House rules", 24, SAFETY_BLUE, face="Serif-Bold", anchor="ms")
    for row, words in enumerate(HOUSE_RULES):
        sheet.text(18, 88 + 31 * row, words, 14.5, BLACK)
    sheet.save("house_rules", (1024, 1024), 16)


def large_print():
    sheet = Sheet(841, 594, "#ffe14d")
    sheet.box(12, 12, 817, 570, "#ffe14d", edge=BLACK, line=10)
    sheet.text(420, 196, "PLEASE", 104, anchor="ms")
    sheet.text(420, 354, "KEEP THIS", 88, anchor="ms")
    sheet.text(420, 512, "ROOM TIDY", 88, anchor="ms")
    sheet.save("large_print", (512, 512), 8)


def floor_plan():
    """Room 214 among its neighbours, with the way out."""
    sheet = Sheet(420, 297)
    sheet.box(0, 0, 420, 44, SAFETY_GREEN)
    sheet.text(16, 32, "ESCAPE PLAN", 20, WHITE)
    sheet.text(404, 30, "2nd floor", 12, WHITE, anchor="rs")
    for number, left in enumerate((20, 115, 210, 305), start=211):
        sheet.box(left, 58, 95, 70, "#f3efe2", edge=BLACK, line=2.5)
        sheet.text(left + 47, 100, str(number), 14, anchor="ms")
    for number, left in enumerate((20, 115, 210), start=215):
        sheet.box(left, 176, 95, 70, "#f3efe2", edge=BLACK, line=2.5)
        sheet.text(left + 47, 218, str(number), 14, anchor="ms")
    sheet.box(305, 176, 95, 70, "#cfe8da", edge=BLACK, line=2.5)
    sheet.text(352, 218, "STAIRS", 14, SAFETY_GREEN, anchor="ms")
    sheet.disc(370, 116, 6, SAFETY_BLUE)
    sheet.stroke([(330, 128), (330, 152)], SAFETY_GREEN, 5)
    for x in (60, 150, 240):
        arrow(sheet, x, 152, 40, SAFETY_GREEN)
    sheet.stroke([(290, 152), (352, 152), (352, 166)], SAFETY_GREEN, 5)
    sheet.disc(28, 272, 6, SAFETY_BLUE)
    sheet.text(42, 278, "You are here", 12)
    arrow(sheet, 220, 272, 36, SAFETY_GREEN)
    sheet.text(248, 278, "Way out", 12)
    sheet.save("floor_plan", (1024, 512), 48)


def eye_chart():
    sheet = Sheet(300, 600)
    y = 18
    for row, (letters, height) in enumerate(CHART_ROWS, start=1):
        y += height
        sheet.text(150, y, letters, height, anchor="ms")
        sheet.text(284, y, str(row), 8, SAFETY_RED, anchor="ms")
        y += max(22, 0.6 * height)
    sheet.box(30, y - 8, 240, 4, SAFETY_GREEN)
    sheet.save("eye_chart", (512, 1024), 8)


def hills(sheet, top, bottom):
    sheet.box(0, top, sheet.width, bottom - top, "#9fd0ea")
    sheet.disc(230, top + 40, 22, "#f6d45a")
    sheet.polygon([(0, bottom), (0, top + 90), (80, top + 45), (170, bottom)], "#5d8a6b")
    sheet.polygon([(90, bottom), (200, top + 62), (297, top + 100), (297, bottom)], "#3f6b4f")


def calendar_page():
    sheet = Sheet(297, 420)
    hills(sheet, 0, 150)
    sheet.text(148, 188, "MAY 2027", 22, SAFETY_BLUE, anchor="ms")
    for column, day in enumerate(("Mo", "Tu", "We", "Th", "Fr", "Sa", "Su")):
        sheet.text(28 + 40 * column, 220, day, 11, SAFETY_RED if column > 4 else BLACK, anchor="ms")
    for row, week in enumerate(monthcalendar(2027, 5)):
        for column, day in enumerate(week):
            if day:
                sheet.text(28 + 40 * column, 250 + 31 * row, str(day), 13, SAFETY_RED if column > 4 else BLACK,
                           anchor="ms")
    sheet.save("calendar", (512, 1024), 24)


def draw_all():
    evacuation_notice()
    house_rules()
    large_print()
    floor_plan()
    eye_chart()
    calendar_page()
