// SPDX-License-Identifier: Apache-2.0
#include "rubble/sensors/camera.h"

#include "rubble/sensors/body_motion.h"
#include "rubble/sensors/setting_reader.h"

namespace rubble::sensors {
namespace {

constexpr int kMaxPixelsAlong = 8192;
constexpr double kMaxPixels = 16e6;

struct CameraPreset {
  const char* name;
  const char* summary;
  rendering::CameraSettings settings;
};

const std::vector<CameraPreset>& camera_table() {
  static const std::vector<CameraPreset> table{
      {"camera", "plain camera, 320 x 240", {}},
      {"camera_vga", "plain camera, 640 x 480", {.width = 640, .height = 480}},
      {"camera_robot",
       "robot camera with a real lens and sensor",
       {.width = 640,
        .height = 480,
        .distortion = {.k1 = -0.18, .k2 = 0.03},
        .noise = 0.008,
        .shutter = 0.01,
        .vignetting = 0.35,
        .jpeg_quality = 75}},
  };
  return table;
}

}  // namespace

Result<rendering::CameraSettings> read_camera_settings(const SensorSpec& spec) {
  rendering::CameraSettings settings;
  for (const CameraPreset& preset : camera_table())
    if (spec.preset == preset.name) settings = preset.settings;
  SettingReader reader(spec);
  reader.read("camera/image/width", settings.width, {1, kMaxPixelsAlong});
  reader.read("camera/image/height", settings.height, {1, kMaxPixelsAlong});
  reader.read("camera/horizontal_fov", settings.horizontal_field_of_view, {0.01, 3.1});
  reader.read("camera/clip/near", settings.near, {0, 1e6});
  reader.read("camera/clip/far", settings.far, {0, 1e6});
  reader.read("camera/distortion/k1", settings.distortion.k1, {-10, 10});
  reader.read("camera/distortion/k2", settings.distortion.k2, {-10, 10});
  reader.read("camera/distortion/k3", settings.distortion.k3, {-10, 10});
  reader.read("camera/distortion/p1", settings.distortion.p1, {-1, 1});
  reader.read("camera/distortion/p2", settings.distortion.p2, {-1, 1});
  reader.read("camera/noise/stddev", settings.noise, {0, 1});
  reader.read("rubble:camera/noise", settings.noise, {0, 1});
  reader.read("rubble:camera/exposure", settings.exposure, {0, 1000});
  reader.read("rubble:camera/shutter", settings.shutter, {0, 1});
  reader.read("rubble:camera/shutter_samples", settings.shutter_samples, {1, 64});
  reader.read("rubble:camera/vignetting", settings.vignetting, {0, 1});
  reader.read("rubble:camera/antialiasing", settings.antialiasing, {1, 8});
  reader.read("rubble:camera/jpeg_quality", settings.jpeg_quality, {1, 100});
  reader.read("rubble:camera/depth", settings.wants_depth);
  reader.read("rubble:camera/labels", settings.wants_labels);
  if (spec.type == "depth_camera" || spec.type == "rgbd_camera") settings.wants_depth = true;
  if (spec.type == "segmentation_camera") settings.wants_labels = true;
  if (settings.near >= settings.far) reader.refuse("camera/clip wants near below far");
  if (static_cast<double>(settings.width) * settings.height > kMaxPixels)
    reader.refuse("camera/image has more than 16 million pixels");
  if (const auto read = reader.result(); !read) return read.error();
  return settings;
}

ReadingData Camera::sample(const SampleContext& now, Random noise) {
  rendering::Viewpoint viewpoint;
  viewpoint.world_from_camera = mount_.world_from_sensor(now.state);
  const PointMotion motion =
      motion_of(now.state, mount_.instance, mount_.link, viewpoint.world_from_camera.position);
  viewpoint.velocity = motion.linear;
  viewpoint.angular_velocity = motion.angular;
  const rays::RayFilter filter = self_occlusion_.filter(now, mount_);
  viewpoint.ignored_surfaces.assign(filter.ignored_surfaces.begin(), filter.ignored_surfaces.end());
  rendering::CameraSettings settings = settings_;
  if (const double zoomed = now.state.zoom_of(mount_.instance, name_); zoomed > 0.0)
    settings.horizontal_field_of_view = zoomed;
  return now.renderer.render(settings, viewpoint, now.state, now.scene, now.smoke_field, noise);
}

Result<std::unique_ptr<Sensor>> make_camera(const SensorSpec& spec,
                                            const SensorBuildContext& context) {
  auto settings = read_camera_settings(spec);
  if (!settings) return settings.error();
  return std::unique_ptr<Sensor>(std::make_unique<Camera>(context.mount, *settings, spec.name));
}

std::vector<Preset> camera_presets() {
  std::vector<Preset> presets;
  for (const CameraPreset& entry : camera_table()) {
    const rendering::CameraSettings& own = entry.settings;
    const std::string size = std::to_string(own.width) + " x " + std::to_string(own.height);
    presets.push_back(
        {entry.name,
         "camera",
         entry.summary,
         {{"picture", size + " pixels", own.width == 320 ? "UDK default" : "assumed"},
          {"horizontal field of view", "1.3963 rad", "UDK default"},
          {"lens", own.distortion.k1 == 0.0 ? "pinhole" : "k1 -0.18, k2 0.03", "assumed"},
          {"noise", own.noise == 0.0 ? "none" : "0.8 % of full scale", "assumed"},
          {"rate", "15 Hz", "UDK default"}}});
  }
  return presets;
}

}  // namespace rubble::sensors
