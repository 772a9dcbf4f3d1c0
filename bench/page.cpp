// SPDX-License-Identifier: Apache-2.0
// What a page costs: bytes and CPU time of a world's catalog, and microseconds of one tell() of
// poses with many moving parts, all moving and all at rest. Hashes are of the frames.
//   bench_page [worlds/maze.sdf ...]
#include <fmt/core.h>

#include <ctime>

#include "rubble/base/hash.h"
#include "rubble/sdf/load.h"
#include "rubble/viewer_protocol/subscription.h"

namespace {

using namespace rubble;

double cpu_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

struct Sum {
  std::size_t bytes = 0;
  Hash hash;

  void add(const std::vector<viewer_protocol::Frame>& frames) {
    for (const viewer_protocol::Frame& frame : frames) {
      bytes += frame.bytes->size();
      hash.add(std::string_view(*frame.bytes));
    }
  }
};

void measure_catalog(const std::string& path) {
  const auto world = load_world(path, {.resource_folders = default_resource_folders()});
  if (!world) {
    fmt::print("{}\n", world.error().to_string());
    return;
  }
  State state;
  state.tags = world->tags;
  for (const auto& model : world->models) state.add(model, model->name, model->world_from_model);
  Sum sum;
  const double before = cpu_seconds();
  viewer_protocol::EntityRegistry catalog(*world, 1);
  catalog.update(state, {});
  viewer_protocol::RegistryCursor mark;
  const auto frames = catalog.encode_changes(mark, state);
  const double first = cpu_seconds();
  viewer_protocol::RegistryCursor second_mark;
  catalog.encode_changes(second_mark, state);
  const double second = cpu_seconds();
  sum.add(frames);
  fmt::print("catalog {}: {} models, {:.0f} ms, next page {:.1f} ms, {:.2f} MB, hash {:016x}\n",
             path, world->models.size(), (first - before) * 1e3, (second - first) * 1e3,
             static_cast<double>(sum.bytes) * 1e-6, sum.hash.value());
}

std::shared_ptr<const Model> boxes(int links) {
  auto model = std::make_shared<Model>();
  for (int i = 0; i < links; ++i) {
    Link& link = model->links.emplace_back();
    link.visuals.emplace_back().geometry = Box{Vec3(0.1, 0.2, 0.3)};
  }
  return model;
}

void measure_poses(int instances, int links, bool is_moving) {
  constexpr int kMoments = 400;
  World world;
  State state;
  const auto model = boxes(links);
  for (int i = 0; i < instances; ++i) state.add(model, fmt::format("R{}", i), {});
  viewer_protocol::EntityRegistry catalog(world, 1);
  catalog.update(state, {});
  viewer_protocol::Subscription watcher(catalog, world, 1);
  watcher.set({.poses = 20.0});
  watcher.encode(state);
  Sum sum;
  double telling = 0.0;
  for (int i = 0; i < kMoments; ++i) {
    state.tick += 12;
    if (is_moving)
      for (BodyState& body : state.bodies) body.pose.position.x() += 0.01;
    const double before = cpu_seconds();
    const auto frames = watcher.encode(state);
    telling += cpu_seconds() - before;
    sum.add(frames);
  }
  const double before = cpu_seconds();
  for (int i = 0; i < 10 * kMoments; ++i) catalog.update(state, {});
  const double following = cpu_seconds() - before;
  fmt::print(
      "poses {} x {} parts, {}: {:.1f} us a tell(), {:.2f} us a follow(), {} bytes, hash "
      "{:016x}\n",
      instances, links, is_moving ? "moving" : "at rest", telling / kMoments * 1e6,
      following / (10 * kMoments) * 1e6, sum.bytes / kMoments, sum.hash.value());
}

}  // namespace

int main(int count, char** words) {
  for (int i = 1; i < count; ++i) measure_catalog(words[i]);
  if (count < 2) measure_catalog("worlds/maze.sdf");
  measure_poses(10, 10, true);
  measure_poses(10, 100, true);
  measure_poses(10, 100, false);
  measure_poses(3000, 1, true);
  measure_poses(3000, 1, false);
}
