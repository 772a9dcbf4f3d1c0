// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "rubble/base/result.h"
#include "rubble/mapping/constraint.h"

namespace rubble::mapping {

// One decision: what a constraint was before and after it.
struct Decision {
  std::size_t at = 0;                // of ConstraintFile::constraints
  std::optional<Constraint> before;  // nothing: it was added
  Constraint after;
};

// Constraints that a person decides about, one file: each decision is in it before the call
// returns, so that nothing is lost however the program ends. What was before each decision is kept
// in a second file, FILE.history: decisions can be undone, also after a new start. Without it
// nothing is lost but that. A file that somebody else has changed meanwhile is not written over.
class ConstraintStore {
 public:
  // Reads the file and its history, of that as much as makes sense.
  static Result<ConstraintStore> open(const std::string& path);
  // Begins a new file; an old history goes.
  static Result<ConstraintStore> create(const std::string& path, ConstraintFile file);

  const ConstraintFile& file() const { return file_; }
  const std::string& path() const { return path_; }

  // The constraint counts as this from now on.
  Result<void> decide(std::size_t at, Constraint after);
  // One more, at the end.
  Result<void> add(Constraint constraint);
  // Decisions that the file no longer agrees with cannot be undone.
  bool can_undo() const;
  // Which constraint was put back; one that had been added is gone, and the number is the count of
  // those left. Nothing to undo is an error.
  Result<std::size_t> undo();

 private:
  ConstraintStore(std::string path, ConstraintFile file);
  // How the file looks from outside.
  struct FileState {
    std::uintmax_t size = 0;
    std::filesystem::file_time_type time;
    bool operator==(const FileState&) const = default;
  };
  static FileState state_of_file(const std::string& path);
  Result<void> write();
  Result<void> replace(std::size_t at, Constraint constraint);
  Result<void> remove_last();
  Result<void> revert(const Decision& decision);
  bool is_current(const Decision& decision) const;
  void append_history(Decision decision);
  void read_history();

  std::string path_;
  ConstraintFile file_;
  std::vector<Decision> decisions_;
  FileState last_state_;  // since it was read or written here
};

}  // namespace rubble::mapping
