// SPDX-License-Identifier: Apache-2.0
// Any bytes as a file of constraints, with the history that may lie beside it behind a line "===":
// what comes out is in order and finite, reads back as the same, and every decision can be undone.
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "rubble/base/log.h"
#include "rubble/groundtruth/constraint_store.h"
#include "scratch_file.h"

namespace rubble::groundtruth {
namespace {

void check(const trajectory::Constraint& constraint) {
  RUBBLE_ASSERT(constraint.stamp_i <= constraint.stamp_j);
  const Pose2& pose = constraint.i_from_j;
  RUBBLE_ASSERT(std::isfinite(pose.x) && std::isfinite(pose.y) && std::isfinite(pose.theta));
  RUBBLE_ASSERT(constraint.covariance.allFinite());
  RUBBLE_ASSERT(!trajectory::word_of(constraint.kind).empty() &&
                !trajectory::word_of(constraint.state).empty());
}

void check_round_trip(const trajectory::ConstraintFile& file) {
  const std::string path = fuzz::scratch_path("again.json");
  RUBBLE_ASSERT(trajectory::write_constraints(path, file).ok());
  const auto again = trajectory::read_constraints(path);
  RUBBLE_ASSERT(again.ok());
  RUBBLE_ASSERT(again->log == file.log && again->constraints == file.constraints);
}

void check_relations(const trajectory::ConstraintFile& file) {
  for (const bool with_untouched : {true, false})
    for (const char* without : {"", "rubble"}) {
      const trajectory::VerifiedChoice choice{with_untouched, without};
      const std::string path = fuzz::scratch_path("again.relations");
      RUBBLE_ASSERT(trajectory::export_relations(path, file, choice).ok());
      const auto verified = trajectory::verified_relations(file, choice);
      const auto again = trajectory::read_relations(path);
      RUBBLE_ASSERT(!again || again->relations.size() == verified.size());
    }
}

void decide_and_undo(const std::string& path) {
  auto book = groundtruth::ConstraintStore::open(path);
  if (!book) return fuzz::check_sentence(book.error().to_string());
  for (int i = 0; book->can_undo() && i < 4; ++i) RUBBLE_ASSERT(book->undo().ok());
  if (book->file().constraints.empty()) return;
  const trajectory::Constraint before = book->file().constraints.front();
  trajectory::Constraint after = before;
  after.state = trajectory::ConstraintState::Rejected;
  RUBBLE_ASSERT(book->decide(0, after).ok());
  RUBBLE_ASSERT(book->file().constraints.front() == after);
  RUBBLE_ASSERT(*book->undo() == 0 && book->file().constraints.front() == before);
}

}  // namespace
}  // namespace rubble::groundtruth

extern "C" int LLVMFuzzerInitialize(int*, char***) {
  rubble::set_log_level(rubble::LogLevel::Quiet);
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace rubble;
  constexpr std::string_view kBorder = "\n===\n";
  const std::string_view bytes = fuzz::bytes_of(data, size);
  const std::size_t border = bytes.find(kBorder);
  const std::string path = fuzz::scratch_file("any.json", bytes.substr(0, border));
  const bool has_history = border != std::string_view::npos;
  fuzz::scratch_file("any.json.history",
                     has_history ? bytes.substr(border + kBorder.size()) : std::string_view());
  const auto file = trajectory::read_constraints(path);
  if (file) {
    for (const trajectory::Constraint& constraint : file->constraints)
      groundtruth::check(constraint);
    groundtruth::check_round_trip(*file);
    groundtruth::check_relations(*file);
  } else {
    fuzz::check_sentence(file.error().to_string());
  }
  groundtruth::decide_and_undo(path);
  return 0;
}
