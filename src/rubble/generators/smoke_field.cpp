// SPDX-License-Identifier: Apache-2.0
#include "rubble/generators/smoke_field.h"

#include "rubble/base/hash.h"
#include "rubble/base/random.h"
#include "rubble/generators/builder.h"
#include "rubble/generators/building.h"
#include "rubble/sdf/sdf_writer.h"

namespace rubble::generators {
namespace {

constexpr double kWind = 0.6;       // m/s, to the right
constexpr double kBombsLeft = 6.0;  // m
constexpr double kRunSeconds = 60.0;

Model field_ground() {
  Model model = static_model("ground");
  model.links.push_back(
      block_link("ground", {-15, -20, -0.2}, {30, 20, 0.0}, material_preset("grass"), "Floor"));
  return model;
}

void add_post(Model& model, double x, double y, double radius, double height, const char* what) {
  Link link = make_link(numbered("post", model.links.size() + 1), at(x, y, height / 2), "Post");
  add_solid(link, "post", {}, Cylinder{.radius = radius, .length = height}, material_preset(what));
  model.links.push_back(std::move(link));
}

Model field_obstacles() {
  Model model = static_model("obstacles");
  model.links.push_back(
      block_link("hut", {8.0, -5.5, 0.0}, {10.5, -2.5, 2.4}, material_preset("osb"), "Building"));
  model.links.push_back(
      block_link("table", {5.2, 2.6, 0.35}, {6.0, 4.0, 0.75}, material_preset("wood"), "Table"));
  model.links.push_back(
      block_link("cart", {6.2, -1.1, 0.2}, {7.2, -0.3, 1.0}, material_preset("red_paint"), "Cart"));
  add_post(model, 7.5, 1.2, 0.18, 2.5, "wood");
  add_post(model, 5.0, -3.2, 0.12, 2.0, "wood");
  add_post(model, 8.5, 5.5, 0.25, 3.0, "wood");
  return model;
}

// A bomb burns for a few seconds; the next one, elsewhere, when its cloud is on its way.
std::vector<Plume> bombs(std::uint64_t seed) {
  Random random(seed, "smoke bombs");
  std::vector<Plume> plumes;
  for (double start = 0.0; start < kRunSeconds; start += random.uniform(6.0, 9.0)) {
    Plume plume;
    plume.name = numbered("bomb", plumes.size() + 1);
    plume.pose = at(random.uniform(2.5, 5.0), kBombsLeft, 0.5);
    plume.rate = 10.0;
    plume.lifetime = 24.0;
    plume.density = 0.05;
    plume.radius = 0.35;
    plume.growth = 0.012;
    plume.velocity = Vec3(0.0, 0.0, 0.01);
    plume.spread = 0.02;
    plume.wind = Vec3(0.0, -kWind, 0.0);
    plume.start = start;
    plume.stop = start + random.uniform(1.5, 3.0);
    plume.color = {200, 200, 205};
    plume.seed = plumes.size() + 1;
    plumes.push_back(plume);
  }
  return plumes;
}

}  // namespace

World smoke_field_world(std::uint64_t seed) {
  World world =
      new_world("smoke_field",
                {.name = "smoke_field", .seed = seed, .hash = hash_text(Hash().add(seed).value())});
  world.starts.push_back({"RobotStart1", at(0.0, 0.0, 0.05)});
  world.plumes = bombs(seed);
  add_model(world, field_ground());
  add_model(world, field_obstacles());
  return world;
}

Result<std::string> smoke_field_sdf(std::uint64_t seed) {
  return sdf_text(smoke_field_world(seed));
}

}  // namespace rubble::generators
