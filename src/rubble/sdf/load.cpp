// SPDX-License-Identifier: Apache-2.0
#include "rubble/sdf/load.h"

#include <filesystem>
#include <sdf/Light.hh>
#include <sdf/Model.hh>
#include <sdf/Root.hh>
#include <sdf/World.hh>
#include <utility>

#include "rubble/sdf/file_scan.h"
#include "rubble/sdf/load_context.h"
#include "rubble/sdf/load_models.h"
#include "rubble/sdf/load_parts.h"
#include "rubble/sdf/lone_model.h"
#include "rubble/sdf/resources.h"
#include "rubble/sdf/sdf_tree.h"

namespace rubble {
namespace {

// A file, or text that stands for one.
struct LoadInput {
  std::string text;
  std::string file;
  bool is_on_disk = true;
};

void load_world_lights(const sdf::World& source, World& world, LoadContext& context) {
  for (std::uint64_t i = 0; i < source.LightCount(); ++i) {
    const sdf::Light& light = *source.LightByIndex(i);
    const XmlNode node = node_of(*light.Element(), context);
    const Pose pose = resolved_pose(light.SemanticPose(), "", node.at(), context);
    world.lights.push_back(load_light(node, pose, context));
  }
}

void load_models(const sdf::World& source, World& world, LoadContext& context) {
  for (std::uint64_t i = 0; i < source.ModelCount() && !context.error(); ++i)
    if (auto model = load_model_tree(*source.ModelByIndex(i), context))
      world.models.push_back(std::move(model));
}

// A run in a world of which nothing was found would go well and mean nothing.
void refuse_if_includes_are_missing(const XmlNode& node, LoadContext& context) {
  const Warning* first = nullptr;
  int missing = 0;
  for (const Warning& warning : context.scan().warnings)
    if (warning.kind == "missing include" || warning.kind == "online include") {
      if (first == nullptr) first = &warning;
      ++missing;
    }
  if (first == nullptr) return;
  context.fail_unless_lenient(
      "empty world", node.at(),
      "nothing is left of the world: none of its " + std::to_string(missing) +
          " includes was found (" + first->message +
          "); name the folders of the models in GZ_SIM_RESOURCE_PATH, or load it empty with "
          "--lenient");
}

World load_world_tree(const sdf::World& source, LoadContext& context) {
  World world;
  world.name = source.Name();
  world.gravity = vector_from(source.Gravity());
  const XmlNode* node = context.scan().root.child("world");
  if (!world.gravity.allFinite()) context.fail(node->at(), "<gravity> wants finite numbers");
  if (context.scan().root.all("world").size() > 1)
    context.warn("second world", node->at(), "only the first <world> of the file is used");
  world.scene = load_scene(*node);
  load_scenario_elements(*node, world, context);
  load_world_lights(source, world, context);
  load_models(source, world, context);
  if (world.models.empty()) refuse_if_includes_are_missing(*node, context);
  return world;
}

// A file that holds no world but a single thing to look at.
World load_lone_thing(const sdf::Root& root, LoadContext& context) {
  if (const sdf::Model* model = root.Model()) return world_around(load_model_tree(*model, context));
  World world = world_around(nullptr);
  if (const sdf::Light* light = root.Light()) {
    const XmlNode node = node_of(*light->Element(), context);
    world.lights = {load_light(node, pose_in(node), context)};
  } else {
    context.fail(context.scan().root.at(), "the file holds neither a <world> nor a <model>");
  }
  return world;
}

World load_root(const sdf::Root& root, LoadContext& context) {
  const bool has_world = root.WorldCount() > 0 && context.scan().root.child("world") != nullptr;
  World world =
      has_world ? load_world_tree(*root.WorldByIndex(0), context) : load_lone_thing(root, context);
  world.files = context.files();
  return world;
}

// Scans, parses and hands the tree to a function (root, context) -> Thing.
template <class Thing, class Function>
Result<Thing> load_with(const LoadInput& input, const LoadSettings& settings,
                        std::vector<Warning>& warnings, Function load) {
  const ResourceFinder finder(settings.resource_folders);
  auto scan = scan_files(input.text, input.file, finder, settings);
  if (!scan) return scan.error();
  LoadContext context(settings, finder, std::move(*scan));
  if (context.error()) return *context.error();
  const auto root = parse_sdf(input.text, input.file, input.is_on_disk, context);
  if (context.error()) return *context.error();
  Thing thing = load(*root, context);
  if (context.error()) return *context.error();
  for (Warning& warning : context.take_warnings()) warnings.push_back(std::move(warning));
  return thing;
}

Result<World> load_input(const LoadInput& input, const LoadSettings& settings) {
  std::vector<Warning> warnings;
  auto world = load_with<World>(input, settings, warnings, load_root);
  if (!world) return world;
  world->file = input.file;
  world->warnings = std::move(warnings);
  return world;
}

std::shared_ptr<const Model> load_only_model(const sdf::Root& root, LoadContext& context) {
  if (root.Model() == nullptr) {
    context.fail(context.scan().root.at(), "the file holds no lone <model>");
    return nullptr;
  }
  const auto loaded = load_model_tree(*root.Model(), context);
  if (!loaded) {
    context.fail(context.scan().root.at(), "the model has no links");
    return nullptr;
  }
  Model model = *loaded;
  model.files = context.files();
  return std::make_shared<const Model>(std::move(model));
}

Result<LoadInput> read_input(const std::string& path, const LoadSettings& settings) {
  auto text = read_text_file(path, settings.max_file_bytes);
  if (!text) return text.error();
  return LoadInput{std::move(*text), path, true};
}

// The model file that a path or a bare name means.
std::optional<std::string> model_path(const std::string& path_or_name,
                                      const ResourceFinder& finder) {
  for (const char* ending : {"", ".sdf", ".urdf"})
    if (auto found = finder.find_model(path_or_name + ending, "")) return found;
  return std::nullopt;
}

}  // namespace

Result<World> load_world(const std::string& path, const LoadSettings& settings) {
  const auto input = read_input(path, settings);
  if (!input) return input.error();
  return load_input(*input, settings);
}

Result<World> load_world_text(const std::string& sdf_text, const std::string& name_for_messages,
                              const LoadSettings& settings) {
  if (sdf_text.size() > settings.max_file_bytes)
    return Error{{name_for_messages},
                 "the text has " + std::to_string(sdf_text.size()) + " bytes, at most " +
                     std::to_string(settings.max_file_bytes) + " are read"};
  return load_input({sdf_text, name_for_messages, false}, settings);
}

Result<std::shared_ptr<const Model>> load_model(const std::string& path_or_name,
                                                const LoadSettings& settings,
                                                std::vector<Warning>& warnings) {
  const ResourceFinder finder(settings.resource_folders);
  const auto path = model_path(path_or_name, finder);
  if (!path) return Error{{path_or_name}, "no such model file, nor a model of that name"};
  const auto input = read_input(*path, settings);
  if (!input) return input.error();
  return load_with<std::shared_ptr<const Model>>(*input, settings, warnings, load_only_model);
}

}  // namespace rubble
