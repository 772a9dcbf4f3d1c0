// SPDX-License-Identifier: Apache-2.0
#include "rubble/rendering/renderer.h"

#include <algorithm>
#include <mutex>

#include "rubble/base/assert.h"
#include "rubble/rendering/tile_camera.h"

namespace rubble::rendering {
namespace {

// Cameras rarely change their lens; the tables of the last few are kept.
constexpr std::size_t kMaxLenses = 8;
constexpr std::size_t kMaxFrames = 2;
constexpr std::size_t kTilesPerChunk = 32;

CameraPose eye_at(const Viewpoint& viewpoint, double time) {
  const Vec3 position = viewpoint.world_from_camera.position + time * viewpoint.velocity;
  const Vec3 turn = time * viewpoint.angular_velocity;
  const double angle = turn.norm();
  Quat rotation = viewpoint.world_from_camera.rotation;
  if (angle > 0.0) rotation = Quat(Eigen::AngleAxisd(angle, turn / angle)) * rotation;
  return {position.cast<float>(), rotation.normalized().toRotationMatrix().cast<float>()};
}

std::vector<CameraPose> eyes_of(const CameraSettings& settings, const Viewpoint& viewpoint) {
  const int moments = settings.shutter > 0.0 ? std::max(1, settings.shutter_samples) : 1;
  if (moments == 1) return {eye_at(viewpoint, 0.0)};
  std::vector<CameraPose> camera_poses;
  camera_poses.reserve(static_cast<std::size_t>(moments));
  for (int i = 0; i < moments; ++i)
    camera_poses.push_back(eye_at(viewpoint, settings.shutter * ((i + 0.5) / moments - 0.5)));
  return camera_poses;
}

// The passes of TileCamera over all tiles, one after the other.
void take(const RenderJob& job, const CameraPose& still, Workers& workers) {
  const auto pass = [&](const auto& work) {
    workers.parallel_for(job.tiles.size(), kTilesPerChunk,
                         [&](std::size_t first, std::size_t last) {
                           const auto camera = std::make_unique<TileCamera>(job);
                           for (std::size_t i = first; i < last; ++i) work(*camera, i);
                         });
  };
  for (std::size_t moment = 0; moment < job.camera_poses.size(); ++moment) {
    pass([&](TileCamera& camera, std::size_t tile) { camera.sample(moment, tile); });
    pass([&](TileCamera& camera, std::size_t tile) { camera.resolve(moment, tile); });
  }
  if (job.settings.wants_depth || job.settings.wants_labels)
    pass([&](TileCamera& camera, std::size_t tile) { camera.measure(still, tile); });
}

Image blank_image(const CameraSettings& settings, const MaterialTable& materials) {
  Image image{.width = settings.width,
              .height = settings.height,
              .horizontal_field_of_view = settings.horizontal_field_of_view};
  const auto count =
      static_cast<std::size_t>(settings.width) * static_cast<std::size_t>(settings.height);
  image.rgb.resize(3 * count);
  image.jpeg_quality = settings.jpeg_quality;
  if (settings.wants_depth) image.depths.resize(count);
  if (!settings.wants_labels) return image;
  image.labels.resize(count);
  image.label_names = materials.label_names;
  return image;
}

}  // namespace

// What of a renderer outlives a picture.
class Renderer::Impl {
 public:
  explicit Impl(const World& world) {
    lights_.scene = world.scene;
    lights_.lights = world.lights;
    lights_.plumes = world.plumes;
  }

  std::shared_ptr<const Lens> lens_for(const CameraSettings& settings) {
    const std::lock_guard lock(mutex_);
    const auto known = std::find_if(lenses_.begin(), lenses_.end(),
                                    [&](const auto& lens) { return lens->fits(settings); });
    if (known != lenses_.end()) return *known;
    if (lenses_.size() == kMaxLenses) lenses_.erase(lenses_.begin());
    return lenses_.emplace_back(std::make_shared<const Lens>(settings));
  }

  RenderContext make_context(const Viewpoint& viewpoint, const State& state,
                             const rays::Scene& scene, const smoke::SmokeField& smoke_field,
                             const MaterialTable& materials) const {
    RenderContext now{.scene = scene,
                      .smoke_field = smoke_field,
                      .materials = materials,
                      .backdrop = Backdrop(lights_.scene)};
    now.lamps = lamps_at(lights_, state, scene, viewpoint.world_from_camera.position);
    now.world_from_mesh_rotations.resize(materials.materials.size(), Eigen::Matrix3f::Identity());
    for (const int surface : materials.round_surfaces)
      now.world_from_mesh_rotations[static_cast<std::size_t>(surface)] =
          scene.world_from_mesh(surface).rotation.toRotationMatrix().cast<float>();
    now.ignored_surfaces = viewpoint.ignored_surfaces;
    now.ambient = {lights_.scene.ambient[0], lights_.scene.ambient[1], lights_.scene.ambient[2]};
    now.smoke_light = light_on_smoke(lights_);
    return now;
  }

  MaterialCache& paint_shop() { return paint_shop_; }

  // Memory of earlier pictures, or new; it comes back by return_frame.
  FrameBuffer borrow_frame() {
    FrameBuffer frame;
    {
      const std::lock_guard lock(mutex_);
      if (!frames_.empty()) {
        frame = std::move(frames_.back());
        frames_.pop_back();
      }
    }
    return frame;
  }

  void return_frame(FrameBuffer frame) {
    const std::lock_guard lock(mutex_);
    if (frames_.size() < kMaxFrames) frames_.push_back(std::move(frame));
  }

 private:
  World lights_;  // only what shines
  MaterialCache paint_shop_;
  std::mutex mutex_;
  std::vector<std::shared_ptr<const Lens>> lenses_;
  std::vector<FrameBuffer> frames_;
};

Renderer::Renderer(const World& world) : impl_(std::make_unique<Impl>(world)) {}

Renderer::~Renderer() = default;

Image Renderer::render(const CameraSettings& settings, const Viewpoint& viewpoint,
                       const State& state, const rays::Scene& scene,
                       const smoke::SmokeField& smoke_field, Random noise) const {
  Workers alone(1);
  return render(settings, viewpoint, state, scene, smoke_field, noise, alone);
}

Image Renderer::render(const CameraSettings& settings, const Viewpoint& viewpoint,
                       const State& state, const rays::Scene& scene,
                       const smoke::SmokeField& smoke_field, Random noise, Workers& workers) const {
  RUBBLE_ASSERT(settings.width > 0 && settings.height > 0);
  const std::shared_ptr<const MaterialTable> materials = impl_->paint_shop().table_for(scene);
  const std::shared_ptr<const Lens> lens = impl_->lens_for(settings);
  RenderContext context = impl_->make_context(viewpoint, state, scene, smoke_field, *materials);
  context.pixel_angle = lens->pixel_angle();
  const Film film(settings, noise);
  Image image = blank_image(settings, *materials);
  FrameBuffer frame = impl_->borrow_frame();
  const RenderJob job{
      settings,
      *lens,
      context,
      film,
      TileGrid(settings.width, settings.height),
      eyes_of(settings, viewpoint),
      settings.antialiasing > 1 ? rotated_grid(settings.antialiasing) : std::vector<Vec2f>{},
      frame,
      image};
  frame.resize(image.rgb.size() / 3, job.camera_poses.size() > 1);
  take(job, eye_at(viewpoint, 0.0), workers);
  impl_->return_frame(std::move(frame));
  return image;
}

}  // namespace rubble::rendering
