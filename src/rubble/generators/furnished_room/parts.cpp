// SPDX-License-Identifier: Apache-2.0
#include "rubble/generators/furnished_room/parts.h"

#include "rubble/generators/builder.h"

namespace rubble::generators {

Pose on_wall(CellSide wall, double along, double height) {
  switch (wall) {
    case CellSide::West:
      return at(0.0, along, height);
    case CellSide::East:
      return at(kReadingRoomLength, along, height, kPi);
    case CellSide::North:
      return at(along, kReadingRoomWidth, height, -kPi / 2);
    case CellSide::South:
      break;
  }
  return at(along, 0.0, height, kPi / 2);
}

MaterialPreset colored(std::string_view preset_name, float red, float green, float blue) {
  MaterialPreset other = material_preset(preset_name);
  other.color = {red, green, blue, 1.0F};
  return other;
}

void add_picture(Link& link, const std::string& name, const Pose& link_from_back,
                 const PictureSheet& sheet) {
  add_visual(link, name, link_from_back * at(kSheetThickness / 2, 0.0, 0.0),
             Box{{kSheetThickness, sheet.width, sheet.height}},
             colored("white_paint", 1.0F, 1.0F, 1.0F));
  link.visuals.back().appearance.texture =
      "model://room_pictures/pictures/" + std::string(sheet.picture) + ".png";
}

}  // namespace rubble::generators
