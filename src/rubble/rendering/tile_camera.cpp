// SPDX-License-Identifier: Apache-2.0
#include "rubble/rendering/tile_camera.h"

#include <algorithm>
#include <cmath>

namespace rubble::rendering {

void FrameBuffer::resize(std::size_t pixel_count, bool has_several_moments) {
  colors.resize(pixel_count);
  faces.resize(pixel_count);
  light.assign(has_several_moments ? pixel_count : 0, Vec3f::Zero());
}

// `way` is in the camera's frame, 1 long along its axis.
inline rays::Ray TileCamera::ray_along(const CameraPose& camera_pose, const Vec3f& way) const {
  const float length = way.norm();
  return {.origin = camera_pose.position,
          .near = near_ * length,
          .direction = camera_pose.world_from_camera * (way * (1.0F / length)),
          .far = far_ * length};
}

std::size_t TileCamera::place_of(const Pixel& pixel) const {
  return static_cast<std::size_t>(pixel.row) * static_cast<std::size_t>(job_.settings.width) +
         static_cast<std::size_t>(pixel.column);
}

Vec3f& TileCamera::light_at(const Pixel& pixel) {
  return light_[static_cast<std::size_t>(pixel.row - tile_.first.row) * kTileEdge +
                static_cast<std::size_t>(pixel.column - tile_.first.column)];
}

// The same as ray_along for all pixels of the tile, in loops that fit wide registers.
void TileCamera::aim(const CameraPose& camera_pose) {
  const std::size_t count = tile_.size();
  std::array<float, kTilePixels> x, y, z, length;
  for (std::size_t i = 0; i < count; ++i) {
    const Pixel pixel = tile_.pixel(i);
    const Vec3f way = job_.lens.direction(pixel.column, pixel.row);
    y[i] = way.y();
    z[i] = way.z();
  }
  const Eigen::Matrix3f& m = camera_pose.world_from_camera;
  const float near = near_, far = far_;
  for (std::size_t i = 0; i < count; ++i) {
    length[i] = std::sqrt(1.0F + y[i] * y[i] + z[i] * z[i]);
    const float scale = 1.0F / length[i];
    const float dx = (m(0, 0) + m(0, 1) * y[i] + m(0, 2) * z[i]) * scale;
    const float dy = (m(1, 0) + m(1, 1) * y[i] + m(1, 2) * z[i]) * scale;
    const float dz = (m(2, 0) + m(2, 1) * y[i] + m(2, 2) * z[i]) * scale;
    x[i] = dx;
    y[i] = dy;
    z[i] = dz;
  }
  for (std::size_t i = 0; i < count; ++i)
    rays_[i] = {.origin = camera_pose.position,
                .near = near * length[i],
                .direction = {x[i], y[i], z[i]},
                .far = far * length[i]};
}

void TileCamera::cast() {
  job_.context.scene.cast({rays_.data(), tile_.size()}, {hits_.data(), tile_.size()},
                          {.ignored_surfaces = job_.context.ignored_surfaces});
}

// Whether one place of a triangle may be seen through and another not.
bool TileCamera::may_have_holes(const rays::Hit& hit) const {
  if (!hit.is_hit()) return false;
  const Material& material =
      job_.context.materials.materials[static_cast<std::size_t>(hit.surface)];
  return material.texture != nullptr && material.texture->has_holes();
}

void TileCamera::sample(std::size_t moment, std::size_t tile_index) {
  tile_ = job_.tiles.tile(tile_index);
  const std::size_t count = tile_.size();
  const SharingPlan sharing = job_.subsamples.empty()
                                  ? SharingPlan{.cast_count = count, .neighbours = {}}
                                  : tile_.layout->sharing();
  aim(job_.camera_poses[moment]);
  cast();
  shader_.shade({rays_.data(), count}, {hits_.data(), count}, sharing, {shades_.data(), count});
  for (std::size_t i = 0; i < count; ++i) {
    const Pixel pixel = tile_.pixel(i);
    const std::size_t place = place_of(pixel);
    job_.frame.colors[place] = shades_[i].color;
    job_.frame.faces[place] = face_key(hits_[i], shades_[i], pixel);
  }
}

// Pixels on both sides of an edge that shows, of a surface or of a shadow. Textures make none,
// since they are filtered.
std::size_t TileCamera::collect_edges() {
  constexpr std::size_t kStride = kTileEdge + 2;  // a pixel more on each side
  std::array<bool, kStride * kStride> is_at_edge{};
  const Pixel first = tile_.first;
  const Pixel end = tile_.end;
  const auto exposure = static_cast<float>(job_.settings.exposure);
  bool has_edges = false;
  const auto mark = [&](const Pixel& from, const Pixel& to, const Pixel& step) {
    const std::size_t ahead = place_of(step);
    const std::size_t cells_ahead = step.row == 0 ? 1 : kStride;
    const auto width = static_cast<std::size_t>(to.column - from.column);
    for (int row = from.row; row < to.row; ++row) {
      const FaceKey* const faces = &job_.frame.faces[place_of({from.column, row})];
      const Vec3f* const colors = &job_.frame.colors[place_of({from.column, row})];
      bool* const cells = &is_at_edge[static_cast<std::size_t>(row - first.row + 1) * kStride +
                                      static_cast<std::size_t>(from.column - first.column + 1)];
      FaceKey difference = 0;
      for (std::size_t i = 0; i < width; ++i) difference |= faces[i] ^ faces[i + ahead];
      if (difference == 0) continue;
      for (std::size_t i = 0; i < width; ++i)
        if (faces[i] != faces[i + ahead] &&
            is_contrast_visible(colors[i], colors[i + ahead], exposure))
          has_edges = cells[i] = cells[i + cells_ahead] = true;
    }
  };
  mark({std::max(0, first.column - 1), first.row},
       {std::min(end.column, job_.settings.width - 1), end.row}, {1, 0});
  mark({first.column, std::max(0, first.row - 1)},
       {end.column, std::min(end.row, job_.settings.height - 1)}, {0, 1});
  std::size_t count = 0;
  if (!has_edges) return count;
  for (int row = first.row; row < end.row; ++row)
    for (int column = first.column; column < end.column; ++column)
      if (is_at_edge[static_cast<std::size_t>(row - first.row + 1) * kStride +
                     static_cast<std::size_t>(column - first.column + 1)])
        edge_pixels_[count++] = {column, row};
  return count;
}

// The pixel or one around it whose colour holds for a face that was seen in it: all of those around
// that show this face are in the same light. None if there is doubt.
std::optional<std::size_t> TileCamera::sharable_place(const Pixel& pixel, FaceKey key) const {
  constexpr Pixel kAround[] = {{0, 0},   {-1, 0}, {1, 0},  {0, -1}, {0, 1},
                               {-1, -1}, {1, -1}, {-1, 1}, {1, 1}};
  std::optional<std::size_t> found;
  for (const Pixel& step : kAround) {
    const Pixel other{pixel.column + step.column, pixel.row + step.row};
    if (other.column < 0 || other.column >= job_.settings.width || other.row < 0 ||
        other.row >= job_.settings.height)
      continue;
    const std::size_t place = place_of(other);
    const FaceKey other_key = job_.frame.faces[place];
    if (face_of(other_key) != face_of(key)) continue;
    if (!found) found = place;
    if (job_.frame.faces[*found] != other_key) return std::nullopt;
  }
  return found;
}

// Replaces the light of pixels by the mean of their subsamples.
void TileCamera::refine(const CameraPose& camera_pose, std::span<const Pixel> pixels) {
  const std::size_t subsamples = job_.subsamples.size();
  const std::size_t count = pixels.size() * subsamples;
  for (std::size_t i = 0; i < count; ++i) {
    const Pixel& pixel = pixels[i / subsamples];
    rays_[i] = ray_along(
        camera_pose, job_.lens.direction(pixel.column, pixel.row, job_.subsamples[i % subsamples]));
  }
  job_.context.scene.cast({rays_.data(), count}, {hits_.data(), count},
                          {.ignored_surfaces = job_.context.ignored_surfaces});
  for (const Pixel& pixel : pixels) light_at(pixel).setZero();
  const float share = 1.0F / static_cast<float>(subsamples);
  std::size_t rest = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const Pixel& pixel = pixels[i / subsamples];
    const FaceKey key = face_key(hits_[i], {.color = {}, .lamps = 0, .is_opaque = true}, pixel);
    const auto place = may_have_holes(hits_[i]) ? std::nullopt : sharable_place(pixel, key);
    if (place) {
      light_at(pixel) += share * job_.frame.colors[*place];
      continue;
    }
    rest_rays_[rest] = rays_[i];
    rest_hits_[rest] = hits_[i];
    rest_places_[rest++] = static_cast<std::uint16_t>(i / subsamples);
  }
  shader_.shade({rest_rays_.data(), rest}, {rest_hits_.data(), rest},
                {.cast_count = rest, .neighbours = {}}, {shades_.data(), rest});
  for (std::size_t i = 0; i < rest; ++i)
    light_at(pixels[rest_places_[i]]) += share * shades_[i].color;
}

void TileCamera::resolve(std::size_t moment, std::size_t tile_index) {
  tile_ = job_.tiles.tile(tile_index);
  for (int row = tile_.first.row; row < tile_.end.row; ++row)
    std::copy_n(&job_.frame.colors[place_of({tile_.first.column, row})],
                tile_.end.column - tile_.first.column, &light_at({tile_.first.column, row}));
  if (!job_.subsamples.empty()) {
    const std::size_t edges = collect_edges();
    const std::size_t at_once = kTilePixels / job_.subsamples.size();
    for (std::size_t first = 0; first < edges; first += at_once)
      refine(job_.camera_poses[moment], {&edge_pixels_[first], std::min(at_once, edges - first)});
  }
  if (job_.camera_poses.size() > 1)
    for (std::size_t i = 0; i < tile_.size(); ++i) {
      Vec3f& sum = job_.frame.light[place_of(tile_.pixel(i))];
      sum += light_at(tile_.pixel(i));
      light_at(tile_.pixel(i)) = sum / static_cast<float>(job_.camera_poses.size());
    }
  if (moment + 1 == job_.camera_poses.size()) expose();
}

void TileCamera::expose() {
  const int width = tile_.end.column - tile_.first.column;
  for (int row = tile_.first.row; row < tile_.end.row; ++row) {
    std::uint8_t* const rgb = &job_.image.rgb[3 * place_of({tile_.first.column, row})];
    for (int i = 0; i < width; ++i) {
      if (!job_.lens.is_lit(tile_.first.column + i, row))
        light_at({tile_.first.column + i, row}).setZero();
      job_.film.expose(tile_.first.column + i, row, light_at({tile_.first.column + i, row}),
                       rgb + 3 * static_cast<std::ptrdiff_t>(i));
    }
    if (job_.film.is_noisy()) job_.film.add_noise(tile_.first.column, row, width, rgb);
  }
}

void TileCamera::measure(const CameraPose& camera_pose, std::size_t tile_index) {
  tile_ = job_.tiles.tile(tile_index);
  aim(camera_pose);
  cast();
  for (std::size_t i = 0; i < tile_.size(); ++i) {
    if (!hits_[i].is_hit()) continue;
    const Pixel pixel = tile_.pixel(i);
    if (!job_.lens.is_lit(pixel.column, pixel.row)) continue;
    const float length = job_.lens.direction(pixel.column, pixel.row).norm();
    if (job_.settings.wants_depth) job_.image.depths[place_of(pixel)] = hits_[i].distance / length;
    if (job_.settings.wants_labels)
      job_.image.labels[place_of(pixel)] =
          job_.context.materials.materials[static_cast<std::size_t>(hits_[i].surface)].label;
  }
}

}  // namespace rubble::rendering
