// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "rubble/base/result.h"
#include "rubble/messages/reading.h"
#include "rubble/net/line_server.h"
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
struct CameraId {
  std::string robot;
  std::string camera;
  auto operator<=>(const CameraId&) const = default;
};

// What the picture shows: a copy of the state, and the camera in each tile (row-major; an empty
// robot = nothing there).
struct CameraSnapshot {
  State state;
  std::vector<CameraId> tiles;
};

struct ImageServerSettings {
  std::string host = "127.0.0.1";
  int port = 0;
  int max_connections = 64;
  int type = 1;                     // 0 raw, 1..5 JPEG of quality 100, 75, 50, 25, 10
  bool pushes_first_frame = false;  // legacy: one frame on connect
  double frames_per_second = 15.0;  // drawings a second at most
  TileGrid grid;
};

// Cameras as USARSim's image server shows them: one tiled picture, a frame for each request. Draws
// on a thread of its own, only when somebody asks, and one drawing serves all who wait.
class ImageServer {
 public:
  // Draws what a camera sees; nothing if there is no such camera. On the server's own thread.
  using Draw = std::function<std::optional<Image>(const State& moment, const CameraId& camera,
                                                  int width, int height)>;

  static Result<std::unique_ptr<ImageServer>> listen(net::Network& network,
                                                     const ImageServerSettings& settings,
                                                     const World& world, std::uint64_t seed);
  static Result<std::unique_ptr<ImageServer>> listen(net::Network& network,
                                                     const ImageServerSettings& settings,
                                                     Draw draw);
  ~ImageServer();

  int port() const;
  // Whether somebody waits for a picture of a newer moment and it is time to draw it.
  bool wants_snapshot() const;
  std::int64_t frames_sent() const;
  // Called by the owner of the simulation between ticks, when wanted.
  void show(CameraSnapshot moment);

 private:
  class Port;
  explicit ImageServer(std::shared_ptr<Port> port);
  std::shared_ptr<Port> port_;
};

}  // namespace rubble::server
