// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "rubble/report/chart.h"
#include "rubble/scenario/checked_world.h"
#include "rubble/sensors/sensor_factory.h"
#include "rubble/sim/probe.h"
#include "rubble/validation/experiment_files.h"
#include "rubble/validation/smoke_experiments.h"

namespace rubble::validation {
namespace {

constexpr double kRunSeconds = 300.0, kEvery = 1.0;     // s; the paper's virtual run had 1 Hz too
constexpr double kShown[] = {0.0, 30.0, 132.0, 200.0};  // s, pictures that are kept
constexpr double kCardAhead = 2.5;                      // m
constexpr double kCardBeams = 0.12;                     // rad to each side, all on the yellow card
constexpr double kSaturationLimit = 0.14;               // where the paper's URG fails
const Pose kLaserPlace = make_pose(1.0, 0.0, 0.3, 0, 0, 0);
const Pose kCameraPlace = make_pose(1.0, 0.0, 0.75, 0, 0, 0);

// What was seen at one moment.
struct Moment {
  double time = 0.0;
  double density = 0.0;     // mean over the way to the card
  double saturation = 0.0;  // of the card in the picture
  double code_share = 0.0;  // of the beams on the card
  std::vector<double> ranges;
};

double hsv_saturation(const std::uint8_t* rgb) {
  const int high = std::max({rgb[0], rgb[1], rgb[2]}), low = std::min({rgb[0], rgb[1], rgb[2]});
  return high == 0 ? 0.0 : static_cast<double>(high - low) / high;
}

// Mean saturation of the part of the card between two y, m to the left of the middle.
double patch_saturation(const Image& image, double right, double left) {
  const double focal = image.width / 2.0 / std::tan(image.horizontal_field_of_view / 2);
  const auto column = [&](double y) {
    return static_cast<int>(image.width / 2.0 - focal * y / kCardAhead);
  };
  double sum = 0.0;
  int count = 0;
  for (int row = image.height * 2 / 5; row < image.height * 3 / 5; ++row)
    for (int u = column(left - 0.1); u < column(right + 0.1); ++u, ++count)
      sum += hsv_saturation(&image.rgb[3 * static_cast<std::size_t>(row * image.width + u)]);
  return sum / count;
}

double card_saturation(const Image& image) {
  return (patch_saturation(image, 0.3, 0.9) + patch_saturation(image, -0.3, 0.3) +
          patch_saturation(image, -0.9, -0.3)) /
         3.0;
}

void look_at_card(const RangeScan& scan, Moment& moment) {
  int beams = 0, codes = 0;
  for (int i = 0; i < scan.columns; ++i) {
    if (std::abs(scan.angle_min + i * scan.angle_increment) > kCardBeams) continue;
    const auto index = static_cast<std::size_t>(i);
    ++beams;
    const bool has_code = scan.codes[index] != kNoCode;
    codes += has_code ? 1 : 0;
    // As the paper draws it: a code is a reading of almost nothing.
    moment.ranges.push_back(has_code ? scan.codes[index] * 0.001
                                     : static_cast<double>(scan.ranges[index]));
    if (!scan.density_integral.empty())
      moment.density += static_cast<double>(scan.density_integral[index]) / kCardAhead;
  }
  moment.density /= beams;
  moment.code_share = static_cast<double>(codes) / beams;
}

Result<std::vector<Moment>> watch_puff(sim::Probe& probe, const std::string& folder,
                                       const ShowProgress& progress,
                                       std::vector<FigureFile>& views) {
  const auto laser = sensors::spec_of_preset("urg04lx");
  auto camera = sensors::spec_of_preset("camera");
  if (!laser || !camera) return laser ? camera.error() : laser.error();
  auto small_camera = *camera;  // enough to measure colours
  small_camera.settings["camera/image/width"] = "120";
  small_camera.settings["camera/image/height"] = "90";
  std::vector<Moment> moments;
  for (double time = 0.0; time <= kRunSeconds; time += kEvery) {
    Moment moment{.time = time};
    const auto scan = probe.ask({*laser, kLaserPlace, time});
    const bool is_shown = std::find(std::begin(kShown), std::end(kShown), time) != std::end(kShown);
    const auto view = probe.ask({is_shown ? *camera : small_camera, kCameraPlace, time});
    if (!scan || !view) return scan ? view.error() : scan.error();
    const Image& image = std::get<Image>(*view);
    look_at_card(std::get<RangeScan>(*scan), moment);
    moment.saturation = card_saturation(image);
    if (is_shown) {
      auto written = write_image(folder, fmt::format("smoke_room_{:03.0f}s", time),
                                 fmt::format("The view of the camera after {:g} s.", time), image);
      if (!written) return written.error();
      views.push_back(*std::move(written));
    }
    moments.push_back(std::move(moment));
    progress(time / kRunSeconds);
  }
  return moments;
}

// The density at which a value falls or rises through a limit while the smoke dissolves.
double density_at_crossing(const std::vector<Moment>& moments, double limit,
                           const std::function<double(const Moment&)>& value) {
  for (std::size_t i = moments.size() - 1; i > 0; --i) {
    const double after = value(moments[i]) - limit, before = value(moments[i - 1]) - limit;
    if (moments[i - 1].time < 30.0 || after * before > 0.0) continue;
    const double share = after == before ? 0.0 : after / (after - before);
    return moments[i].density + share * (moments[i - 1].density - moments[i].density);
  }
  return std::nan("");
}

std::vector<report::Chart> puff_charts(const std::vector<Moment>& moments) {
  const std::string blue(report::series_color(0)), green(report::series_color(2));
  report::Series density{.name = "density x 50", .color = std::string(report::series_color(7))};
  report::Series saturation{.name = "saturation of the card", .color = blue};
  report::Series ranges{
      .name = "range or code, beams on the card", .color = green, .mark = report::Mark::Dots};
  report::Series against{.name = "beams on the card", .color = green, .mark = report::Mark::Dots};
  report::Series curve{.name = "one dot a second", .color = blue, .mark = report::Mark::Dots};
  for (const Moment& moment : moments) {
    for (report::Series* series : {&density, &saturation}) series->x.push_back(moment.time);
    density.y.push_back(50 * moment.density);
    saturation.y.push_back(moment.saturation);
    curve.x.push_back(moment.density);
    curve.y.push_back(moment.saturation);
    for (std::size_t i = 0; i < moment.ranges.size(); i += 4) {
      ranges.x.push_back(moment.time);
      ranges.y.push_back(moment.ranges[i]);
      against.x.push_back(moment.saturation);
      against.y.push_back(moment.ranges[i]);
    }
  }
  const report::Guide limit{.at = kSaturationLimit, .label = "0.14"};
  const report::Guide limit_across{.is_vertical = true, .at = kSaturationLimit, .label = "0.14"};
  const std::string share = "saturation [0 to 1]", range = "range [m]", time = "time [s]";
  return {{"A puff of smoke dissolves", time, share, {density, saturation}, {limit}, 0.0},
          {"URG-04LX, white paper at 2.5 m", time, range, {ranges}, {}, -0.15, 3.0},
          {"Density and saturation", "smoke density d [-]", share, {curve}, {limit}, 0.0},
          {"Saturation and range", share, range, {against}, {limit_across}, -0.15, 3.0}};
}

}  // namespace

Result<ExperimentResult> smoke_room_experiment(const std::string& folder,
                                               const ShowProgress& progress) {
  const auto world = scenario::load_checked_world("worlds/smoke_puff.sdf", {});
  if (!world) return world.error();
  sim::Probe probe(*world);
  std::vector<FigureFile> views;
  const auto moments = watch_puff(probe, folder, progress, views);
  if (!moments) return moments.error();
  const auto charts = write_charts(folder, "smoke_room",
                                   "Over time, and against each other: smoke density on the way to "
                                   "the card, colour of the card, readings of the laser.",
                                   puff_charts(*moments));
  if (!charts) return charts.error();
  views.insert(views.begin(), *charts);
  const double by_camera =
      density_at_crossing(*moments, kSaturationLimit, [](const Moment& m) { return m.saturation; });
  const double by_laser =
      density_at_crossing(*moments, 0.5, [](const Moment& m) { return m.code_share; });
  return ExperimentResult{
      "smoke-room",
      "A puff that dissolves, before a URG-04LX and a camera",
      "A room of 5 x 4 m, a card of coloured paper at 2.5 m. Smoke is blown in for 20 s and "
      "dissolves. Codes are drawn as readings of a few millimetres, as in the paper's figures.",
      {{"density at which the saturation crosses 0.14", "0.0028", fmt::format("{:.5f}", by_camera)},
       {"density at which half of the beams fail", "0.0028 (by definition of its rule)",
        fmt::format("{:.5f}", by_laser)},
       {"saturation of the card without smoke", "about 0.6 (its figure 5)",
        fmt::format("{:.3f}", moments->front().saturation)}},
      std::move(views)};
}

}  // namespace rubble::validation
