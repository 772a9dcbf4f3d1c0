// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "rubble/base/result.h"
#include "rubble/trajectory/constraint.h"

namespace rubble::groundtruth {

// One decision: what a constraint was before and after it.
struct Decision {
  std::size_t at = 0;                            // index of ConstraintFile::constraints
  std::optional<trajectory::Constraint> before;  // nothing: the constraint was added
  trajectory::Constraint after;
};

// Constraints with the decisions of a person, stored in one file. Every change is durable on disk
// before the call returns. The previous states are appended to FILE.history, so that decisions can
// be undone after a restart; losing that file loses undo only. A file that another program has
// changed meanwhile is not overwritten: the call fails. One thread.
class ConstraintStore {
 public:
  // Reads the file and as much of its history as is valid.
  static Result<ConstraintStore> open(const std::string& path);
  // Creates a new file; deletes an old history.
  static Result<ConstraintStore> create(const std::string& path, trajectory::ConstraintFile file);

  const trajectory::ConstraintFile& file() const { return file_; }
  const std::string& path() const { return path_; }

  // Replaces a constraint.
  Result<void> decide(std::size_t at, trajectory::Constraint after);
  // Appends a constraint.
  Result<void> add(trajectory::Constraint constraint);
  // False if the file no longer matches the history.
  bool can_undo() const;
  // Index of the restored constraint; if its addition was undone, the number of constraints left.
  // An error if there is nothing to undo.
  Result<std::size_t> undo();

 private:
  ConstraintStore(std::string path, trajectory::ConstraintFile file);
  // To detect changes by other programs.
  struct FileState {
    std::uintmax_t size = 0;
    std::filesystem::file_time_type time;
    bool operator==(const FileState&) const = default;
  };
  static FileState state_of_file(const std::string& path);
  Result<void> write();
  Result<void> replace(std::size_t at, trajectory::Constraint constraint);
  Result<void> remove_last();
  Result<void> revert(const Decision& decision);
  bool is_current(const Decision& decision) const;
  void append_history(Decision decision);
  void read_history();

  std::string path_;
  trajectory::ConstraintFile file_;
  std::vector<Decision> decisions_;
  FileState last_state_;  // at the last read or write
};

}  // namespace rubble::groundtruth
