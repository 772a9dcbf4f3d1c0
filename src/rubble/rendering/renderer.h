// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <span>

#include "rubble/base/parallel.h"
#include "rubble/base/random.h"
#include "rubble/messages/reading.h"
#include "rubble/rays/scene.h"
#include "rubble/smoke/smoke_field.h"
#include "rubble/world/world.h"

namespace rubble::rendering {

// Brown-Conrady lens distortion, with the coefficients and signs of SDF and OpenCV.
struct Distortion {
  double k1 = 0.0;
  double k2 = 0.0;
  double k3 = 0.0;
  double p1 = 0.0;
  double p2 = 0.0;
};

struct CameraSettings {
  int width = 320;
  int height = 240;
  double horizontal_field_of_view = 1.3963;  // rad
  double near = 0.02;                        // m
  double far = 1000.0;                       // m
  Distortion distortion;
  double exposure = 1.0;    // factor on linear light
  double noise = 0.0;       // standard deviation of a pixel, 0..1 of full scale
  double shutter = 0.0;     // s; > 0 blurs what moves
  int shutter_samples = 4;  // images averaged over the exposure
  double vignetting = 0.0;  // 0..1: share of light lost in the corners
  int antialiasing = 2;     // rays per pixel along each axis, at edges; 1: off
  int jpeg_quality = 90;
  bool wants_depth = false;
  bool wants_labels = false;
};

// Pose and motion of a camera; x forward, y left, z up.
struct Viewpoint {
  Pose world_from_camera;
  Vec3 velocity = Vec3::Zero();          // m/s, world
  Vec3 angular_velocity = Vec3::Zero();  // rad/s, world
  std::vector<int> ignored_surfaces;  // surfaces of its own robot, ascending; see rays::RayFilter
};

// Renders camera images by ray tracing, with the scene and the smoke that the lasers use.
class Renderer {
 public:
  explicit Renderer(const World& world);
  ~Renderer();
  Renderer(const Renderer&) = delete;
  Renderer& operator=(const Renderer&) = delete;

  // The state says which lights of robots are on. May be called from several threads. The result
  // does not depend on the number of threads.
  Image render(const CameraSettings& settings, const Viewpoint& viewpoint, const State& state,
               const rays::Scene& scene, const smoke::SmokeField& smoke_field, Random noise) const;
  // The same image, rendered by several threads.
  Image render(const CameraSettings& settings, const Viewpoint& viewpoint, const State& state,
               const rays::Scene& scene, const smoke::SmokeField& smoke_field, Random noise,
               Workers& workers) const;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace rubble::rendering
