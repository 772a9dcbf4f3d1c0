// SPDX-License-Identifier: Apache-2.0
#include "rubble/sdf/sdf_scenario_elements.h"

#include <array>
#include <cmath>

#include "rubble/sdf/sdf_text.h"
#include "rubble/sdf/sdf_writer.h"

namespace rubble {
namespace {

constexpr std::array<const char*, 4> kStateWords{"conscious", "semiconscious", "unconscious",
                                                 "dead"};
constexpr std::array<const char*, 4> kSoundWords{"none", "tap", "moan", "speech"};
constexpr std::array<const char*, 2> kMotionWords{"none", "wave"};
constexpr std::array<const char*, 3> kSourceWords{"heat", "co2", "sound"};
constexpr std::array<const char*, 3> kRadioWords{"seed", "wss", "multiwall"};

template <class Enum, std::size_t N>
std::string word_of(const std::array<const char*, N>& words, Enum value) {
  return words.at(static_cast<std::size_t>(value));
}

std::string color_of_smoke(const Color& color) {
  return short_number(color[0]) + " " + short_number(color[1]) + " " + short_number(color[2]);
}

void write_note(XmlWriter& xml, const GeneratorNote& note) {
  XmlAttributes attributes{{"name", note.name}, {"seed", std::to_string(note.seed)}};
  if (!note.options.empty()) attributes.emplace_back("options", note.options);
  attributes.emplace_back("hash", note.hash);
  if (note.columns > 0) {
    attributes.emplace_back("cells",
                            std::to_string(note.columns) + " " + std::to_string(note.rows));
    attributes.emplace_back("pitch", short_number(note.pitch));
  }
  xml.empty("rubble:generator", attributes);
}

void write_at_pose(XmlWriter& xml, std::string_view tag, const XmlAttributes& attributes,
                   const Pose& pose) {
  xml.open(tag, attributes);
  xml.text("pose", pose_text(pose));
  xml.close();
}

void write_smoke(XmlWriter& xml, const SmokeArea& smoke) {
  XmlAttributes attributes{{"name", smoke.name}, {"density", short_number(smoke.density)}};
  if (smoke.turbulence > 0.0) {
    attributes.emplace_back("turbulence", short_number(smoke.turbulence));
    attributes.emplace_back("correlation_length", short_number(smoke.correlation_length));
    attributes.emplace_back("drift", vector_text(smoke.drift));
  }
  if (smoke.velocity != Vec3::Zero())
    attributes.emplace_back("velocity", vector_text(smoke.velocity));
  if (smoke.profile == SmokeProfile::Gaussian) {
    attributes.emplace_back("profile", "gaussian");
    attributes.emplace_back("sigma", short_number(smoke.sigma));
  }
  xml.open("rubble:smoke", attributes);
  xml.text("pose", pose_text(smoke.pose));
  xml.line(geometry_text(smoke.geometry));
  for (const DensityAt& at : smoke.schedule)
    xml.empty("rubble:at",
              {{"time", short_number(at.time)}, {"density", short_number(at.density)}});
  xml.close();
}

void write_haze(XmlWriter& xml, const Haze& haze) {
  xml.empty("rubble:haze", {{"density", short_number(haze.density)}});
}

void write_plume(XmlWriter& xml, const Plume& plume) {
  XmlAttributes attributes{{"name", plume.name},
                           {"rate", short_number(plume.rate)},
                           {"lifetime", short_number(plume.lifetime)},
                           {"density", short_number(plume.density)},
                           {"radius", short_number(plume.radius)},
                           {"growth", short_number(plume.growth)},
                           {"velocity", vector_text(plume.velocity)},
                           {"spread", short_number(plume.spread)},
                           {"wind", vector_text(plume.wind)},
                           {"start", short_number(plume.start)}};
  if (std::isfinite(plume.stop)) attributes.emplace_back("stop", short_number(plume.stop));
  attributes.emplace_back("glow", short_number(plume.glow));
  attributes.emplace_back("heat", short_number(plume.heat));
  attributes.emplace_back("heat_radius", short_number(plume.heat_radius));
  attributes.emplace_back("color", color_of_smoke(plume.color));
  attributes.emplace_back("seed", std::to_string(plume.seed));
  write_at_pose(xml, "rubble:plume", attributes, plume.pose);
}

void write_victim(XmlWriter& xml, const Victim& victim) {
  write_at_pose(xml, "rubble:victim",
                {{"name", victim.name},
                 {"state", word_of(kStateWords, victim.state)},
                 {"temperature", short_number(victim.temperature)},
                 {"co2", short_number(victim.co2)},
                 {"sound", word_of(kSoundWords, victim.sound)},
                 {"motion", word_of(kMotionWords, victim.motion)}},
                victim.pose);
}

void write_radio(XmlWriter& xml, const RadioSettings& radio) {
  xml.empty("rubble:radio", {{"preset", word_of(kRadioWords, radio.preset)},
                             {"frequency", short_number(radio.frequency)}});
}

}  // namespace

void write_scenario_elements(XmlWriter& xml, const World& world) {
  if (world.generator) write_note(xml, *world.generator);
  for (const Start& start : world.starts)
    write_at_pose(xml, "rubble:start", {{"name", start.name}}, start.pose);
  for (const Haze& haze : world.hazes) write_haze(xml, haze);
  for (const SmokeArea& smoke : world.smokes) write_smoke(xml, smoke);
  for (const Plume& plume : world.plumes) write_plume(xml, plume);
  for (const Victim& victim : world.victims) write_victim(xml, victim);
  for (const Tag& tag : world.tags)
    write_at_pose(xml, "rubble:tag", {{"id", std::to_string(tag.id)}, {"memory", tag.memory}},
                  tag.pose);
  for (const Source& source : world.sources)
    write_at_pose(
        xml, "rubble:source",
        {{"kind", word_of(kSourceWords, source.kind)}, {"level", short_number(source.level)}},
        source.pose);
  write_radio(xml, world.radio);
}

std::string generator_note_text(const GeneratorNote& note) {
  return "made by the " + note.name + " generator: seed " + std::to_string(note.seed) + ", " +
         (note.options.empty() ? "" : note.options + ", ") + "hash " + note.hash;
}

}  // namespace rubble
