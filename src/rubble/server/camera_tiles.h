// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "rubble/messages/description.h"
#include "rubble/server/image_server.h"

namespace rubble::server {

// Which camera is shown in which tile of the image server's image. A camera gets the first free
// tile; if none is free, it is not shown.
class CameraTiles {
 public:
  explicit CameraTiles(const TileGrid& grid);

  // Assigns tiles to the cameras of a robot.
  void assign(const RobotDescription& robot);
  // Frees the tiles of a robot.
  void release(const std::string& robot);
  // Writes the tiles of its cameras into a robot's description.
  void describe(RobotDescription& robot) const;
  // The camera of each tile, row-major; an empty robot = a free tile.
  const std::vector<CameraId>& cameras() const { return cameras_; }

 private:
  TileGrid grid_;
  std::vector<CameraId> cameras_;
};

}  // namespace rubble::server
