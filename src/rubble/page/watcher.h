// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <set>
#include <span>
#include <vector>

#include "rubble/page/catalog.h"
#include "rubble/page/frame.h"
#include "rubble/page/request.h"

namespace rubble::page {

// One page's eyes on a run: what it watches and what it has been told. No sockets and no clock on
// the wall; whoever owns it calls it between ticks. Nothing that is not watched is encoded.
class Watcher {
 public:
  Watcher(Catalog& catalog, const World& world, std::uint64_t seed);
  ~Watcher();

  // What it wants from now on; the next tell() has all moving parts again if poses were off before.
  void watch(const Watch& wanted);
  const Watch& wanted() const;

  // Whether tell() would have anything to say at that moment of simulated time: cheap, to be asked
  // every tick.
  bool is_due(double time) const;
  // What is to be sent of the moment the state shows, news of the catalog first. Poses and plumes
  // at the rates asked for. A moment earlier than the last one (a recording that is wound back) is
  // told in full.
  std::vector<Frame> tell(const State& state);
  // What is to be sent of these readings, at the rates asked for. The state is of their tick.
  std::vector<Frame> tell(std::span<const Reading> readings, const State& state);
  // The cameras of which a picture is wanted at this moment; it counts as sent.
  std::vector<const Stream*> due_pictures(double time);

 private:
  class Memory;
  std::unique_ptr<Memory> memory_;
};

// A picture as a frame, encoded as JPEG.
Frame picture(const Stream& stream, double time, const Pose& world_from_camera, const Image& image);

}  // namespace rubble::page
