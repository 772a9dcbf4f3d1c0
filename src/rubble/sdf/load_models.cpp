// SPDX-License-Identifier: Apache-2.0
#include "rubble/sdf/load_models.h"

#include <utility>

#include "rubble/sdf/drive_plugins.h"
#include "rubble/sdf/load_parts.h"
#include "rubble/sdf/sdf_tree.h"

namespace rubble {
namespace {

// Takes a model with the models inside it apart into one list of links and one of joints.
class ModelFlattener {
 public:
  ModelFlattener(Model& model, LoadContext& context) : model_(model), context_(context) {}

  // Links first, then joints, which may reach into nested models; names of robots last.
  void flatten(const sdf::Model& source, const ModelScope& scope) {
    add_links(source, scope, true);
    if (!model_.links.empty() && model_.joints.size() == model_.links.size()) unpin_all();
    add_joints(source, scope);
    add_robots(source, scope.prefix);
    if (!model_.robot) load_drive_plugins(plugins_of(source), model_, context_);
  }

 private:
  void add_links(const sdf::Model& source, const ModelScope& scope, bool is_top) {
    for (std::uint64_t i = 0; i < source.LinkCount(); ++i) {
      model_.links.push_back(load_link(*source.LinkByIndex(i), scope, context_));
      if (!is_top && source.Static() && !model_.is_static) pin_last_link();
    }
    for (std::uint64_t i = 0; i < source.ModelCount(); ++i) {
      const sdf::Model& nested = *source.ModelByIndex(i);
      add_links(nested, scope_inside(nested, scope), false);
    }
  }

  void add_joints(const sdf::Model& source, const ModelScope& scope) {
    for (std::uint64_t i = 0; i < source.JointCount(); ++i)
      load_joint(*source.JointByIndex(i), scope, model_, context_);
    for (std::uint64_t i = 0; i < source.ModelCount(); ++i) {
      const sdf::Model& nested = *source.ModelByIndex(i);
      add_joints(nested, {.prefix = scope.prefix + nested.Name() + "::"});
    }
  }

  void add_robots(const sdf::Model& source, const std::string& prefix) {
    const XmlNode node = our_node_of(*source.Element(), context_);
    for (const XmlNode* robot : node.all("rubble:robot"))
      load_robot(*robot, prefix, model_, context_);
    for (std::uint64_t i = 0; i < source.ModelCount(); ++i) {
      const sdf::Model& nested = *source.ModelByIndex(i);
      add_robots(nested, prefix + nested.Name() + "::");
    }
  }

  std::vector<XmlNode> plugins_of(const sdf::Model& source) const {
    const XmlNode node = node_of(*source.Element(), context_);
    std::vector<XmlNode> plugins;
    for (const XmlNode* plugin : node.all("plugin")) plugins.push_back(*plugin);
    return plugins;
  }

  ModelScope scope_inside(const sdf::Model& nested, const ModelScope& outer) {
    const XmlNode node = our_node_of(*nested.Element(), context_);
    const Pose here_from_nested = resolved_pose(nested.SemanticPose(), "", node.at(), context_);
    return {outer.prefix + nested.Name() + "::", outer.model_from_here * here_from_nested,
            load_surface(node, outer.surface), load_semantic(node, outer.semantic)};
  }

  // A static model inside a moving one stays where it is.
  void pin_last_link() {
    Joint joint;
    joint.name = model_.links.back().name + "::static";
    joint.child = static_cast<int>(model_.links.size()) - 1;
    model_.joints.push_back(std::move(joint));
  }

  // A group of nothing but static models is static itself.
  void unpin_all() {
    model_.joints.clear();
    model_.is_static = true;
  }

  Model& model_;
  LoadContext& context_;
};

}  // namespace

std::shared_ptr<const Model> load_model_tree(const sdf::Model& source, LoadContext& context) {
  auto model = std::make_shared<Model>();
  const XmlNode node = our_node_of(*source.Element(), context);
  model->name = source.Name();
  model->at = node.at();
  model->world_from_model = resolved_pose(source.SemanticPose(), "", node.at(), context);
  model->is_static = source.Static();
  model->collides_with_itself = source.SelfCollide();
  model->semantic = load_semantic(node, {});
  ModelFlattener(*model, context).flatten(source, {.surface = load_surface(node, {})});
  if (!model->links.empty()) return model;
  context.warn("model without links", model->at,
               "model '" + model->name + "' has no links and is left out");
  return nullptr;
}

}  // namespace rubble
