// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "rubble/viewer_protocol/entity_registry.h"

namespace rubble::viewer_protocol {

// Encodes the parts that have moved significantly since they were last sent to a page.
class PoseFrameEncoder {
 public:
  // Smaller movements are not sent.
  static constexpr double kMinTranslation = 2e-4;  // m
  static constexpr double kMinRotation = 5e-4;     // rad

  // The next frame contains all parts.
  void reset() { sent_.clear(); }
  Frame encode(const std::vector<MovingPart>& parts, const State& state);

 private:
  struct SentPose {
    bool is_sent = false;
    Pose pose;
  };
  bool is_significant(const SentPose& sent, const Pose& pose) const;

  std::vector<SentPose> sent_;  // by part
};

}  // namespace rubble::viewer_protocol
