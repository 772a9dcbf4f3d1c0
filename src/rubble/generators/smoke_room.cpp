// SPDX-License-Identifier: Apache-2.0
#include "rubble/generators/smoke_room.h"

#include <cmath>

#include "rubble/base/hash.h"
#include "rubble/generators/builder.h"
#include "rubble/generators/building.h"
#include "rubble/sdf/sdf_writer.h"

namespace rubble::generators {
namespace {

constexpr double kRoomLength = 5.0, kRoomHalfWidth = 2.0, kRoomHeight = 3.0;
constexpr double kRoomStartX = 1.0;
constexpr double kCardX = kRoomStartX + 2.5;

MaterialPreset white_wall() {
  MaterialPreset white = material_preset("plasterboard");
  white.reflectivity = 0.9;
  white.thickness = 0.026;
  return white;
}

Model room_model() {
  constexpr double kWall = 0.1;
  Model model = static_model("room_shell");
  const auto add = [&](const std::string& name, const Vec3& low, const Vec3& high,
                       const MaterialPreset& preset, const std::string& label) {
    model.links.push_back(block_link(name, low, high, preset, label));
  };
  const double w = kRoomHalfWidth + kWall;
  add("floor", {-kWall, -w, -0.1}, {kRoomLength + kWall, w, 0.0}, material_preset("concrete"),
      "Floor");
  add("ceiling", {-kWall, -w, kRoomHeight}, {kRoomLength + kWall, w, kRoomHeight + 0.1},
      material_preset("concrete"), "Ceiling");
  add("wall_right", {-kWall, -w, 0.0}, {kRoomLength + kWall, -kRoomHalfWidth, kRoomHeight},
      white_wall(), "Wall");
  add("wall_left", {-kWall, kRoomHalfWidth, 0.0}, {kRoomLength + kWall, w, kRoomHeight},
      white_wall(), "Wall");
  add("wall_back", {-kWall, -kRoomHalfWidth, 0.0}, {0.0, kRoomHalfWidth, kRoomHeight}, white_wall(),
      "Wall");
  add("wall_front", {kRoomLength, -kRoomHalfWidth, 0.0},
      {kRoomLength + kWall, kRoomHalfWidth, kRoomHeight}, white_wall(), "Wall");
  return model;
}

// The front faces lie exactly 2.5 m before the start.
Model targets_model() {
  constexpr double kTargetSheet = 0.02, kTop = 1.5;
  Model model = static_model("targets");
  const auto add = [&](const std::string& name, double right, double left,
                       const std::string& what) {
    Link link = block_link(name, {kCardX, right, 0.0}, {kCardX + kTargetSheet, left, kTop},
                           material_preset(what), "Target");
    link.visuals[0].surface.is_unlit = true;  // a lamp of its own: colours as measured
    model.links.push_back(std::move(link));
  };
  add("card_blue", 0.3, 0.9, "blue_paper");
  add("card_yellow", -0.3, 0.3, "yellow_paper");
  add("card_gold", -0.9, -0.3, "gold_paper");
  add("steel_plate", -1.7, -0.9, "rust");
  return model;
}

Model bollards_model() {
  Model model = static_model("bollards");
  for (const double distance : {0.6, 1.2, 1.8}) {
    Link link = make_link(numbered("bollard", model.links.size() + 1),
                          at(kRoomStartX + distance, 0.3, 0.1), "Bollard");
    add_solid(link, "post", {}, Cylinder{.radius = 0.04, .length = 0.2},
              material_preset("red_paint"));
    model.links.push_back(std::move(link));
  }
  model.links.push_back(block_link("smoke_machine", {4.3, 1.4, 0.0}, {4.7, 1.7, 0.3},
                                   material_preset("black_paint"), "Machine"));
  return model;
}

// A machine blows for 20 s, then the puff dissolves.
std::vector<DensityAt> puff() {
  constexpr double kPeak = 0.012, kBlowsFrom = 10.0, kBlowsTo = 30.0, kDissolves = 70.0;
  std::vector<DensityAt> schedule{{0.0, 0.0}, {kBlowsFrom, 0.0}, {kBlowsTo, kPeak}};
  for (double time = kBlowsTo + 10.0; time <= 300.0; time += 10.0) {
    const double left = kPeak * std::exp(-(time - kBlowsTo) / kDissolves);
    schedule.push_back({time, std::round(left * 1e6) / 1e6});
  }
  return schedule;
}

SmokeArea smoke_of(const SmokeRoomSettings& settings) {
  SmokeArea smoke;
  smoke.name = "room";
  smoke.pose = at(kRoomLength / 2, 0.0, kRoomHeight / 2);
  smoke.geometry = Box{{kRoomLength, 2 * kRoomHalfWidth, kRoomHeight}};
  smoke.density = settings.density;
  smoke.turbulence = settings.turbulence;
  smoke.correlation_length = settings.correlation_length;
  if (!settings.is_puff) return smoke;
  smoke.schedule = puff();
  smoke.drift = Vec3(0.05, 0.02, 0.0);
  return smoke;
}

Light lamp() {
  Light light{.name = "lamp", .kind = LightKind::Point};
  light.pose = at(kRoomStartX, 0.0, 0.15);
  light.range = 10.0;
  light.intensity = 0.6F;
  light.casts_shadow = false;
  return light;
}

}  // namespace

World smoke_room_world(const SmokeRoomSettings& settings) {
  const std::string options = "density=" + short_number(settings.density) +
                              " turbulence=" + short_number(settings.turbulence) +
                              " correlation_length=" + short_number(settings.correlation_length) +
                              (settings.is_puff ? " puff=true" : "");
  const std::string name = settings.is_puff ? "smoke_puff" : "smoke_room";
  World world = new_world(
      name, {.name = name, .options = options, .hash = hash_text(Hash().add(options).value())});
  world.starts.push_back({"RobotStart1", at(kRoomStartX, 0.0, 0.2)});
  world.lights.push_back(lamp());
  world.smokes.push_back(smoke_of(settings));
  add_model(world, room_model());
  add_model(world, targets_model());
  add_model(world, bollards_model());
  return world;
}

Result<std::string> smoke_room_sdf(const SmokeRoomSettings& settings) {
  if (!(settings.density >= 0.0) || !(settings.turbulence >= 0.0))
    return Error{{}, "density and turbulence of smoke are wanted 0 or more"};
  return sdf_text(smoke_room_world(settings));
}

}  // namespace rubble::generators
