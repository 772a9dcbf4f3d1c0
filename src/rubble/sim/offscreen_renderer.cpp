// SPDX-License-Identifier: Apache-2.0
#include "rubble/sim/offscreen_renderer.h"

#include "rubble/rays/scene.h"
#include "rubble/rendering/renderer.h"
#include "rubble/robots/robots.h"
#include "rubble/sensors/camera.h"
#include "rubble/sensors/description.h"
#include "rubble/sensors/suite.h"
#include "rubble/smoke/smoke_field.h"

namespace rubble::sim {
namespace {

constexpr int kMaxPixelsAcross = 4096;

struct FoundCamera {
  InstanceId instance;
  int link = 0;
  const SensorSpec* spec = nullptr;
};

Result<FoundCamera> find_camera(const State& moment, const std::string& robot,
                                const std::string& camera) {
  const InstanceId id = moment.find(robot);
  if (!id.is_valid()) return Error{{}, "there is no robot '" + robot + "'"};
  const Model& model = *moment.instances[id.index()].model;
  for (std::size_t link = 0; link < model.links.size(); ++link)
    for (const SensorSpec& spec : model.links[link].sensors) {
      if (spec.name != camera) continue;
      const auto about = sensors::describe_sensor(spec);
      if (about && about->kind == SensorKind::Camera)
        return FoundCamera{id, static_cast<int>(link), &spec};
    }
  return Error{{}, "'" + robot + "' has no camera '" + camera + "'"};
}

}  // namespace

class OffscreenRenderer::View {
 public:
  View(const World& world, std::uint64_t seed,
       std::shared_ptr<const rays::StaticScene> static_scene)
      : world_(world),
        seed_(seed),
        scene_(static_scene != nullptr ? std::move(static_scene)
                                       : std::make_shared<const rays::StaticScene>(world)),
        smoke_field_(world, seed),
        renderer_(world) {}

  Image look(const State& moment, const FoundCamera& camera,
             const rendering::CameraSettings& settings) {
    follow(moment);
    sensors::Camera eye({camera.instance, camera.link, camera.spec->link_from_sensor}, settings,
                        camera.spec->name);
    const std::string& robot = moment.instances[camera.instance.index()].name;
    const Random noise(sensors::sensor_seed(seed_, robot, camera.spec->name), "noise",
                       static_cast<std::uint64_t>(moment.tick));
    return std::get<Image>(
        eye.sample({world_, moment, scene_, smoke_field_, renderer_, robots_, {}}, noise));
  }

 private:
  // Takes up what has come and drops what is gone since it looked last.
  void follow(const State& moment) {
    for (std::size_t i = 0; i < moment.instances.size(); ++i) {
      if (i == is_here_.size()) is_here_.push_back(false);
      const bool is_present = moment.instances[i].is_present;
      if (is_present && !is_here_[i]) scene_.add(moment, InstanceId(i));
      if (!is_present && is_here_[i]) scene_.remove(InstanceId(i));
      is_here_[i] = is_present;
    }
    scene_.update(moment);
    smoke_field_.advance(seconds_at(moment.tick), moment.smokes);
  }

  const World& world_;
  std::uint64_t seed_;
  rays::Scene scene_;
  smoke::SmokeField smoke_field_;
  rendering::Renderer renderer_;
  robots::Robots robots_;  // none: cameras do not ask for them
  std::vector<bool> is_here_;
};

OffscreenRenderer::OffscreenRenderer(const World& world, std::uint64_t seed,
                                     std::shared_ptr<const rays::StaticScene> static_scene)
    : view_(std::make_unique<View>(world, seed, std::move(static_scene))) {}

OffscreenRenderer::~OffscreenRenderer() = default;

Result<Image> OffscreenRenderer::look(const State& moment, const std::string& robot,
                                      const std::string& camera, int width, int height) {
  if (width < 1 || height < 1 || width > kMaxPixelsAcross || height > kMaxPixelsAcross)
    return Error{{}, "a picture has from 1 to 4096 pixels along each side"};
  const auto found = find_camera(moment, robot, camera);
  if (!found) return found.error();
  auto settings = sensors::read_camera_settings(*found->spec);
  if (!settings) return settings.error();
  settings->width = width;
  settings->height = height;
  return view_->look(moment, *found, *settings);
}

}  // namespace rubble::sim
