// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include <atomic>
#include <charconv>
#include <csignal>
#include <map>
#include <nlohmann/json.hpp>

#include "apps/commands.h"
#include "apps/support.h"
#include "rubble/base/log.h"
#include "rubble/recording/recorder.h"
#include "rubble/server/host.h"

namespace rubble::apps {
namespace {

std::atomic<bool> serving_is_to_stop{false};
static_assert(std::atomic<bool>::is_always_lock_free, "a signal handler sets it");

void stop_when_interrupted() {
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGINT, [](int) { serving_is_to_stop = true; });
  std::signal(SIGTERM, [](int) { serving_is_to_stop = true; });
}

server::PortChoice port_choice(const std::string& word) {
  if (word == "off") return std::nullopt;
  return std::stoi(word);
}

int image_type_of(const std::string& word) {
  static const std::map<std::string, int> kTypes{{"raw", 0},    {"super", 1}, {"good", 2},
                                                 {"normal", 3}, {"fair", 4},  {"bad", 5}};
  return kTypes.at(word);
}

// "320x240"
std::optional<std::pair<int, int>> parse_size(const std::string& text) {
  std::pair<int, int> size;
  const char* const end = text.data() + text.size();
  const auto [middle, first] = std::from_chars(text.data(), end, size.first);
  if (first != std::errc{} || middle == end || *middle != 'x') return std::nullopt;
  const auto [stop, second] = std::from_chars(middle + 1, end, size.second);
  if (second != std::errc{} || stop != end) return std::nullopt;
  return size;
}

Result<server::TileGrid> parse_tiles(const ServeOptions& options) {
  constexpr int kMostTiles = 16;        // a side
  constexpr int kMostPixels = 1 << 22;  // of the whole picture
  const auto tiles = parse_size(options.tiles);
  if (!tiles || std::min(tiles->first, tiles->second) < 1 ||
      std::max(tiles->first, tiles->second) > kMostTiles)
    return Error{{}, "--tiles wants columns x rows from 1x1 to 16x16, got '" + options.tiles + "'"};
  const auto size = parse_size(options.tile_size);
  if (!size || std::min(size->first, size->second) < 8 ||
      std::max(size->first, size->second) > 2048)
    return Error{{},
                 "--tile-size wants pixels from 8x8 to 2048x2048, got '" + options.tile_size + "'"};
  if (tiles->first * size->first * tiles->second * size->second > kMostPixels)
    return Error{{}, "--tiles and --tile-size make a picture of more than 4194304 pixels"};
  return server::TileGrid{tiles->first, tiles->second, size->first, size->second};
}

Result<server::HostSettings> host_settings(const ServeOptions& options) {
  server::HostSettings settings;
  settings.host = options.host;
  settings.ports = {port_choice(options.port), port_choice(options.image_port),
                    port_choice(options.com_port), port_choice(options.truth_port)};
  const auto pace = server::parse_pace(options.rate);
  if (!pace) return Error{{}, "--rate " + pace.error().message};
  settings.pace = *pace;
  if (pace->kind == server::Pace::Kind::Lockstep && !settings.ports.usarsim)
    return Error{{}, "--rate lockstep waits for robots' clients and cannot be with --port off"};
  settings.wait_for = options.wait_for;
  settings.duration = options.duration;
  const auto tiles = parse_tiles(options);
  if (!tiles) return tiles.error();
  settings.stage = {.wire = {dialect_of(options.dialect), options.scan_limit},
                    .time_limit = options.time_limit,
                    .tiles = *tiles};
  settings.image_type = image_type_of(options.image_type);
  settings.pushes_first_frame = options.push_first_frame;
  return settings;
}

// Which option chose the port that could not be had.
Error about_port(const Error& error) {
  static const std::map<std::string, std::string> kOptions{{"usarsim", "--port"},
                                                           {"image", "--image-port"},
                                                           {"com", "--com-port"},
                                                           {"truth", "--truth-port"}};
  const auto option = kOptions.find(error.at.file);
  const std::string name = option == kOptions.end() ? "--port" : option->second;
  return {{}, error.message + "; choose another with " + name + ", or 0 for a free one"};
}

void say_ready(const server::HostPorts& ports) {
  nlohmann::ordered_json json = nlohmann::ordered_json::object();
  const auto add = [&](const char* name, server::PortChoice port) {
    if (port) json[name] = *port;
  };
  add("usarsim", ports.usarsim);
  add("image", ports.image);
  add("com", ports.com);
  add("truth", ports.truth);
  fmt::print("ready {}\n", json.dump());
  std::fflush(stdout);
}

void print_counts(const server::HostCounts& counts) {
  fmt::print("{} ticks, {:.1f} simulated seconds; {} clients, {} lines in, {} kB out, {} frames\n",
             counts.ticks, seconds_at(counts.ticks), counts.clients, counts.lines_in,
             counts.bytes_out / 1000, counts.frames);
  if (counts.sensor_messages_dropped + counts.lines_too_long + counts.refused > 0)
    fmt::print("{} sensor messages dropped, {} lines too long, {} connections refused\n",
               counts.sensor_messages_dropped, counts.lines_too_long, counts.refused);
}

Result<std::unique_ptr<recording::Recorder>> open_recorder(const ServeOptions& options,
                                                           const World& world) {
  if (options.record.empty()) return std::unique_ptr<recording::Recorder>();
  recording::RunFacts facts{.program = "rubble " RUBBLE_VERSION,
                            .seed = options.seed,
                            .level = world.name,
                            .settings = {{"dialect", options.dialect},
                                         {"rate", options.rate},
                                         {"scan_limit", std::to_string(options.scan_limit)},
                                         {"time_limit", std::to_string(options.time_limit)},
                                         {"tiles", options.tiles},
                                         {"tile_size", options.tile_size}}};
  if (options.load.lenient) facts.settings["lenient"] = "yes";
  return recording::Recorder::open(options.record, facts, world.file, world.files);
}

}  // namespace

int serve(const ServeOptions& options) {
  if (!options.record.empty() && !options.record.ends_with(".mcap"))
    return fail({{}, "--record wants a file that ends in .mcap, got '" + options.record + "'"},
                kWrongUsage);
  const auto settings = host_settings(options);
  if (!settings) return fail(settings.error(), kWrongUsage);
  auto world = open_world(options.world, options.load);
  if (!world) return fail(world.error());
  auto recorder = open_recorder(options, *world);
  if (!recorder) return fail(recorder.error());
  sim::Simulation simulation(
      *std::move(world),
      {.seed = options.seed, .threads = options.threads, .load = load_settings(options.load)});
  auto host = server::Host::open(simulation, recorder->get(), *settings);
  if (!host) return fail(about_port(host.error()), kRunFailed);
  stop_when_interrupted();
  say_ready((*host)->ports());
  (*host)->run(serving_is_to_stop);
  print_counts((*host)->counts());
  fmt::print("state_hash {:016x}\n", simulation.state().hash());
  if (*recorder)
    if (const auto closed = (*recorder)->close(simulation.state().tick, simulation.state().hash());
        !closed)
      return fail(closed.error(), kRunFailed);
  return kDone;
}

}  // namespace rubble::apps
