// SPDX-License-Identifier: Apache-2.0
// Trajectories in CARMEN logs: behind the scans, in ODOM lines, in TRUEPOS lines.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "rubble/base/text.h"
#include "rubble/geometry/pose2.h"
#include "rubble/logs/carmen_line.h"
#include "rubble/serialization/number_limits.h"
#include "rubble/serialization/number_rows.h"
#include "rubble/serialization/text_lines.h"
#include "rubble/trajectory/readers.h"

namespace rubble::trajectory {
namespace {

using logs::CarmenStamps;
using logs::CarmenTag;
using Words = std::vector<std::string_view>;

constexpr double kDay = 86400.0;      // s
constexpr double kMountWobble = 0.2;  // m; more than poses of slightly other moments differ

// A line that says where the robot was.
struct CarmenMoment {
  CarmenStamps stamps;
  Pose2 laser;
  Pose2 robot;
};

struct CarmenMoments {
  std::vector<CarmenMoment> moments;
  StampFacts facts;
  std::size_t broken_lines = 0;
  int first_broken_line = 0;
  bool is_cut_off = false;
};

// Calls with the words of each line that has the tag; false from it: the line is broken.
template <class Take>
Result<CarmenMoments> read_moments(const std::string& path, std::string_view tag, Take take) {
  auto lines = TextLines::open(path);
  if (!lines) return lines.error();
  CarmenMoments result;
  while (const auto line = lines->next()) {
    if (!line->starts_with(tag) || line->size() == tag.size()) continue;
    if (const char next = (*line)[tag.size()]; next != ' ' && next != '\t') continue;
    if (result.moments.size() == kMaxPoses)
      return Error{{path, lines->number()},
                   "there are more than 25 million poses; cut the file into pieces"};
    if (take(split_words(*line), result)) continue;
    if (!lines->has_end()) {
      result.is_cut_off = true;
    } else if (result.broken_lines++ == 0) {
      result.first_broken_line = lines->number();
    }
  }
  if (lines->problem()) return *lines->problem();
  return result;
}

// The message stamp: the last but two of a line's words.
void look_at_stamp(const Words& words, StampFacts& facts) {
  if (words.size() >= 3) facts.look_at(words[words.size() - 3]);
}

// Message time, unless it stands still; a stamp more than a day from the middle one is a host's
// mistake and becomes that of the line before, as in all our readers of such logs.
void choose_stamps(const std::vector<CarmenMoment>& moments, Trajectory& trajectory) {
  std::vector<double> stamps;
  stamps.reserve(moments.size());
  for (const CarmenMoment& moment : moments) stamps.push_back(moment.stamps.message);
  const auto [low, high] = std::minmax_element(stamps.begin(), stamps.end());
  if (*low == *high && moments.size() > 1) {
    trajectory.remarks.emplace_back("All message stamps are the same; the logger's are used.");
    for (std::size_t i = 0; i < moments.size(); ++i) stamps[i] = moments[i].stamps.logger;
  }
  std::vector<double> sorted = stamps;
  const auto middle = sorted.begin() + static_cast<std::ptrdiff_t>(sorted.size() / 2);
  std::nth_element(sorted.begin(), middle, sorted.end());
  std::size_t strays = 0;
  double before = *middle;
  for (std::size_t i = 0; i < moments.size(); ++i) {
    const bool is_stray = std::abs(*middle) < 1e11 && std::abs(stamps[i] - *middle) > kDay;
    strays += is_stray ? 1 : 0;
    if (!is_stray) before = stamps[i];
    trajectory.poses[i].stamp = before;
  }
  if (strays > 0)
    trajectory.remarks.push_back(
        fmt::format("{} lines have a stamp more than a day from the others; they take that of the "
                    "line before.",
                    strays));
}

// Some correctors overwrite only the laser's pose and leave raw odometry behind it: then the laser
// seems to move on its robot.
bool is_laser_pose_corrected(const std::vector<CarmenMoment>& moments) {
  const Pose2 first = moments.front().robot.inverse() * moments.front().laser;
  double wobble = 0.0, travelled = 0.0;
  for (const CarmenMoment& moment : moments) {
    const Pose2 mount = moment.robot.inverse() * moment.laser;
    wobble = std::max(wobble, std::hypot(mount.x - first.x, mount.y - first.y));
    travelled =
        std::max(travelled, (moment.laser.position() - moments.front().laser.position()).norm());
  }
  return wobble > kMountWobble && travelled > kMountWobble;
}

RawTrajectory raw_trajectory(const CarmenMoments& read, bool is_of_laser) {
  RawTrajectory raw;
  raw.facts = read.facts;
  Trajectory& trajectory = raw.trajectory;
  trajectory.poses.resize(read.moments.size());
  for (std::size_t i = 0; i < read.moments.size(); ++i)
    trajectory.poses[i].pose = spatial(is_of_laser ? read.moments[i].laser : read.moments[i].robot);
  choose_stamps(read.moments, trajectory);
  if (read.broken_lines > 0)
    trajectory.remarks.push_back(
        fmt::format("{} lines are no whole CARMEN messages and left out (the first is line {}).",
                    read.broken_lines, read.first_broken_line));
  if (read.is_cut_off)
    trajectory.remarks.emplace_back(
        "The last line is cut off and left out: the file may not be whole.");
  return raw;
}

Result<CarmenMoments> read_scan_tails(const std::string& path, std::string_view tag) {
  const CarmenTag kind = logs::carmen_head(tag).tag;
  return read_moments(path, tag, [&](const Words& words, CarmenMoments& result) {
    const auto scan = logs::parse_carmen_scan(kind, words);
    if (!scan || !scan->has_poses) return false;
    look_at_stamp(words, result.facts);
    result.moments.push_back({scan->stamps, scan->laser_pose, scan->robot_pose});
    return true;
  });
}

}  // namespace

Result<RawTrajectory> read_carmen_scans(const std::string& path) {
  for (const char* tag : {"FLASER", "ROBOTLASER1", "ROBOTLASER0", "RLASER", "ROBOTLASER2"}) {
    const auto read = read_scan_tails(path, tag);
    if (!read) return read.error();
    if (read->moments.empty()) continue;
    const bool is_of_laser = is_laser_pose_corrected(read->moments);
    RawTrajectory raw = raw_trajectory(*read, is_of_laser);
    if (is_of_laser)
      raw.trajectory.remarks.push_back(fmt::format(
          "The two poses of its {} lines drift apart: the first is taken, as the corrected one.",
          tag));
    return raw;
  }
  auto raw = read_carmen_odometry(path);
  if (!raw)
    return Error{{path},
                 "there is no whole FLASER, RLASER, ROBOTLASER or ODOM line in this CARMEN log, so "
                 "it says no poses"};
  raw->trajectory.remarks.emplace_back("No scan says a pose; those of the ODOM lines are taken.");
  return raw;
}

Result<RawTrajectory> read_carmen_odometry(const std::string& path) {
  const auto read = read_moments(path, "ODOM", [](const Words& words, CarmenMoments& result) {
    const auto odometry = logs::parse_carmen_odometry(words);
    if (!odometry) return false;
    look_at_stamp(words, result.facts);
    result.moments.push_back({odometry->stamps, {}, odometry->pose});
    return true;
  });
  if (!read) return read.error();
  if (read->moments.empty())
    return Error{{path},
                 "there is no whole ODOM line in this CARMEN log; its odometry may stand "
                 "behind the scans (format carmen)"};
  return raw_trajectory(*read, false);
}

Result<RawTrajectory> read_carmen_truth(const std::string& path) {
  const auto read = read_moments(path, "TRUEPOS", [](const Words& words, CarmenMoments& result) {
    // x y theta, the same of odometry, and the three fields at the end of every message.
    if (words.size() < 9) return false;
    std::array<double, 7> numbers{};
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      const auto number = parse_number(words[i + 1]);
      if (!number) return false;
      numbers[i] = *number;
    }
    if (!is_pose({numbers[0], numbers[1], numbers[2]}) || !is_stamp(numbers[6])) return false;
    const auto logger = words.size() > 9 ? parse_number(words[9]) : std::nullopt;
    if (logger && !is_stamp(*logger)) return false;
    look_at_stamp(words, result.facts);
    result.moments.push_back(
        {{numbers[6], logger.value_or(numbers[6])}, {}, {numbers[0], numbers[1], numbers[2]}});
    return true;
  });
  if (!read) return read.error();
  if (read->moments.empty())
    return Error{{path}, "there is no whole TRUEPOS line in this CARMEN log"};
  return raw_trajectory(*read, false);
}

}  // namespace rubble::trajectory
