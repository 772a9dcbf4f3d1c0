// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>

#include "rubble/base/result.h"
#include "rubble/geometry/pose2.h"

namespace rubble::server {

// What a page that verifies constraints may ask for; viewer/src/truth/protocol.ts specifies it.
struct TruthRequest {
  enum class Kind { Show, Match, Accept, Reject, Note, Undo, Add, Export };
  Kind kind = Kind::Show;
  int id = 0;          // 0: no answer is wanted
  std::size_t at = 0;  // which constraint
  Pose2 pose;          // of j seen from i, as the page has it
  std::string who;     // empty: whoever started the program
  std::string note;
  int node_i = 0;  // Add: which scans
  int node_j = 0;
  bool with_untouched = true;  // Export: also what a SLAM proposed and nobody changed
};

// The id of a message that is otherwise wrong is kept in `id`, so that its sender can be told.
Result<TruthRequest> parse_truth_request(const std::string& text, int& id);

}  // namespace rubble::server
