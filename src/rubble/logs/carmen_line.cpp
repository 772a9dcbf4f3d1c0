// SPDX-License-Identifier: Apache-2.0
#include "rubble/logs/carmen_line.h"

#include <cmath>
#include <limits>

#include "rubble/base/text.h"

namespace rubble::logs {
namespace {

using Words = std::vector<std::string_view>;

constexpr std::size_t kMaxBeams = 8192;
// Beyond these differences are no longer finite, or have no digits left.
constexpr double kMaxCoordinate = 1e9;   // m
constexpr double kMaxAngle = 1e6;        // rad
constexpr double kMaxStamp = 1e20;       // nanoseconds since 1970 are 2e18
constexpr double kMaxScanAngle = 100.0;  // rad, in directions of beams

// Goes through the words of a line; once a number is missing, nothing more is good.
class FieldReader {
 public:
  FieldReader(const Words& words, std::size_t first) : words_(words), next_(first) {}

  double number(double largest = std::numeric_limits<double>::max()) {
    const auto value = next_ < words_.size() ? parse_number(words_[next_]) : std::nullopt;
    ++next_;
    if (!value || std::abs(*value) > largest) is_good_ = false;
    return value.value_or(0.0);
  }

  Pose2 pose() {
    Pose2 pose;
    pose.x = number(kMaxCoordinate);
    pose.y = number(kMaxCoordinate);
    pose.theta = number(kMaxAngle);
    return pose;
  }

  std::size_t count() {
    const double value = number();
    const bool is_fine = value >= 0.0 && value <= static_cast<double>(kMaxBeams) &&
                         next_ + static_cast<std::size_t>(value) <= words_.size();
    if (!is_fine) is_good_ = false;
    return is_good_ ? static_cast<std::size_t>(value) : 0;
  }

  // Ranges; what is no number ("nan", "inf") is no range, but the line stands.
  std::vector<double> values(std::size_t how_many) {
    std::vector<double> result(how_many);
    for (double& value : result)
      value = parse_number(words_[next_++]).value_or(std::numeric_limits<double>::quiet_NaN());
    return result;
  }

  // The three fields every message ends with. The host must be there: without it the stamp may be
  // the torn end of a file.
  CarmenStamps stamps() {
    CarmenStamps stamps;
    stamps.message = number(kMaxStamp);
    if (next_ >= words_.size()) is_good_ = false;
    const auto logger = next_ + 1 < words_.size() ? parse_number(words_[next_ + 1]) : std::nullopt;
    stamps.logger = logger && std::abs(*logger) <= kMaxStamp ? *logger : stamps.message;
    return stamps;
  }

  void skip(std::size_t how_many) { next_ += how_many; }
  bool is_good() const { return is_good_; }

 private:
  const Words& words_;
  std::size_t next_;
  bool is_good_ = true;
};

// Type, geometry, ranges and remissions of RAWLASER and ROBOTLASER.
void read_raw_fields(FieldReader& fields, CarmenScan& scan) {
  fields.skip(1);
  scan.start_angle = fields.number(kMaxScanAngle);
  const double field_of_view = fields.number(kMaxScanAngle);
  scan.step = fields.number(kMaxScanAngle);
  scan.maximum_range = fields.number();
  fields.skip(2);
  scan.values = fields.values(fields.count());
  fields.skip(fields.count());
  if (scan.step <= 0.0 && scan.values.size() > 1)
    scan.step = field_of_view / static_cast<double>(scan.values.size() - 1);
}

}  // namespace

CarmenHead carmen_head(std::string_view tag) {
  if (tag == "ODOM") return {CarmenTag::Odometry, 0};
  if (tag == "FLASER") return {CarmenTag::Laser, 0};
  if (tag == "RLASER") return {CarmenTag::Laser, 1};
  if (tag == "ROBOTLASER0" || tag == "ROBOTLASER1") return {CarmenTag::RobotLaser, 0};
  if (tag == "ROBOTLASER2") return {CarmenTag::RobotLaser, 1};
  if (tag.size() == 9 && tag.starts_with("RAWLASER") && tag[8] >= '1' && tag[8] <= '4')
    return {CarmenTag::RawLaser, tag[8] - '1'};
  return {};
}

std::optional<CarmenOdometry> parse_carmen_odometry(const Words& words) {
  FieldReader fields(words, 1);
  CarmenOdometry odometry;
  odometry.pose = fields.pose();
  fields.skip(3);
  odometry.stamps = fields.stamps();
  if (!fields.is_good()) return std::nullopt;
  return odometry;
}

std::optional<CarmenScan> parse_carmen_scan(CarmenTag tag, const Words& words) {
  FieldReader fields(words, 1);
  CarmenScan scan;
  if (tag == CarmenTag::Laser) {
    scan.values = fields.values(fields.count());
  } else {
    read_raw_fields(fields, scan);
  }
  if (tag != CarmenTag::RawLaser) {
    scan.has_poses = true;
    scan.laser_pose = fields.pose();
    scan.robot_pose = fields.pose();
  }
  if (tag == CarmenTag::RobotLaser) fields.skip(5);
  scan.stamps = fields.stamps();
  if (!fields.is_good() || scan.values.empty()) return std::nullopt;
  return scan;
}

}  // namespace rubble::logs
