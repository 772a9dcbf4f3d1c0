// SPDX-License-Identifier: Apache-2.0
// The log doctor and CARMEN logs.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

#include "rubble/base/text.h"
#include "rubble/logs/carmen_line.h"
#include "rubble/logs/doctor/log_streams.h"
#include "rubble/serialization/text_lines.h"

namespace rubble::logs {
namespace {

constexpr std::size_t kMaxTags = 100;

// How often each of the largest values of a laser was logged.
class RangeCodes {
 public:
  void add(const std::vector<double>& values) {
    count_ += values.size();
    for (const double value : values)
      if (value >= kMinCode && value < 1e6) count(std::llround(1000.0 * value));
  }
  // Values near the largest that are too many to be walls.
  std::vector<std::pair<double, double>> codes() const {
    std::vector<std::pair<double, double>> found;
    if (counts_.empty()) return found;
    const double largest = static_cast<double>(counts_.rbegin()->first);
    for (const auto& [millimetres, times] : counts_) {
      const double share = static_cast<double>(times) / static_cast<double>(count_);
      if (static_cast<double>(millimetres) >= 0.97 * largest && share > 2e-4)
        found.emplace_back(static_cast<double>(millimetres) / 1000.0, share);
    }
    std::sort(found.begin(), found.end(),
              [](const auto& one, const auto& other) { return one.second > other.second; });
    if (found.size() > 3) found.resize(3);
    return found;
  }

 private:
  static constexpr double kMinCode = 4.0;
  static constexpr std::size_t kMaxValues = 200'000;  // every millimetre up to 200 m

  void count(long long millimetres) {
    if (counts_.size() < kMaxValues || counts_.contains(millimetres)) ++counts_[millimetres];
  }

  std::map<long long, std::size_t> counts_;
  std::size_t count_ = 0;
};

class CarmenExaminer {
 public:
  void look_at(std::string_view line, int number, bool has_end) {
    const std::string_view tag = line.substr(0, line.find_first_of(" \t"));
    if (tag.empty()) return;
    if (tag.starts_with('#')) {
      ++comments_;
      return;
    }
    const CarmenHead head = carmen_head(tag);
    if (head.tag == CarmenTag::None) return count_other(tag);
    const std::vector<std::string_view> words = split_words(line);
    if (!take(tag, head, words)) {
      (has_end ? broken_ : cut_off_) += 1;
      if (first_broken_ == 0) first_broken_ = number;
    }
  }

  LogDiagnosis finish(const std::string& path) {
    LogDiagnosis diagnosis;
    diagnosis.path = path;
    diagnosis.kind = "a CARMEN log";
    for (const auto& [tag, stream] : streams_) {
      diagnosis.streams.push_back(stream.facts());
      stream.judge(false, diagnosis.findings);
    }
    judge_clocks(diagnosis.findings);
    judge_lines(diagnosis);
    diagnose_robot_log(path, diagnosis);
    for (LaserStatistics& laser : diagnosis.lasers)
      if (laser.name == "Scanner1" && laser.no_return_share > 0.0) laser.codes = codes_.codes();
    return diagnosis;
  }

 private:
  bool take(std::string_view tag, CarmenHead head, const std::vector<std::string_view>& words) {
    CarmenStamps stamps;
    if (head.tag == CarmenTag::Odometry) {
      const auto odometry = parse_carmen_odometry(words);
      if (!odometry) return false;
      stamps = odometry->stamps;
      last_odometry_ = odometry->pose;
    } else {
      const auto scan = parse_carmen_scan(head.tag, words);
      if (!scan) return false;
      stamps = scan->stamps;
      if (head.laser == 0) codes_.add(scan->values);
      if (last_odometry_ && scan->has_poses)
        apart_ = std::max(apart_, std::hypot(scan->robot_pose.x - last_odometry_->x,
                                             scan->robot_pose.y - last_odometry_->y));
    }
    StampStream& stream =
        streams_.try_emplace(std::string(tag), StampStream(std::string(tag))).first->second;
    stream.add(stamps.message);
    if (words.size() >= 3) stream.look_at(words[words.size() - 3]);
    offsets_.push_back(stamps.message - stamps.logger);
    return true;
  }

  void count_other(std::string_view tag) {
    if (tag == "PARAM") {
      ++parameters_;
    } else if (others_.size() < kMaxTags || others_.contains(std::string(tag))) {
      ++others_[std::string(tag.substr(0, 40))];
    }
  }

  void judge_clocks(std::vector<Finding>& findings) const {
    if (offsets_.size() < 10) return;
    const auto [low, high] = std::minmax_element(offsets_.begin(), offsets_.end());
    if (*high - *low > 86400.0) return;  // reported as stray stamps
    if (*high - *low > 1.0)
      findings.push_back(
          {Severity::Note,
           fmt::format("Host and logger clocks differ by {:.2f} to {:.2f} s: messages waited, or "
                       "the hosts' clocks drift. Relations refer to the host's stamps.",
                       *low, *high)});
  }

  void judge_lines(LogDiagnosis& diagnosis) const {
    if (parameters_ > 0)
      diagnosis.facts.emplace_back("PARAM", fmt::format("{} lines", parameters_));
    std::string names;
    std::size_t count = 0;
    for (const auto& [tag, times] : others_) {
      count += times;
      if (names.size() < 100)
        names += fmt::format("{}{} ({})", names.empty() ? "" : ", ", tag, times);
    }
    if (count > 0)
      diagnosis.findings.push_back(
          {Severity::Note, fmt::format("{} lines have tags that are skipped: {}.", count, names)});
    if (broken_ > 0)
      diagnosis.findings.push_back(
          {Severity::Warning,
           fmt::format("{} lines are no whole messages and left out; the first is line {}.",
                       broken_, first_broken_)});
    if (cut_off_ > 0)
      diagnosis.findings.push_back(
          {Severity::Warning,
           "The last line is cut off: the file is not whole. What is there can "
           "be used."});
    if (apart_ > 1.0)
      diagnosis.findings.push_back(
          {Severity::Note,
           fmt::format(
               "The poses behind the scans are up to {:.1f} m from those of the ODOM lines: "
               "this log is corrected. As a trajectory, 'carmen' gives the estimate and "
               "'carmen-odom' the odometry.",
               apart_)});
    if (!streams_.contains("ODOM"))
      diagnosis.findings.push_back(
          {Severity::Note,
           "There are no ODOM lines; odometry is taken from the poses behind the "
           "scans."});
  }

  std::map<std::string, StampStream> streams_;
  std::map<std::string, std::size_t> others_;
  RangeCodes codes_;
  std::optional<Pose2> last_odometry_;
  double apart_ = 0.0;  // m
  std::vector<double> offsets_;
  std::size_t comments_ = 0;
  std::size_t parameters_ = 0;
  std::size_t broken_ = 0;
  std::size_t cut_off_ = 0;
  int first_broken_ = 0;
};

}  // namespace

Result<LogDiagnosis> diagnose_carmen(const std::string& path) {
  auto lines = TextLines::open(path);
  if (!lines) return lines.error();
  CarmenExaminer examiner;
  while (const auto line = lines->next())
    examiner.look_at(*line, lines->number(), lines->has_end());
  if (lines->problem()) return *lines->problem();
  return examiner.finish(path);
}

}  // namespace rubble::logs
