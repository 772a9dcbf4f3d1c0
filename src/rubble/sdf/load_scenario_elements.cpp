// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <set>
#include <utility>

#include "rubble/base/text.h"
#include "rubble/sdf/load_parts.h"
#include "rubble/sdf/rubble_elements.h"

namespace rubble {
namespace {

Start load_start(const XmlNode& node, LoadContext&) {
  return {node.attribute_or("name", ""), pose_in(node)};
}

bool can_hold_smoke(const Geometry& geometry) {
  return std::holds_alternative<Box>(geometry) || std::holds_alternative<Sphere>(geometry) ||
         std::holds_alternative<Cylinder>(geometry) || std::holds_alternative<MeshShape>(geometry);
}

// Only a closed surface has an inside.
bool is_open_mesh(const Geometry& geometry) {
  const auto* shape = std::get_if<MeshShape>(&geometry);
  return shape != nullptr && !edge_use(*shape->mesh).is_closed;
}

// False if there is no shape, which may only be a warning.
bool load_smoke_shape(const XmlNode& node, SmokeArea& area, LoadContext& context) {
  const XmlNode* geometry = node.child("geometry");
  if (geometry == nullptr) {
    context.fail(node.at(), "<rubble:smoke> wants a <geometry>: box, sphere, cylinder or mesh");
    return false;
  }
  auto shape = load_geometry(*geometry, context);
  if (!shape) {
    if (geometry->child("mesh") == nullptr)
      context.fail(geometry->at(), "<rubble:smoke> fills a box, sphere, cylinder or mesh only");
    return false;
  }
  if (!can_hold_smoke(shape->geometry))
    context.fail(geometry->at(), "<rubble:smoke> fills a box, sphere, cylinder or mesh only");
  if (is_open_mesh(shape->geometry))
    context.fail(geometry->at(), "<rubble:smoke> wants a closed mesh; '" +
                                     std::get<MeshShape>(shape->geometry).mesh->source +
                                     "' has open edges");
  area.geometry = std::move(shape->geometry);
  return true;
}

void load_smoke_schedule(const XmlNode& node, SmokeArea& area) {
  for (const XmlNode* at : node.all("rubble:at")) {
    DensityAt entry;
    read_attribute(*at, "time", entry.time);
    read_attribute(*at, "density", entry.density);
    area.schedule.push_back(entry);
  }
  std::stable_sort(area.schedule.begin(), area.schedule.end(),
                   [](const DensityAt& a, const DensityAt& b) { return a.time < b.time; });
}

SmokeArea load_smoke(const XmlNode& node, LoadContext& context) {
  SmokeArea area;
  area.pose = pose_in(node);
  read_attribute(node, "name", area.name);
  read_attribute(node, "density", area.density);
  read_choice(node, "profile", area.profile);
  read_attribute(node, "sigma", area.sigma);
  read_attribute(node, "turbulence", area.turbulence);
  read_attribute(node, "correlation_length", area.correlation_length);
  read_attribute(node, "drift", area.drift);
  read_attribute(node, "velocity", area.velocity);
  read_attribute(node, "color", area.color);
  read_attribute(node, "visible_ratio", area.visible_ratio);
  if (load_smoke_shape(node, area, context))
    load_smoke_schedule(node, area);
  else
    area.density = 0.0;
  if (area.profile == SmokeProfile::Gaussian && !(area.sigma > 0.0))
    context.fail(node.at(), "<rubble:smoke> with profile gaussian wants a sigma above 0");
  return area;
}

Haze load_haze(const XmlNode& node, LoadContext&) {
  Haze haze;
  read_attribute(node, "density", haze.density);
  read_attribute(node, "color", haze.color);
  read_attribute(node, "visible_ratio", haze.visible_ratio);
  return haze;
}

Plume load_plume(const XmlNode& node, LoadContext& context) {
  Plume plume;
  plume.pose = pose_in(node);
  read_attribute(node, "name", plume.name);
  read_attribute(node, "rate", plume.rate);
  read_attribute(node, "lifetime", plume.lifetime);
  read_attribute(node, "density", plume.density);
  read_attribute(node, "radius", plume.radius);
  read_attribute(node, "growth", plume.growth);
  read_attribute(node, "velocity", plume.velocity);
  read_attribute(node, "spread", plume.spread);
  read_attribute(node, "wind", plume.wind);
  read_attribute(node, "start", plume.start);
  read_attribute(node, "stop", plume.stop);
  read_attribute(node, "glow", plume.glow);
  read_attribute(node, "heat", plume.heat);
  read_attribute(node, "heat_radius", plume.heat_radius);
  read_attribute(node, "color", plume.color);
  read_attribute(node, "visible_ratio", plume.visible_ratio);
  read_attribute(node, "seed", plume.seed);
  if (plume.stop < plume.start)
    context.fail(node.at(), "<rubble:plume> wants a stop that is not before its start");
  return plume;
}

Victim load_victim(const XmlNode& node, LoadContext&) {
  Victim victim;
  victim.pose = pose_in(node);
  read_attribute(node, "name", victim.name);
  read_choice(node, "state", victim.state);
  read_attribute(node, "temperature", victim.temperature);
  read_attribute(node, "co2", victim.co2);
  read_choice(node, "sound", victim.sound);
  read_choice(node, "motion", victim.motion);
  return victim;
}

Tag load_tag(const XmlNode& node, LoadContext&) {
  Tag tag;
  tag.pose = pose_in(node);
  read_attribute(node, "id", tag.id);
  read_attribute(node, "memory", tag.memory);
  return tag;
}

Source load_source(const XmlNode& node, LoadContext&) {
  Source source;
  source.pose = pose_in(node);
  read_choice(node, "kind", source.kind);
  read_attribute(node, "level", source.level);
  return source;
}

RadioSettings load_radio(const XmlNode& node) {
  RadioSettings radio;
  read_choice(node, "preset", radio.preset);
  read_attribute(node, "frequency", radio.frequency);
  read_attribute(node, "transmit_power", radio.transmit_power_dbm);
  read_attribute(node, "gain", radio.gain_dbi);
  read_attribute(node, "exponent", radio.exponent);
  read_attribute(node, "sensitivity", radio.sensitivity_dbm);
  read_attribute(node, "shadowing_sigma", radio.shadowing_sigma_db);
  read_attribute(node, "shadowing_distance", radio.shadowing_distance);
  read_choice(node, "fading", radio.fading);
  return radio;
}

GeneratorNote load_generator(const XmlNode& node) {
  GeneratorNote note;
  read_attribute(node, "name", note.name);
  read_attribute(node, "seed", note.seed);
  read_attribute(node, "options", note.options);
  read_attribute(node, "hash", note.hash);
  read_attribute(node, "pitch", note.pitch);
  if (const auto cells = parse_numbers(node.attribute_or("cells", "0 0"), 2)) {
    note.columns = static_cast<int>((*cells)[0]);
    note.rows = static_cast<int>((*cells)[1]);
  }
  return note;
}

template <class Thing>
void load_each(const XmlNode& world_node, const char* element,
               Thing (*load)(const XmlNode&, LoadContext&), std::vector<Thing>& things,
               LoadContext& context) {
  std::set<std::string> names;
  for (const XmlNode* node : world_node.all(element)) {
    const std::string* name = node->attribute("name");
    if (name != nullptr && !names.insert(*name).second)
      context.fail(node->at(),
                   "a second <" + node->name + "> named '" + *name + "'; names must differ");
    things.push_back(load(*node, context));
  }
}

// The element that may stand only once, or null.
const XmlNode* only_one(const XmlNode& world_node, const char* element, LoadContext& context) {
  const auto nodes = world_node.all(element);
  if (nodes.size() > 1)
    context.fail(nodes[1]->at(), "a second <" + std::string(element) + ">; one is enough");
  return nodes.empty() ? nullptr : nodes.front();
}

}  // namespace

void load_scenario_elements(const XmlNode& world_node, World& world, LoadContext& context) {
  load_each(world_node, "rubble:start", load_start, world.starts, context);
  load_each(world_node, "rubble:smoke", load_smoke, world.smokes, context);
  load_each(world_node, "rubble:haze", load_haze, world.hazes, context);
  load_each(world_node, "rubble:plume", load_plume, world.plumes, context);
  load_each(world_node, "rubble:victim", load_victim, world.victims, context);
  load_each(world_node, "rubble:tag", load_tag, world.tags, context);
  load_each(world_node, "rubble:source", load_source, world.sources, context);
  if (const XmlNode* radio = only_one(world_node, "rubble:radio", context))
    world.radio = load_radio(*radio);
  if (const XmlNode* generator = only_one(world_node, "rubble:generator", context))
    world.generator = load_generator(*generator);
}

}  // namespace rubble
