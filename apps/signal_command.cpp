// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <thread>

#include "apps/commands.h"
#include "apps/name_list.h"
#include "apps/support.h"
#include "rubble/base/text.h"
#include "rubble/radio/coverage.h"
#include "rubble/radio/coverage_picture.h"
#include "rubble/radio/links.h"
#include "rubble/rays/level_cut.h"

namespace rubble::apps {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kPresetNames[] = {"seed", "wss", "multiwall"};

const char* preset_name(RadioPreset preset) { return kPresetNames[static_cast<int>(preset)]; }

// The settings of the world, overridden by options.
Result<RadioSettings> settings_of(const SignalOptions& options, RadioSettings settings) {
  for (int i = 0; i < 3; ++i)
    if (options.preset == kPresetNames[i]) settings.preset = static_cast<RadioPreset>(i);
  const bool is_fixed = settings.preset != RadioPreset::Multiwall;
  for (const auto& [given, word] : {std::pair(options.frequency.has_value(), "--frequency"),
                                    std::pair(options.power.has_value(), "--power"),
                                    std::pair(options.exponent.has_value(), "--exponent")})
    if (given && is_fixed)
      return Error{{},
                   fmt::format("{} is for the preset multiwall; {} has its own numbers", word,
                               preset_name(settings.preset))};
  settings.frequency = options.frequency.value_or(settings.frequency);
  settings.transmit_power_dbm = options.power.value_or(settings.transmit_power_dbm);
  settings.exponent = options.exponent.value_or(settings.exponent);
  settings.sensitivity_dbm = options.sensitivity.value_or(settings.sensitivity_dbm);
  return settings;
}

// A preset with an optional sensitivity of its own.
struct SignalModel {
  SignalModel(const RadioSettings& settings, const SignalOptions& options)
      : propagation(settings),
        sensitivity(options.sensitivity.value_or(propagation.sensitivity())) {}

  bool is_up(double dbm) const {
    return propagation.settings().preset == RadioPreset::Wss ? dbm >= sensitivity
                                                             : dbm > sensitivity;
  }

  radio::Propagation propagation;
  double sensitivity;  // dBm
};

struct SignalResult {
  radio::Path path;
  double dbm = 0.0;
};

Json walls_json(const SignalModel& model, const radio::Path& path) {
  Json list = Json::array();
  for (const radio::Wall& wall : path.walls)
    list.push_back({{"material", wall.is_floor ? "floor" : std::string(wall.material.name)},
                    {"thickness", wall.thickness},
                    {"loss", model.propagation.loss_of(wall)},
                    {"at", wall.at},
                    {"same_wall", wall.continues}});
  return list;
}

Json result_json(const SignalModel& model, const SignalResult& result) {
  return {{"dbm", result.dbm},
          {"walls", radio::count_walls(result.path.walls)},
          {"distance", result.path.distance},
          {"up", model.is_up(result.dbm)},
          {"preset", preset_name(model.propagation.settings().preset)},
          {"sensitivity", model.sensitivity},
          {"wall_loss", model.propagation.wall_loss(result.path.walls)},
          {"loss", radio::packet_error_rate(result.dbm, model.sensitivity)},
          {"rate", radio::data_rate(result.dbm, model.sensitivity)},
          {"wall_list", walls_json(model, result.path)}};
}

void print_result(const Json& json) {
  fmt::print("signal    {:.2f} dBm, {} (sensitivity {:g} dBm, preset {})\n",
             json["dbm"].get<double>(), json["up"].get<bool>() ? "up" : "down",
             json["sensitivity"].get<double>(), json["preset"].get<std::string>());
  fmt::print("distance  {:.3f} m\n", json["distance"].get<double>());
  fmt::print("walls     {}, loss {:.2f} dB\n", json["walls"].get<int>(),
             json["wall_loss"].get<double>());
  for (const Json& wall : json["wall_list"])
    fmt::print("          {:<14} {:>6.3f} m thick, {:>6.2f} dB, at {:.2f} m{}\n",
               wall["material"].get<std::string>(), wall["thickness"].get<double>(),
               wall["loss"].get<double>(), wall["at"].get<double>(),
               wall["same_wall"].get<bool>() ? ", of the same wall" : "");
  fmt::print("packets   {:.2f} % loss at 1000 bytes; {:g} Mb/s\n",
             100.0 * json["loss"].get<double>(), json["rate"].get<double>());
}

void print_signal_json(const Json& json) {
  fmt::print("{}\n", json.dump(-1, ' ', false, Json::error_handler_t::replace));
}

// --- without a world ----------------------------------------------------------------------------

Result<radio::Path> path_of_options(const SignalOptions& options) {
  radio::Path path{.distance = *options.distance};
  const std::string name = options.material.empty() ? "brick" : options.material;
  const auto material = radio::find_material(name);
  if (!material) {
    std::vector<std::string> known;
    for (const radio::Material& one : radio::materials()) known.emplace_back(one.name);
    const auto meant = closest_word(name, known);
    return Error{{},
                 fmt::format("there is no material '{}'; {}", name,
                             meant ? "did you mean '" + *meant + "'?"
                                   : fmt::format("there are {}", fmt::join(known, ", ")))};
  }
  const int count = options.walls.value_or(0);
  for (int i = 0; i < count; ++i)
    path.walls.push_back({.material = *material,
                          .thickness = options.thickness.value_or(radio::kDefaultWallThickness),
                          .at = path.distance * (i + 1) / (count + 1)});
  return path;
}

int signal_of_numbers(const SignalOptions& options) {
  const auto settings = settings_of(options, {});
  if (!settings) return fail(settings.error(), kWrongUsage);
  const auto path = path_of_options(options);
  if (!path) return fail(path.error(), kWrongUsage);
  const SignalModel model(*settings, options);
  const Json json = result_json(model, {*path, model.propagation.power(*path)});
  options.json ? print_signal_json(json) : print_result(json);
  return kDone;
}

// --- in a world ---------------------------------------------------------------------------------

State state_of(const World& world) {
  State state;
  for (const auto& model : world.models) {
    const InstanceId id = state.add(model, model->name, model->world_from_model);
    if (model->robot) state.add_robot(id, model->robot->battery);
  }
  return state;
}

// A position in the world frame, m: three numbers, the name of a start (0.4 m above it, as a
// robot's antenna), or the name of a station of the world.
Result<Vec3> place_of(const std::string& text, const char* option, const World& world,
                      const State& state) {
  constexpr double kAntennaHeight = 0.4;  // m
  constexpr double kMaxCoordinate = 1e6;  // m
  std::vector<std::string> names;
  for (const Start& start : world.starts) {
    if (start.name == text) return Vec3(start.pose * Vec3(0, 0, kAntennaHeight));
    names.push_back(start.name);
  }
  for (const radio::Station& station : radio::stations_of(state)) {
    if (station.name == text) return station.antenna;
    names.push_back(station.name);
  }
  std::string blanks = text;
  std::replace(blanks.begin(), blanks.end(), ',', ' ');
  const auto numbers = parse_numbers(blanks, 3);
  if (!numbers)
    return Error{
        {},
        fmt::format("{} needs three numbers \"x y z\" (m) or the name of a start or a "
                    "radio of the world{}, got '{}'",
                    option, names.empty() ? "" : fmt::format(" ({})", listed_names(text, names)),
                    text)};
  const Vec3 place((*numbers)[0], (*numbers)[1], (*numbers)[2]);
  if (place.cwiseAbs().maxCoeff() > kMaxCoordinate)
    return Error{{}, fmt::format("{} lies more than 1000 km away: '{}'", option, text)};
  return place;
}

// The bounds of the walls in the cut and of the antenna, with a margin. The cell size limits the
// number of cells.
radio::CoverageArea area_of(const std::vector<rays::CutLine>& walls, const Vec3& from,
                            const SignalOptions& options) {
  constexpr double kMargin = 1.0, kOpenMargin = 10.0, kMinCell = 0.1, kTargetCells = 300'000.0;
  Bounds bounds;
  bounds.add(from);
  for (const rays::CutLine& line : walls)
    bounds.add(Vec3(line.from.x(), line.from.y(), 0)).add(Vec3(line.to.x(), line.to.y(), 0));
  const double margin = walls.empty() ? kOpenMargin : kMargin;
  radio::CoverageArea area{.height = options.height};
  area.low = bounds.low.head<2>() - Vec2::Constant(margin);
  area.high = bounds.high.head<2>() + Vec2::Constant(margin);
  const Vec2 size = area.high - area.low;
  area.cell = options.cell.value_or(std::max(kMinCell, std::sqrt(size.prod() / kTargetCells)));
  return area;
}

struct WorldSignal {
  const World& world;
  const SignalModel& model;
  const radio::WallFinder& walls;
  std::optional<radio::Shadowing> shadowing;
  Vec3 from;
};

Result<Json> draw_map(const WorldSignal& in, const SignalOptions& options) {
  radio::CoverageDrawing drawing{.walls = rays::cut_lines(in.world, options.height),
                                 .antenna = in.from,
                                 .sensitivity = in.model.sensitivity};
  Workers workers(static_cast<int>(std::clamp(std::thread::hardware_concurrency(), 1U, 16U)));
  auto map = radio::compute_coverage(in.walls, in.model.propagation,
                                     in.shadowing ? &*in.shadowing : nullptr, in.from,
                                     area_of(drawing.walls, in.from, options), workers);
  if (!map) return map.error();
  drawing.coverage = *std::move(map);
  const radio::RadioCoverage& covered = drawing.coverage;
  const auto heard = std::count_if(covered.dbm.begin(), covered.dbm.end(), [&](float dbm) {
    return in.model.is_up(static_cast<double>(dbm));
  });
  const double share = static_cast<double>(heard) / static_cast<double>(covered.dbm.size());
  drawing.title =
      fmt::format("{}: received at {:g} m from {:.2f} {:.2f} {:.2f}, {}, {:.0f} % covered",
                  in.world.name, options.height, in.from.x(), in.from.y(), in.from.z(),
                  preset_name(in.model.propagation.settings().preset), 100.0 * share);
  if (const auto written = write_picture(options.map, radio::coverage_picture(drawing)); !written)
    return written.error();
  return Json{{"file", options.map},      {"columns", covered.columns},
              {"rows", covered.rows},     {"cell", covered.cell},
              {"height", covered.height}, {"origin", {covered.origin.x(), covered.origin.y()}},
              {"covered", share}};
}

SignalResult link_to(const WorldSignal& in, const Vec3& to) {
  SignalResult result{.path = in.walls.between(in.from, to)};
  result.dbm = in.model.propagation.power(result.path) +
               (in.shadowing ? in.shadowing->between(in.from, to) : 0.0);
  return result;
}

int signal_in_world(const SignalOptions& options) {
  const auto world = open_world(options.world, options.load);
  if (!world) return fail(world.error());
  const auto settings = settings_of(options, world->radio);
  if (!settings) return fail(settings.error(), kWrongUsage);
  const State state = state_of(*world);
  const auto from = place_of(options.from, "--from", *world, state);
  if (!from) return fail(from.error(), kWrongUsage);
  const auto to = options.to.empty() ? *from : place_of(options.to, "--to", *world, state);
  if (!to) return fail(to.error(), kWrongUsage);
  const SignalModel model(*settings, options);
  const radio::WallFinder walls(state);
  WorldSignal in{*world, model, walls, {}, *from};
  if (settings->preset == RadioPreset::Multiwall && settings->shadowing_sigma_db > 0.0)
    in.shadowing.emplace(options.seed, settings->shadowing_sigma_db, settings->shadowing_distance);
  Json json = Json::object();
  if (!options.to.empty()) json = result_json(model, link_to(in, *to));
  if (!options.to.empty() && !options.json) print_result(json);
  if (!options.map.empty()) {
    const auto drawn = draw_map(in, options);
    if (!drawn) return fail(drawn.error(), kRunFailed);
    if (options.to.empty())
      json = {{"preset", preset_name(settings->preset)}, {"sensitivity", model.sensitivity}};
    json["map"] = *drawn;
    if (!options.json)
      fmt::print("map       {}, {:.1f} % covered\n", options.map,
                 100.0 * (*drawn)["covered"].get<double>());
    print_written_files({options.map});
  }
  if (options.json) print_signal_json(json);
  return kDone;
}

Result<void> check_usage(const SignalOptions& options) {
  const auto wrong = [](const char* why) { return Error{{}, why}; };
  if (options.world.empty()) {
    if (!options.distance)
      return wrong("signal needs a WORLD with --from and --to, or a --distance and --walls");
    if (!options.from.empty() || !options.to.empty() || !options.map.empty())
      return wrong("--from, --to and --map need a WORLD");
    return {};
  }
  if (options.distance || options.walls || !options.material.empty() || options.thickness)
    return wrong(
        "with a WORLD, distance, walls and materials are computed; --distance, --walls, --material "
        "and "
        "--thickness are not allowed");
  if (options.from.empty())
    return wrong("--from is missing: the position of the transmitter in the WORLD");
  if (options.to.empty() && options.map.empty())
    return wrong("--to is missing: the position of the receiver, or --map for a coverage map");
  return {};
}

}  // namespace

int signal_strength(const SignalOptions& options) {
  if (const auto checked = check_usage(options); !checked)
    return fail(checked.error(), kWrongUsage);
  return options.world.empty() ? signal_of_numbers(options) : signal_in_world(options);
}

}  // namespace rubble::apps
