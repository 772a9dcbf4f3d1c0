// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "apps/smoke_experiments.h"
#include "apps/support.h"
#include "rubble/report/chart.h"
#include "rubble/sensors/sensor_factory.h"
#include "rubble/sim/probe.h"

namespace rubble::apps {
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
                                       const ShowProgress& progress) {
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
    if (is_shown)
      if (const auto written =
              write_picture(fmt::format("{}/smoke_room_{:03.0f}s.png", folder, time), image);
          !written)
        return written.error();
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

std::string puff_charts(const std::vector<Moment>& moments) {
  report::Series density{.name = "density x 50", .color = "#8a8f94"};
  report::Series saturation{.name = "saturation of the card", .color = "#1f5f99"};
  report::Series ranges{
      .name = "range or code, beams on the card", .color = "#2d7d46", .mark = report::Mark::Dots};
  report::Series against{
      .name = "beams on the card", .color = "#2d7d46", .mark = report::Mark::Dots};
  report::Series curve{.name = "one dot a second", .color = "#1f5f99", .mark = report::Mark::Dots};
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
  return report::charts_svg(
      {{"A puff of smoke dissolves", "time, s", "saturation", {density, saturation}, {limit}, 0.0},
       {"URG-04LX, white paper at 2.5 m", "time, s", "range, m", {ranges}, {}, -0.15, 3.0},
       {"Density and saturation", "density, d", "saturation", {curve}, {limit}, 0.0},
       {"Saturation and range", "saturation", "range, m", {against}, {limit_across}, -0.15, 3.0}});
}

}  // namespace

Result<Section> smoke_room_experiment(const std::string& folder, const ShowProgress& progress) {
  const auto world = open_world("worlds/smoke_puff.sdf", {});
  if (!world) return world.error();
  sim::Probe probe(*world);
  const auto moments = watch_puff(probe, folder, progress);
  if (!moments) return moments.error();
  if (const auto written = write_file(folder + "/smoke_room.svg", puff_charts(*moments)); !written)
    return written.error();
  const double by_camera =
      density_at_crossing(*moments, kSaturationLimit, [](const Moment& m) { return m.saturation; });
  const double by_laser =
      density_at_crossing(*moments, 0.5, [](const Moment& m) { return m.code_share; });
  return Section{
      "smoke-room",
      "A puff that dissolves, before a URG-04LX and a camera",
      "A room of 5 x 4 m, a card of coloured paper at 2.5 m. Smoke is blown in for 20 s and "
      "dissolves. Codes are drawn as readings of a few millimetres, as in the paper's figures.",
      {{"density at which the saturation crosses 0.14", "0.0028", fmt::format("{:.5f}", by_camera)},
       {"density at which half of the beams fail", "0.0028 (by definition of its rule)",
        fmt::format("{:.5f}", by_laser)},
       {"saturation of the card without smoke", "about 0.6 (its figure 5)",
        fmt::format("{:.3f}", moments->front().saturation)}},
      {"smoke_room.svg", "smoke_room_000s.png", "smoke_room_030s.png", "smoke_room_132s.png",
       "smoke_room_200s.png"}};
}

}  // namespace rubble::apps
