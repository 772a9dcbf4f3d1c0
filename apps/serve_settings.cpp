// SPDX-License-Identifier: Apache-2.0
#include "apps/serve_settings.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>
#include <utility>

#include "apps/hosting.h"
#include "rubble/radio/propagation.h"
#include "rubble/scenario/checked_world.h"

namespace rubble::apps {
namespace {

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
  constexpr int kMaxTiles = 16;        // per axis
  constexpr int kMaxPixels = 1 << 22;  // of the whole image
  const auto tiles = parse_size(options.tiles);
  if (!tiles || std::min(tiles->first, tiles->second) < 1 ||
      std::max(tiles->first, tiles->second) > kMaxTiles)
    return Error{{}, "--tiles wants columns x rows from 1x1 to 16x16, got '" + options.tiles + "'"};
  const auto size = parse_size(options.tile_size);
  if (!size || std::min(size->first, size->second) < 8 ||
      std::max(size->first, size->second) > 2048)
    return Error{{},
                 "--tile-size wants pixels from 8x8 to 2048x2048, got '" + options.tile_size + "'"};
  if (tiles->first * size->first * tiles->second * size->second > kMaxPixels)
    return Error{{}, "--tiles and --tile-size give an image of more than 4194304 pixels"};
  return server::TileGrid{tiles->first, tiles->second, size->first, size->second};
}

}  // namespace

Result<server::HostSettings> host_settings(const ServeOptions& options) {
  server::HostSettings settings;
  settings.host = options.host;
  settings.ports = {parse_port(options.port),       parse_port(options.image_port),
                    parse_port(options.com_port),   parse_port(options.truth_port),
                    parse_port(options.radio_port), parse_port(options.web_port)};
  settings.radio = {.is_shaped = options.radio_shaped, .log = options.radio_log};
  settings.radio.preset = radio::find_preset(options.radio_preset);  // empty: none
  const auto pace = server::parse_pace(options.rate);
  if (!pace) return Error{{}, "--rate " + pace.error().message};
  settings.pace = *pace;
  if (pace->kind == server::Pace::Kind::Lockstep && !settings.ports.usarsim)
    return Error{
        {}, "--rate lockstep waits for robots' clients and cannot be combined with --port off"};
  settings.wait_for = options.wait_for;
  settings.duration = options.duration;
  const auto tiles = parse_tiles(options);
  if (!tiles) return tiles.error();
  settings.run = {.wire = {dialect_of(options.dialect), options.scan_limit},
                  .time_limit = options.time_limit,
                  .tiles = *tiles};
  settings.image_type = image_type_of(options.image_type);
  settings.pushes_first_frame = options.push_first_frame;
  return settings;
}

recording::RunFacts run_facts(const ServeOptions& options, const World& world) {
  recording::RunFacts facts{.program = "rubble " RUBBLE_VERSION,
                            .seed = options.seed,
                            .level = world.name,
                            .settings = {{"dialect", options.dialect},
                                         {"rate", options.rate},
                                         {"scan_limit", std::to_string(options.scan_limit)},
                                         {"time_limit", std::to_string(options.time_limit)},
                                         {"tiles", options.tiles},
                                         {"tile_size", options.tile_size}}};
  scenario::store_load_options(options.load, facts.settings);
  return facts;
}

}  // namespace rubble::apps
