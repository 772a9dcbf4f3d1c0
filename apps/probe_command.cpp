// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>

#include "apps/command_line.h"
#include "apps/commands.h"
#include "apps/name_list.h"
#include "apps/option_checks.h"
#include "apps/support.h"
#include "rubble/base/text.h"
#include "rubble/rendering/picture_file.h"
#include "rubble/report/scan_picture.h"
#include "rubble/scenario/sensor_choice.h"
#include "rubble/sensors/sensor_factory.h"
#include "rubble/serialization/message_json.h"
#include "rubble/sim/probe.h"

namespace rubble::apps {
namespace {

struct ProbeOptions {
  std::string world;
  LoadOptions load;
  std::string sensor;
  std::string pose = "0 0 0.5 0 0 0";
  double time = 0.0;  // s
  std::string noise = "on";
  int samples = 0;  // 0 = one, not in a list
  std::uint64_t seed = 1;
  std::vector<std::string> settings;  // PATH=VALUE
  std::string output;
  bool json = false;
};

using Json = nlohmann::ordered_json;

Result<SensorSpec> chosen_sensor(const World& world, const ProbeOptions& options) {
  auto sensor = scenario::find_sensor(world, options.sensor, options.world);
  if (!sensor) return sensor;
  if (const auto applied = scenario::apply_settings(options.settings, *sensor); !applied)
    return applied.error();
  return options.noise == "off" ? sensors::without_noise(*sensor) : sensor;
}

// Six numbers, or the name of a start: then a pose 0.4 m above it.
Result<Pose> parse_pose(const std::string& text, const World& world) {
  constexpr double kEyeHeight = 0.4;  // m
  for (const Start& start : world.starts)
    if (start.name == text) return start.pose * Pose{Vec3(0, 0, kEyeHeight)};
  const auto numbers = parse_numbers(text, 6);
  if (!numbers)
    return Error{
        {},
        fmt::format("--pose wants six numbers \"x y z roll pitch yaw\" (m, rad) or the name "
                    "of a start ({}), got '{}'",
                    listed_starts(text, world), text)};
  const auto& n = *numbers;
  constexpr double kMaxDistance = 1e6;  // m
  if (std::max({std::abs(n[0]), std::abs(n[1]), std::abs(n[2])}) > kMaxDistance)
    return Error{{}, "--pose lies more than 1000 km away: '" + text + "'"};
  return make_pose(n[0], n[1], n[2], n[3], n[4], n[5]);
}

void print_scan(const RangeScan& scan) {
  std::vector<float> ranges;
  std::map<int, int> codes;
  for (std::size_t i = 0; i < scan.ranges.size(); ++i)
    if (scan.codes[i] == kNoCode)
      ranges.push_back(scan.ranges[i]);
    else
      ++codes[scan.codes[i]];
  std::sort(ranges.begin(), ranges.end());
  fmt::print("{} beams from {:.2f} to {:.2f} degrees\n", scan.ranges.size(),
             degrees(scan.angle_min),
             degrees(scan.angle_min + (scan.columns - 1) * scan.angle_increment));
  if (!ranges.empty())
    fmt::print("{} ranges: nearest {:.3f} m, median {:.3f} m, farthest {:.3f} m\n", ranges.size(),
               ranges.front(), ranges[ranges.size() / 2], ranges.back());
  for (const auto& [code, count] : codes) fmt::print("code {}: {} beams\n", code, count);
  if (!scan.density_integral.empty())
    fmt::print("smoke on the way: up to {:.5f} d·m\n",
               *std::max_element(scan.density_integral.begin(), scan.density_integral.end()));
}

std::string stem_of(const std::string& path) { return path.substr(0, path.rfind('.')); }

// view.png with depth and labels, where there are any, beside it.
Result<void> draw_image(const Image& image, const std::string& path) {
  const std::string stem = stem_of(path);
  if (!image.depths.empty())
    if (const auto written = rendering::write_depth_png(stem + "-depth.png", image); !written)
      return written;
  if (!image.labels.empty())
    if (const auto written = rendering::write_label_png(stem + "-labels.png", image); !written)
      return written;
  return write_picture(path, image);
}

Result<void> draw(const ReadingData& data, const std::string& path) {
  if (const auto* image = std::get_if<Image>(&data)) return draw_image(*image, path);
  if (const auto* scan = std::get_if<RangeScan>(&data))
    return write_picture(path, report::scan_picture(*scan));
  if (const auto* depth = std::get_if<RangeImage>(&data))
    return write_picture(path, report::depth_picture(*depth));
  return Error{{path}, "only cameras and scanners have something to draw; leave -o out"};
}

void print_reading(const ReadingData& data) {
  if (const auto* scan = std::get_if<RangeScan>(&data)) return print_scan(*scan);
  if (const auto* image = std::get_if<RangeImage>(&data)) {
    std::vector<float> depths = image->depths;
    std::sort(depths.begin(), depths.end());
    fmt::print("{} x {} distances: nearest {:.3f} m, median {:.3f} m, farthest {:.3f} m\n",
               image->width, image->height, depths.front(), depths[depths.size() / 2],
               depths.back());
    return;
  }
  const Json json = Json::parse(data_to_json(data));
  for (const auto& [key, value] : json.items()) fmt::print("{}: {}\n", key, value.dump());
}

void print_json(const Json& json) {
  fmt::print("{}\n", json.dump(-1, ' ', false, Json::error_handler_t::replace));
}

int probe(const ProbeOptions& options) {
  auto world = open_world(options.world, options.load);
  if (!world) return fail(world.error());
  const auto pose = parse_pose(options.pose, *world);
  if (!pose) return fail(pose.error(), kWrongUsage);
  const auto sensor = chosen_sensor(*world, options);
  if (!sensor) return fail(sensor.error());
  sim::Probe probe(*world);
  Json samples = Json::array();
  ReadingData first;
  Progress progress("probing");
  const int count = std::max(options.samples, 1);
  for (int i = 0; i < count; ++i) {
    auto data =
        probe.ask({*sensor, *pose, options.time, options.seed + static_cast<std::uint64_t>(i)});
    if (!data) return fail(data.error());
    if (options.json) samples.push_back(Json::parse(data_to_json(*data)));
    if (i == 0) first = *std::move(data);
    progress.show(static_cast<double>(i) / count);
  }
  if (!options.output.empty())
    if (const auto written = draw(first, options.output); !written)
      return fail(written.error(), kRunFailed);
  if (options.json)
    print_json(options.samples > 0 ? Json{{"samples", std::move(samples)}} : samples[0]);
  else
    print_reading(first);
  print_written_files({options.output});
  if (const auto* image = std::get_if<Image>(&first); image != nullptr && !options.output.empty()) {
    const std::string stem = stem_of(options.output);
    if (!image->depths.empty()) print_written_files({stem + "-depth.png"});
    if (!image->labels.empty()) print_written_files({stem + "-labels.png"});
  }
  return kDone;
}

CLI::App* declare_probe(CLI::App& app, ProbeOptions& options) {
  CLI::App* probe = app.add_subcommand("probe", "Sample one sensor at any pose in a world");
  probe->add_option("WORLD", options.world, "World or model file, SDF or URDF")->required();
  probe
      ->add_option("--sensor", options.sensor,
                   "A preset ('rubble sensors' lists them), or a sensor of WORLD")
      ->required();
  probe
      ->add_option("--pose", options.pose,
                   "\"x y z roll pitch yaw\" of the sensor, m and rad, or the name of a start")
      ->capture_default_str();
  probe->add_option("--time", options.time, "Seconds; smoke moves and changes, bodies stand still")
      ->check(seconds_up_to(1e6))
      ->capture_default_str();
  probe->add_option("--noise", options.noise, "on or off")
      ->check(CLI::IsMember({"on", "off"}))
      ->capture_default_str();
  probe->add_option("--samples", options.samples, "That many independent readings")
      ->check(CLI::Range(1, 1000000));
  probe->add_option("--seed", options.seed, "Of noise and turbulence")
      ->check(whole_number())
      ->capture_default_str();
  probe->add_option("--set", options.settings, "PATH=VALUE as in SDF; any number")
      ->allow_extra_args(false);
  probe->add_option("-o,--output", options.output, "Draw what was read into this file (.png, .jpg)")
      ->check(file_ending_in({".png", ".jpg", ".jpeg"}));
  probe->add_flag("--json", options.json, "Print one JSON object");
  add_smoke(*probe, options.load.smoke);
  add_load_options(*probe, options.load);
  probe->footer(
      "Examples:\n"
      "  ./rubble probe worlds/maze.sdf --sensor urg04lx --pose \"0.6 0.6 0.3 0 0 0\"\n"
      "  ./rubble probe worlds/maze.sdf --sensor camera_vga --pose RobotStart2 -o "
      "view.png\n"
      "  ./rubble probe worlds/smoke_room.sdf --sensor lms200 --noise off --json");
  return probe;
}

}  // namespace

void add_probe(CLI::App& app, Action& chosen) { add_command(app, chosen, declare_probe, probe); }

}  // namespace rubble::apps
