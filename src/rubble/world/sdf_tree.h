// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <sdf/Element.hh>
#include <sdf/Root.hh>
#include <sdf/SemanticPose.hh>
#include <string>

#include "rubble/geometry/pose.h"
#include "rubble/world/load_context.h"
#include "rubble/world/xml.h"

// SDFormat's tree and errors brought into our own form. Only for the .cpp files of this module.
namespace rubble {

// Parses, and tells the context what SDFormat found wrong or odd. Nothing is printed. Null after a
// failure.
std::unique_ptr<sdf::Root> parse_sdf(const std::string& text, const std::string& file,
                                     bool is_on_disk, LoadContext& context);

// Only what the file says: SDFormat's own defaults are left out.
XmlNode node_of(const sdf::Element& element, const LoadContext& context);

// The same with only the elements of our namespace inside: for models, whose links come one by one.
XmlNode our_node_of(const sdf::Element& element, const LoadContext& context);

Vec3 vector_from(const ignition::math::Vector3d& vector);
Pose pose_from(const ignition::math::Pose3d& pose);
// The pose in the frame (its natural one if empty); a failure is told to the context.
Pose resolved_pose(const sdf::SemanticPose& pose, const std::string& frame, const SourceLine& at,
                   LoadContext& context);

}  // namespace rubble
