// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "rubble/base/result.h"
#include "rubble/server/line_server.h"
#include "rubble/world/state.h"
#include "rubble/world/world.h"

namespace rubble::server {

struct TileGrid {
  int columns = 2;
  int rows = 2;
  int width = 320;  // pixels, of a tile
  int height = 240;
};

// A camera and whose it is.
struct CameraPlace {
  std::string robot;
  std::string camera;
  auto operator<=>(const CameraPlace&) const = default;
};

// What the picture shows: a copy of the state, and the camera in each tile (row-major; an empty
// robot = nothing there).
struct PictureMoment {
  State state;
  std::vector<CameraPlace> tiles;
};

struct ImageServerSettings {
  std::string host = "127.0.0.1";
  int port = 0;
  int most_connections = 64;
  int type = 1;                     // 0 raw, 1..5 JPEG of quality 100, 75, 50, 25, 10
  bool pushes_first_frame = false;  // legacy: one frame on connect
  double frames_per_second = 15.0;  // at most, of the world's time as seen by clients
  TileGrid grid;
};

// Cameras as USARSim's image server shows them: one tiled picture, a frame for each request. Draws
// on a thread of its own, only when somebody asks, and one drawing serves all who wait.
class ImageServer {
 public:
  static Result<std::unique_ptr<ImageServer>> listen(Network& network,
                                                     const ImageServerSettings& settings,
                                                     const World& world, std::uint64_t seed);
  ~ImageServer();

  int port() const;
  // Whether somebody waits for a picture of a newer moment.
  bool wants_moment() const;
  // Called by the owner of the simulation between ticks, when wanted.
  void show(PictureMoment moment);

 private:
  class Port;
  explicit ImageServer(std::unique_ptr<Port> port);
  std::unique_ptr<Port> port_;
};

}  // namespace rubble::server
