// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "rubble/base/result.h"
#include "rubble/mapping/constraint.h"

namespace rubble::mapping {

// One decision: what a constraint was before and after it.
struct Decision {
  std::size_t at = 0;  // of ConstraintFile::constraints
  Constraint before;
  Constraint after;
};

// Constraints that a person decides about, one file: each decision is in it before the call returns,
// so that nothing is lost however the program ends. What was before each decision is kept in a
// second file, FILE.history: decisions can be undone, also after a new start. Without it nothing is
// lost but that.
class ConstraintBook {
 public:
  // Reads the file and its history, of that as much as makes sense.
  static Result<ConstraintBook> open(const std::string& path);
  // Begins a new file; an old history goes.
  static Result<ConstraintBook> make(const std::string& path, ConstraintFile file);

  const ConstraintFile& file() const { return file_; }
  const std::string& path() const { return path_; }

  // The constraint counts as this from now on.
  Result<void> decide(std::size_t at, Constraint after);
  Result<void> add(Constraint constraint);
  bool can_undo() const { return !decisions_.empty(); }
  // Which constraint was put back; nothing to undo is an error.
  Result<std::size_t> undo();

 private:
  ConstraintBook(std::string path, ConstraintFile file);
  Result<void> replace(std::size_t at, Constraint constraint);
  void read_history();

  std::string path_;
  ConstraintFile file_;
  std::vector<Decision> decisions_;
};

}  // namespace rubble::mapping
