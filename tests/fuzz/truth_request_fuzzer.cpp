// SPDX-License-Identifier: Apache-2.0
// Any bytes as a message of the page that verifies constraints.
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "rubble/geometry/pose.h"
#include "rubble/server/truth_request.h"
#include "scratch_file.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace rubble;
  int id = -1;
  const auto request = server::parse_truth_request(std::string(fuzz::bytes_of(data, size)), id);
  RUBBLE_ASSERT(id >= 0);
  if (!request) {
    fuzz::check_sentence(request.error().to_string());
    return 0;
  }
  RUBBLE_ASSERT(request->id == id && request->at <= 10'000'000);
  RUBBLE_ASSERT(request->node_i >= 0 && request->node_j >= 0);
  RUBBLE_ASSERT(std::abs(request->pose.x) <= 1e5 && std::abs(request->pose.y) <= 1e5);
  RUBBLE_ASSERT(std::abs(request->pose.theta) <= kPi);
  RUBBLE_ASSERT(request->who.size() <= 256 && request->note.size() <= 2000);
  return 0;
}
