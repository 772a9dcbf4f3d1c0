// SPDX-License-Identifier: Apache-2.0
#include "rubble/viewer_protocol/smoke_message.h"

#include <algorithm>
#include <cmath>

#include "rubble/viewer_protocol/json_text.h"

namespace rubble::viewer_protocol {
namespace {

std::array<double, 3> rgb_of(const Color& color) {
  std::array<double, 3> rgb{};
  for (std::size_t i = 0; i < 3; ++i) rgb[i] = std::clamp(color[i] / 255.0, 0.0, 1.0);
  return rgb;
}

// Merges all hazes into one: densities add up, colours are averaged by density.
void put_haze(JsonText& text, std::span<const Haze> hazes) {
  double density = 0.0, ratio = 0.0;
  std::array<double, 3> color{};
  for (const Haze& haze : hazes) {
    density += haze.density;
    ratio += haze.density * haze.visible_ratio;
    const auto own = rgb_of(haze.color);
    for (std::size_t i = 0; i < 3; ++i) color[i] += haze.density * own[i];
  }
  if (!(density > 0.0)) {
    text.put_null();
    return;
  }
  for (double& channel : color) channel /= density;
  text.open_object().field("density", density).field("color", color);
  text.field("visible_ratio", ratio / density).close_object();
}

void put_area(JsonText& text, const SmokeArea& area, bool is_made, ModelFrames& models) {
  text.open_object().field("name", area.name).field("pose", area.pose);
  text.field("velocity", area.velocity).key("shape");
  models.write_shape(text, area.geometry);
  text.field("profile", area.profile == SmokeProfile::Gaussian ? "gaussian" : "uniform");
  text.field("sigma", area.sigma).field("density", area.density).key("schedule").open_list();
  for (const DensityAt& at : area.schedule)
    text.open_list().put(at.time).put(at.density).close_list();
  text.close_list().field("turbulence", area.turbulence);
  text.field("correlation_length", area.correlation_length).field("drift", area.drift);
  text.field("color", rgb_of(area.color)).field("visible_ratio", area.visible_ratio);
  text.field("is_made", is_made).close_object();
}

void put_plume(JsonText& text, const smoke::ParticleSource& source, std::size_t id) {
  const Plume& plume = source.plume();
  const auto share = static_cast<double>(particle_stride(source));
  text.open_object().field("id", id).field("name", plume.name).field("pose", plume.pose);
  text.field("density", source.initial_density() * share).field("radius", plume.radius);
  text.field("growth", plume.growth).field("lifetime", plume.lifetime).field("glow", plume.glow);
  text.field("color", rgb_of(plume.color)).field("visible_ratio", plume.visible_ratio);
  text.close_object();
}

}  // namespace

std::uint64_t particle_stride(const smoke::ParticleSource& plume) {
  const double alive = plume.rate() * plume.plume().lifetime;
  return static_cast<std::uint64_t>(std::max(1.0, std::ceil(alive / kMaxParticlesSent)));
}

Frame smoke_message(const World& world, std::span<const smoke::ParticleSource> plumes,
                    std::span<const SmokeArea> made, ModelFrames& models) {
  JsonText text;
  text.open_object().field("type", "smoke").key("haze");
  put_haze(text, world.hazes);
  text.key("areas").open_list();
  for (const SmokeArea& area : world.smokes) put_area(text, area, false, models);
  for (const SmokeArea& area : made) put_area(text, area, true, models);
  text.close_list().key("plumes").open_list();
  for (std::size_t i = 0; i < plumes.size(); ++i) put_plume(text, plumes[i], i);
  text.close_list().close_object();
  return text_frame(text.take());
}

}  // namespace rubble::viewer_protocol
