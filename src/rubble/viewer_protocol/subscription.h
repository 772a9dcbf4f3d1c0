// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <set>
#include <span>
#include <vector>

#include "rubble/viewer_protocol/entity_registry.h"
#include "rubble/viewer_protocol/frame.h"
#include "rubble/viewer_protocol/request.h"

namespace rubble::viewer_protocol {

// One page's subscription to a run: what it watches, and what it has received. Uses no sockets and
// no wall clock; called by its owner between ticks. Nothing that is not watched is encoded.
class Subscription {
 public:
  Subscription(EntityRegistry& registry, const World& world, std::uint64_t seed);
  ~Subscription();

  // Replaces the watch. If poses were off before, the next encode() contains all moving parts.
  void set(const Watch& watch);
  const Watch& watch() const;

  // Whether encode(state) would return frames at this simulated time, s. Cheap, for use in every
  // tick.
  bool is_due(double time) const;
  // The frames for this state: changes of the registry first, then poses and plumes at the watched
  // rates. A state earlier than the last one (playback was rewound) is encoded completely.
  std::vector<Frame> encode(const State& state);
  // The frames for these readings, at the watched rates. The state must be of their tick.
  std::vector<Frame> encode(std::span<const Reading> readings, const State& state);
  // The cameras whose picture is due at this simulated time, s; marks them as sent.
  std::vector<const Stream*> due_cameras(double time);

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

// A camera image as a Picture frame, JPEG-encoded.
Frame picture_frame(const Stream& stream, double time, const Pose& world_from_camera,
                    const Image& image);

}  // namespace rubble::viewer_protocol
