// SPDX-License-Identifier: Apache-2.0
#include "rubble/usarsim/protocol/range_lines.h"

#include <algorithm>
#include <cmath>

#include "rubble/usarsim/protocol/udk_names.h"

namespace rubble::usarsim {
namespace {

constexpr std::size_t kFramesPerImage = 20;

int scan_digits(Dialect dialect) { return dialect == Dialect::Udk ? 2 : 4; }

// --- laser scans -----------------------------------------------------------------------------

std::size_t columns_of(const RangeScan& scan) {
  return std::min(scan.ranges.size(), static_cast<std::size_t>(std::max(scan.columns, 0)));
}

// Number of values sent per row; the first and the last are always sent.
std::size_t sent_value_count(std::size_t columns, int scan_limit) {
  if (scan_limit <= 0) return columns;
  return std::min(columns, static_cast<std::size_t>(std::max(scan_limit, 2)));
}

float wire_range(const RangeScan& scan, std::size_t beam, bool has_zero_for_codes) {
  const auto max_range = static_cast<float>(scan.max_range);
  if (beam < scan.codes.size() && scan.codes[beam] != kNoCode)
    return has_zero_for_codes ? 0.0F : max_range;
  const float range = scan.ranges[beam];
  return std::isfinite(range) ? std::clamp(range, 0.0F, max_range) : max_range;
}

// The first beam is the rightmost, in Rubble as in the protocol. Downsamples evenly to `kept`
// values.
std::vector<float> wire_ranges(const RangeScan& scan, const SensorDescription& sensor,
                               std::size_t kept) {
  const std::size_t columns = columns_of(scan);
  std::vector<float> ranges;
  if (columns == 0) return ranges;
  ranges.reserve(kept);
  const std::size_t middle = scan.ranges.size() / columns / 2 * columns;
  const std::size_t gaps = std::max<std::size_t>(kept, 2) - 1;
  for (std::size_t i = 0; i < kept; ++i) {
    const std::size_t column = (i * (columns - 1) + gaps / 2) / gaps;
    ranges.push_back(wire_range(scan, middle + column, sensor.has_zero_for_codes));
  }
  return ranges;
}

void write_scan(const SensorReport& report, std::string& text, bool omits_last) {
  const RangeScan* scan = report.as<RangeScan>();
  if (scan == nullptr) return;
  const std::size_t columns = columns_of(*scan);
  const std::size_t kept = sent_value_count(columns, report.settings.scan_limit);
  std::vector<float> ranges = wire_ranges(*scan, report.sensor, kept);
  const double field_of_view = scan->angle_increment * (static_cast<double>(columns) - 1.0);
  const double resolution = kept < 2 || kept == columns
                                ? scan->angle_increment
                                : field_of_view / static_cast<double>(kept - 1);
  if (omits_last && !ranges.empty()) ranges.pop_back();
  const double sent_view = round_noise(field_of_view);
  LineText line = report.begin_named(text);
  append_resolution(line, resolution, sent_view, ranges.size());
  line.open("FOV").truncated(sent_view).close();
  line.open("Range").truncated_list(ranges, scan_digits(report.settings.dialect)).close();
  line.end();
}

// --- range images ----------------------------------------------------------------------------

struct DepthView {
  int width = 0;
  int height = 0;
  double horizontal = 0.0;  // rad
  double vertical = 0.0;    // rad
  std::span<const float> depths;
};

// rad; from the description, else computed for square pixels.
double vertical_angle(const SensorDescription& sensor, int width, int height, double horizontal) {
  if (sensor.vertical_field_of_view > 0.0) return sensor.vertical_field_of_view;
  if (width <= 0) return 0.0;
  return 2.0 * std::atan(std::tan(horizontal / 2.0) * height / width);
}

template <class Picture>
DepthView view_of(const Picture& picture, const SensorDescription& sensor) {
  const double horizontal = picture.horizontal_field_of_view;
  return {picture.width, picture.height, horizontal,
          vertical_angle(sensor, picture.width, picture.height, horizontal), picture.depths};
}

void write_frame(const SensorReport& report, std::string& text, const DepthView& view,
                 std::size_t frames, std::size_t frame) {
  LineText line = report.begin_named(text);
  line.open("Resolution").integer(view.width).comma().integer(view.height).close();
  line.open("FOV").truncated(view.horizontal).comma().truncated(view.vertical).close();
  line.open("Frames").integer(static_cast<std::int64_t>(frames)).close();
  line.open("Frame").integer(static_cast<std::int64_t>(frame)).close();
  if (frames > 0) {
    const std::size_t first = view.depths.size() * frame / frames;
    const std::size_t last = view.depths.size() * (frame + 1) / frames;
    line.open("Range").truncated_list(view.depths.subspan(first, last - first), 4).comma().close();
  }
  line.end();
}

void write_view(const SensorReport& report, std::string& text, const DepthView& view) {
  if (view.depths.empty()) return write_frame(report, text, view, 0, 0);
  for (std::size_t frame = 0; frame < kFramesPerImage; ++frame)
    write_frame(report, text, view, kFramesPerImage, frame);
}

double single_range(const RangeReading& reading) {
  return std::isfinite(reading.range) ? reading.range : reading.max_range;
}

}  // namespace

// N values span N - 1 steps, so N times the true step exceeds the field of view by one step.
// FOV / (N - 1/2) is the closest value within half a step.
void append_resolution(LineText& line, double step, double field_of_view, std::size_t values) {
  constexpr int kDigits = 4, kMoreDigits = 8;
  constexpr std::size_t kMinValues = 32;  // with fewer values, an error of half a step is too large
  const auto count = static_cast<double>(values);
  const auto cut = [](double value, double unit) { return std::floor(value / unit + 1e-6) * unit; };
  const double told = cut(step, 1e-4), sent_view = cut(field_of_view, 1e-4);
  const double excess = count * told - sent_view;  // > 0: clients do not count one value too many
  const bool is_near = excess > 0.0 && excess <= told / 2;
  line.open("Resolution");
  if (is_near || values < kMinValues)
    line.truncated(step, kDigits).close();
  else
    line.truncated(sent_view / (count - 0.5), kMoreDigits).close();
}

void write_range_scan(const SensorReport& report, std::string& text) {
  write_scan(report, text, false);
}

// UDK omits the last beam.
void write_infrared_scan(const SensorReport& report, std::string& text) {
  write_scan(report, text, true);
}

void write_range_image(const SensorReport& report, std::string& text) {
  if (const RangeImage* image = report.as<RangeImage>())
    write_view(report, text, view_of(*image, report.sensor));
  if (const Image* image = report.as<Image>())
    write_view(report, text, view_of(*image, report.sensor));
}

void write_range(const SensorReport& report, std::string& text) {
  const RangeReading* reading = report.as<RangeReading>();
  if (reading == nullptr) return;
  LineText line = report.begin_named(text);
  line.open("Range").truncated(single_range(*reading)).close().end();
}

void write_range_group(const SensorReport& report, LineText& line) {
  const RangeReading* reading = report.as<RangeReading>();
  if (reading == nullptr) return;
  line.open("Name").word(wire_name(report.sensor));
  line.next("Range").truncated(single_range(*reading)).close();
}

}  // namespace rubble::usarsim
