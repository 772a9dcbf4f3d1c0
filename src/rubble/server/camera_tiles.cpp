// SPDX-License-Identifier: Apache-2.0
#include "rubble/server/camera_tiles.h"

#include <algorithm>

#include "rubble/base/assert.h"

namespace rubble::server {

CameraTiles::CameraTiles(const TileGrid& grid) : grid_(grid) {
  RUBBLE_ASSERT(grid.columns > 0 && grid.rows > 0);
  cameras_.resize(static_cast<std::size_t>(grid.columns) * static_cast<std::size_t>(grid.rows));
}

void CameraTiles::assign(const RobotDescription& robot) {
  for (const SensorDescription& sensor : robot.sensors) {
    if (sensor.kind != SensorKind::Camera) continue;
    const auto tile = std::find(cameras_.begin(), cameras_.end(), CameraId{});
    if (tile == cameras_.end()) return;
    *tile = {robot.name, sensor.name};
  }
}

void CameraTiles::release(const std::string& robot) {
  for (CameraId& camera : cameras_)
    if (camera.robot == robot) camera = {};
}

void CameraTiles::describe(RobotDescription& robot) const {
  for (SensorDescription& sensor : robot.sensors) {
    const auto tile =
        std::find(cameras_.begin(), cameras_.end(), CameraId{robot.name, sensor.name});
    if (tile == cameras_.end()) continue;
    const int index = static_cast<int>(tile - cameras_.begin());
    sensor.tile_x = index % grid_.columns * grid_.width;
    sensor.tile_y = index / grid_.columns * grid_.height;
    sensor.tile_width = grid_.width;
    sensor.tile_height = grid_.height;
  }
}

}  // namespace rubble::server
