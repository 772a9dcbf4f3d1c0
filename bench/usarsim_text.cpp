// SPDX-License-Identifier: Apache-2.0
// CPU time of laser scans as text: of one value with ours and with the C library's printf, and of
// a whole SEN line of 682 beams. The hash of the text shows a faster wrong answer.
//   bench_usarsim_text [REPETITIONS]
#include <fmt/core.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>

#include "rubble/base/hash.h"
#include "rubble/base/random.h"
#include "rubble/usarsim/protocol/number_text.h"
#include "rubble/usarsim/protocol/sensor_lines.h"

namespace {

using namespace rubble;

constexpr int kBeams = 682;
constexpr int kScans = 100;

double cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

// The least of several repetitions of kScans scans: others share the machine.
template <class Work>
void measure(const char* name, int repetitions, Work work) {
  double least = 1e300;
  std::string text;
  for (int i = 0; i < repetitions; ++i) {
    const double start = cpu_seconds();
    for (int scan = 0; scan < kScans; ++scan) text = work();
    least = std::min(least, cpu_seconds() - start);
  }
  const double scan_seconds = least / kScans;
  fmt::print("{:<24} {:6.1f} ns/value  {:6.2f} us/scan  hash {:016x}\n", name,
             1e9 * scan_seconds / kBeams, 1e6 * scan_seconds, Hash().add(text).value());
}

// A fifth of the beams met nothing and read the range's end.
RangeScan random_scan() {
  RangeScan scan;
  Random random(1, "bench text");
  scan.columns = kBeams;
  scan.angle_increment = radians(0.3515625);
  scan.angle_min = -340.5 * scan.angle_increment;
  scan.max_range = 5.6;
  for (int i = 0; i < kBeams; ++i)
    scan.ranges.push_back(i % 5 == 0 ? 5.6F : static_cast<float>(random.uniform(0.02, 5.6)));
  scan.codes.assign(kBeams, kNoCode);
  return scan;
}

std::string ours(const std::vector<float>& ranges) {
  std::string text;
  usarsim::append_truncated_list(text, ranges, 4);
  return text;
}

std::string by_printf(const std::vector<float>& ranges) {
  std::string text;
  char buffer[32];
  for (const float range : ranges) {
    const int length = std::snprintf(buffer, sizeof(buffer), "%.4f,", static_cast<double>(range));
    text.append(buffer, static_cast<std::size_t>(length));
  }
  return text;
}

}  // namespace

int main(int argc, char** argv) {
  const int repetitions = argc > 1 ? std::atoi(argv[1]) : 30;
  RobotDescription robot;
  robot.sensors.push_back({.name = "Scanner1", .kind = SensorKind::RangeScanner});
  const Reading reading{.tick = 1000, .robot = "R1", .sensor = "Scanner1", .data = random_scan()};
  const std::vector<float> ranges = std::get<RangeScan>(reading.data).ranges;
  measure("values", repetitions, [&] { return ours(ranges); });
  measure("values by printf", repetitions, [&] { return by_printf(ranges); });
  measure("SEN line", repetitions, [&] { return usarsim::sensor_lines(robot, {&reading, 1}, {}); });
  return 0;
}
