// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <optional>
#include <span>
#include <vector>

#include "rubble/rendering/antialiasing.h"
#include "rubble/rendering/film.h"
#include "rubble/rendering/lens.h"

namespace rubble::rendering {

struct CameraPose {
  Vec3f position;
  Eigen::Matrix3f world_from_camera;
};

// What of a picture its tiles share: through the middle of each pixel, one entry a pixel.
struct FrameBuffer {
  std::vector<Vec3f> colors;  // linear
  std::vector<FaceKey> faces;
  std::vector<Vec3f> light;  // sum over moments, if the exposure has several

  void resize(std::size_t pixel_count, bool has_several_moments);
};

// One picture being taken.
struct RenderJob {
  const CameraSettings& settings;
  const Lens& lens;
  const RenderContext& context;
  const Film& film;
  TileGrid tiles;
  std::vector<CameraPose> camera_poses;  // moments of the exposure
  std::vector<Vec2f> subsamples;  // places in a pixel that has an edge; none: no antialiasing
  FrameBuffer& frame;
  Image& image;
};

// Takes a picture tile by tile, with adaptive antialiasing, in two passes over all tiles: sample()
// sends a ray through the middle of each pixel; develop() sends several through pixels at edges,
// which it finds by neighbours also of other tiles, and exposes the film. One a thread.
class TileCamera {
 public:
  explicit TileCamera(const RenderJob& job)
      : job_(job),
        near_(static_cast<float>(job.settings.near)),
        far_(static_cast<float>(job.settings.far)),
        shader_(job.context) {}

  void sample(std::size_t moment, std::size_t tile_index);
  void resolve(std::size_t moment, std::size_t tile_index);
  // Depth and labels through the middle of each pixel, exact.
  void measure(const CameraPose& camera_pose, std::size_t tile_index);

 private:
  rays::Ray ray_along(const CameraPose& camera_pose, const Vec3f& way) const;
  void aim(const CameraPose& camera_pose);
  void cast();
  std::size_t collect_edges();
  void refine(const CameraPose& camera_pose, std::span<const Pixel> pixels);
  bool may_have_holes(const rays::Hit& hit) const;
  std::optional<std::size_t> sharable_place(const Pixel& pixel, FaceKey key) const;
  void expose();
  std::size_t place_of(const Pixel& pixel) const;
  Vec3f& light_at(const Pixel& pixel);

  const RenderJob& job_;
  float near_;
  float far_;
  Shader shader_;
  Tile tile_;
  std::array<rays::Ray, kTilePixels> rays_;
  std::array<rays::Hit, kTilePixels> hits_;
  std::array<Shade, kTilePixels> shades_;
  // Subsamples that take their light from no neighbour.
  std::array<rays::Ray, kTilePixels> rest_rays_;
  std::array<rays::Hit, kTilePixels> rest_hits_;
  std::array<std::uint16_t, kTilePixels> rest_places_;
  std::array<Pixel, kTilePixels> edge_pixels_;
  std::array<Vec3f, kTilePixels> light_;  // by row and column
};

}  // namespace rubble::rendering
