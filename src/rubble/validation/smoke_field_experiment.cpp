// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "rubble/scenario/checked_world.h"
#include "rubble/sensors/sensor_factory.h"
#include "rubble/sim/probe.h"
#include "rubble/validation/experiment_files.h"
#include "rubble/validation/smoke_experiments.h"

namespace rubble::validation {
namespace {

constexpr double kFieldSeconds = 60.0, kScansPerSecond = 5.0;
constexpr double kBrightRange = 12.0;  // m, white in the picture
const Pose kSickPlace = make_pose(0.0, 0.0, 0.5, 0, 0, 0);

struct FieldRun {
  RangeScan clear;  // without smoke
  std::vector<RangeScan> scans;
};

Result<FieldRun> watch_field(const World& world, const ShowProgress& progress) {
  auto sick = sensors::spec_of_preset("lms200");
  if (!sick) return sick.error();
  sick->settings["lidar/scan/horizontal/samples"] = "361";
  FieldRun run;
  World without_smoke = world;
  without_smoke.plumes.clear();
  sim::Probe clear_probe(without_smoke), probe(world);
  const auto clear = clear_probe.ask({*sick, kSickPlace});
  if (!clear) return clear.error();
  run.clear = std::get<RangeScan>(*clear);
  const int count = static_cast<int>(kFieldSeconds * kScansPerSecond);
  for (int i = 0; i < count; ++i) {
    const auto scan = probe.ask({*sick, kSickPlace, i / kScansPerSecond});
    if (!scan) return scan.error();
    run.scans.push_back(std::get<RangeScan>(*scan));
    progress(static_cast<double>(i) / count);
  }
  return run;
}

enum class Beam { Clear, Solid, Code };

// What smoke did to a beam, judged by the scan without smoke.
Beam effect_of_smoke(const RangeScan& scan, const RangeScan& clear, std::size_t i) {
  constexpr double kShorter = 0.3;  // m
  const bool was_code = clear.codes[i] != kNoCode;
  if (scan.codes[i] != kNoCode)
    return was_code && scan.codes[i] == clear.codes[i] ? Beam::Clear : Beam::Code;
  const double before = was_code ? kInfinity : static_cast<double>(clear.ranges[i]);
  return static_cast<double>(scan.ranges[i]) < before - kShorter ? Beam::Solid : Beam::Clear;
}

// Angle from left to right, time from top to bottom; the darker the nearer, codes red.
Image angle_time_picture(const FieldRun& run) {
  constexpr int kAcross = 2, kDown = 2;  // pixels a beam and a scan
  const int columns = run.clear.columns, rows = static_cast<int>(run.scans.size());
  Image image{.width = columns * kAcross, .height = rows * kDown};
  for (int y = 0; y < image.height; ++y)
    for (int x = 0; x < image.width; ++x) {
      const RangeScan& scan = run.scans[static_cast<std::size_t>(y / kDown)];
      const auto beam = static_cast<std::size_t>(columns - 1 - x / kAcross);
      const bool is_code = effect_of_smoke(scan, run.clear, beam) == Beam::Code;
      const bool is_nothing = scan.codes[beam] != kNoCode;
      const double range = is_nothing ? kBrightRange : static_cast<double>(scan.ranges[beam]);
      const auto grey =
          static_cast<std::uint8_t>(255.0 * std::clamp(range / kBrightRange, 0.0, 1.0));
      if (is_code)
        image.rgb.insert(image.rgb.end(), {214, 40, 30});
      else
        image.rgb.insert(image.rgb.end(), {grey, grey, grey});
    }
  return image;
}

// One row per beam and scan: the numbers behind the picture.
std::string angle_time_csv(const FieldRun& run) {
  std::string text = "time_s,angle_deg,range_m,code,effect_of_smoke\n";
  for (std::size_t k = 0; k < run.scans.size(); ++k)
    for (std::size_t i = 0; i < run.clear.ranges.size(); ++i) {
      const RangeScan& scan = run.scans[k];
      const Beam beam = effect_of_smoke(scan, run.clear, i);
      const double angle = scan.angle_min + static_cast<double>(i) * scan.angle_increment;
      const bool is_code = scan.codes[i] != kNoCode;
      text += fmt::format("{:.1f},{:.2f},{},{},{}\n", static_cast<double>(k) / kScansPerSecond,
                          degrees(angle), is_code ? "" : fmt::format("{:.3f}", scan.ranges[i]),
                          is_code ? fmt::format("{}", scan.codes[i]) : "",
                          beam == Beam::Clear   ? "none"
                          : beam == Beam::Solid ? "obstacle"
                                                : "code");
    }
  return text;
}

// How many smoke echoes lie at each y (bins of 0.1 m), from a scan.
std::vector<double> smoke_profile(const RangeScan& scan, const RangeScan& clear) {
  std::vector<double> bins(160, 0.0);
  for (std::size_t i = 0; i < scan.ranges.size(); ++i) {
    if (effect_of_smoke(scan, clear, i) != Beam::Solid) continue;
    const double angle = scan.angle_min + static_cast<double>(i) * scan.angle_increment;
    const double bin = (static_cast<double>(scan.ranges[i]) * std::sin(angle) + 8.0) / 0.1;
    if (bin >= 0 && bin < 160) bins[static_cast<std::size_t>(bin)] += 1.0;
  }
  return bins;
}

// The shift to the right, in bins, that makes a later profile look most like an earlier one.
double drift_speed(const FieldRun& run) {
  constexpr std::size_t kLater = 10;  // scans: 2 s
  std::vector<double> likeness(31, 0.0);
  for (std::size_t k = 0; k + kLater < run.scans.size(); ++k) {
    const auto before = smoke_profile(run.scans[k], run.clear);
    const auto after = smoke_profile(run.scans[k + kLater], run.clear);
    for (std::size_t shift = 0; shift < likeness.size(); ++shift)
      for (std::size_t bin = shift; bin < before.size(); ++bin)
        likeness[shift] += before[bin] * after[bin - shift];
  }
  const auto best = std::max_element(likeness.begin() + 1, likeness.end() - 1);
  const double left = *(best - 1), right = *(best + 1);
  const double bend = left - 2 * *best + right;
  const double fine = bend == 0.0 ? 0.0 : 0.5 * (left - right) / bend;
  const double seconds = static_cast<double>(kLater) / kScansPerSecond;
  return (static_cast<double>(best - likeness.begin()) + fine) * 0.1 / seconds;
}

double solid_share(const FieldRun& run) {
  double solid = 0, touched = 0;
  for (const RangeScan& scan : run.scans)
    for (std::size_t i = 0; i < scan.ranges.size(); ++i) {
      const Beam beam = effect_of_smoke(scan, run.clear, i);
      solid += beam == Beam::Solid ? 1 : 0;
      touched += beam == Beam::Clear ? 0 : 1;
    }
  return touched > 0 ? solid / touched : 0.0;
}

}  // namespace

Result<ExperimentResult> smoke_field_experiment(const std::string& folder,
                                                const ShowProgress& progress) {
  const auto world = scenario::load_checked_world("worlds/smoke_field.sdf", {});
  if (!world) return world.error();
  const auto run = watch_field(*world, progress);
  if (!run) return run.error();
  sim::Probe probe(*world);
  auto camera = sensors::spec_of_preset("camera_vga");
  if (!camera) return camera.error();
  const auto view = probe.ask({*camera, make_pose(0, 0, 0.9, 0, 0, 0), 14.0});
  if (!view) return view.error();
  const auto scans = write_image(folder, "smoke_field",
                                 "Angle from 90° left to 90° right, time from 0 s on top to 60 s "
                                 "below; black is 0 m, white 12 m and more, red a code.",
                                 angle_time_picture(*run), angle_time_csv(*run));
  if (!scans) return scans.error();
  const auto photo = write_image(folder, "smoke_field_view", "The view of a camera after 14 s.",
                                 std::get<Image>(*view));
  if (!photo) return photo.error();
  return ExperimentResult{
      "smoke-field",
      "Clouds that drift across the view of an LMS200",
      "Angle from left to right, time from top to bottom, 60 s. The darker, the nearer; upright "
      "lines are things that stand, slanted stripes are smoke, red are codes.",
      {{"drift of the smoke", "slow wind, from left to right",
        fmt::format("{:.2f} m/s measured from the scans, wind 0.60 m/s", drift_speed(*run))},
       {"smoke seen as", "mostly an obstacle",
        fmt::format("an obstacle by {:.0f} % of the beams it changed", 100 * solid_share(*run))},
       {"codes", "on the edges of clouds", "the rest; see the picture"}},
      {*scans, *photo}};
}

}  // namespace rubble::validation
