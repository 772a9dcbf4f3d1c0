// SPDX-License-Identifier: Apache-2.0
// CARMEN logs of real robots, presented as a P2AT with lasers and odometry.
#include <algorithm>
#include <array>
#include <cmath>
#include <deque>
#include <limits>

#include "rubble/base/log.h"
#include "rubble/base/text.h"
#include "rubble/logs/carmen_line.h"
#include "rubble/logs/log.h"
#include "rubble/logs/log_robot.h"
#include "rubble/serialization/text_file.h"

namespace rubble::logs {
namespace {

constexpr int kLasers = 4;
constexpr std::size_t kMaxCarmenMessages = 25'000'000;
constexpr double kDay = 86400.0;           // s
constexpr std::size_t kMaxPerMoment = 16;  // messages
constexpr double kStatusInterval = 0.1;    // s
constexpr double kLaserHeight = 0.2;       // m above the body's frame; logs do not say
constexpr double kMaxMountDistance = 2.0;  // m; beyond it the two poses are not of one robot
constexpr const char* kRobot = "R1";
constexpr const char* kOdometryName = "Odometry";
constexpr std::array<const char*, kLasers> kScannerNames = {"Scanner1", "Scanner2", "Scanner3",
                                                            "Scanner4"};

struct CarmenEntry {
  CarmenStamps stamps;
  double stamp = 0.0;  // the one we go by
  std::string_view line;
  CarmenHead head;
};

// In milli-, micro- or nanoseconds since 1970 times are too large for seconds.
double stamps_per_second(double typical) {
  if (typical > 1e17) return 1e9;
  if (typical > 1e14) return 1e6;
  return typical > 1e11 ? 1e3 : 1.0;
}

// How the beams of a scan without words about it lie, by their number: centred on the heading, the
// first at the right. Even numbers end one step short of the left.
struct BeamLayout {
  double start = 0.0;  // rad
  double step = 0.0;   // rad
};

BeamLayout usual_layout(std::size_t beams, double resolution_deg) {
  const double count = static_cast<double>(beams);
  if (resolution_deg > 0.0) {
    const double span_deg = resolution_deg * count;
    const bool is_half_circle = std::abs(span_deg - 180.0) <= 1.5 * resolution_deg;
    const double start_deg = is_half_circle ? -90.0 : -0.5 * resolution_deg * (count - 1.0);
    return {radians(start_deg), radians(resolution_deg)};
  }
  if (beams == 400 || beams == 401) return {radians(-50.0), radians(0.25)};
  for (const double whole : {90.0, 180.0, 360.0, 720.0})
    if (count == whole || count == whole + 1.0) return {radians(-90.0), radians(180.0 / whole)};
  return {radians(-90.0), beams > 1 ? kPi / (count - 1.0) : 0.0};
}

// Threshold between ranges and no-return codes of a laser, from the largest value of a log.
struct NoReturn {
  double largest_from, largest_to;
  double from;       // values from here on mean that nothing was seen
  double max_range;  // m
  double code_scale;
};
constexpr NoReturn kNoReturns[] = {
    {52.0, 1e300, 80.0, 80.0, 100.0},     // SICK LMS counting centimetres: 81.83, 81.91
    {50.0, 52.0, 50.0, 50.0, 100.0},      // SICK PLS: 50.0, 51.x
    {32.76, 32.77, 32.76, 32.76, 100.0},  // millimetres in 15 bits
    {8.18, 8.192, 8.18, 8.18, 1000.0},    // SICK LMS counting millimetres: 8.183, 8.191
};

NoReturn no_return_for(double largest) {
  for (const NoReturn& kind : kNoReturns)
    if (largest >= kind.largest_from && largest <= kind.largest_to) return kind;
  const double max_range = std::max(20.0, std::ceil(largest));
  return {0.0, 0.0, std::numeric_limits<double>::infinity(), max_range, 100.0};
}

// What all scans of one laser have in common.
struct LaserFacts {
  CarmenTag tag = CarmenTag::None;  // which of its messages is used
  double resolution_deg = 0.0;      // from a PARAM; 0: none
  double largest = 0.0;             // m, of all values
  NoReturn no_return{};
  double center = 0.0;  // rad, the direction the middle of the scan looks to
  std::size_t scans = 0;
};

BeamLayout layout_of(const CarmenScan& scan, double resolution_deg) {
  if (scan.step > 0.0) return {scan.start_angle, scan.step};
  return usual_layout(scan.values.size(), resolution_deg);
}

double center_of(const BeamLayout& layout, std::size_t beams) {
  return layout.start + 0.5 * layout.step * static_cast<double>(beams - 1);
}

// From which value on a beam met nothing: what the message says, but an LMS that says 81.9 has
// codes below that.
double limit_of(double said, const NoReturn& no_return) {
  if (said <= 0.0) return no_return.from;
  return said > 80.0 && said < 82.0 ? 80.0 : said;
}

RangeScan range_scan(const CarmenScan& scan, const LaserFacts& facts) {
  const BeamLayout layout = layout_of(scan, facts.resolution_deg);
  const double limit = limit_of(scan.maximum_range, facts.no_return);
  RangeScan result;
  result.columns = static_cast<int>(scan.values.size());
  result.angle_min = layout.start - facts.center;
  result.angle_increment = layout.step;
  result.max_range = facts.no_return.max_range;
  result.ranges.reserve(scan.values.size());
  result.codes.reserve(scan.values.size());
  for (const double value : scan.values) {
    const bool is_range = value >= 0.0 && value < limit;
    const double code = std::isnan(value) ? 0.0 : std::round(value * facts.no_return.code_scale);
    result.ranges.push_back(is_range ? static_cast<float>(value)
                                     : std::numeric_limits<float>::quiet_NaN());
    result.codes.push_back(is_range ? std::int16_t{kNoCode}
                                    : static_cast<std::int16_t>(std::clamp(code, 0.0, 32767.0)));
  }
  return result;
}

// The mounting that the two poses of a scan tell. A scan on the wire is symmetric; where the real
// one is not (180 beams of 1 degree), the difference is in the yaw.
Pose mounting(const CarmenScan& scan, int laser, double center) {
  double x = 0.0, y = 0.0, yaw = laser == 1 ? kPi : 0.0;
  if (scan.has_poses) {
    const double dx = scan.laser_pose.x - scan.robot_pose.x;
    const double dy = scan.laser_pose.y - scan.robot_pose.y;
    const double theta = scan.robot_pose.theta;
    const double turned = wrap_angle(scan.laser_pose.theta - theta);
    if (std::hypot(dx, dy) < kMaxMountDistance && std::hypot(dx, dy) + std::abs(turned) > 0.0) {
      x = std::cos(theta) * dx + std::sin(theta) * dy;
      y = -std::sin(theta) * dx + std::cos(theta) * dy;
      yaw = turned;
    }
  }
  return make_pose(x, y, kLaserHeight, 0.0, 0.0, wrap_angle(yaw + center));
}

class CarmenLog : public Log {
 public:
  CarmenLog(std::string text, std::string path) : text_(std::move(text)), path_(std::move(path)) {}

  Result<void> read();

  const Arena& arena() const override { return arena_; }
  const std::vector<RobotDescription>& robots() const override { return robots_; }
  std::unique_ptr<LogCursor> begin() const override;
  double duration() const override { return moment_of(entries_.back()); }

  const std::vector<CarmenEntry>& entries() const { return entries_; }
  const LaserFacts& laser(int index) const { return lasers_[static_cast<std::size_t>(index)]; }
  bool has_odometry_lines() const { return has_odometry_lines_; }
  double battery() const { return robots_.front().battery; }
  Tick tick_of(const CarmenEntry& entry) const {
    return std::llround(entry.stamp * static_cast<double>(kTicksPerSecond));
  }
  double moment_of(const CarmenEntry& entry) const {
    return seconds_at(tick_of(entry) - tick_of(entries_.front()));
  }

 private:
  using SeenTags = std::array<std::array<bool, 5>, kLasers>;

  void read_line(std::string_view line, int number);
  Error too_many_messages() const {
    return {{path_, last_line_}, "there are more than 25 million messages; cut it into pieces"};
  }
  void read_parameter(const std::vector<std::string_view>& words);
  void take_scan(const CarmenScan& scan, std::string_view line, CarmenHead head);
  void choose_messages();
  void choose_stamps();
  void describe();
  void describe_laser(int laser);

  std::string text_;
  std::string path_;
  Arena arena_;
  std::vector<RobotDescription> robots_;
  std::vector<CarmenEntry> entries_;
  std::array<LaserFacts, kLasers> lasers_;
  SeenTags seen_{};
  bool has_odometry_lines_ = false;
  std::size_t bad_lines_ = 0;
  int first_bad_line_ = 0;
  int last_line_ = 0;  // that was looked at
};

Result<void> CarmenLog::read() {
  int number = 0;
  for_each_line(text_, [&](std::string_view line) { read_line(line, ++number); });
  if (entries_.size() > kMaxCarmenMessages) return too_many_messages();
  choose_messages();
  if (entries_.empty())
    return Error{{path_, 0},
                 "there is no whole FLASER, RLASER, ROBOTLASER, RAWLASER or ODOM line in this "
                 "CARMEN log"};
  if (bad_lines_ > 0)
    log_warning("{}:{}: not a whole CARMEN message; {} such lines are left out", path_,
                first_bad_line_, bad_lines_);
  choose_stamps();
  describe();
  return {};
}

void CarmenLog::read_line(std::string_view line, int number) {
  const std::size_t end_of_tag = std::min(line.find_first_of(" \t"), line.size());
  const CarmenHead head = carmen_head(line.substr(0, end_of_tag));
  if (entries_.size() > kMaxCarmenMessages) return;
  last_line_ = number;
  if (head.tag == CarmenTag::None) {
    if (line.starts_with("PARAM ") || line.starts_with("#PARAM "))
      read_parameter(split_words(line));
    return;
  }
  const std::vector<std::string_view> words = split_words(line);
  if (head.tag == CarmenTag::Odometry) {
    if (const auto odometry = parse_carmen_odometry(words)) {
      entries_.push_back({odometry->stamps, 0.0, line, head});
      has_odometry_lines_ = true;
      return;
    }
  } else if (const auto scan = parse_carmen_scan(head.tag, words)) {
    take_scan(*scan, line, head);
    return;
  }
  if (bad_lines_++ == 0) first_bad_line_ = number;
}

void CarmenLog::read_parameter(const std::vector<std::string_view>& words) {
  if (words.size() < 3) return;
  const auto value = parse_number(words[2]);
  if (!value || *value <= 0.0 || *value > 10.0) return;
  if (words[1] == "laser_front_laser_resolution") lasers_[0].resolution_deg = *value;
  if (words[1] == "laser_rear_laser_resolution") lasers_[1].resolution_deg = *value;
}

void CarmenLog::take_scan(const CarmenScan& scan, std::string_view line, CarmenHead head) {
  LaserFacts& facts = lasers_[static_cast<std::size_t>(head.laser)];
  for (const double value : scan.values)
    if (value > facts.largest) facts.largest = value;
  seen_[static_cast<std::size_t>(head.laser)][static_cast<std::size_t>(head.tag)] = true;
  entries_.push_back({scan.stamps, 0.0, line, head});
}

// Loggers write one scan up to three times, under different tags: keep the richest.
void CarmenLog::choose_messages() {
  for (std::size_t laser = 0; laser < kLasers; ++laser)
    for (const CarmenTag tag : {CarmenTag::RawLaser, CarmenTag::Laser, CarmenTag::RobotLaser})
      if (seen_[laser][static_cast<std::size_t>(tag)]) lasers_[laser].tag = tag;
  std::erase_if(entries_, [&](const CarmenEntry& entry) {
    return entry.head.tag != CarmenTag::Odometry &&
           entry.head.tag != lasers_[static_cast<std::size_t>(entry.head.laser)].tag;
  });
}

// Message time, unless it stands still; a stamp more than a day from the middle one is a host's
// mistake and becomes that of the line before. Then in order, lines of one stamp as they stood.
void CarmenLog::choose_stamps() {
  std::vector<double> messages;
  messages.reserve(entries_.size());
  for (const CarmenEntry& entry : entries_) messages.push_back(entry.stamps.message);
  const auto [low, high] = std::minmax_element(messages.begin(), messages.end());
  const bool stands_still = *low == *high && (*low <= 0.0 || entries_.size() > kMaxPerMoment);
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    const CarmenStamps& stamps = entries_[i].stamps;
    entries_[i].stamp = messages[i] = stands_still ? stamps.logger : stamps.message;
  }
  const auto middle = messages.begin() + static_cast<std::ptrdiff_t>(messages.size() / 2);
  std::nth_element(messages.begin(), middle, messages.end());
  if (const double per_second = stamps_per_second(*middle); per_second > 1.0) {
    log_warning("{}: stamps of about {:.3g} are no seconds; they are divided by {:g}", path_,
                *middle, per_second);
    for (CarmenEntry& entry : entries_) entry.stamp /= per_second;
    *middle /= per_second;
  }
  double before = *middle;
  for (const CarmenEntry& entry : entries_)
    if (std::abs(entry.stamp - *middle) <= kDay) {
      before = entry.stamp;
      break;
    }
  for (CarmenEntry& entry : entries_) {
    if (std::abs(entry.stamp - *middle) > kDay) entry.stamp = before;
    before = entry.stamp;
  }
  std::stable_sort(entries_.begin(), entries_.end(), [](const auto& first, const auto& second) {
    return first.stamp < second.stamp;
  });
}

void CarmenLog::describe() {
  arena_ = usual_arena(path_);
  robots_.push_back(usual_robot(kRobot));
  bool has_poses = false;
  for (int laser = 0; laser < kLasers; ++laser) {
    LaserFacts& facts = lasers_[static_cast<std::size_t>(laser)];
    facts.no_return = no_return_for(facts.largest);
    if (facts.tag == CarmenTag::None) continue;
    describe_laser(laser);
    has_poses = has_poses || facts.tag != CarmenTag::RawLaser;
  }
  if (!has_odometry_lines_ && !has_poses) return;
  SensorDescription odometry;
  odometry.name = kOdometryName;
  odometry.kind = SensorKind::Odometry;
  robots_.front().sensors.push_back(odometry);
}

void CarmenLog::describe_laser(int laser) {
  LaserFacts& facts = lasers_[static_cast<std::size_t>(laser)];
  const auto is_its = [&](const CarmenEntry& entry) {
    return entry.head.tag == facts.tag && entry.head.laser == laser;
  };
  const auto first = std::find_if(entries_.begin(), entries_.end(), is_its);
  facts.scans = static_cast<std::size_t>(std::count_if(first, entries_.end(), is_its));
  const auto scan = parse_carmen_scan(facts.tag, split_words(first->line));
  RUBBLE_ASSERT(scan);
  const BeamLayout layout = layout_of(*scan, facts.resolution_deg);
  facts.center = center_of(layout, scan->values.size());
  if (scan->maximum_range > 0.0)
    facts.no_return.max_range = limit_of(scan->maximum_range, facts.no_return);
  SensorDescription sensor;
  sensor.name = kScannerNames[static_cast<std::size_t>(laser)];
  sensor.kind = SensorKind::RangeScanner;
  sensor.base_from_sensor = mounting(*scan, laser, facts.center);
  sensor.max_range = facts.no_return.max_range;
  sensor.resolution = layout.step;
  sensor.field_of_view = layout.step * static_cast<double>(scan->values.size() - 1);
  if (duration() > 0.0) sensor.rate = static_cast<double>(facts.scans) / duration();
  robots_.front().sensors.push_back(sensor);
}

class CarmenCursor : public LogCursor {
 public:
  explicit CarmenCursor(const CarmenLog& log) : log_(log) {}

  std::optional<LogEntry> next() override {
    while (ready_.empty()) {
      if (next_ == log_.entries().size()) return std::nullopt;
      decode(log_.entries()[next_++]);
    }
    LogEntry moment = std::move(ready_.front());
    ready_.pop_front();
    return moment;
  }

 private:
  // As live: the status is the last of a moment.
  void decode(const CarmenEntry& entry) {
    tell_reading(entry);
    tell_status(entry);
  }

  void tell_reading(const CarmenEntry& entry) {
    const std::vector<std::string_view> words = split_words(entry.line);
    if (entry.head.tag == CarmenTag::Odometry) {
      tell_odometry(entry, parse_carmen_odometry(words)->pose);
      return;
    }
    const CarmenScan scan = *parse_carmen_scan(entry.head.tag, words);
    const Pose2& pose = scan.robot_pose;
    if (!log_.has_odometry_lines() && scan.has_poses) tell_odometry(entry, pose);
    tell(entry, kScannerNames[static_cast<std::size_t>(entry.head.laser)],
         range_scan(scan, log_.laser(entry.head.laser)));
    if (scan.has_poses) ready_.back().odometry = {pose.x, pose.y, pose.theta};
  }

  // CARMEN logs no status, but clients wait for one before they begin.
  void tell_status(const CarmenEntry& entry) {
    const double time = log_.moment_of(entry);
    if (time < next_status_) return;
    next_status_ = time + kStatusInterval;
    RobotStatus status;
    status.tick = log_.tick_of(entry);
    status.robot = kRobot;
    status.battery = log_.battery();
    ready_.push_back({time, 0, std::move(status), entry.stamp});
  }

  void tell_odometry(const CarmenEntry& entry, const Pose2& pose) {
    tell(entry, kOdometryName, OdometryReading{pose.x, pose.y, pose.theta});
  }

  void tell(const CarmenEntry& entry, const char* sensor, ReadingData data) {
    ready_.push_back({log_.moment_of(entry), 0,
                      Reading{log_.tick_of(entry), kRobot, sensor, std::move(data)}, entry.stamp});
  }

  const CarmenLog& log_;
  std::size_t next_ = 0;
  double next_status_ = 0.0;
  std::deque<LogEntry> ready_;
};

std::unique_ptr<LogCursor> CarmenLog::begin() const {
  return std::make_unique<CarmenCursor>(*this);
}

}  // namespace

Result<std::unique_ptr<Log>> open_carmen_log(std::string text, const std::string& path) {
  auto log = std::make_unique<CarmenLog>(std::move(text), path);
  if (const auto read = log->read(); !read) return read.error();
  return std::unique_ptr<Log>(std::move(log));
}

}  // namespace rubble::logs
