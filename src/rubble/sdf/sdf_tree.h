// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <sdf/Element.hh>
#include <sdf/Root.hh>
#include <sdf/SemanticPose.hh>
#include <string>

#include "rubble/geometry/pose.h"
#include "rubble/sdf/load_context.h"
#include "rubble/sdf/xml.h"

// Conversion of libsdformat's tree and errors. Only for .cpp files of this module.
namespace rubble {

// Parses with libsdformat and adds its errors and warnings to the context. Prints nothing. Null
// after a failure.
std::unique_ptr<sdf::Root> parse_sdf(const std::string& text, const std::string& file,
                                     bool is_on_disk, LoadContext& context);

// Contains only what the file gives, without libsdformat's defaults.
XmlNode node_of(const sdf::Element& element, const LoadContext& context);

// The same, restricted to children of our namespace: for models, whose links are read separately.
XmlNode our_node_of(const sdf::Element& element, const LoadContext& context);

Vec3 vector_from(const ignition::math::Vector3d& vector);
Pose pose_from(const ignition::math::Pose3d& pose);
// The pose in the given frame (the natural one if empty). A failure is recorded in the context.
Pose resolved_pose(const sdf::SemanticPose& pose, const std::string& frame, const SourceLine& at,
                   LoadContext& context);

}  // namespace rubble
