// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>

#include "apps/commands.h"
#include "apps/name_list.h"
#include "apps/support.h"
#include "rubble/base/text.h"
#include "rubble/rendering/picture_file.h"
#include "rubble/report/scan_picture.h"
#include "rubble/sensors/sensor_factory.h"
#include "rubble/serialization/message_json.h"
#include "rubble/sim/probe.h"

namespace rubble::apps {
namespace {

using Json = nlohmann::ordered_json;

// A sensor of the world file, by name or as model::name.
const SensorSpec* find_in_world(const World& world, const std::string& name) {
  for (const auto& model : world.models)
    for (const Link& link : model->links)
      for (const SensorSpec& sensor : link.sensors)
        if (sensor.name == name || model->name + "::" + sensor.name == name) return &sensor;
  return nullptr;
}

// Whether a sensor has a setting: then an invalid value is reported as an error.
bool reads_setting(SensorSpec spec, const std::string& path) {
  spec.settings[path] = "?";
  Model model;
  model.links.push_back({.name = "link", .sensors = {spec}});
  std::vector<Warning> ignored;
  return !sensors::check_sensors(model, ignored).ok();
}

Result<SensorSpec> chosen_sensor(const World& world, const ProbeOptions& options) {
  SensorSpec spec;
  if (const SensorSpec* own = find_in_world(world, options.sensor); own != nullptr) {
    spec = *own;
  } else {
    auto preset = sensors::spec_of_preset(options.sensor);
    if (!preset)
      return Error{
          {},
          preset.error().message + "; nor does a sensor of that name stand in " + options.world};
    spec = *std::move(preset);
  }
  for (const std::string& setting : options.settings) {
    const std::size_t equals = setting.find('=');
    if (equals == std::string::npos || equals == 0)
      return Error{{},
                   "--set wants PATH=VALUE, such as lidar/scan/horizontal/samples=361, got '" +
                       setting + "'"};
    const std::string path = setting.substr(0, equals);
    if (!reads_setting(spec, path))
      return Error{{},
                   "--set: a " + spec.name + " has no setting '" + path +
                       "'; docs/lasers.md, docs/camera.md and docs/sensors.md list them"};
    spec.settings[path] = setting.substr(equals + 1);
  }
  return options.noise == "off" ? sensors::without_noise(spec) : spec;
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

}  // namespace

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

int list_sensors(const SensorsOptions& options) {
  Json json = Json::array();
  for (const sensors::Preset& preset : sensors::presets()) {
    if (!options.name.empty() && preset.name != options.name) continue;
    Json facts = Json::array();
    for (const sensors::Fact& fact : preset.facts)
      facts.push_back({{"what", fact.what}, {"value", fact.value}, {"basis", fact.basis}});
    json.push_back({{"name", preset.name},
                    {"type", preset.type},
                    {"summary", preset.summary},
                    {"facts", std::move(facts)}});
  }
  if (json.empty()) {
    const auto missing = sensors::spec_of_preset(options.name);
    return missing ? kDone : fail(missing.error());
  }
  if (options.json) {
    print_json({{"sensors", std::move(json)}});
    return kDone;
  }
  for (const Json& preset : json) {
    fmt::print("{:<18} {}\n", preset["name"].get<std::string>(),
               preset["summary"].get<std::string>());
    for (const Json& fact : preset["facts"])
      fmt::print("    {:<28} {:<58} {}\n", fact["what"].get<std::string>(),
                 fact["value"].get<std::string>(), fact["basis"].get<std::string>());
  }
  if (options.name.empty())
    fmt::print(
        "\nThe last column says where a number comes from; 'assumed' ones are our choice.\n");
  return kDone;
}

}  // namespace rubble::apps
