// SPDX-License-Identifier: Apache-2.0
// A trajectory as a corrected CARMEN log.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "rubble/base/text.h"
#include "rubble/geometry/pose2.h"
#include "rubble/logs/carmen_line.h"
#include "rubble/serialization/text_lines.h"
#include "rubble/serialization/text_output.h"
#include "rubble/trajectory/trajectory.h"

namespace rubble::trajectory {
namespace {

using logs::CarmenTag;

class CorrectedLog {
 public:
  CorrectedLog(TextOutput& out, const Trajectory& trajectory)
      : out_(out), trajectory_(trajectory) {}

  void take(std::string_view line) {
    const std::vector<std::string_view> words = split_words(line);
    if (words.empty()) return;
    const CarmenTag tag = logs::carmen_head(words[0]).tag;
    if (words[0].starts_with('#') || words[0] == "PARAM") out_ << line << "\n";
    if (tag != CarmenTag::Laser && tag != CarmenTag::RobotLaser) return;
    const auto scan = logs::parse_carmen_scan(tag, words);
    if (!scan) return;
    const auto pose = plan_pose_at(trajectory_.poses, scan->stamps.message);
    ++(pose ? written_ : left_out_);
    if (pose) write(words, first_pose_word(tag, words), *pose);
  }

  std::size_t written() const { return written_; }
  std::size_t left_out() const { return left_out_; }

 private:
  static std::size_t count_at(const std::vector<std::string_view>& words, std::size_t index) {
    return static_cast<std::size_t>(parse_number(words[index]).value_or(0.0));
  }

  // parse_carmen_scan has found them all to be there.
  static std::size_t first_pose_word(CarmenTag tag, const std::vector<std::string_view>& words) {
    if (tag == CarmenTag::Laser) return 2 + count_at(words, 1);
    const std::size_t remissions = 9 + count_at(words, 8);
    return remissions + 1 + count_at(words, remissions);
  }

  void write(const std::vector<std::string_view>& words, std::size_t first, const Pose2& pose) {
    const double numbers[] = {pose.x, pose.y, pose.theta};
    for (std::size_t i = 0; i < words.size(); ++i) {
      if (i > 0) out_ << " ";
      if (i >= first && i < first + 6)
        out_ << numbers[(i - first) % 3];
      else
        out_ << words[i];
    }
    out_ << "\n";
  }

  TextOutput& out_;
  const Trajectory& trajectory_;
  std::size_t written_ = 0;
  std::size_t left_out_ = 0;
};

}  // namespace

Result<void> write_carmen(const std::string& path, const std::string& log,
                          const Trajectory& trajectory) {
  auto lines = TextLines::open(log);
  if (!lines) return lines.error();
  TextOutput out(path);
  CorrectedLog corrected(out, trajectory);
  while (const auto line = lines->next()) corrected.take(*line);
  if (lines->problem()) return *lines->problem();
  if (corrected.written() + corrected.left_out() == 0)
    return Error{{log},
                 "there is no FLASER, RLASER or ROBOTLASER line in this log; is it a CARMEN "
                 "log?"};
  if (corrected.written() == 0)
    return Error{{log},
                 fmt::format("none of its {} scans is within the time of the trajectory ({:.6f} to "
                             "{:.6f} s); are both of the same run and clock?",
                             corrected.left_out(), trajectory.poses.front().stamp,
                             trajectory.poses.back().stamp)};
  if (corrected.left_out() > 0)
    out << fmt::format("# {} scans before or after the trajectory are left out\n",
                       corrected.left_out());
  return out.finish();
}

}  // namespace rubble::trajectory
