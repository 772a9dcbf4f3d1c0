// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>

#include "rubble/base/result.h"
#include "rubble/geometry/pose2.h"

namespace rubble::server {

// Requests of pages that verify constraints, as specified in viewer/src/truth/protocol.ts.
struct TruthRequest {
  enum class Kind { Show, Match, Accept, Reject, Note, Undo, Add, Export };
  Kind kind = Kind::Show;
  int id = 0;          // 0: no reply
  std::size_t at = 0;  // index of the constraint
  Pose2 pose;          // i_from_j, as shown by the page; m, rad
  std::string who;     // verifier; empty: the user of the program
  std::string note;
  int node_i = 0;  // Add: indices of the scans
  int node_j = 0;
  bool with_untouched = true;  // Export: also proposals that nobody has decided about
};

// `id` is set even if the rest of the message is invalid, so that an error reply can be sent.
Result<TruthRequest> parse_truth_request(const std::string& text, int& id);

}  // namespace rubble::server
