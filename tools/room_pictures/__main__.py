# SPDX-License-Identifier: Apache-2.0
"""Draws the pictures of worlds/furnished_room.sdf into models/room_pictures: python3 tools/room_pictures

Wants Debian's python3-pil and fonts-dejavu-core. What it draws is kept in the repository, so only who changes a picture needs them.
"""
import notices
import paintings
import signs
import things

for part in (signs, notices, things, paintings):
    part.draw_all()
