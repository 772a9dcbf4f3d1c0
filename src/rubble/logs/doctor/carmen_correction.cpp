// SPDX-License-Identifier: Apache-2.0
// Copies a CARMEN log with a reversed laser or odometry corrected.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "rubble/base/text.h"
#include "rubble/logs/carmen_line.h"
#include "rubble/logs/doctor/log_faults.h"
#include "rubble/serialization/text_lines.h"
#include "rubble/serialization/text_output.h"

namespace rubble::logs {
namespace {

using LineWords = std::vector<std::string>;

Pose2 pose2_at(const LineWords& words, std::size_t first) {
  const auto number = [&](std::size_t k) { return parse_number(words[first + k]).value_or(0.0); };
  return {number(0), number(1), number(2)};
}

std::string digits_of(double number) { return fmt::format("{}", number); }

void replace_pose(LineWords& words, std::size_t first, const Pose2& pose) {
  words[first] = digits_of(pose.x);
  words[first + 1] = digits_of(pose.y);
  words[first + 2] = digits_of(pose.theta);
}

class CarmenCorrector {
 public:
  explicit CarmenCorrector(const LogFault& fault)
      : fault_(fault),
        mirrors_(fault.laser == LaserFault::Mirrored ||
                 fault.laser == LaserFault::MirroredBackwards),
        turns_around_(fault.laser == LaserFault::Backwards ||
                      fault.laser == LaserFault::MirroredBackwards) {}

  // False: the line is to be repeated as it stands.
  bool correct_line(CarmenTag tag, LineWords& words) const {
    if (tag == CarmenTag::Odometry) return correct_odometry(words);
    const bool is_plain = tag == CarmenTag::Laser;
    const std::size_t count_word = is_plain ? 1 : 8;
    const std::size_t count = whole_at(words, count_word);
    const auto first = words.begin() + static_cast<std::ptrdiff_t>(count_word + 1);
    if (mirrors_) std::reverse(first, first + static_cast<std::ptrdiff_t>(count));
    if (!is_plain) correct_angles(words, count, tag == CarmenTag::RawLaser);
    if (tag == CarmenTag::RawLaser) return true;
    std::size_t poses = count_word + 1 + count;
    if (!is_plain) poses += 1 + whole_at(words, poses);
    correct_poses(words, poses);
    return true;
  }

 private:
  static std::size_t whole_at(const LineWords& words, std::size_t index) {
    return static_cast<std::size_t>(parse_number(words[index]).value_or(0.0));
  }

  bool correct_odometry(LineWords& words) const {
    if (fault_.odometry == OdometryFault::None) return false;
    replace_pose(words, 1, corrected(pose2_at(words, 1), fault_.odometry));
    const auto rate = parse_number(words[5]);
    if (rate && *rate != 0.0 && fault_.odometry != OdometryFault::Y) words[5] = digits_of(-*rate);
    return true;
  }

  void correct_angles(LineWords& words, std::size_t count, bool has_no_pose) const {
    const double start = parse_number(words[2]).value_or(0.0);
    const double span = parse_number(words[3]).value_or(0.0);
    double step = parse_number(words[4]).value_or(0.0);
    if (step <= 0.0 && count > 1) step = span / static_cast<double>(count - 1);
    double angle = start;
    if (mirrors_) angle = -(start + step * static_cast<double>(count - 1));
    if (turns_around_ && has_no_pose) angle += kPi;
    if (angle != start) words[2] = digits_of(angle);
  }

  // Laser and robot move together; a laser that looks backwards is turned on its robot.
  void correct_poses(LineWords& words, std::size_t first) const {
    if (fault_.odometry == OdometryFault::None && !turns_around_) return;
    const Pose2 laser = pose2_at(words, first), robot = pose2_at(words, first + 3);
    const Pose2 right = corrected(robot, fault_.odometry);
    Pose2 mounting = laser == robot ? Pose2{} : robot.inverse() * laser;
    if (turns_around_) mounting.theta = wrap_angle(mounting.theta + kPi);
    replace_pose(words, first, mounting == Pose2{} ? right : right * mounting);
    replace_pose(words, first + 3, right);
  }

  LogFault fault_;
  bool mirrors_;
  bool turns_around_;
};

bool is_whole_message(CarmenTag tag, const std::vector<std::string_view>& words) {
  if (tag == CarmenTag::Odometry) return parse_carmen_odometry(words).has_value();
  return parse_carmen_scan(tag, words).has_value();
}

}  // namespace

Result<void> write_corrected_carmen(const std::string& path, const std::string& log,
                                    const LogFault& fault) {
  auto lines = TextLines::open(log);
  if (!lines) return lines.error();
  TextOutput out(path);
  const CarmenCorrector corrector(fault);
  std::size_t scans = 0;
  while (const auto line = lines->next()) {
    const std::vector<std::string_view> words = split_words(*line);
    const CarmenTag tag = words.empty() ? CarmenTag::None : carmen_head(words[0]).tag;
    LineWords copies(words.begin(), words.end());
    if (tag == CarmenTag::None || !is_whole_message(tag, words) ||
        !corrector.correct_line(tag, copies)) {
      out << *line << "\n";
      continue;
    }
    if (tag != CarmenTag::Odometry) ++scans;
    for (std::size_t k = 0; k < copies.size(); ++k) out << (k > 0 ? " " : "") << copies[k];
    out << "\n";
  }
  if (lines->problem()) return *lines->problem();
  if (scans == 0)
    return Error{{log}, "there is no FLASER, RLASER, ROBOTLASER or RAWLASER line in this log"};
  return out.finish();
}

}  // namespace rubble::logs
