// SPDX-License-Identifier: Apache-2.0
// Text logs of USARSim messages, replayed verbatim.
#include <algorithm>
#include <cmath>

#include "rubble/base/log.h"
#include "rubble/base/text.h"
#include "rubble/logs/log.h"
#include "rubble/logs/log_robot.h"
#include "rubble/logs/logged_message.h"
#include "rubble/logs/usarsim_robot.h"
#include "rubble/serialization/text_file.h"

namespace rubble::logs {
namespace {

// Lines of one moment may stand in any order; a Time further back than this is another run.
constexpr double kSameRun = 5.0;  // s
// For lines without any stamp.
constexpr double kLineInterval = 0.02;  // s

constexpr std::size_t kMaxLines = 25'000'000;
constexpr std::size_t kMaxAnswers = 10'000;
constexpr double kMaxTime = 1e20;  // beyond it sums are no longer finite

// Makes times that never decrease out of those that the lines of a log name.
class TimeLine {
 public:
  double at(std::optional<double> named) {
    if (!named || std::abs(*named) > kMaxTime) return now_;
    if (!offset_ || *named + *offset_ < now_ - kSameRun) offset_ = now_ - *named;
    now_ = std::max(now_, *named + *offset_);
    return now_;
  }

 private:
  std::optional<double> offset_;
  double now_ = 0.0;
};

struct UsarsimEntry {
  double time = 0.0;
  std::string_view text;
};

class UsarsimCursor : public LogCursor {
 public:
  explicit UsarsimCursor(const std::vector<UsarsimEntry>& entries) : entries_(entries) {}

  std::optional<LogEntry> next() override {
    if (next_ == entries_.size()) return std::nullopt;
    const UsarsimEntry& entry = entries_[next_++];
    return LogEntry{entry.time, 0, LoggedLine{std::string(entry.text)}, entry.time};
  }

 private:
  const std::vector<UsarsimEntry>& entries_;
  std::size_t next_ = 0;
};

class UsarsimLog : public Log {
 public:
  UsarsimLog(std::string text, std::string path) : text_(std::move(text)), path_(std::move(path)) {}

  Result<void> read();

  const Arena& arena() const override { return arena_; }
  const std::vector<RobotDescription>& robots() const override { return robots_; }
  std::unique_ptr<LogCursor> begin() const override {
    return std::make_unique<UsarsimCursor>(entries_);
  }
  double duration() const override { return entries_.back().time; }
  std::vector<std::string> answers() const override { return answers_; }

 private:
  void choose_clock();
  void read_line(std::string_view line);
  void read_world(const LoggedMessage& message);

  std::string text_;
  std::string path_;
  bool has_times_ = false;   // {Time t} in some line
  bool has_stamps_ = false;  // else: the logger's own
  Arena arena_;
  std::vector<RobotDescription> robots_;
  std::vector<UsarsimEntry> entries_;
  std::vector<std::string> answers_;
  TimeLine time_line_;
  RobotGuess guess_;
};

Result<void> UsarsimLog::read() {
  arena_ = usual_arena(path_);
  choose_clock();
  for_each_line(text_, [&](std::string_view line) { read_line(line); });
  if (entries_.size() > kMaxLines)
    return Error{{path_, 0}, "there are more than 25 million messages; cut it into pieces"};
  if (entries_.empty())
    return Error{{path_, 0}, "there is no SEN or STA line in this log of USARSim messages"};
  robots_.push_back(guess_.robot(duration()));
  return {};
}

void UsarsimLog::choose_clock() {
  for_each_line(text_, [&](std::string_view line) {
    if (has_times_) return;
    const auto message = find_message(line);
    if (!message || !is_told_by_robot(message->keyword)) return;
    has_times_ = message->number("Time").has_value();
    has_stamps_ = has_stamps_ || message->stamp.has_value();
  });
  if (!has_times_ && !has_stamps_)
    log_warning("{}: no line says its time; they are told {} s apart", path_, kLineInterval);
}

void UsarsimLog::read_line(std::string_view line) {
  if (entries_.size() > kMaxLines) return;
  const auto message = find_message(line);
  if (!message) return;
  guess_.look_at(*message);
  if (!is_told_by_robot(message->keyword)) return;
  if (message->keyword == "NFO") return read_world(*message);
  if (message->keyword == "CONF" || message->keyword == "GEO") {
    if (answers_.size() < kMaxAnswers) answers_.emplace_back(message->text);
    return;
  }
  std::optional<double> named;
  if (has_times_) {
    named = message->number("Time");
  } else if (has_stamps_) {
    named = message->stamp;
  } else {
    named = kLineInterval * static_cast<double>(entries_.size());
  }
  entries_.push_back({time_line_.at(named), message->text});
}

void UsarsimLog::read_world(const LoggedMessage& message) {
  if (!message.value("Level").empty()) arena_.level = message.value("Level");
  if (const auto limit = message.number("TimeLimit"); limit && std::abs(*limit) < 1e6)
    arena_.time_limit = static_cast<int>(*limit);
  if (!message.value("StartPoses").empty() && answers_.size() < kMaxAnswers)
    answers_.emplace_back(message.text);
}

}  // namespace

Result<std::unique_ptr<Log>> open_usarsim_log(std::string text, const std::string& path) {
  auto log = std::make_unique<UsarsimLog>(std::move(text), path);
  if (const auto read = log->read(); !read) return read.error();
  return std::unique_ptr<Log>(std::move(log));
}

}  // namespace rubble::logs
