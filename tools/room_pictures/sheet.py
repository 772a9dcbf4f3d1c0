# SPDX-License-Identifier: Apache-2.0
"""A sheet of paper measured in millimetres: drawn large, saved small."""
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

FOLDER = Path(__file__).resolve().parents[2] / "models" / "room_pictures" / "pictures"
FONTS = Path("/usr/share/fonts/truetype/dejavu")
DRAWN_PIXELS = 2400  # along the longer edge

WHITE, BLACK = "#ffffff", "#161616"
SAFETY_GREEN, SAFETY_RED, SAFETY_YELLOW, SAFETY_BLUE = "#008450", "#b81d24", "#f7b500", "#0b4f9e"


class Sheet:
    def __init__(self, width, height, paper=WHITE):
        self.width, self.height = width, height
        self.scale = DRAWN_PIXELS / max(width, height)
        self.image = Image.new("RGB", (round(width * self.scale), round(height * self.scale)), paper)
        self.draw = ImageDraw.Draw(self.image)

    def pixels(self, points):
        return [(x * self.scale, y * self.scale) for x, y in points]

    def polygon(self, points, color):
        self.draw.polygon(self.pixels(points), fill=color)

    def box(self, left, top, width, height, color, radius=0, edge=None, line=0):
        corners = self.pixels([(left, top), (left + width, top + height)])
        self.draw.rounded_rectangle(corners, radius * self.scale, fill=color, outline=edge,
                                    width=round(line * self.scale))

    def disc(self, x, y, radius, color, edge=None, line=0, flat=1.0):
        corners = self.pixels([(x - radius, y - radius * flat), (x + radius, y + radius * flat)])
        self.draw.ellipse(corners, fill=color, outline=edge, width=round(line * self.scale))

    def stroke(self, points, color, line):
        """A line with round joints and ends."""
        self.draw.line(self.pixels(points), fill=color, width=round(line * self.scale), joint="curve")
        for x, y in points:
            self.disc(x, y, line / 2, color)

    def text(self, x, y, words, cap_height, color=BLACK, face="Sans-Bold", anchor="ls"):
        """Words on a baseline; DejaVu's capitals are 0.729 of the font's size."""
        font = ImageFont.truetype(str(FONTS / f"DejaVu{face}.ttf"), round(cap_height * self.scale / 0.729))
        place = (x * self.scale, y * self.scale)
        left, _, right, _ = self.draw.textbbox(place, words, font=font, anchor=anchor)
        assert 0.02 * self.image.width <= left and right <= 0.98 * self.image.width, f"'{words}' is too wide for its sheet"
        self.draw.text(place, words, fill=color, font=font, anchor=anchor)

    def turned(self):
        """The same sheet a quarter turn clockwise."""
        other = Sheet(self.height, self.width)
        other.image = self.image.transpose(Image.Transpose.ROTATE_270)
        return other

    def save(self, name, size, colors=32):
        """Powers of two, as the renderer keeps them: pixels need not be square."""
        small = self.image.resize(size, Image.Resampling.BOX if max(size) < 128 else Image.Resampling.LANCZOS)
        few = small.quantize(colors, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
        FOLDER.mkdir(parents=True, exist_ok=True)
        few.save(FOLDER / f"{name}.png", optimize=True)
