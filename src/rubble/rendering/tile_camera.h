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

// Buffers shared by all tiles of an image: results of the rays through the pixel centres, one entry
// per pixel.
struct FrameBuffer {
  std::vector<Vec3f> colors;  // linear
  std::vector<FaceKey> faces;
  std::vector<Vec3f> light;  // sum over the shutter samples, if there are several

  void resize(std::size_t pixel_count, bool has_several_moments);
};

// Inputs and outputs of rendering one image.
struct RenderJob {
  const CameraSettings& settings;
  const Lens& lens;
  const RenderContext& context;
  const Film& film;
  TileGrid tiles;
  std::vector<CameraPose> camera_poses;  // one per shutter sample
  std::vector<Vec2f> subsamples;  // offsets of the rays in an edge pixel; empty: no antialiasing
  FrameBuffer& frame;
  Image& image;
};

// Renders an image tile by tile with adaptive antialiasing, in two passes over all tiles. sample()
// casts one ray through each pixel centre. resolve() detects edges by comparing neighbours, also
// those in other tiles, casts several rays through edge pixels, and converts light to bytes. One
// instance per thread.
class TileCamera {
 public:
  explicit TileCamera(const RenderJob& job)
      : job_(job),
        near_(static_cast<float>(job.settings.near)),
        far_(static_cast<float>(job.settings.far)),
        shader_(job.context) {}

  void sample(std::size_t moment, std::size_t tile_index);
  void resolve(std::size_t moment, std::size_t tile_index);
  // Depth and labels at the pixel centres.
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
  // Subsamples that reuse no neighbour and must be shaded.
  std::array<rays::Ray, kTilePixels> rest_rays_;
  std::array<rays::Hit, kTilePixels> rest_hits_;
  std::array<std::uint16_t, kTilePixels> rest_places_;
  std::array<Pixel, kTilePixels> edge_pixels_;
  std::array<Vec3f, kTilePixels> light_;  // row-major
};

}  // namespace rubble::rendering
