// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <sdf/Joint.hh>
#include <sdf/Link.hh>
#include <sdf/Model.hh>
#include <string>

#include "rubble/sdf/load_context.h"
#include "rubble/world/model.h"
#include "rubble/world/shape.h"

// Conversion of libsdformat's tree into models. Only for .cpp files of this module.
namespace rubble {

// Values that a model passes down to its links and nested models.
struct ModelScope {
  std::string prefix;    // "arm::gripper::"
  Pose model_from_here;  // frame of the top-level model from that of this nested model
  Surface surface;
  Semantic semantic;
};

// load_links.cpp.
Link load_link(const sdf::Link& source, const ModelScope& scope, LoadContext& context);

// load_joints.cpp. Adds the joint, and its sensors to the child link. All links must exist.
void load_joint(const sdf::Joint& source, const ModelScope& scope, Model& model,
                LoadContext& context);

// load_models.cpp. Null if it has no links.
std::shared_ptr<const Model> load_model_tree(const sdf::Model& source, LoadContext& context);

}  // namespace rubble
