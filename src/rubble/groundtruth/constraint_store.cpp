// SPDX-License-Identifier: Apache-2.0
#include "rubble/groundtruth/constraint_store.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <optional>

#include "rubble/base/assert.h"
#include "rubble/base/log.h"
#include "rubble/serialization/atomic_file.h"

namespace rubble::groundtruth {

namespace {

constexpr std::size_t kMaxHistoryBytes = 256 << 20;
constexpr std::string_view kUndoLine = "undo";
constexpr std::string_view kAdded = "added";

std::string history_path(const std::string& path) { return path + ".history"; }

// "12\tBEFORE\tAFTER": JSON text has no tabs of its own.
std::string decision_line(const Decision& decision) {
  const std::string before =
      decision.before ? trajectory::constraint_text(*decision.before) : std::string(kAdded);
  return std::to_string(decision.at) + "\t" + before + "\t" +
         trajectory::constraint_text(decision.after) + "\n";
}

std::optional<Decision> decision_of(std::string_view line) {
  const std::size_t first = line.find('\t');
  const std::size_t second = first == line.npos ? line.npos : line.find('\t', first + 1);
  if (second == line.npos) return {};
  Decision decision;
  const auto [end, error] = std::from_chars(line.data(), line.data() + first, decision.at);
  if (error != std::errc{} || end != line.data() + first) return {};
  auto after = trajectory::parse_constraint(line.substr(second + 1));
  if (!after) return {};
  decision.after = *std::move(after);
  const std::string_view word = line.substr(first + 1, second - first - 1);
  if (word == kAdded) return decision;
  auto before = trajectory::parse_constraint(word);
  if (!before) return {};
  decision.before = *std::move(before);
  return decision;
}

struct ReadHistory {
  std::vector<Decision> decisions;  // that were not undone
  std::size_t good_bytes = 0;       // up to the first line that is cut off or damaged
};

ReadHistory history_of(std::string_view text) {
  ReadHistory read;
  for (std::size_t end = text.find('\n'); end != text.npos;
       end = text.find('\n', read.good_bytes)) {
    const std::string_view line = text.substr(read.good_bytes, end - read.good_bytes);
    if (line == kUndoLine) {
      if (!read.decisions.empty()) read.decisions.pop_back();
    } else {
      auto decision = decision_of(line);
      if (!decision) break;
      read.decisions.push_back(*std::move(decision));
    }
    read.good_bytes = end + 1;
  }
  return read;
}

}  // namespace

ConstraintStore::ConstraintStore(std::string path, trajectory::ConstraintFile file)
    : path_(std::move(path)), file_(std::move(file)), last_state_(state_of_file(path_)) {}

ConstraintStore::FileState ConstraintStore::state_of_file(const std::string& path) {
  std::error_code unknown;
  const std::uintmax_t size = std::filesystem::file_size(path, unknown);
  if (unknown) return {};
  const auto time = std::filesystem::last_write_time(path, unknown);
  return unknown ? FileState{} : FileState{size, time};
}

Result<void> ConstraintStore::write() {
  const FileState now = state_of_file(path_);
  if (now != FileState{} && now != last_state_)
    return Error{{path_},
                 "was changed by somebody else since it was read; nothing was written. Start this "
                 "program again to go on with what is in it now"};
  const auto written = trajectory::write_constraints(path_, file_);
  if (written) last_state_ = state_of_file(path_);
  return written;
}

Result<ConstraintStore> ConstraintStore::open(const std::string& path) {
  const FileState looks = state_of_file(path);
  auto file = trajectory::read_constraints(path);
  if (!file) return file.error();
  ConstraintStore book(path, *std::move(file));
  book.last_state_ = looks;
  book.read_history();
  return book;
}

Result<ConstraintStore> ConstraintStore::create(const std::string& path,
                                                trajectory::ConstraintFile file) {
  ConstraintStore book(path, std::move(file));
  if (const auto written = book.write(); !written) return written.error();
  std::error_code ignored;
  std::filesystem::remove(history_path(path), ignored);
  return book;
}

// The file is the truth. Who was killed between file and history, or edited the file since, can
// undo only as far as the two agree.
void ConstraintStore::read_history() {
  std::error_code unknown;
  if (!std::filesystem::exists(history_path(path_), unknown)) return;
  const auto text = read_whole_file(history_path(path_), kMaxHistoryBytes);
  if (!text) {
    log_warning("{}; earlier decisions cannot be undone", text.error().to_string());
    return;
  }
  ReadHistory read = history_of(*text);
  decisions_ = std::move(read.decisions);
  if (read.good_bytes == text->size()) return;
  // What is added later must not follow half a line.
  if (const auto cut = write_atomically(history_path(path_), text->substr(0, read.good_bytes));
      !cut)
    log_warning("{}", cut.error().to_string());
}

Result<void> ConstraintStore::replace(std::size_t at, trajectory::Constraint constraint) {
  std::swap(file_.constraints[at], constraint);
  const auto written = write();
  if (!written) std::swap(file_.constraints[at], constraint);
  return written;
}

Result<void> ConstraintStore::remove_last() {
  trajectory::Constraint last = std::move(file_.constraints.back());
  file_.constraints.pop_back();
  const auto written = write();
  if (!written) file_.constraints.push_back(std::move(last));
  return written;
}

void ConstraintStore::append_history(Decision decision) {
  if (const auto kept = append_durably(history_path(path_), decision_line(decision)); !kept)
    log_warning("{}; this decision cannot be undone after a new start", kept.error().to_string());
  decisions_.push_back(std::move(decision));
}

Result<void> ConstraintStore::decide(std::size_t at, trajectory::Constraint after) {
  RUBBLE_ASSERT(at < file_.constraints.size());
  Decision decision{at, file_.constraints[at], after};
  if (const auto replaced = replace(at, std::move(after)); !replaced) return replaced;
  append_history(std::move(decision));
  return {};
}

Result<void> ConstraintStore::add(trajectory::Constraint constraint) {
  Decision decision{file_.constraints.size(), std::nullopt, constraint};
  file_.constraints.push_back(std::move(constraint));
  if (const auto written = write(); !written) {
    file_.constraints.pop_back();
    return written;
  }
  append_history(std::move(decision));
  return {};
}

bool ConstraintStore::is_current(const Decision& decision) const {
  const std::size_t count = file_.constraints.size();
  const bool is_there = decision.before ? decision.at < count : decision.at + 1 == count;
  return is_there && file_.constraints[decision.at] == decision.after;
}

Result<void> ConstraintStore::revert(const Decision& decision) {
  return decision.before ? replace(decision.at, *decision.before) : remove_last();
}

bool ConstraintStore::can_undo() const {
  return std::any_of(decisions_.begin(), decisions_.end(),
                     [this](const Decision& decision) { return is_current(decision); });
}

Result<std::size_t> ConstraintStore::undo() {
  while (!decisions_.empty()) {
    const Decision last = decisions_.back();
    const bool fits = is_current(last);
    if (fits)
      if (const auto back = revert(last); !back) return back.error();
    decisions_.pop_back();
    if (const auto kept = append_durably(history_path(path_), std::string(kUndoLine) + "\n"); !kept)
      log_warning("{}", kept.error().to_string());
    if (fits) return last.at;
  }
  return Error{{}, "There is nothing left to undo."};
}

}  // namespace rubble::groundtruth
