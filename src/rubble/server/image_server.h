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

namespace rubble::sim {
class Simulation;
}

namespace rubble::server {

struct TileGrid {
  int columns = 2;
  int rows = 2;
  int width = 320;  // pixels, per tile
  int height = 240;
};

// A camera of a robot.
struct CameraId {
  std::string robot;
  std::string camera;
  auto operator<=>(const CameraId&) const = default;
};

// Input of a rendering: a copy of the state, and the camera of each tile (row-major; an empty robot
// = empty tile).
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
  double frames_per_second = 15.0;  // renderings per second, at most
  TileGrid grid;
};

// USARSim's image server: one tiled image of all cameras, one frame per request. Renders on its own
// thread, only on request; one rendering serves all waiting clients.
class ImageServer {
 public:
  // Renders the view of a camera; nothing if there is no such camera. Called on the render thread.
  using Draw = std::function<std::optional<Image>(const State& moment, const CameraId& camera,
                                                  int width, int height)>;

  // The world of the simulation must outlive it.
  static Result<std::unique_ptr<ImageServer>> listen(net::Network& network,
                                                     const ImageServerSettings& settings,
                                                     const sim::Simulation& simulation);
  static Result<std::unique_ptr<ImageServer>> listen(net::Network& network,
                                                     const ImageServerSettings& settings,
                                                     Draw draw);
  ~ImageServer();

  int port() const;
  // Whether a client waits for an image and the next rendering is due.
  bool wants_snapshot() const;
  std::int64_t frames_sent() const;
  // Starts a rendering. Called by the simulation thread between ticks, if wants_snapshot().
  void show(CameraSnapshot moment);

 private:
  class Port;
  explicit ImageServer(std::shared_ptr<Port> port);
  std::shared_ptr<Port> port_;
};

}  // namespace rubble::server
