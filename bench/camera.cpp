// SPDX-License-Identifier: Apache-2.0
// A 640 x 480 camera in a world, on one thread: frames per CPU-second, rays a frame, and the hash
// of the last picture so that a faster wrong answer is seen. Views turn from frame to frame. All
// but "aliased" have antialiasing, "fine" with 16 rays in pixels at edges.
//   bench_camera [worlds/maze.sdf] [FRAMES]
#include <fmt/core.h>

#include <cstdlib>
#include <ctime>

#include "rubble/base/hash.h"
#include "rubble/rendering/lens.h"
#include "rubble/rendering/renderer.h"
#include "rubble/sdf/load.h"

namespace {

using namespace rubble;

double cpu_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

struct Stage {
  World world;
  State state;
  rays::Scene scene;
  smoke::SmokeField smoke_field;
  rendering::Renderer renderer;

  explicit Stage(World given)
      : world(std::move(given)), scene(world), smoke_field(world, 1), renderer(world) {
    for (const auto& model : world.models)
      scene.add(state, state.add(model, model->name, model->world_from_model));
    scene.update(state);
    smoke_field.advance(10.0);
  }
};

rendering::Viewpoint view_of_frame(const World& world, int frame) {
  Pose start = world.starts.empty() ? Pose{} : world.starts[0].pose;
  start.position.z() += 0.2;
  rendering::Viewpoint viewpoint;
  viewpoint.world_from_camera = start * make_pose(0, 0, 0, 0, 0, 0.1 * (frame % 8 - 4));
  return viewpoint;
}

// The same rays without any picture: what is left to gain in shading.
void measure_rays_alone(const Stage& stage, int frames) {
  const rendering::CameraSettings settings{.width = 640, .height = 480};
  const rendering::Lens lens(settings);
  const rays::Vec3f to_sun = -stage.world.lights.at(0).direction.normalized().cast<float>();
  std::vector<rays::Ray> rays(8);
  std::vector<rays::Hit> hits(8);
  std::vector<std::uint8_t> blocked(8);
  std::int64_t lit = 0;
  const double before = cpu_seconds();
  for (int frame = 0; frame < frames; ++frame) {
    const Pose eye = view_of_frame(stage.world, frame).world_from_camera;
    const Eigen::Matrix3f turn = eye.rotation.toRotationMatrix().cast<float>();
    for (int block = 0; block < 640 * 480 / 8; ++block) {
      for (int i = 0; i < 8; ++i)
        rays[static_cast<std::size_t>(i)] = {
            .origin = eye.position.cast<float>(),
            .near = 0.02F,
            .direction = (turn * lens.direction(block % 160 * 4 + i % 4, block / 160 * 2 + i / 4))
                             .normalized()};
      stage.scene.cast(rays, hits);
      for (std::size_t i = 0; i < 8; ++i) {
        rays[i].origin += (hits[i].is_hit() ? hits[i].distance : 0.0F) * rays[i].direction +
                          5e-4F * hits[i].normal;
        rays[i].direction = to_sun;
      }
      stage.scene.find_occluded(rays, blocked);
      for (const std::uint8_t one : blocked) lit += 1 - one;
    }
  }
  fmt::print("camera_640x480 {:<10} {:6.2f} frames per CPU-s  {:7} rays a frame  lit {:.4f}\n",
             "rays alone", frames / (cpu_seconds() - before), 2 * 640 * 480,
             static_cast<double>(lit) / (640.0 * 480.0 * frames));
}

void measure(const Stage& stage, const std::string& name, int antialiasing, double noise,
             int frames) {
  const rendering::CameraSettings settings{
      .width = 640, .height = 480, .noise = noise, .antialiasing = antialiasing};
  const auto take = [&](int frame) {
    return stage.renderer.render(settings, view_of_frame(stage.world, frame), stage.state,
                                 stage.scene, stage.smoke_field,
                                 Random(1, "camera", static_cast<std::uint64_t>(frame)));
  };
  Image image = take(0);
  const std::int64_t rays_before = stage.scene.ray_count();
  const double before = cpu_seconds();
  for (int frame = 0; frame < frames; ++frame) image = take(frame);
  const double seconds = cpu_seconds() - before;
  Hash hash;
  for (const std::uint8_t value : image.rgb) hash.add(static_cast<std::uint64_t>(value));
  fmt::print("camera_640x480 {:<10} {:6.2f} frames per CPU-s  {:7.0f} rays a frame  hash {:016x}\n",
             name, frames / seconds,
             static_cast<double>(stage.scene.ray_count() - rays_before) / frames, hash.value());
}

}  // namespace

int main(int argc, char** argv) {
  const std::string path = argc > 1 ? argv[1] : "worlds/maze.sdf";
  const int frames = argc > 2 ? std::atoi(argv[2]) : 40;
  Result<World> world = load_world(path, {.resource_folders = default_resource_folders()});
  if (!world || frames < 1) {
    fmt::print(stderr, "{}\n", world ? "FRAMES is wanted from 1 on" : world.error().to_string());
    return 2;
  }
  const Stage stage(std::move(*world));
  measure_rays_alone(stage, frames);
  measure(stage, "aliased", 1, 0.0, frames);
  measure(stage, "noise off", 2, 0.0, frames);
  measure(stage, "noise on", 2, 0.01, frames);
  measure(stage, "fine", 4, 0.0, frames);
  return 0;
}
