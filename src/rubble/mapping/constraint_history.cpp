// SPDX-License-Identifier: Apache-2.0
#include "rubble/mapping/constraint_history.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <optional>

#include "rubble/base/assert.h"
#include "rubble/base/log.h"
#include "rubble/mapping/kept_file.h"

namespace rubble::mapping {

namespace {

constexpr std::size_t kMostHistoryBytes = 256 << 20;
constexpr std::string_view kUndoLine = "undo";

std::string history_path(const std::string& path) { return path + ".history"; }

// "12\tBEFORE\tAFTER": JSON text has no tabs of its own.
std::string decision_line(const Decision& decision) {
  return std::to_string(decision.at) + "\t" + constraint_text(decision.before) + "\t" +
         constraint_text(decision.after) + "\n";
}

std::optional<Decision> decision_of(std::string_view line, std::size_t constraint_count) {
  const std::size_t first = line.find('\t');
  const std::size_t second = first == line.npos ? line.npos : line.find('\t', first + 1);
  if (second == line.npos) return {};
  Decision decision;
  const auto [end, error] = std::from_chars(line.data(), line.data() + first, decision.at);
  if (error != std::errc{} || end != line.data() + first || decision.at >= constraint_count)
    return {};
  auto before = parse_constraint(line.substr(first + 1, second - first - 1));
  auto after = parse_constraint(line.substr(second + 1));
  if (!before || !after) return {};
  decision.before = *std::move(before);
  decision.after = *std::move(after);
  return decision;
}

struct ReadHistory {
  std::vector<Decision> decisions;  // that were not undone
  std::size_t good_bytes = 0;       // up to the first line that is cut off or damaged
};

ReadHistory history_of(std::string_view text, std::size_t constraint_count) {
  ReadHistory read;
  for (std::size_t end = text.find('\n'); end != text.npos;
       end = text.find('\n', read.good_bytes)) {
    const std::string_view line = text.substr(read.good_bytes, end - read.good_bytes);
    if (line == kUndoLine) {
      if (!read.decisions.empty()) read.decisions.pop_back();
    } else {
      auto decision = decision_of(line, constraint_count);
      if (!decision) break;
      read.decisions.push_back(*std::move(decision));
    }
    read.good_bytes = end + 1;
  }
  return read;
}

}  // namespace

ConstraintBook::ConstraintBook(std::string path, ConstraintFile file)
    : path_(std::move(path)), file_(std::move(file)), looks_(looks_of(path_)) {}

ConstraintBook::Looks ConstraintBook::looks_of(const std::string& path) {
  std::error_code unknown;
  const std::uintmax_t size = std::filesystem::file_size(path, unknown);
  if (unknown) return {};
  const auto time = std::filesystem::last_write_time(path, unknown);
  return unknown ? Looks{} : Looks{size, time};
}

Result<void> ConstraintBook::write() {
  const Looks now = looks_of(path_);
  if (now != Looks{} && now != looks_)
    return Error{{path_},
                 "was changed by somebody else since it was read; nothing was written. Start this "
                 "program again to go on with what is in it now"};
  const auto written = write_constraints(path_, file_);
  if (written) looks_ = looks_of(path_);
  return written;
}

Result<ConstraintBook> ConstraintBook::open(const std::string& path) {
  const Looks looks = looks_of(path);
  auto file = read_constraints(path);
  if (!file) return file.error();
  ConstraintBook book(path, *std::move(file));
  book.looks_ = looks;
  book.read_history();
  return book;
}

Result<ConstraintBook> ConstraintBook::make(const std::string& path, ConstraintFile file) {
  ConstraintBook book(path, std::move(file));
  if (const auto written = book.write(); !written) return written.error();
  std::error_code ignored;
  std::filesystem::remove(history_path(path), ignored);
  return book;
}

// The file is the truth. Who was killed between file and history, or edited the file since, can
// undo only as far as the two agree.
void ConstraintBook::read_history() {
  std::error_code unknown;
  if (!std::filesystem::exists(history_path(path_), unknown)) return;
  const auto text = read_kept_file(history_path(path_), kMostHistoryBytes);
  if (!text) {
    log_warning("{}; earlier decisions cannot be undone", text.error().to_string());
    return;
  }
  ReadHistory read = history_of(*text, file_.constraints.size());
  decisions_ = std::move(read.decisions);
  if (read.good_bytes == text->size()) return;
  // What is added later must not follow half a line.
  if (const auto cut = replace_kept_file(history_path(path_), text->substr(0, read.good_bytes));
      !cut)
    log_warning("{}", cut.error().to_string());
}

Result<void> ConstraintBook::replace(std::size_t at, Constraint constraint) {
  std::swap(file_.constraints[at], constraint);
  const auto written = write();
  if (!written) std::swap(file_.constraints[at], constraint);
  return written;
}

Result<void> ConstraintBook::decide(std::size_t at, Constraint after) {
  RUBBLE_ASSERT(at < file_.constraints.size());
  Decision decision{at, file_.constraints[at], after};
  if (const auto replaced = replace(at, std::move(after)); !replaced) return replaced;
  if (const auto kept = append_kept_file(history_path(path_), decision_line(decision)); !kept)
    log_warning("{}; this decision cannot be undone after a new start", kept.error().to_string());
  decisions_.push_back(std::move(decision));
  return {};
}

Result<void> ConstraintBook::add(Constraint constraint) {
  file_.constraints.push_back(std::move(constraint));
  const auto written = write();
  if (!written) file_.constraints.pop_back();
  return written;
}

bool ConstraintBook::stands(const Decision& decision) const {
  return file_.constraints[decision.at] == decision.after;
}

bool ConstraintBook::can_undo() const {
  return std::any_of(decisions_.begin(), decisions_.end(),
                     [this](const Decision& decision) { return stands(decision); });
}

Result<std::size_t> ConstraintBook::undo() {
  while (!decisions_.empty()) {
    const Decision last = decisions_.back();
    const bool is_current = stands(last);
    if (is_current)
      if (const auto replaced = replace(last.at, last.before); !replaced) return replaced.error();
    decisions_.pop_back();
    if (const auto kept = append_kept_file(history_path(path_), std::string(kUndoLine) + "\n");
        !kept)
      log_warning("{}", kept.error().to_string());
    if (is_current) return last.at;
  }
  return Error{{}, "There is nothing left to undo."};
}

}  // namespace rubble::mapping
