// SPDX-License-Identifier: Apache-2.0
#include "rubble/rendering/renderer.h"

#include <algorithm>
#include <mutex>

#include "rubble/base/assert.h"
#include "rubble/rendering/film.h"
#include "rubble/rendering/lens.h"
#include "rubble/rendering/shader.h"

namespace rubble::rendering {
namespace {

// Cameras rarely change their lens; the tables of the last few are kept.
constexpr std::size_t kMostLenses = 8;
constexpr std::size_t kTilesPerChunk = 32;

struct Eye {
  Vec3f position;
  Eigen::Matrix3f world_from_camera;
};

Eye eye_at(const Viewpoint& viewpoint, double time) {
  const Vec3 position = viewpoint.world_from_camera.position + time * viewpoint.velocity;
  const Vec3 turn = time * viewpoint.angular_velocity;
  const double angle = turn.norm();
  Quat rotation = viewpoint.world_from_camera.rotation;
  if (angle > 0.0) rotation = Quat(Eigen::AngleAxisd(angle, turn / angle)) * rotation;
  return {position.cast<float>(), rotation.normalized().toRotationMatrix().cast<float>()};
}

// One look through the whole lens: where the eye is, and which part of each pixel it looks at.
struct Glance {
  Eye eye;
  int sub_column = 0;
  int sub_row = 0;
};

std::vector<Glance> glances_of(const CameraSettings& settings, const Viewpoint& viewpoint) {
  const int fineness = std::max(1, settings.antialiasing);
  const int moments = settings.shutter > 0.0 ? std::max(1, settings.shutter_samples) : 1;
  std::vector<Glance> glances;
  for (int i = 0; i < moments; ++i) {
    const double time = settings.shutter * ((i + 0.5) / moments - 0.5);
    const Eye eye = eye_at(viewpoint, moments == 1 ? 0.0 : time);
    for (int sub = 0; sub < fineness * fineness; ++sub)
      glances.push_back({eye, sub % fineness, sub / fineness});
  }
  return glances;
}

struct Pixel {
  int column = 0;
  int row = 0;
};

// The pixels of a tile, each eight in a row of the list being a block of 4 x 2.
struct Tile {
  std::array<Pixel, kTilePixels> pixels;
  std::size_t count = 0;
  int first_column = 0;
  int first_row = 0;
  int end_column = 0;
  int end_row = 0;
};

Tile tile_of(const CameraSettings& settings, std::size_t index) {
  constexpr int kEdge = static_cast<int>(kTileEdge);
  const int across = (settings.width + kEdge - 1) / kEdge;
  Tile tile;
  tile.first_column = static_cast<int>(index) % across * kEdge;
  tile.first_row = static_cast<int>(index) / across * kEdge;
  tile.end_column = std::min(settings.width, tile.first_column + kEdge);
  tile.end_row = std::min(settings.height, tile.first_row + kEdge);
  for (int block_row = tile.first_row; block_row < tile.end_row; block_row += 2)
    for (int block = tile.first_column; block < tile.end_column; block += 4)
      for (int row = block_row; row < std::min(block_row + 2, tile.end_row); ++row)
        for (int column = block; column < std::min(block + 4, tile.end_column); ++column)
          tile.pixels[tile.count++] = {column, row};
  return tile;
}

std::size_t tile_count_of(const CameraSettings& settings) {
  const auto pieces = [](int size) {
    return (static_cast<std::size_t>(size) + kTileEdge - 1) / kTileEdge;
  };
  return pieces(settings.width) * pieces(settings.height);
}

// One picture being taken.
struct Shot {
  const CameraSettings& settings;
  const Lens& lens;
  const Moment& moment;
  const Film& film;
  std::vector<Glance> glances;
  Eye still;  // for depth and labels: the middle of the exposure, the middle of each pixel
};

// Takes tiles of a picture. One a thread.
class TileCamera {
 public:
  TileCamera(const Shot& shot, Image& image) : shot_(shot), image_(image), shader_(shot.moment) {}

  void take(std::size_t index) {
    tile_ = tile_of(shot_.settings, index);
    std::fill_n(light_.begin(), tile_.count, Vec3f::Zero());
    for (const Glance& glance : shot_.glances) add_glance(glance);
    develop();
    if (shot_.settings.wants_depth || shot_.settings.wants_labels) take_truth();
  }

 private:
  void aim(const Glance& glance) {
    const auto near = static_cast<float>(shot_.settings.near);
    const auto far = static_cast<float>(shot_.settings.far);
    for (std::size_t i = 0; i < tile_.count; ++i) {
      const Vec3f way = shot_.lens.direction(tile_.pixels[i].column, tile_.pixels[i].row,
                                             glance.sub_column, glance.sub_row);
      const float length = way.norm();
      rays::Ray& ray = rays_[i];
      ray.origin = glance.eye.position;
      ray.direction = glance.eye.world_from_camera * (way * (1.0F / length));
      ray.near = near * length;
      ray.far = far * length;
      lengths_[i] = length;
    }
    shot_.moment.scene.cast({rays_.data(), tile_.count}, {hits_.data(), tile_.count},
                            {.unseen = shot_.moment.unseen});
  }

  void add_glance(const Glance& glance) {
    aim(glance);
    shader_.shade({rays_.data(), tile_.count}, {hits_.data(), tile_.count},
                  {colors_.data(), tile_.count});
    for (std::size_t i = 0; i < tile_.count; ++i) light_[i] += colors_[i];
  }

  std::size_t place_of(const Pixel& pixel) const {
    return static_cast<std::size_t>(pixel.row) * static_cast<std::size_t>(image_.width) +
           static_cast<std::size_t>(pixel.column);
  }

  void develop() {
    const float share = 1.0F / static_cast<float>(shot_.glances.size());
    for (std::size_t i = 0; i < tile_.count; ++i) {
      const Pixel& pixel = tile_.pixels[i];
      shot_.film.expose(pixel.column, pixel.row, light_[i] * share,
                        &image_.rgb[3 * place_of(pixel)]);
    }
    if (!shot_.film.is_noisy()) return;
    for (int row = tile_.first_row; row < tile_.end_row; ++row)
      shot_.film.add_noise(tile_.first_column, row, tile_.end_column - tile_.first_column,
                           &image_.rgb[3 * place_of({tile_.first_column, row})]);
  }

  void take_truth() {
    const int middle = std::max(1, shot_.settings.antialiasing) / 2;
    if (shot_.glances.size() > 1) aim({shot_.still, middle, middle});
    for (std::size_t i = 0; i < tile_.count; ++i) {
      if (!hits_[i].is_something()) continue;
      const std::size_t place = place_of(tile_.pixels[i]);
      if (shot_.settings.wants_depth) image_.depths[place] = hits_[i].distance / lengths_[i];
      if (shot_.settings.wants_labels)
        image_.labels[place] =
            shot_.moment.paints.paints[static_cast<std::size_t>(hits_[i].surface)].label;
    }
  }

  const Shot& shot_;
  Image& image_;
  Shader shader_;
  Tile tile_;
  std::array<rays::Ray, kTilePixels> rays_;
  std::array<rays::Hit, kTilePixels> hits_;
  std::array<float, kTilePixels> lengths_;
  std::array<Vec3f, kTilePixels> colors_;
  std::array<Vec3f, kTilePixels> light_;
};

Image blank_image(const CameraSettings& settings, const PaintTable& paints) {
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
  image.label_names = paints.label_names;
  return image;
}

}  // namespace

// What of a renderer outlives a picture.
class Renderer::Studio {
 public:
  explicit Studio(const World& world) {
    lights_.scene = world.scene;
    lights_.lights = world.lights;
    lights_.plumes = world.plumes;
  }

  std::shared_ptr<const Lens> lens_for(const CameraSettings& settings) {
    const std::lock_guard lock(mutex_);
    const auto known = std::find_if(lenses_.begin(), lenses_.end(),
                                    [&](const auto& lens) { return lens->fits(settings); });
    if (known != lenses_.end()) return *known;
    if (lenses_.size() == kMostLenses) lenses_.erase(lenses_.begin());
    return lenses_.emplace_back(std::make_shared<const Lens>(settings));
  }

  Moment moment(const Viewpoint& viewpoint, const State& state, const rays::Scene& scene,
                const smoke::Air& air, const PaintTable& paints) const {
    Moment now{.scene = scene, .air = air, .paints = paints, .backdrop = Backdrop(lights_.scene)};
    now.lamps = lamps_at(lights_, state, scene, viewpoint.world_from_camera.position);
    now.turns.resize(paints.paints.size(), Eigen::Matrix3f::Identity());
    for (const int surface : paints.round_surfaces)
      now.turns[static_cast<std::size_t>(surface)] =
          scene.world_from_mesh(surface).rotation.toRotationMatrix().cast<float>();
    now.unseen = viewpoint.unseen;
    now.ambient = {lights_.scene.ambient[0], lights_.scene.ambient[1], lights_.scene.ambient[2]};
    now.smoke_light = light_on_smoke(lights_);
    return now;
  }

  PaintShop& paint_shop() { return paint_shop_; }

 private:
  World lights_;  // only what shines
  PaintShop paint_shop_;
  std::mutex mutex_;
  std::vector<std::shared_ptr<const Lens>> lenses_;
};

Renderer::Renderer(const World& world) : studio_(std::make_unique<Studio>(world)) {}

Renderer::~Renderer() = default;

Image Renderer::render(const CameraSettings& settings, const Viewpoint& viewpoint,
                       const State& state, const rays::Scene& scene, const smoke::Air& air,
                       Random noise) const {
  Workers alone(1);
  return render(settings, viewpoint, state, scene, air, noise, alone);
}

Image Renderer::render(const CameraSettings& settings, const Viewpoint& viewpoint,
                       const State& state, const rays::Scene& scene, const smoke::Air& air,
                       Random noise, Workers& workers) const {
  RUBBLE_ASSERT(settings.width > 0 && settings.height > 0);
  const std::shared_ptr<const PaintTable> paints = studio_->paint_shop().table_for(scene);
  const std::shared_ptr<const Lens> lens = studio_->lens_for(settings);
  Moment moment = studio_->moment(viewpoint, state, scene, air, *paints);
  moment.pixel_angle = lens->pixel_angle();
  const Film film(settings, noise);
  const Shot shot{
      settings, *lens, moment, film, glances_of(settings, viewpoint), eye_at(viewpoint, 0.0)};
  Image image = blank_image(settings, *paints);
  workers.parallel_for(tile_count_of(settings), kTilesPerChunk,
                       [&](std::size_t first, std::size_t last) {
                         const auto camera = std::make_unique<TileCamera>(shot, image);
                         for (std::size_t i = first; i < last; ++i) camera->take(i);
                       });
  return image;
}

}  // namespace rubble::rendering
